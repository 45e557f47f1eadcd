import { describe, expect, test } from 'vitest';
import { areOpposites, oppositeWord } from '../../../src/grounding/answerability/unmetConditions.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

describe('areOpposites', () => {
  test.each([
    ['of a pair', 'north', 'south'],
    ['of one of its pairs', 'earliest', 'newest'],
    ['one denies the other', 'marked', 'unmarked'],
    ['of five letters behind the prefix', 'clear', 'unclear'],
    ['with another prefix', 'member', 'nonmember'],
  ])('%s: %s, %s', (_what, left, right) => {
    expect(areOpposites(left, right)).toBe(true);
    expect(areOpposites(right, left)).toBe(true);
  });

  test.each([
    ['the same word', 'clear', 'clear'],
    ['the same word with a prefix', 'unclear', 'unclear'],
    ['too short to be stated from chance', 'able', 'unable'],
    ['words apart', 'north', 'large'],
    ['a word and nothing', 'unable', ''],
    ['two with a prefix', 'unclear', 'inclear'],
  ])('%s: %s, %s are none', (_what, left, right) => {
    expect(areOpposites(left, right)).toBe(false);
    expect(areOpposites(right, left)).toBe(false);
  });
});

describe('oppositeWord', () => {
  test('the first word of the question that has one, with the sentence as all there is', () => {
    expect(
      oppositeWord(readQuestion('Which small hall is in the north?'), 'The large hall is in the south.', 'Halls'),
    ).toEqual({
      asked: 'small',
      stated: 'large',
    });
  });

  test.each([
    [
      'the question names both itself',
      'Which hall is quieter, the north or the south one?',
      'The north hall is quieter.',
    ],
    ['a word with a hyphen is one word', 'Who sleeps in the west?', 'Ida sleeps in the south-east wing.'],
    ['a part of a word with a hyphen is none', 'Which coat is applied first?', 'We sand-blast every frame.'],
    ['there is no word', 'Which hall is small?', '12 | 14'],
    ['there is no question', '?', 'The large hall.'],
    ['yes or no may be the answer', 'Was the north hall built?', 'The south hall was built.'],
    ['the sentence negates', 'Which hall is open in the north?', 'No hall of the south is open.'],
  ])('none where %s', (_what, question, sentence) => {
    expect(oppositeWord(readQuestion(question), sentence, sentence)).toBeUndefined();
  });
});

describe('what is switched', () => {
  const steps = 'Open Profile and press Set up two-factor authentication.';

  test.each([
    ['off', 'how do i turn two-factor off', steps, 'turn two-factor off', 'Set up'],
    ['off, in one word', 'how to disable two-factor', 'Switch the code on.', 'disable', 'Switch the code on'],
    ['on', 'how do i switch on the alarm', 'Disable it in Settings.', 'switch on', 'Disable'],
  ])('%s is not answered by its opposite', (_what, question, sentence, asked, stated) => {
    expect(oppositeWord(readQuestion(question), sentence, 'Two-factor authentication')).toEqual({ asked, stated });
  });

  test.each([
    ['the passage tells it too', 'how do i turn two-factor off', steps, 'Disable it again in Profile.'],
    ['both are asked', 'how do i turn it on and turn it off', steps, 'Two-factor'],
    ['neither is stated', 'how do i turn two-factor off', 'Open Profile.', 'Two-factor'],
    ['what is set up is switched on', 'how do i turn two-factor on', steps, 'Two-factor'],
    ['to answer yes or no', 'can i turn two-factor off', steps, 'Two-factor'],
    ['far from its verb a word is another', 'how do i turn my old red and white kit off', steps, 'Kits'],
  ])('%s', (_what, question, sentence, around) => {
    expect(oppositeWord(readQuestion(question), sentence, around)).toBeUndefined();
  });
});
