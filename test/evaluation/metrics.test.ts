import { describe, expect, it } from 'vitest';
import { allAt, ndcgAt, recallAt, reciprocalRank } from '../../src/evaluation/figures/retrievalFigures.ts';

describe('ranking figures', () => {
  const relevant = new Set(['b', 'd', 'x']);
  const retrieved = ['a', 'b', 'c', 'd'];

  it('are worked by hand', () => {
    expect(recallAt(3, retrieved, relevant)).toBeCloseTo(1 / 3);
    expect(recallAt(10, retrieved, relevant)).toBeCloseTo(2 / 3);
    expect(reciprocalRank(retrieved, relevant)).toBe(1 / 2);
    expect([
      allAt(3, retrieved, new Set(['b', 'd'])),
      allAt(4, retrieved, new Set(['b', 'd'])),
      allAt(10, retrieved, relevant),
    ]).toEqual([0, 1, 0]);
    // Gains at ranks 2 and 4: 1/log2(3) + 1/log2(5); ideal: ranks 1, 2, 3.
    expect(ndcgAt(10, retrieved, relevant)).toBeCloseTo((0.63093 + 0.430677) / (1 + 0.63093 + 0.5), 5);
    expect(ndcgAt(1, ['b'], relevant)).toBe(1);
  });

  it('are null without relevant documents and 0 when none was found', () => {
    expect(recallAt(5, retrieved, new Set())).toBeNull();
    expect(allAt(5, retrieved, new Set())).toBeNull();
    expect(ndcgAt(5, retrieved, new Set())).toBeNull();
    expect(reciprocalRank(['a'], relevant)).toBe(0);
  });
});
