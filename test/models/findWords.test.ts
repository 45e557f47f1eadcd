import { expect, test } from 'vitest';
import { findWords } from '../../src/models/reader.ts';

const found = (text: string, words: string, near?: number) => {
  const span = findWords(text, words, near);
  return span && text.slice(span.start, span.end);
};

test.each([
  ['as they are', 'It costs 10 EUR.', 'costs 10 EUR', 'costs 10 EUR'],
  ['other quotation marks', 'The “basic” plan isn’t sold.', '"basic" plan isn\'t', '“basic” plan isn’t'],
  ['other dashes', 'Open 9–5 — daily.', '9-5 - daily', '9–5 — daily'],
  ['other blanks', 'valid\n for\u00a060  minutes', ' valid for 60 minutes\n', 'valid\n for\u00a060  minutes'],
  [
    'signs that patterns know',
    'Type C:\\a.b (or [x]*) + $5|{2}? ^',
    'C:\\a.b (or [x]*) + $5|{2}? ^',
    'C:\\a.b (or [x]*) + $5|{2}? ^',
  ],
  ['scripts without blanks', '料金は10円です。', '10円', '10円'],
  ['accents', 'Der Café-Betrieb läuft.', 'Café', 'Café'],
])('finds words: %s', (_what, text, words, expected) => {
  expect(found(text, words)).toBe(expected);
});

test.each([
  ['a longer number', 'It costs 10.', 'costs 1'],
  ['a longer word', 'The redshift is known.', 'shift'],
  ['part of an accented word', "L'été est là.", 'ét'],
  ['another number', 'It costs 10.', 'It costs 11.'],
  ['a negation', 'It is not valid.', 'It is valid.'],
  ['other letters', 'VALID', 'valid'],
  ['nothing', 'Some text.', ' \n'],
  ['in nothing', '', 'words'],
])('does not find %s', (_what, text, words) => {
  expect(findWords(text, words)).toBeNull();
});

test('takes the place that is nearest', () => {
  const text = '60 users. Later 60 days. At last 60 minutes.';
  expect([0, 20, 400].map((near) => findWords(text, '60', near)?.start)).toEqual([0, 16, 33]);
});
