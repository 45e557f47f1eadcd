import { describe, expect, test } from 'vitest';
import { joinLines, wordsWritten } from '../../../src/knowledge/formats/lineHyphens.ts';

const words = wordsWritten([
  'Sign the log before the follow-up check of the cooling room.',
  'The part of the art that pays is done by the technician; time passes.',
  'Shifts at night are short; an operand is either left or right of a sign, in a wood or a cell.',
  'An after-',
  'noon is long enough, and this afternoon too.',
]);
const join = (before: string, after: string) => joinLines(before, after, words).join('');

describe('a word that is parted at the end of a line', () => {
  test.each([
    ['a syllable', 'for exam-', 'ple, tea', 'for example, tea'],
    ['a soft hyphen', 'the wal\u00AD', 'nut table', 'the walnut table'],
    ['a word that the text writes whole', 'in the after-', 'noon', 'in the afternoon'],
    ['a short rest', 'it is mere-', 'ly so', 'it is merely so'],
  ])('is made whole: %s', (_why, before, after, expected) => expect(join(before, after)).toBe(expected));

  test.each([
    ['a chain', 'is state-of-the-', 'art and', 'is state-of-the-art and'],
    ['a pair that the text writes so', 'a Follow-', 'up is', 'a Follow-up is'],
    ['a prefix before its own vowel', 'Re-', 'enter the room', 'Re-enter the room'],
    ['a prefix before its own vowel, in a line', 'they co-', 'operate', 'they co-operate'],
    ['two words of the text', 'a part-', 'time technician', 'a part-time technician'],
    ['self', 'the self-', 'service desk', 'the self-service desk'],
    ['two words, one of them in the plural', 'a night-', 'shift', 'a night-shift'],
    ['a number', 'a form W-', '9 is', 'a form W-9 is'],
  ])('keeps its hyphen: %s', (_why, before, after, expected) => expect(join(before, after)).toBe(expected));

  test.each([
    ['first-', 'and second-class', 'first- and second-class'],
    ['left-', 'or right-hand', 'left- or right-hand'],
    ['Vor-', 'und Nachteile', 'Vor- und Nachteile'],
    ['Ein-', 'oder Ausgang', 'Ein- oder Ausgang'],
  ])('stands for a part that is left out: %s %s', (before, after, expected) =>
    expect(join(before, after)).toBe(expected),
  );

  test.each([
    ['an oper-', 'and', 'an operand'],
    ['the hon-', 'or', 'the honor'],
  ])('is no part that is left out: %s %s', (before, after, expected) => expect(join(before, after)).toBe(expected));

  test('a long line costs no more than its last word', () =>
    expect(join(`${'a'.repeat(200_000)} exam-`, 'ple')).toMatch(/a example$/));

  test('a prefix before another letter is joined', () => expect(join('to re-', 'charge it')).toBe('to recharge it'));
  test('a dash is none', () => expect(join('yes -', 'or no')).toBe('yes - or no'));
});

test('what a line parts is not among the words', () => {
  expect(words.whole.has('noon')).toBe(false);
  expect(words.whole.has('afternoon')).toBe(true);
  expect([...words.hyphenated]).toEqual(['follow-up']);
});
