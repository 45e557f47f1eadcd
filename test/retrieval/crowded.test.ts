import { describe, expect, it } from 'vitest';
import { firstTexts, wantedTexts, widerLimit } from '../../src/retrieval/fuse/fuse.ts';

/** 'aab.' is two copies of a text, one of another, and one that says what no other does. */
const hitsOf = (groups: string) =>
  Array.from(groups).map((_, position) => ({ chunkId: `c${position}`, rawScore: 1 - position / 100 }));
const factsOf = (groups: string) =>
  new Map(
    Array.from(groups).map((group, position) => [`c${position}`, { group: group === '.' ? null : group }] as const),
  );
const wider = (groups: string, asked: number, wanted: number) =>
  widerLimit({ hits: hitsOf(groups), asked }, factsOf(groups), wanted);

describe('an arm that copies fill', () => {
  it('is asked for four times as many', () => {
    expect(wider('aaaa', 4, 3)).toBe(16);
    expect(wider('a'.repeat(30), 30, 15)).toBe(120);
    expect(wider('a'.repeat(120), 120, 15)).toBe(480);
  });

  it('is not where it has enough texts, where none is a copy, and where it gave all there is', () => {
    expect(wider('aab.', 4, 3)).toBeNull();
    expect(wider('....', 4, 10)).toBeNull();
    expect(wider('aaaa', 5, 3)).toBeNull();
    expect(wider('a'.repeat(480), 480, 15)).toBeNull();
  });

  it('is to give half of its candidates, and a page where there are as many', () => {
    expect([
      wantedTexts(30, 10),
      wantedTexts(30, 30),
      wantedTexts(5, 5),
      wantedTexts(5, 50),
      wantedTexts(1, 10),
    ]).toEqual([15, 30, 5, 5, 1]);
  });
});

it('hits end where a text too many begins; copies of those before are kept', () => {
  const first = (groups: string, count: number) => firstTexts(hitsOf(groups), factsOf(groups), count).length;
  expect([first('aab.c', 2), first('aabab.', 2), first('aaaa', 1), first('', 3), first('...', 3)]).toEqual([
    3, 5, 4, 0, 3,
  ]);
});
