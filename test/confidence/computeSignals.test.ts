import { describe, expect, test } from 'vitest';
import {
  armOverlap,
  computeSignals,
  type Evidence,
  margin,
  normalizedKeyword,
  noSignals,
} from '../../src/confidence/signals.ts';
import { fuse } from '../../src/retrieval/fuse/fuse.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { passage } from '../grounding/passage.ts';

const vector = [
  { chunkId: 'A', rawScore: 0.9 },
  { chunkId: 'B', rawScore: 0.8 },
  { chunkId: 'C', rawScore: 0.7 },
];
const keyword = [
  { chunkId: 'C', rawScore: 6.6 },
  { chunkId: 'A', rawScore: 4.4 },
  { chunkId: 'D', rawScore: 2.2 },
];
const rrf = fuse({ vector, keyword, settings: { fusion: 'RRF', rrfK: 60, vectorWeight: 1, keywordWeight: 1 } });
const passages: Passage[] = rrf.map((hit, position) =>
  passage(hit.chunkId, { ...hit, documentId: `document-${hit.chunkId}`, rank: position + 1, coverage: 0.6 }),
);
const evidence: Evidence = {
  passages,
  vectorOrder: ['A', 'B', 'C'],
  keywordOrder: ['C', 'A', 'D'],
  idf: new Map([
    ['bike', 2],
    ['fee', 3],
  ]),
  unknown: [],
  rrfK: 60,
  sentences: {
    sentenceCoverage: 0.4,
    answerTypePresent: true,
    codesMatched: true,
    quantityMatched: true,
    timeFit: 0.7,
  },
};

describe('two arms, [A, B, C] and [C, A, D], at k = 60', () => {
  test('the best has 1/61 + 1/62, worked by hand', () => {
    expect(rrf.map((hit) => hit.chunkId)).toEqual(['A', 'C', 'B', 'D']);
    const signals = computeSignals(evidence);
    expect(signals.rrfTop).toBeCloseTo(0.032_522_47, 8);
    expect(signals).toMatchObject({
      inBothArms: true,
      idfCoverage: 0.6,
      rerankScore: null,
      sentenceCoverage: 0.4,
      answerTypePresent: true,
    });
    expect(signals.armOverlap).toBeCloseTo(2 / 3, 12);
    expect(signals.vectorDistance).toBeCloseTo(0.1, 12);
    // 4.4 / (2.2 x (2 + 3))
    expect(signals.keywordNormalized).toBeCloseTo(0.4, 12);
    // A has 1/61 + 1/62, C 1/63 + 1/61
    expect(signals.margin).toBeCloseTo((1 / 62 - 1 / 63) / (1 / 61 + 1 / 62), 12);
  });

  test('a passage of one arm is told as one', () => {
    const [, , third] = passages;
    const signals = computeSignals({ ...evidence, passages: [third!] });
    expect(signals).toMatchObject({ inBothArms: false, keywordNormalized: 0, margin: 1 });
    expect(signals.rrfTop).toBeCloseTo(1 / 62, 12);
  });

  test('a reranked top passage brings its relevance; one that was not brings none', () => {
    const [first, second] = passages as [Passage, Passage];
    const raised = { ...second, trace: { ...second.trace, rerank: { rankBefore: 2, score: 0.8 } } };
    expect(computeSignals({ ...evidence, passages: [raised, first] }).rerankScore).toBe(0.8);
    expect(computeSignals({ ...evidence, passages: [first, raised] }).rerankScore).toBeNull();
    // Fusion had another document first: the lead of the new top is none.
    expect(computeSignals({ ...evidence, passages: [raised, first] }).margin).toBe(0);
  });

  test('nothing found has no signals', () => {
    expect(computeSignals({ ...evidence, passages: [] })).toEqual(noSignals);
  });
});

test.each([
  [null, [1], 0],
  [5, [], 0],
  [2.2, [1], 1],
  [99, [1], 1],
  [1.1, [1], 0.5],
])('keyword score %s over words of weight %j is %s', (score, weights, normalized) => {
  expect(
    normalizedKeyword(score, new Map(weights.map((weight, position) => [`word-${position}`, weight]))),
  ).toBeCloseTo(normalized, 12);
});

test('the overlap is that of the ten best, or of as many as the shorter arm has', () => {
  const many = Array.from({ length: 20 }, (_, position) => `c${position}`);
  expect(armOverlap(many, many)).toBe(1);
  expect(armOverlap(many, ['c19', 'c0'])).toBe(0.5);
  expect(armOverlap(many, many.toReversed())).toBe(0);
  expect(armOverlap([], many)).toBe(0);
});

test('the margin of a reranked order is to the best that fusion had, wherever it went', () => {
  const at = (documentId: string, score: number) => {
    const plain = passage('text', { documentId, score });
    return { ...plain, trace: { ...plain.trace, rerank: { rankBefore: 1, score: 0.5 } } };
  };
  expect(margin([at('one', 2), at('three', 0.5), at('two', 1.5)])).toBe(0.25);
  expect(margin([at('one', 2), at('three', 0.5)], [at('one', 1.9), at('two', 1.5)])).toBe(0.25);
  expect(margin([at('one', 1), at('two', 2)])).toBe(0);
  expect(margin([at('one', 2)], [at('one', 1)])).toBe(1);
});

test('the margin is to the best of another document', () => {
  const at = (documentId: string, score: number) => passage('text', { documentId, score });
  expect(margin([at('one', 2), at('one', 1.9), at('two', 1.5)])).toBe(0.25);
  expect(margin([at('one', 2), at('one', 1)])).toBe(1);
  expect(margin([at('one', 2), at('two', 2)])).toBe(0);
  expect(margin([at('one', 0)])).toBe(0);
  expect(margin([at('one', 2)], [at('two', 1.5)])).toBe(1);
  expect(margin([])).toBe(0);
});
