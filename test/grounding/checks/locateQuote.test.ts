import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locateQuote } from '../../../src/grounding/checks/locateQuote.ts';
import { cases } from '../../support/cases.ts';

const located = (text: string, quote: string) => {
  const span = locateQuote(text, quote);
  return span && text.slice(span.start, span.end);
};

describe('what is the same quote', () => {
  test.each([
    ['exactly what stands there', 'It takes four hours. Then stop.', 'takes four hours', 'takes four hours'],
    ['blanks around the quote', 'It takes four hours.', '  four hours. \n', 'four hours.'],
    [
      'curly quotation marks',
      'The “basic” fee isn’t due.',
      'The "basic" fee isn\'t due.',
      'The “basic” fee isn’t due.',
    ],
    [
      'straight marks in the text, curly ones in the quote',
      'It isn\'t "free".',
      'It isn’t “free”.',
      'It isn\'t "free".',
    ],
    ['dashes', 'open 7:30–22:00 — daily', '7:30-22:00 - daily', '7:30–22:00 — daily'],
    ['line breaks and runs of blanks', 'not\n  later than\t noon', 'not later than noon', 'not\n  later than\t noon'],
    ['no-break spaces', 'within 30\u00A0minutes', 'within 30 minutes', 'within 30\u00A0minutes'],
    ['ligatures', 'the ﬁrst ofﬁce', 'the first office', 'the ﬁrst ofﬁce'],
    ['full-width letters', 'the ＡＢＣ lane', 'the ABC lane', 'the ＡＢＣ lane'],
    ['an ellipsis', 'wait… then go', 'wait... then', 'wait… then'],
    ['composed accents in the quote', 'the cafe\u0301 is open', 'café is open', 'cafe\u0301 is open'],
    ['composed accents in the text', 'the café is open', 'cafe\u0301 is open', 'café is open'],
    ['surrogate pairs before, inside and at the end', '😀 “it” is 🚲', '"it" is 🚲', '“it” is 🚲'],
    ['a number in mathematical letters', 'it is 𝟗 days', 'is 9 days', 'is 𝟗 days'],
    ['a part of a text without blanks between words', '電池は九十キロ持ちます', '九十キロ', '九十キロ'],
    ['the whole occurrence after a cut one', 'costs 100 euros or 10 euros', '10 euros', '10 euros'],
  ])('%s', (_what, text, quote, found) => {
    expect(located(text, quote)).toBe(found);
  });
});

describe('what is another quote', () => {
  test.each([
    ['a changed number', 'lasts 90 kilometres', 'lasts 80 kilometres'],
    ['a number cut short', 'lasts 90 kilometres', 'lasts 9'],
    ['the end of a number', 'costs 1,000 euros', '000 euros'],
    ['a number without its fraction', 'costs 3.50 euros', 'costs 3'],
    ['a number without its percent sign', 'rises by 5 % a year', 'rises by 5'],
    ['a number without its currency', 'costs $5 a day', '5 a day'],
    ['a number without its minus', 'at -5 degrees', '5 degrees'],
    ['one end of a range', 'takes 5–10 days', '10 days'],
    ['a code cut short', 'Fault E10423 is fatal', 'Fault E1042'],
    ['a name cut short', 'Annabel leads it', 'Anna'],
    ['a superscript as a digit', 'an area of 10² metres', 'of 102 metres'],
    ['a fraction as digits', 'takes 1½ hours', '1 1⁄2 hours'],
    ['a dropped negator', 'It is not covered', 'It is covered'],
    ['other capitals', 'The Falcon', 'the falcon'],
    ['a stitched quote', 'It costs 3 euros. It is not covered.', 'It costs 3 euros. covered.'],
    ['a part of an ellipsis', 'wait… then', 'wait.'],
    ['the end of an ellipsis', 'wait… then', '. then'],
    ['a number without the currency before its blank', 'costs € 5 a day', '5 a day'],
    ['nothing', 'some text', '   '],
  ])('%s', (_what, text, quote) => {
    expect(located(text, quote)).toBeUndefined();
  });
});

const spelling: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '’': "'",
  '–': '-',
  '\u00A0': ' ',
  '\n': ' ',
  ﬁ: 'fi',
  '…': '...',
};
const plainly = (text: string) =>
  Array.from(text, (character) => spelling[character] ?? character)
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();
const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '1', '9', ' ', ' ', '.', ',', '%', '😀', ...Object.keys(spelling)),
  minLength: 1,
  maxLength: 40,
});

test('what is located says the same as the quote, wherever it is found', () => {
  let found = 0;
  fc.assert(
    fc.property(letters, fc.nat(), fc.nat(), (text, one, other) => {
      const [from, to] = [one % text.length, other % (text.length + 1)].toSorted((left, right) => left - right);
      const quote = plainly(text.slice(from, to).toWellFormed());
      const span = locateQuote(text, quote);
      if (!span) return;
      found += 1;
      expect(plainly(text.slice(span.start, span.end))).toBe(quote);
    }),
    { numRuns: cases(2_000), seed: 7 },
  );
  expect(found).toBeGreaterThan(cases(2_000) * 0.15);
});

test('whole words of a text are found in any spelling', () => {
  const word = fc.constantFrom('battery', '“basic”', 'isn’t', 'ﬁrst', '😀', '90', 'E1042', 'café', '7:30–22:00');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), (words, cut) => {
      const quote = plainly(words.slice(cut % words.length).join(' '));
      const text = words.join('\n ');
      const span = locateQuote(text, quote);
      expect(span && plainly(text.slice(span.start, span.end))).toBe(quote);
    }),
    { numRuns: cases(500), seed: 7 },
  );
});
