import { expect, it } from 'vitest';
import { isUuid, newId } from '../../src/db/statement.ts';

it('ids of one process ascend in the order they were made, however many a millisecond has', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isUuid)).toBe(true);
});

it('an id is a UUID of version 7 with the time it was made', () => {
  const before = Date.now();
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // Those before it may have borrowed milliseconds.
  expect(Math.abs(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - before)).toBeLessThan(1_000);
});

it('an id tells nothing of the next: each of its last 62 bits is as often 0 as 1, and changes in every other id', () => {
  const count = 20_000;
  const bits = Array.from({ length: count }, () =>
    BigInt(`0x${newId().replaceAll('-', '').slice(16)}`)
      .toString(2)
      .padStart(64, '0')
      .slice(2),
  );
  const shares = (test: (id: string, place: number, nth: number) => boolean) =>
    Array.from({ length: 62 }, (_, place) => bits.filter((id, nth) => test(id, place, nth)).length / count);
  const ones = shares((id, place) => id[place] === '1');
  const changes = shares((id, place, nth) => id[place] !== (bits[nth - 1] ?? '')[place]);
  // Six standard errors of the mean.
  for (const share of [...ones, ...changes]) expect(Math.abs(share - 0.5)).toBeLessThan(6 * Math.sqrt(0.25 / count));
});
