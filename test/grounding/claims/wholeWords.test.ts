import { expect, test } from 'vitest';
import { cutsWord } from '../../../src/grounding/checks/locateQuote.ts';

const cut = (before: string, piece: string, after: string) =>
  cutsWord(before + piece + after, before.length, before.length + piece.length);

test.each([
  ['', 'word', ''],
  ['a ', 'word', '. B'],
  ['(', 'word', ')'],
  ['', '9', '. Then'],
  ['😀', 'word', '🚲'],
  ['“', 'word', '’s'],
  ['in ', '2019', ', but'],
  ['電', '池', 'は'],
  ['so', '(word)', ''],
  ['(', '5', ')%'],
  ['', '5', '. 7'],
  ['- ', '5', ''],
])('%s|%s|%s is whole', (before, piece, after) => {
  expect(cut(before, piece, after)).toBe(false);
});

test.each([
  ['s', 'word', ''],
  ['', 'word', 's'],
  ['E', '1042', ''],
  ['', '9', '0'],
  ['1,', '000', ''],
  ['', '3', '.5'],
  ['', '5', ' %'],
  ['', '7', ':30'],
  ['€', '5', ''],
  ['€ ', '5', ''],
  ['', '5', '%'],
  ['some', 'word', ''],
  ['5-', '10', ''],
  ['', '5', '–10'],
  ['', 'cafe', '\u0301'],
  ['', '𝒳', '𝒴'],
])('%s|%s|%s is cut', (before, piece, after) => {
  expect(cut(before, piece, after)).toBe(true);
});
