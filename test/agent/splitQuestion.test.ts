import { describe, expect, test } from 'vitest';
import { kindOf } from '../../src/agent/questionKind.ts';
import { checkedParts, splitQuestion } from '../../src/agent/splitQuestion.ts';

describe('splitQuestion', () => {
  test.each([
    ['How much is the theft insurance, and when does the station open?', ['How much is the theft insurance?', 'when does the station open?']],
    ['Where can I rent a bike or who may repair it for me?', ['Where can I rent a bike?', 'who may repair it for me?']],
  ])('%s', (question, parts) => {
    expect(splitQuestion(question)).toEqual(parts);
  });

  test.each([
    'How much is the theft insurance?', 'Is it black and white?', 'What do bread and butter cost together?', 'What does it cost, and what to the UK?', 'How and when?', '',
  ])('"%s" is one question', (question) => {
    expect(splitQuestion(question)).toEqual([]);
  });
});

describe('checkedParts', () => {
  const question = 'How long is a cargo bike rental in winter and what is the deposit?';
  test('takes parts that keep the words of the question together', () => {
    expect(checkedParts(question, [' How long is a cargo bike rental in winter? ', 'What is the deposit?', 'What is the deposit?'])).toEqual(['How long is a cargo bike rental in winter?', 'What is the deposit?']);
  });

  test.each([
    ['one part', ['How long is a cargo bike rental in winter and the deposit?']],
    ['the question itself and one part', [question, 'What is the deposit?']],
    ['a dropped condition', ['How long is a bike rental?', 'What is the deposit?']],
    ['blank parts', ['', '  ']],
  ])('refuses %s', (_what, parts) => {
    expect(checkedParts(question, parts)).toEqual([]);
  });
});

test.each([
  ['Hello there!', 'SMALL_TALK'], ['Thanks a lot.', 'SMALL_TALK'], ['Hi, what is the deposit?', 'LOOKUP'], ['How much is the deposit?', 'LOOKUP'],
  ['Why is a deposit taken?', 'ANALYSIS'], ['The difference between a cargo bike and an e-bike?', 'COMPARISON'], [`What ${'very '.repeat(30)}long?`, 'MULTI_HOP'],
])('"%s" is %s', (question, kind) => {
  expect(kindOf(question)).toBe(kind);
});
