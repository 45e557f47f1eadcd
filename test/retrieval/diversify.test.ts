import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diversify, mostOfOneDocument } from '../../src/retrieval/fuse/fuse.ts';

interface Item {
  readonly documentId: string;
  readonly score: number;
}
/** 'aab' is two passages of document a and one of b, each a step below the one before. */
const list = (documents: string, step = 0.01): Item[] =>
  Array.from(documents).map((documentId, position) => ({ documentId, score: 1 - step * position }));
const told = (items: readonly Item[]) => items.map(({ documentId }) => documentId).join('');

describe('passages of several documents', () => {
  it('take the places of what one document has beyond three, the worst first, and stand in the order of their scores', () => {
    expect(told(diversify(list('aaaaabcbd'), 5))).toBe('aaabc');
    const chosen = diversify(list('aaaaabc'), 5);
    expect(chosen.map(({ score }) => score)).toEqual([1, 0.99, 0.98, 0.95, 0.94]);
  });

  it('do not where they match much less', () => {
    expect(told(diversify([...list('aaaaa'), { documentId: 'b', score: 0.5 }], 5))).toBe('aaaaa');
    expect(told(diversify([...list('aaaaa', 0.1), { documentId: 'b', score: 0.5 }], 5))).toBe('aaaab');
  });

  it('leave the places to the one document where there is no other', () => {
    expect(told(diversify(list('aaaaaaa'), 5))).toBe('aaaaa');
    expect(told(diversify(list('aaaaab'), 5))).toBe('aaaab');
    expect(diversify([], 5)).toEqual([]);
  });

  it('are themselves at most three of a document', () => {
    expect(told(diversify(list('aaaaaaaabbbbb'), 8))).toBe('aaaaabbb');
  });
});

describe('any passages', () => {
  const items = fc
    .array(
      fc.record({
        documentId: fc.constantFrom('a', 'b', 'c', 'd'),
        score: fc.double({ min: 0, max: 1.5, noNaN: true }),
      }),
      { maxLength: 30 },
    )
    .map((all) => all.sort((left, right) => right.score - left.score));
  const count = fc.integer({ min: 1, max: 12 });

  it('keep their order, their number, the best one, and what no document has too much of', () => {
    fc.assert(
      fc.property(items, count, (all, wanted) => {
        const chosen = diversify(all, wanted);
        expect(chosen).toHaveLength(Math.min(wanted, all.length));
        expect(chosen).toEqual(all.filter((item) => chosen.includes(item)));
        expect(chosen[0]).toBe(all[0]);
        const byScore = all.slice(0, wanted);
        for (const item of byScore)
          if (byScore.filter((other) => other.documentId === item.documentId).length <= mostOfOneDocument)
            expect(chosen).toContain(item);
      }),
    );
  });

  it('hold more than three of a document only where no other has a comparable one left', () => {
    fc.assert(
      fc.property(items, count, (all, wanted) => {
        const chosen = diversify(all, wanted);
        const held = (documentId: string) => chosen.filter((item) => item.documentId === documentId).length;
        const left = all.filter((item) => !chosen.includes(item) && held(item.documentId) < mostOfOneDocument);
        const surplus = chosen.filter((item) => held(item.documentId) > mostOfOneDocument);
        for (const item of surplus) for (const other of left) expect(other.score).toBeLessThan(0.75 * item.score);
      }),
    );
  });
});
