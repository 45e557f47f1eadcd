import { expect, test } from 'vitest';
import {
  decimalMarkOf,
  numberWord,
  ordinalWord,
  valueOfDigits,
  type DecimalMark,
} from '../../../src/knowledge/values/numerals.ts';

test.each<[DecimalMark, string[]]>([
  ['COMMA', ['2,50', 'costs 12,5 now', '123,45 €', '1.234,56', '12.345,6', '12.345.678', '1.234.567 people', '(2,5)']],
  [
    'POINT',
    ['1,234', '123,456 people', '12,345', '1,234,567', '2.50', '12.5', '123.45', '1,234.56', '12,345.6', '(2.5)'],
  ],
  [
    'UNKNOWN',
    [
      '1.000',
      '5',
      '',
      '2,50 and 2.50',
      '1.2.3',
      '1,2,3',
      '12,3456',
      '12.3456',
      '1234.5',
      '1234,5',
      '1.234.567 and 1,234',
      '1.23.456',
    ],
  ],
])('%s', (mark, texts) => {
  expect(texts.map((text) => [text, decimalMarkOf(text)])).toEqual(texts.map((text) => [text, mark]));
});

test.each<[string, number | undefined]>([
  ['5', 5],
  ["1'000", 1000],
  ['10 000', 10_000],
  ['10\u202F000', 10_000],
  ["1'00", undefined],
  ["1'0000", undefined],
  ['0.500', 0.5],
  ['1000.500', 1000.5],
  ['2.50', 2.5],
  ['12.5', 12.5],
  ['1.234.567', 1_234_567],
  ['12.345.678,9', 12_345_678.9],
  ['123.456.789,12', 123_456_789.12],
  ['1.234,5', 1234.5],
  ['1,234', 1234],
  ['123,456', 123_456],
  ['12,34,567', 1_234_567],
  ['1,234,567', 1_234_567],
  ['1,234.56', 1234.56],
  ['2,50', 2.5],
  ['12,5', 12.5],
  ['1234,567', 1234.567],
  ['1.2.3', undefined],
  ['1,2,3', undefined],
  ['1.234.56', undefined],
  ['1,234,5', undefined],
  ['1,234.5.6', undefined],
  ['1.234.567,8,9', undefined],
  ['1234.567.890', undefined],
])('%s is %s', (digits, value) => {
  expect(valueOfDigits(digits, 'UNKNOWN')).toBe(value);
});

test.each<[string, number | null, number, number]>([
  ['1.000', null, 1000, 1],
  ['12.500', null, 12_500, 12.5],
  ['999.999', null, 999_999, 999.999],
])('%s may be read in two ways', (digits, unknown, comma, point) => {
  expect([valueOfDigits(digits, 'UNKNOWN'), valueOfDigits(digits, 'COMMA'), valueOfDigits(digits, 'POINT')]).toEqual([
    unknown,
    comma,
    point,
  ]);
});

test('number words', () => {
  expect(
    ['zero', 'nineteen', 'twenty', 'ninety', 'zwölf', 'quinze', 'treinta', 'hundred', 'on'].map((word) =>
      numberWord(word),
    ),
  ).toEqual([0, 19, 20, 90, 12, 15, 30, undefined, undefined]);
  expect(['first', 'twelfth', 'thirteenth', 'one'].map((word) => ordinalWord(word))).toEqual([
    1,
    12,
    undefined,
    undefined,
  ]);
});
