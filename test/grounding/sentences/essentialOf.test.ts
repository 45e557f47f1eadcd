import { describe, expect, test } from 'vitest';
import { essentialOf } from '../../../src/grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { passage } from '../passage.ts';

const here = passage('The refund takes five days. It is paid to the card.', { chunkId: 'here' });
const elsewhere = passage('A fee is kept.', { chunkId: 'elsewhere' });

/** A sentence as the ranking left it. */
function sentence(
  text: string,
  changes: Partial<RankedSentence> & { readonly at?: number; readonly of?: typeof here } = {},
) {
  const { at = 0, of = here, ...rest } = changes;
  return {
    candidate: {
      passage: of,
      ordinal: at,
      text,
      sourceSpan: { start: 0, end: text.length },
      lexemes: [],
      contextLexemes: [],
      context: '',
      before: null,
    },
    score: 1,
    coverage: 0.5,
    softCoverage: 0.5,
    similarity: 0.5,
    ownSimilarity: 0.6,
    holdsType: true,
    answers: 2,
    words: null,
    ...rest,
  } satisfies RankedSentence;
}

const best = sentence('The refund takes five days.', { score: 2 });
const textsOf = (chosen: readonly RankedSentence[], query = 'When is it refunded?') =>
  essentialOf(chosen, {
    query,
    idf: new Map([
      ['refund', 2],
      ['card', 1],
    ]),
  }).map(({ candidate }) => candidate.text);

describe('a sure answer leaves out', () => {
  test.each([
    ['what scores less, however near', sentence('A fee is kept.', { of: elsewhere, score: 1.7, ownSimilarity: 0.9 })],
    [
      'what is neither nearer nor surer',
      sentence('Refunds are common.', { at: 4, score: 1.95, ownSimilarity: 0.5, answers: 1 }),
    ],
    ['the next sentence that stands by itself', sentence('Cards are charged at night.', { at: 1 })],
  ])('%s', (_what, other) => {
    expect(textsOf([best, other])).toEqual([best.candidate.text]);
  });
});

describe('and keeps', () => {
  test.each([
    ['what goes on with a pronoun', [best, sentence('It is paid to the card.', { at: 1, score: 1.2 })]],
    [
      'what it leans on',
      [sentence('Refunds go to the card.', { score: 1.2 }), sentence('They take five days.', { at: 1, score: 2 })],
    ],
    [
      'what is as good and nearer',
      [best, sentence('A refund takes two days.', { of: elsewhere, score: 1.9, ownSimilarity: 0.7 })],
    ],
    [
      'what is as good and surer',
      [best, sentence('A refund takes two days.', { of: elsewhere, score: 1.9, answers: 3 })],
    ],
    [
      'everything that nobody read',
      [{ ...best, answers: null }, sentence('A fee is kept.', { of: elsewhere, answers: null })],
    ],
  ])('%s', (_what, chosen) => {
    expect(textsOf(chosen)).toEqual(chosen.map(({ candidate }) => candidate.text));
  });

  test('the steps behind what must be known first, where the question asks how', () => {
    const steps = sentence('1. Open Billing.\n2. Press Refund.', { at: 1 });
    expect(textsOf([best, steps], 'How do I refund a card?')).toHaveLength(2);
    expect(textsOf([best, steps])).toHaveLength(1);
  });

  test('steps further down, whose headings say what is asked', () => {
    const steps = sentence('1. Open Billing.\n2. Press Refund.', { at: 5 });
    const headed = { ...steps, candidate: { ...steps.candidate, contextLexemes: ['refund', 'card'] } };
    const how = 'How do I refund a card?';
    expect(textsOf([best, headed], how)).toHaveLength(2);
    expect(textsOf([best, steps], how)).toHaveLength(1);
    expect(textsOf([best, headed])).toHaveLength(1);
  });
});
