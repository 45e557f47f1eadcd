import { describe, expect, test } from 'vitest';
import { chooseSentences } from '../../../src/grounding/sentences/chooseSentences.ts';
import { isItem } from '../../../src/grounding/sentences/rankSentences.ts';
import { ranked } from '../passage.ts';

describe('an item of an enumeration', () => {
  test.each([
    ['damage caused by rain,', true],
    ['damage caused by rain; ', true],
    ['lost profit and penalties.', false],
    ['Damage caused by rain,', false],
    ['It rained. damage,', false],
  ])('%s: %s', (text, expected) => {
    expect(isItem(ranked(text, 'document').candidate)).toBe(expected);
  });

  test('goes with no other sentence', () => {
    const best = { ...ranked('The fee is five euros.', 'document'), score: 2 };
    const told = (text: string) =>
      chooseSentences([best, { ...ranked(text, 'document'), score: 1.9 }], new Map([['fee', 1]]));
    expect(told('a card of the club,')).toEqual([best]);
    expect(told('A card of the club is free.')).toHaveLength(2);
  });
});
