import { describe, expect, test } from 'vitest';
import { asAsked, numberKey, pricesOf, valueForms, valueKeys, valuesOf } from '../../../src/knowledge/values/values.ts';
import { stretchesIn } from '../../../src/knowledge/values/calendar.ts';
import { rewrite } from '../../../src/models/legible.ts';

/** Whether a text is found by a value of a question. */
const finds = (question: string, text: string, lexemes: readonly string[]) => {
  const words = new Set([...valueKeys(text), ...(text.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [])]);
  const forms = valueForms(valuesOf(question), lexemes);
  return lexemes.every((lexeme) => words.has(lexeme) || (forms.get(lexeme) ?? []).some((key) => words.has(key)));
};

describe('a value is found in another notation', () => {
  test.each([
    ['on 12 May 2026?', ['12', 'may', '2026'], 'Lanterns: 2026-05-12'],
    ['on 2026-05-12?', ['2026', '-05', '-12'], 'on 12 May 2026'],
    ['on the 12th of May?', ['12th', 'may'], 'Lanterns: 2026-05-12'],
    ['on 12 May 2026?', ['12', 'may', '2026'], 'Das Fest ist am 12.5.2026'],
    ['on 9 May 2027?', ['9', 'may', '2027'], 'The fair runs from 1 to 14 May 2027'],
    ['in May 2026?', ['may', '2026'], 'Lanterns: 2026-05-12'],
    ['at 9 am?', ['9'], 'opens at 09:00'],
    ['at 18:00?', ['18', '00'], 'um 18 Uhr'],
    ['1200 visitors?', ['1200'], '1,200 visitors'],
    ['1,200 visitors?', ['1', '200'], '1200 visitors'],
    ['1200 Gäste?', ['1200'], '1.200 Gäste'],
    ['10000 rows?', ['10000'], '10 000 rows'],
    ['EUR 5.00?', ['eur', '5.00'], 'costs €5 an hour'],
    ['5 euros?', ['5', 'euro'], 'costs EUR 5.00 an hour'],
  ])('%s %s in “%s”', (question, lexemes, text) => {
    expect(finds(question, text, lexemes)).toBe(true);
  });

  test.each([
    ['on 12 May 2027?', ['12', 'may', '2027'], 'Lanterns: 2026-05-12'],
    ['on 15 May?', ['15', 'may'], 'The fair runs from 1 to 14 May 2027'],
    ['at 9 pm?', ['9'], 'opens at 09:00'],
    ['1300 visitors?', ['1300'], '1,200 visitors'],
  ])('and not another: %s %s in “%s”', (question, lexemes, text) => {
    expect(finds(question, text, lexemes)).toBe(false);
  });

  test('words that write no value have no other form, and plain prose has no key', () => {
    expect(valueForms(valuesOf('may we stay until noon with 3 dogs'), ['may', 'stay', 'dog']).size).toBe(0);
    expect(valueKeys('Dogs may stay. Version 2.1.3 and step 4.')).toEqual([]);
  });

  test('a date without keys of its own, stored before there were any, is found by how Postgres parts it', () => {
    expect(valueForms(valuesOf('12 May 2026'), ['12', 'may', '2026']).get('may')).toContain('-05');
    expect(valueForms(valuesOf('12 May 2026'), ['12', 'may', '2026']).get('12')).toContain('-12');
  });

  test.each(['1,200', '1.200', '1 200', '1200', '1200.00'])('%s is 1200', (digits) => {
    expect(numberKey(digits)).toBe('1200');
  });
});

describe('a reader sees the values as they are asked for', () => {
  test.each([
    ['What happens on May 12?', 'Lanterns: 2026-05-12. Entry is free.', 'Lanterns is on May 12, 2026. Entry is free.'],
    [
      'What runs on 9 May 2027?',
      'The fair runs from 1 to 14 May 2027.',
      'The fair runs from 1 to 14 May 2027, also on 9 May 2027.',
    ],
    ['What opens at 9 am?', 'It opens at 09:00.', 'It opens at 9 am.'],
    ['Who drew 1200 visitors?', 'It drew 1,200 visitors.', 'It drew 1200 visitors.'],
    ['What costs EUR 5.00?', 'It costs €5 an hour.', 'It costs EUR 5.00 an hour.'],
    [
      'When was it paid?',
      'Item: Rope; Paid on: 2027-03-09; Amount: 80.50',
      'Item: Rope; Paid on: 9 March 2027; Amount: 80.50',
    ],
    ['Who sells permits?', 'The office sells 3 permits.', 'The office sells 3 permits.'],
  ])('%s', (question, text, read) => {
    const rewritten = rewrite(
      text,
      asAsked({ days: stretchesIn(question, 'en'), figures: pricesOf(question, 'en') }, text, 'en'),
    );
    expect(rewritten.text).toBe(read);
  });
});
