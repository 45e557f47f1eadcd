import { describe, expect, it } from 'vitest';
import { apportion, sampleByType } from '../../src/evaluation/question.ts';

const items = Array.from({ length: 100 }, (_, index) => ({
  id: index,
  type: index < 70 ? 'a' : index < 98 ? 'b' : 'c',
}));
const counts = (sample: readonly { type: string }[]) =>
  ['a', 'b', 'c'].map((type) => sample.filter((item) => item.type === type).length);

describe('sampleByType', () => {
  it('gives each type its share, and the rare one a place', () => {
    expect(counts(sampleByType(items, 10, 1))).toEqual([7, 2, 1]);
    expect(counts(sampleByType(items, 50, 1))).toEqual([35, 14, 1]);
  });

  it('is the same for the same seed, another for another, and in the order of the set', () => {
    const ids = (seed: number) => sampleByType(items, 20, seed).map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(1)).not.toEqual(ids(2));
    expect(ids(3)).toEqual(ids(3).toSorted((left, right) => left - right));
  });

  it('gives all when there are no more', () => {
    expect(sampleByType(items, 100, 1)).toEqual(items);
    expect(sampleByType(items, 2, 1)).toHaveLength(2);
  });
});

describe('apportion', () => {
  it('adds up to the total', () => {
    expect(apportion([0.5, 0.5, 9], 10)).toEqual([1, 0, 9]);
    expect(apportion([1.4, 1.3, 1.3], 4)).toEqual([2, 1, 1]);
  });
});
