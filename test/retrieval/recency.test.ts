import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type FusedHit } from '../../src/retrieval/fuse/fuse.ts';
import { presets, resolveSettings } from '../../src/retrieval/presets.ts';
import { recencyOf, withRecency } from '../../src/retrieval/fuse/recency.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const asOf = new Date('2025-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(asOf.getTime() - days * 86_400_000);
const hitsOf = (scores: Readonly<Record<string, number>>): FusedHit[] =>
  fuse({
    vector: Object.entries(scores).map(([chunkId, rawScore]) => ({ chunkId, rawScore })),
    keyword: [],
    settings: { fusion: 'CONVEX', rrfK: 60, vectorWeight: 1, keywordWeight: 0.5 },
  });
const year = { halfLifeDays: 365, weight: 0.08 };
const dated = (dates: Readonly<Record<string, Date>>) => (id: string) => dates[id];

describe('newness', () => {
  it('adds the weight today, half of it a half-life ago, and is told as an adjustment', () => {
    const [today, lastYear] = withRecency(
      hitsOf({ today: 0.5, lastYear: 0.5 }),
      dated({ today: asOf, lastYear: daysAgo(365) }),
      asOf,
      year,
    );
    expect(today!.trace.adjustments).toEqual([{ kind: 'RECENCY', contribution: 0.08 }]);
    expect(lastYear!.trace.adjustments).toEqual([{ kind: 'RECENCY', contribution: 0.04 }]);
    expect([today!.score, lastYear!.score]).toEqual([0.58, 0.54]);
  });

  it('decides between passages that match about as well, and lifts none over a much better one', () => {
    const hits = hitsOf({ matches: 0.9, old: 0.62, new: 0.6 });
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(['matches', 'old', 'new']);
    const order = withRecency(
      hits,
      dated({ matches: daysAgo(5_000), old: daysAgo(730), new: daysAgo(3) }),
      asOf,
      year,
    ).map(({ chunkId }) => chunkId);
    expect(order).toEqual(['matches', 'new', 'old']);
  });

  it('of what begins later than the asked instant is that of the instant; without a date there is none', () => {
    const [first, second] = withRecency(
      hitsOf({ future: 0.5, gone: 0.5 }),
      dated({ future: daysAgo(-30) }),
      asOf,
      year,
    );
    expect(first).toMatchObject({ chunkId: 'future', score: 0.58 });
    expect(second).toMatchObject({ chunkId: 'gone', score: 0.5, trace: { adjustments: [] } });
  });

  it('never makes up for more than its weight, and never puts the older of two equal matches first', () => {
    const score = fc.double({ min: 0, max: 1.5, noNaN: true });
    const age = fc.double({ min: 0, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(score, score, age, age, (left, right, leftAge, rightAge) => {
        const [first, second] = withRecency(
          hitsOf({ left, right }),
          dated({ left: daysAgo(leftAge), right: daysAgo(rightAge) }),
          asOf,
          year,
        ).map(({ chunkId }) => (chunkId === 'left' ? { match: left, age: leftAge } : { match: right, age: rightAge }));
        expect(second!.match - first!.match).toBeLessThanOrEqual(year.weight + 1e-9);
        // Beyond a few half-lives the gains are too small to tell two instants apart.
        if (left === right && Math.abs(leftAge - rightAge) > 1 && Math.min(leftAge, rightAge) < 3_650)
          expect(first!.age).toBeLessThan(second!.age);
      }),
    );
  });
});

describe('the recency of a search', () => {
  const question = 'What is the current price?';
  const of = (preset: keyof typeof presets, text = question, overrides = {}) =>
    recencyOf(readQuestion(text, { language: 'en' }), presets[preset], resolveSettings(presets[preset], overrides));

  it('is none for a question without a time, and none for recipes that know none', () => {
    expect(of('CANDOR', 'What is the price?')).toBeNull();
    for (const preset of ['NAIVE', 'CONSENSUS', 'FILTERED_RRF', 'TWO_TIER', 'WEIGHTED', 'AGENTIC'] as const)
      expect(of(preset)).toBeNull();
  });

  it('is a small share of the best score that a fusion gives, with its weights', () => {
    const convex = (vectorWeight: number, keywordWeight: number) =>
      of('CANDOR', question, { vectorWeight, keywordWeight })!;
    expect(convex(1, 0.5)).toEqual({ halfLifeDays: 365, weight: 0.033 * 1.5 });
    expect(convex(2, 1).weight).toBeCloseTo(2 * convex(1, 0.5).weight, 12);
    // One rank in both arms, and no more.
    const { weight } = of('CANDOR', question, { fusion: 'RRF', vectorWeight: 1, keywordWeight: 1, rrfK: 60 })!;
    expect(weight).toBeGreaterThan(2 / 61 - 2 / 62);
    expect(weight).toBeLessThan(2 / 61 - 2 / 63);
  });
});
