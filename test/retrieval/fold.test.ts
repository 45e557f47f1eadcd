import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldOrder, type Copy, fuse } from '../../src/retrieval/fuse/fuse.ts';

const copy = (chunkId: string, group: string): Copy => ({
  chunkId,
  group,
  documentId: `document of ${chunkId}`,
  documentKey: `${chunkId}.md`,
  versionId: `version of ${chunkId}`,
});
const pointer = (chunkId: string) => ({
  chunkId,
  documentId: `document of ${chunkId}`,
  documentKey: `${chunkId}.md`,
  versionId: `version of ${chunkId}`,
});
const arm = (...ids: string[]) => ids.map((chunkId, position) => ({ chunkId, rawScore: 1 - position / 10 }));
const settings = { rrfK: 60, vectorWeight: 1, keywordWeight: 1 };
const hits = fuse({
  vector: arm('A', 'B', 'C'),
  keyword: arm('C', 'A', 'D'),
  settings: { ...settings, fusion: 'RRF' },
});

describe('copies', () => {
  it('are told on the best of them, which keeps its own score and trace', () => {
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(['A', 'C', 'B', 'D']);
    const folded = fold(hits, [copy('C', 'g'), copy('B', 'g'), copy('D', 'g')]);
    expect(folded.hits).toEqual([
      { ...hits[0]!, duplicates: [] },
      { ...hits[1]!, duplicates: [pointer('B'), pointer('D')] },
    ]);
    expect(['A', 'B', 'C', 'D', 'E'].map((id) => folded.keeperOf(id))).toEqual(['A', 'C', 'C', 'C', 'E']);
  });

  it('of two groups stay apart', () => {
    expect(
      fold(hits, [copy('A', 'g'), copy('B', 'g'), copy('C', 'h'), copy('D', 'h')]).hits.map(
        ({ chunkId, duplicates }) => [chunkId, duplicates.map((each) => each.chunkId)],
      ),
    ).toEqual([
      ['A', ['B']],
      ['C', ['D']],
    ]);
  });

  it("take one place in an arm's order, that of the first of them", () => {
    const { keeperOf } = fold(hits, [copy('C', 'g'), copy('B', 'g')]);
    expect(foldOrder(['A', 'B', 'C', 'D'], keeperOf)).toEqual(['A', 'C', 'D']);
  });
});

it('folds nothing where nothing is the same', () => {
  const folded = fold(hits, []);
  expect(folded.hits).toEqual(hits.map((hit) => ({ ...hit, duplicates: [] })));
  expect(foldOrder(['B', 'A'], folded.keeperOf)).toEqual(['B', 'A']);
});

it('keeps order and traces, and loses no hit', () => {
  const ids = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'), { minLength: 1 });
  const groups = fc.array(fc.constantFrom('g', 'h', null), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(ids, ids, groups, (vector, keyword, assigned) => {
      const fused = fuse({
        vector: arm(...vector),
        keyword: arm(...keyword),
        settings: { ...settings, fusion: 'CONVEX' },
      });
      const copies = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].flatMap((id, index) =>
        assigned[index] ? [copy(id, assigned[index])] : [],
      );
      const folded = fold(fused, copies);
      expect(folded.hits.flatMap((hit) => [hit.chunkId, ...hit.duplicates.map((each) => each.chunkId)]).sort()).toEqual(
        fused.map(({ chunkId }) => chunkId).sort(),
      );
      const kept = folded.hits.map(({ chunkId }) => chunkId);
      expect(kept).toEqual(fused.map(({ chunkId }) => chunkId).filter((id) => kept.includes(id)));
      for (const { score, trace } of folded.hits)
        expect(trace.vector.contribution + trace.keyword.contribution).toBe(score);
      for (const order of [vector, keyword])
        expect(foldOrder(order, folded.keeperOf).every((id) => kept.includes(id))).toBe(true);
    }),
  );
});
