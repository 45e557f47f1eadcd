import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsBy, splitByFamily } from '../../../src/confidence/calibration/labelled.ts';
import { syntheticLabels } from './syntheticLabels.ts';

describe('partsBy', () => {
  it('keeps what has one key together, however the keys fall', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')), fc.integer(), (keys, seed) => {
        const parts = partsBy(keys, (key) => key, [1, 1, 1], seed);
        for (const key of new Set(keys)) expect(new Set(parts.filter((_, index) => keys[index] === key)).size).toBe(1);
      }),
    );
  });

  it('deals by share, and nothing to a share of 0', () => {
    const keys = Array.from({ length: 100 }, (_, index) => String(index));
    const parts = partsBy(keys, (key) => key, [0.5, 0, 0.3, 0.2], 1);
    expect([0, 1, 2, 3].map((part) => parts.filter((each) => each === part).length)).toEqual([50, 0, 30, 20]);
  });
});

describe('splitByFamily', () => {
  const labelled = syntheticLabels({ count: 200, seed: 1, questionsOfAFamily: 5 });
  const shares = { fit: 1, tune: 1, certify: 2, audit: 4 };

  it('puts every question into one part, and a family into one', () => {
    const { fit, tune, certify, audit } = splitByFamily(labelled, shares, 1);
    expect([fit, tune, certify, audit].map(({ length }) => length)).toEqual([25, 25, 50, 100]);
    const families = [fit, tune, certify, audit].map((part) => new Set(part.map(({ family }) => family)));
    expect(new Set(families.flatMap((names) => [...names])).size).toBe(
      families.reduce((sum, { size }) => sum + size, 0),
    );
  });

  it('is the same for the same seed, and another for another', () => {
    expect(splitByFamily(labelled, shares, 1)).toEqual(splitByFamily(labelled, shares, 1));
    expect(splitByFamily(labelled, shares, 1)).not.toEqual(splitByFamily(labelled, shares, 2));
  });
});
