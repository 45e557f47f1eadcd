import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, reciprocal, type ArmHit } from '../../src/retrieval/fuse.ts';

const hits = (...ids: string[]): ArmHit[] => ids.map((chunkId, position) => ({ chunkId, rawScore: 1 - position / 10 }));
const rrf = (vector: readonly ArmHit[], keyword: readonly ArmHit[], rrfK = 60) => fuse({ vector, keyword, fusion: 'RRF', rrfK });
const scored = (fused: ReturnType<typeof fuse>) => fused.map(({ chunkId, score }) => [chunkId, Number(score.toFixed(5))]);

describe('RRF', () => {
  it('gives the sums worked out by hand', () => {
    expect(scored(rrf(hits('A', 'B', 'C'), hits('C', 'A', 'D')))).toEqual([['A', 0.03252], ['C', 0.03227], ['B', 0.01613], ['D', 0.01587]]);
  });

  it('explains each score', () => {
    const [best] = rrf(hits('A', 'B'), hits('B', 'A', 'C'));
    expect(best).toEqual({
      chunkId: 'A', score: 1 / 61 + 1 / 62,
      trace: { vector: { rank: 1, rawScore: 1, contribution: 1 / 61 }, keyword: { rank: 2, rawScore: 0.9, contribution: 1 / 62 } },
    });
    expect(rrf(hits('A'), hits('B'))[0]!.trace.keyword).toEqual({ rank: null, rawScore: null, contribution: 0 });
  });

  it('puts a passage in both arms before the first of one arm, while both its ranks are within k + 2', () => {
    // 2 / (k + r) > 1 / (k + 1) while r < k + 2.
    const list = (at: number, id: string, prefix: string) => hits(...Array.from({ length: at - 1 }, (_, index) => `${prefix}${index}`), id);
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
  const convex = (vector: readonly ArmHit[], keyword: readonly ArmHit[], vectorExtra = new Map<string, number>(), keywordExtra = new Map<string, number>()) =>
    fuse({ vector, keyword, vectorExtra, keywordExtra, fusion: 'CONVEX', rrfK: 60 });

  it('adds the cosine and half the keyword score over the best of the question', () => {
    const vector = [{ chunkId: 'A', rawScore: 0.8 }, { chunkId: 'B', rawScore: 0.6 }];
    const keyword = [{ chunkId: 'B', rawScore: 12 }, { chunkId: 'C', rawScore: 6 }];
    expect(scored(convex(vector, keyword))).toEqual([['B', 1.1], ['A', 0.8], ['C', 0.25]]);
  });

  it('counts the score of an arm that did not rank the passage, without a rank', () => {
    const fused = convex([{ chunkId: 'A', rawScore: 0.8 }], [{ chunkId: 'B', rawScore: 10 }], new Map([['B', 0.4]]), new Map([['A', 5]]));
    expect(scored(fused)).toEqual([['A', 1.05], ['B', 0.9]]);
    expect(fused[0]!.trace.keyword).toEqual({ rank: null, rawScore: 5, contribution: 0.25 });
  });

  it('does not divide by a best score of nothing', () => {
    expect(scored(convex([{ chunkId: 'A', rawScore: 0.5 }], [{ chunkId: 'A', rawScore: 0 }]))).toEqual([['A', 0.5]]);
  });
});

describe('either fusion, of any two arms', () => {
  const arm = fc.uniqueArray(fc.record({ chunkId: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'), rawScore: fc.double({ min: 0, max: 1, noNaN: true }) }), { selector: ({ chunkId }) => chunkId })
    .map((list) => list.sort((left, right) => right.rawScore - left.rawScore));
  const extra = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'), fc.double({ min: 0, max: 1, noNaN: true })).map((record) => new Map(Object.entries(record)));
  const input = fc.record({ vector: arm, keyword: arm, vectorExtra: extra, keywordExtra: extra, fusion: fc.constantFrom('RRF', 'CONVEX'), rrfK: fc.integer({ min: 1, max: 1_000 }) });

  it('has each passage of the arms once, best first, ties by id', () => {
    fc.assert(fc.property(input, (each) => {
      const fused = fuse(each);
      expect(fused.map(({ chunkId }) => chunkId).sort()).toEqual([...new Set([...each.vector, ...each.keyword].map(({ chunkId }) => chunkId))].sort());
      for (const [position, hit] of fused.slice(1).entries()) {
        const before = fused[position]!;
        expect(before.score > hit.score || (before.score === hit.score && before.chunkId < hit.chunkId)).toBe(true);
      }
    }));
  });

  it('has a trace that sums to the score', () => {
    fc.assert(fc.property(input, (each) => {
      for (const { score, trace } of fuse(each)) expect(trace.vector.contribution + trace.keyword.contribution).toBe(score);
    }));
  });

  it('tells ranks that are those of the arms', () => {
    fc.assert(fc.property(input, (each) => {
      for (const { chunkId, trace } of fuse(each)) {
        expect(trace.vector.rank ?? 0).toBe(each.vector.findIndex((hit) => hit.chunkId === chunkId) + 1);
        expect(trace.keyword.rank ?? 0).toBe(each.keyword.findIndex((hit) => hit.chunkId === chunkId) + 1);
      }
    }));
  });

  it('by score alone (CONVEX) does not depend on the order in which rows came', () => {
    fc.assert(fc.property(input, fc.func(fc.integer()), (each, key) => {
      const shuffle = (list: readonly ArmHit[]) => [...list].sort((left, right) => key(left.chunkId) - key(right.chunkId));
      const scores = (vector: readonly ArmHit[], keyword: readonly ArmHit[]) => scored(fuse({ ...each, vector, keyword, fusion: 'CONVEX' }));
      expect(scores(shuffle(each.vector), shuffle(each.keyword))).toEqual(scores(each.vector, each.keyword));
    }));
  });

  it('never loses by standing higher in an arm (RRF)', () => {
    fc.assert(fc.property(input, (each) => {
      fc.pre(each.vector.length > 1);
      const target = each.vector.at(-1)!;
      const raised = [target, ...each.vector.slice(0, -1)];
      const place = (vector: readonly ArmHit[]) => fuse({ ...each, vector, fusion: 'RRF' }).findIndex(({ chunkId }) => chunkId === target.chunkId);
      expect(place(raised)).toBeLessThanOrEqual(place(each.vector));
    }));
  });
});
