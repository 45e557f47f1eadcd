import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, reciprocal, scoreOf, type ArmHit, type FuseInput } from '../../src/retrieval/fuse/fuse.ts';
import { withRecency } from '../../src/retrieval/fuse/recency.ts';

const hits = (...ids: string[]): ArmHit[] => ids.map((chunkId, position) => ({ chunkId, rawScore: 1 - position / 10 }));
const even = { rrfK: 60, vectorWeight: 1, keywordWeight: 1 };
const rrf = (vector: readonly ArmHit[], keyword: readonly ArmHit[], weights: Partial<FuseInput['settings']> = {}) =>
  fuse({ vector, keyword, settings: { ...even, fusion: 'RRF', ...weights } });
const scored = (fused: ReturnType<typeof fuse>) =>
  fused.map(({ chunkId, score }) => [chunkId, Number(score.toFixed(5))]);

describe('RRF', () => {
  it('gives the sums worked out by hand', () => {
    expect(scored(rrf(hits('A', 'B', 'C'), hits('C', 'A', 'D')))).toEqual([
      ['A', 0.03252],
      ['C', 0.03227],
      ['B', 0.01613],
      ['D', 0.01587],
    ]);
  });

  it('explains each score', () => {
    const [best] = rrf(hits('A', 'B'), hits('B', 'A', 'C'));
    expect(best).toEqual({
      chunkId: 'A',
      score: 1 / 61 + 1 / 62,
      trace: {
        vector: { rank: 1, rawScore: 1, contribution: 1 / 61 },
        keyword: { rank: 2, rawScore: 0.9, contribution: 1 / 62 },
        adjustments: [],
        rerank: null,
      },
    });
    expect(rrf(hits('A'), hits('B'))[0]!.trace.keyword).toEqual({ rank: null, rawScore: null, contribution: 0 });
  });

  it('puts a passage in both arms before the first of one arm, while both its ranks are within k + 2', () => {
    // 2 / (k + r) > 1 / (k + 1) while r < k + 2.
    const list = (at: number, id: string, prefix: string) =>
      hits(...Array.from({ length: at - 1 }, (_, index) => `${prefix}${index}`), id);
    expect(rrf(list(61, 'both', 'v'), list(61, 'both', 'k'))[0]!.chunkId).toBe('both');
    expect(rrf(list(63, 'both', 'v'), list(63, 'both', 'k'))[0]!.chunkId).not.toBe('both');
  });

  it('leaves the order of a single arm alone, and nothing of nothing', () => {
    expect(rrf(hits('C', 'A', 'B'), []).map(({ chunkId }) => chunkId)).toEqual(['C', 'A', 'B']);
    expect(rrf([], [])).toEqual([]);
    expect(reciprocal(null, 60)).toBe(0);
  });

  it('breaks ties by id, whichever arm is named first', () => {
    expect(rrf(hits('B'), hits('A')).map(({ chunkId }) => chunkId)).toEqual(['A', 'B']);
    expect(rrf(hits('A'), hits('B')).map(({ chunkId }) => chunkId)).toEqual(['A', 'B']);
  });
});

describe('CONVEX', () => {
  const convex = (
    vector: readonly ArmHit[],
    keyword: readonly ArmHit[],
    vectorExtra = new Map<string, number>(),
    keywordExtra = new Map<string, number>(),
  ) =>
    fuse({ vector, keyword, vectorExtra, keywordExtra, settings: { ...even, fusion: 'CONVEX', keywordWeight: 0.5 } });

  it('adds the cosine and half the keyword score over the best of the question', () => {
    const vector = [
      { chunkId: 'A', rawScore: 0.8 },
      { chunkId: 'B', rawScore: 0.6 },
    ];
    const keyword = [
      { chunkId: 'B', rawScore: 12 },
      { chunkId: 'C', rawScore: 6 },
    ];
    expect(scored(convex(vector, keyword))).toEqual([
      ['B', 1.1],
      ['A', 0.8],
      ['C', 0.25],
    ]);
  });

  it('counts the score of an arm that did not rank the passage, without a rank', () => {
    const fused = convex(
      [{ chunkId: 'A', rawScore: 0.8 }],
      [{ chunkId: 'B', rawScore: 10 }],
      new Map([['B', 0.4]]),
      new Map([['A', 5]]),
    );
    expect(scored(fused)).toEqual([
      ['A', 1.05],
      ['B', 0.9],
    ]);
    expect(fused[0]!.trace.keyword).toEqual({ rank: null, rawScore: 5, contribution: 0.25 });
  });

  it('takes the keyword score over the most that it could be, where that is known: one weak word of many does not count like a match', () => {
    const vector = [
      { chunkId: 'A', rawScore: 0.4 },
      { chunkId: 'B', rawScore: 0.2 },
    ];
    const keyword = [{ chunkId: 'B', rawScore: 4 }];
    const fused = (keywordBound: number) =>
      fuse({ vector, keyword, keywordBound, settings: { ...even, fusion: 'CONVEX' } });
    expect(scored(fused(40))).toEqual([
      ['A', 0.4],
      ['B', 0.3],
    ]);
    expect(scored(fused(5))).toEqual([
      ['B', 1],
      ['A', 0.4],
    ]);
    expect(scored(fused(0))).toEqual([
      ['B', 1.2],
      ['A', 0.4],
    ]);
  });

  it('does not divide by a best score of nothing', () => {
    expect(scored(convex([{ chunkId: 'A', rawScore: 0.5 }], [{ chunkId: 'A', rawScore: 0 }]))).toEqual([['A', 0.5]]);
  });
});

it('LINEAR adds scores as they are, each with its weight', () => {
  const vector = [
    { chunkId: 'A', rawScore: 0.8 },
    { chunkId: 'B', rawScore: 0.6 },
  ];
  const keyword = [
    { chunkId: 'B', rawScore: 0.4 },
    { chunkId: 'C', rawScore: 0.2 },
  ];
  expect(scored(fuse({ vector, keyword, settings: { ...even, fusion: 'LINEAR', keywordWeight: 0.35 } }))).toEqual([
    ['A', 0.8],
    ['B', 0.74],
    ['C', 0.07],
  ]);
});

const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
// Steps, and not any double: next to 0 a product of two rounds to nothing. Cosines below 0 do lower a convex score.
const rawScore = fc.integer({ min: 0, max: 1_000 }).map((step) => step / 1_000);
const weight = fc.integer({ min: 0, max: 1_000 }).map((step) => step / 10);
const arm = fc
  .uniqueArray(fc.record({ chunkId: fc.constantFrom(...ids), rawScore }), { selector: ({ chunkId }) => chunkId })
  .map((list) => list.sort((left, right) => right.rawScore - left.rawScore));
const extra = fc.dictionary(fc.constantFrom(...ids), rawScore).map((record) => new Map(Object.entries(record)));
const settings = fc.record({
  fusion: fc.constantFrom('RRF', 'CONVEX', 'LINEAR'),
  rrfK: fc.integer({ min: 1, max: 1_000 }),
  vectorWeight: weight,
  keywordWeight: weight,
});
const input: fc.Arbitrary<FuseInput> = fc.record({
  vector: arm,
  keyword: arm,
  vectorExtra: extra,
  keywordExtra: extra,
  settings,
});
const asRrf = (each: FuseInput): FuseInput => ({ ...each, settings: { ...each.settings, fusion: 'RRF' } });
const placeOf = (chunkId: string, each: FuseInput) => fuse(each).findIndex((hit) => hit.chunkId === chunkId);
const scoreIn = (chunkId: string, each: FuseInput) => fuse(each).find((hit) => hit.chunkId === chunkId)!.score;

describe('every fusion, of any two arms', () => {
  it('has each passage of the arms once, best first, ties by id', () => {
    fc.assert(
      fc.property(input, (each) => {
        const fused = fuse(each);
        expect(fused.map(({ chunkId }) => chunkId).sort()).toEqual(
          [...new Set([...each.vector, ...each.keyword].map(({ chunkId }) => chunkId))].sort(),
        );
        for (const [position, hit] of fused.slice(1).entries()) {
          const before = fused[position]!;
          expect(before.score > hit.score || (before.score === hit.score && before.chunkId < hit.chunkId)).toBe(true);
        }
      }),
    );
  });

  it('has a trace that sums to the score, with what newness adds', () => {
    const dates = fc.dictionary(
      fc.constantFrom(...ids),
      fc.date({ min: new Date('2015-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    );
    fc.assert(
      fc.property(input, dates, (each, dated) => {
        const fused = fuse(each);
        const aged = withRecency(fused, (id) => dated[id as (typeof ids)[number]], new Date('2025-06-01'), {
          halfLifeDays: 365,
          weight: 0.05,
        });
        for (const { score, trace } of [...fused, ...aged]) {
          const contributions = [trace.vector, trace.keyword, ...trace.adjustments].map(
            ({ contribution }) => contribution,
          );
          expect(contributions.reduce((sum, contribution) => sum + contribution)).toBe(score);
          expect(scoreOf(trace)).toBe(score);
        }
      }),
    );
  });

  it('tells ranks that are those of the arms', () => {
    fc.assert(
      fc.property(input, (each) => {
        for (const { chunkId, trace } of fuse(each)) {
          expect(trace.vector.rank ?? 0).toBe(each.vector.findIndex((hit) => hit.chunkId === chunkId) + 1);
          expect(trace.keyword.rank ?? 0).toBe(each.keyword.findIndex((hit) => hit.chunkId === chunkId) + 1);
        }
      }),
    );
  });

  it('by scores does not depend on the order in which rows came', () => {
    fc.assert(
      fc.property(input, fc.constantFrom('CONVEX', 'LINEAR'), fc.func(fc.integer()), (each, fusion, key) => {
        const shuffle = (list: readonly ArmHit[]) =>
          [...list].sort((left, right) => key(left.chunkId) - key(right.chunkId));
        const scores = (vector: readonly ArmHit[], keyword: readonly ArmHit[]) =>
          scored(fuse({ ...each, vector, keyword, settings: { ...each.settings, fusion } }));
        expect(scores(shuffle(each.vector), shuffle(each.keyword))).toEqual(scores(each.vector, each.keyword));
      }),
    );
  });

  it('names of passages decide ties alone: other names for the same rows give the same scores', () => {
    fc.assert(
      fc.property(input, fc.shuffledSubarray([...ids], { minLength: ids.length }), (each, names) => {
        const renamed = new Map(ids.map((id, position) => [id as string, names[position]!]));
        const rename = (list: readonly ArmHit[]) => list.map((hit) => ({ ...hit, chunkId: renamed.get(hit.chunkId)! }));
        const renameExtra = (scores: ReadonlyMap<string, number> = new Map()) =>
          new Map([...scores].map(([id, score]) => [renamed.get(id)!, score]));
        const others = fuse({
          ...each,
          vector: rename(each.vector),
          keyword: rename(each.keyword),
          vectorExtra: renameExtra(each.vectorExtra),
          keywordExtra: renameExtra(each.keywordExtra),
        });
        const own = fuse(each);
        expect(others.map(({ score }) => score)).toEqual(own.map(({ score }) => score));
        expect(new Map(others.map(({ chunkId, score }) => [chunkId, score]))).toEqual(
          new Map(own.map(({ chunkId, score }) => [renamed.get(chunkId)!, score])),
        );
      }),
    );
  });

  it('never loses by standing higher in an arm (RRF)', () => {
    fc.assert(
      fc.property(input, (each) => {
        fc.pre(each.vector.length > 1);
        const target = each.vector.at(-1)!;
        const raised = { ...each, vector: [target, ...each.vector.slice(0, -1)] };
        expect(placeOf(target.chunkId, asRrf(raised))).toBeLessThanOrEqual(placeOf(target.chunkId, asRrf(each)));
      }),
    );
  });

  it.each(['vector', 'keyword'] as const)(
    'a passage of one list never beats the same passage of two, when it is found by the %s arm too',
    (other) => {
      fc.assert(
        fc.property(input, fc.constantFrom(...ids), rawScore, (each, id, raw) => {
          const [first, second] = other === 'vector' ? [each.keyword, each.vector] : [each.vector, each.keyword];
          fc.pre(first.some((hit) => hit.chunkId === id) && !second.some((hit) => hit.chunkId === id));
          // Behind the arm's others, so that no other rank moves; in the convex fusion no better than its best, by which all are divided.
          const last = Math.min(raw, second.at(-1)?.rawScore ?? 0);
          const own = { ...each, vectorExtra: new Map<string, number>(), keywordExtra: new Map<string, number>() };
          const both = { ...own, [other]: [...second, { chunkId: id, rawScore: last }] };
          expect(scoreIn(id, both)).toBeGreaterThanOrEqual(scoreIn(id, own));
          expect(placeOf(id, both)).toBeLessThanOrEqual(placeOf(id, own));
        }),
      );
    },
  );
});

describe('weights', () => {
  it.each(['vector', 'keyword'] as const)(
    'of 5 to 1 never let the top hit of the other arm pass that of the %s arm, when each stands in one list',
    (heavy) => {
      const apart = fc.tuple(
        fc.subarray(['A', 'C', 'E', 'G'], { minLength: 1 }),
        fc.subarray(['B', 'D', 'F', 'H'], { minLength: 1 }),
      );
      fc.assert(
        fc.property(apart, fc.integer({ min: 1, max: 1_000 }), ([strong, weak], rrfK) => {
          const lists =
            heavy === 'vector'
              ? { vector: hits(...strong), keyword: hits(...weak) }
              : { vector: hits(...weak), keyword: hits(...strong) };
          const weights =
            heavy === 'vector' ? { vectorWeight: 5, keywordWeight: 1 } : { vectorWeight: 1, keywordWeight: 5 };
          const place = (fusion: 'RRF' | 'CONVEX' | 'LINEAR') => {
            const order = fuse({ ...lists, settings: { fusion, rrfK, ...weights } }).map(({ chunkId }) => chunkId);
            return order.indexOf(strong[0]!) - order.indexOf(weak[0]!);
          };
          for (const fusion of ['RRF', 'CONVEX', 'LINEAR'] as const) expect(place(fusion)).toBeLessThan(0);
        }),
      );
    },
  );

  it('of 0 take an arm out of the order', () => {
    fc.assert(
      fc.property(input, (each) => {
        const order = fuse({
          ...asRrf(each),
          settings: { ...each.settings, fusion: 'RRF', vectorWeight: 1, keywordWeight: 0 },
        }).map(({ chunkId }) => chunkId);
        expect(order.slice(0, each.vector.length)).toEqual(each.vector.map(({ chunkId }) => chunkId));
      }),
    );
  });

  it('that are both doubled change no order, and double each score', () => {
    fc.assert(
      fc.property(input, (each) => {
        const { vectorWeight, keywordWeight } = each.settings;
        const doubled = fuse({
          ...each,
          settings: { ...each.settings, vectorWeight: 2 * vectorWeight, keywordWeight: 2 * keywordWeight },
        });
        expect(doubled.map(({ chunkId, score }) => [chunkId, score])).toEqual(
          fuse(each).map(({ chunkId, score }) => [chunkId, 2 * score]),
        );
      }),
    );
  });

  it('that grow never lower a score, and never let what only the other arm found pass', () => {
    fc.assert(
      fc.property(input, weight, (each, more) => {
        const heavier = { ...each, settings: { ...each.settings, keywordWeight: each.settings.keywordWeight + more } };
        const before = fuse(each);
        const after = new Map(fuse(heavier).map((hit) => [hit.chunkId, hit]));
        for (const { chunkId, score } of before) expect(after.get(chunkId)!.score).toBeGreaterThanOrEqual(score);
        const unknown = before.filter(({ trace }) => trace.keyword.rawScore === null);
        for (const hit of before) {
          for (const other of unknown)
            if (hit.score > other.score)
              expect(after.get(hit.chunkId)!.score).toBeGreaterThan(after.get(other.chunkId)!.score);
        }
      }),
    );
  });
});
