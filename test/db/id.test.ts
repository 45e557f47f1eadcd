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
