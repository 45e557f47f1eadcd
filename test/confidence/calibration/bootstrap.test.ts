import { describe, expect, it } from 'vitest';
import { bootstrapInterval, createRandom, mean } from '../../../src/stats.ts';

interface Item {
  readonly family: string;
  readonly value: number;
}

const options = { familyOf: ({ family }: Item) => family, seed: 3, times: 400 };
const meanOf = (items: readonly Item[]) => mean(items.map(({ value }) => value));

describe('bootstrapInterval', () => {
  it('is as wide as theory says for a mean', () => {
    const random = createRandom(1);
    const items = Array.from({ length: 400 }, (_, index): Item => ({ family: String(index), value: random() }));
    const [low, high] = bootstrapInterval(items, meanOf, options) ?? [0, 0];
    // 2 x 1.96 x sqrt(1/12 / 400)
    expect(high - low).toBeCloseTo(0.0566, 2);
    expect(low).toBeLessThan(meanOf(items) ?? 0);
    expect(high).toBeGreaterThan(meanOf(items) ?? 0);
  });

  it('is wider where the questions of a family stand and fall together', () => {
    const random = createRandom(1);
    const families = Array.from({ length: 40 }, (_, index) => ({
      family: String(index),
      value: Number(random() < 0.5),
    }));
    const items = families.flatMap((item) => Array.from({ length: 10 }, () => item));
    const [low, high] = bootstrapInterval(items, meanOf, options) ?? [0, 0];
    // 2 x 1.96 x sqrt(1/4 / 40); drawn singly it would be 0.098.
    expect(high - low).toBeGreaterThan(0.25);
  });

  it('is the same for the same seed, and null where the statistic is', () => {
    const items = [1, 5, 9].map((value): Item => ({ family: String(value), value }));
    expect(bootstrapInterval(items, meanOf, options)).toEqual(bootstrapInterval(items, meanOf, options));
    expect(bootstrapInterval(items, () => null, options)).toBeNull();
    expect(bootstrapInterval([], meanOf, options)).toBeNull();
  });
});
