import { describe, expect, it } from 'vitest';
import { mean, percentile } from '../../../src/stats.ts';

describe('summaries', () => {
  it('takes percentiles by nearest rank', () => {
    const values = [50, 10, 40, 20, 30, 60, 70, 80, 90, 100];
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0.95)).toBe(100);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([], 0.5)).toBeNull();
  });

  it('leaves gaps out of a mean', () => {
    expect(mean([1, null, 3])).toBe(2);
    expect(mean([null])).toBeNull();
  });
});
