import { describe, expect, test } from 'vitest';
import { chooseSentences } from '../../../src/grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { passage, ranked } from '../passage.ts';

interface Told {
  readonly text: string;
  readonly score: number;
  readonly soft?: number;
  readonly holdsType?: boolean;
}

/** Sentences of one passage in reading order, best first by score. */
function tell(sentences: readonly Told[], rank = 1): RankedSentence[] {
  const source = { ...passage(sentences.map(({ text }) => text).join('\n')), chunkId: `chunk-${rank}`, rank };
  return sentences.map(({ text, score, soft = 0.5, holdsType = true }, ordinal): RankedSentence => ({
    ...ranked(text, 'document-1'), score, softCoverage: soft, holdsType,
    candidate: { ...ranked(text, 'document-1').candidate, passage: source, ordinal, before: ordinal === 0 ? null : ordinal - 1, lexemes: text.toLowerCase().match(/[a-z]+/g) ?? [] },
  })).toSorted((left, right) => right.score - left.score);
}

const weights = (words: string) => new Map(words.split(' ').map((word) => [word, 1]));
const texts = (chosen: readonly RankedSentence[]) => chosen.map(({ candidate }) => candidate.text);

describe('how many', () => {
  test('none of none', () => {
    expect(chooseSentences([], weights('fee'))).toEqual([]);
  });

  test('one that carries the whole question needs no second', () => {
    const sentences = [{ text: 'The fee is five euros.', score: 2 }, { text: 'A card pays the rental fee today.', score: 1.9 }];
    expect(texts(chooseSentences(tell([{ ...sentences[0]!, soft: 0.9 }, sentences[1]!]), weights('fee')))).toEqual(['The fee is five euros.']);
    expect(chooseSentences(tell([{ ...sentences[0]!, soft: 0.89 }, sentences[1]!]), weights('fee'))).toHaveLength(2);
    expect(chooseSentences(tell([{ ...sentences[0]!, soft: 0.9, holdsType: false }, sentences[1]!]), weights('fee'))).toHaveLength(2);
  });

  test('a second that is nearly as good, or brings words of the question; a third only with new words; never a fourth', () => {
    expect(chooseSentences(tell([{ text: 'Fees grow.', score: 1 }, { text: 'Ships sail.', score: 0.7 }]), weights('fees'))).toHaveLength(2);
    expect(chooseSentences(tell([{ text: 'Fees grow.', score: 1 }, { text: 'Ships sail.', score: 0.69 }]), weights('fees'))).toHaveLength(1);
    expect(chooseSentences(tell([{ text: 'Fees grow.', score: 1 }, { text: 'Ships sail.', score: 0.1 }]), weights('fees ships'))).toHaveLength(2);
    const many = [{ text: 'Fees grow.', score: 1 }, { text: 'Ships sail.', score: 0.9 }, { text: 'Birds sing.', score: 0.8 }, { text: 'Dogs bark.', score: 0.8 }];
    expect(chooseSentences(tell(many), weights('fees ships'))).toHaveLength(2);
    expect(texts(chooseSentences(tell(many), weights('fees ships birds dogs')))).toEqual(['Fees grow.', 'Ships sail.', 'Birds sing.']);
    expect(chooseSentences(tell([many[0]!, many[1]!, { text: 'Birds sing.', score: 0.49 }]), weights('fees ships birds'))).toHaveLength(2);
  });

  test('what says the same is left out', () => {
    expect(texts(chooseSentences(tell([{ text: 'The fee is five euros.', score: 1 }, { text: 'The fee is now five euros.', score: 0.99 }]), weights('fee')))).toEqual(['The fee is five euros.']);
  });
});

describe('what a reader needs beside it', () => {
  test('the sentence that a leading pronoun points to, in reading order', () => {
    expect(texts(chooseSentences(tell([{ text: 'The harbour has a ferry.', score: 0.1 }, { text: 'It leaves at nine.', score: 1 }]), weights('leaves')))).toEqual(['The harbour has a ferry.', 'It leaves at nine.']);
    expect(texts(chooseSentences(tell([{ text: 'The harbour has a ferry.', score: 0.1 }, { text: 'Boats leave at nine.', score: 1 }]), weights('leave')))).toEqual(['Boats leave at nine.']);
  });

  test('the one that goes on with a pronoun behind a lone sentence', () => {
    expect(texts(chooseSentences(tell([{ text: 'The harbour has a ferry.', score: 1 }, { text: 'It leaves at nine.', score: 0.1 }]), weights('ferry')))).toEqual(['The harbour has a ferry.', 'It leaves at nine.']);
  });

  test('better passages first, then as they are read', () => {
    const chosen = chooseSentences([...tell([{ text: 'Dogs bark.', score: 1 }], 2), ...tell([{ text: 'Fees grow.', score: 0.8 }, { text: 'Ships sail.', score: 0.9 }], 1)], weights('dogs fees ships'));
    expect(texts(chosen)).toEqual(['Fees grow.', 'Ships sail.', 'Dogs bark.']);
  });
});
