import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { type Backoff, backoffMillis, withRetries } from '../../src/clock.ts';

const full: Backoff = { firstMillis: 25, longestMillis: 100, fixedShare: 0 };
const equal: Backoff = { ...full, fixedShare: 0.5 };

describe('the wait', () => {
  test('doubles to its end; full jitter may be nothing, equal jitter is half at least', () => {
    expect([1, 2, 3, 4, 9].map((retry) => backoffMillis(retry, full, () => 1))).toEqual([25, 50, 100, 100, 100]);
    expect(backoffMillis(2, full, () => 0)).toBe(0);
    expect([0, 0.5, 1].map((chance) => backoffMillis(2, equal, () => chance))).toEqual([25, 37.5, 50]);
  });

  test('stays between its bounds, and moves with chance', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        chance,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (retry, random, fixedShare) => {
          const wait = backoffMillis(retry, { ...full, fixedShare }, () => random);
          const ceiling = Math.min(100, 25 * 2 ** (retry - 1));
          expect(wait).toBeLessThanOrEqual(ceiling);
          expect(wait).toBeGreaterThanOrEqual(fixedShare * ceiling - 1e-9);
        },
      ),
    );
    expect(new Set(Array.from({ length: 20 }, () => backoffMillis(1, full))).size).toBeGreaterThan(10);
  });
});

describe('tries', () => {
  const failing = (failures: number) => {
    const calls: number[] = [];
    return {
      calls,
      attempt: async () => {
        calls.push(calls.length);
        if (calls.length <= failures) throw new Error(`fault ${calls.length}`);
        return 'done';
      },
    };
  };
  const passing = (fault: unknown) => ({ fault, again: true });

  test('end with success, with the last one, or with a fault that stays', async () => {
    const one = failing(1);
    await expect(withRetries(one.attempt, { tries: 2, explain: passing, backoff: full })).resolves.toBe('done');
    const two = failing(2);
    await expect(withRetries(two.attempt, { tries: 2, explain: passing, backoff: full })).rejects.toThrow('fault 2');
    const final = failing(1);
    await expect(
      withRetries(final.attempt, { tries: 2, explain: (fault) => ({ fault, again: false }), backoff: full }),
    ).rejects.toThrow('fault 1');
    expect([one, two, final].map(({ calls }) => calls.length)).toEqual([2, 2, 1]);
  });

  test('do not begin a wait that outlasts the time that is left', async () => {
    const late = failing(1);
    await expect(
      withRetries(late.attempt, {
        tries: 2,
        explain: passing,
        backoff: { ...full, fixedShare: 1 },
        millisLeft: () => 20,
      }),
    ).rejects.toThrow('fault 1');
    const early = failing(1);
    await expect(
      withRetries(early.attempt, {
        tries: 2,
        explain: passing,
        backoff: { ...full, fixedShare: 1 },
        millisLeft: () => 30,
      }),
    ).resolves.toBe('done');
    expect([late.calls.length, early.calls.length]).toEqual([1, 2]);
  });

  test('end with the caller, in the middle of a wait too', async () => {
    const abort = new AbortController();
    const { attempt, calls } = failing(5);
    const work = withRetries(attempt, {
      tries: 5,
      explain: passing,
      backoff: { firstMillis: 10_000, longestMillis: 10_000, fixedShare: 0.1 },
      signal: abort.signal,
      onAbort: () => new CandorError('CANCELLED', 'gone'),
    });
    setTimeout(() => {
      abort.abort();
    }, 5);
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(calls).toHaveLength(1);
  });
});
