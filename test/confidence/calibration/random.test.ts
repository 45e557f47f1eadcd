import { describe, expect, it } from 'vitest';
import { createRandom, shuffled } from '../../../src/stats.ts';

describe('createRandom', () => {
  it('is even enough', () => {
    const random = createRandom(42);
    const values = Array.from({ length: 10_000 }, random);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1);
    expect(shuffled([1, 2, 3, 4, 5], random).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });
});
