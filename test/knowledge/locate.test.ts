import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locate, type SourceMap } from '../../src/knowledge/document.ts';

const pages: SourceMap = { unit: 'PAGE', offsets: [0, 100, 250], positions: [1, 2, 4] };
const lines: SourceMap = { unit: 'LINE', offsets: [0, 12, 40], positions: [5, 6, 9] };
const page = (first: number, last: number) => ({ page: first, endPage: last, line: null, endLine: null });

describe('a span', () => {
  it.each([
    ['at the very beginning', { start: 0, end: 1 }, 1, 1],
    ['that ends where a page ends', { start: 10, end: 100 }, 1, 1],
    ['that begins where a page begins', { start: 100, end: 101 }, 2, 2],
    ['over a border', { start: 99, end: 101 }, 1, 2],
    ['over all pages, one of which is empty', { start: 0, end: 400 }, 1, 4],
    ['behind the last offset', { start: 260, end: 300 }, 4, 4],
    ['without length, at a border', { start: 250, end: 250 }, 4, 4],
  ])('%s', (_, span, first, last) => {
    expect(locate(pages, span)).toEqual(page(first, last));
  });

  it('has lines where the source has lines', () => {
    expect(locate(lines, { start: 3, end: 41 })).toEqual({ page: null, endPage: null, line: 5, endLine: 9 });
  });

  it('has no place without a map, or in one that holds nothing', () => {
    expect(locate(null, { start: 0, end: 1 })).toBeNull();
    expect(locate({ unit: 'LINE', offsets: [], positions: [] }, { start: 0, end: 1 })).toBeNull();
  });
});

it('finds what a walk from the first offset finds', () => {
  const map = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 }).map((steps): SourceMap => ({
    unit: 'LINE',
    offsets: steps.reduce<number[]>((offsets, step) => [...offsets, (offsets.at(-1) ?? 0) + step], [0]),
    positions: [1, ...steps.map((_, index) => 2 * index + 3)],
  }));
  fc.assert(
    fc.property(map, fc.nat(2_500), fc.nat(100), (sourceMap, start, length) => {
      const walked = (offset: number) =>
        sourceMap.positions[sourceMap.offsets.findLastIndex((from) => from <= offset)]!;
      expect(locate(sourceMap, { start, end: start + length })).toMatchObject({
        line: walked(start),
        endLine: walked(Math.max(start, start + length - 1)),
      });
    }),
  );
});
