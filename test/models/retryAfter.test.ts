import { expect, it } from 'vitest';
import { retryAfterMillis } from '../../src/models/providers/openaiFaults.ts';

const now = Date.UTC(2026, 10, 28, 9, 0, 0);

it.each([
  ['30', 30_000],
  ['0', 0],
  ['1.5', 1_500],
  ['Sat, 28 Nov 2026 09:00:20 GMT', 20_000],
  ['Saturday, 28-Nov-26 09:00:20 GMT', 20_000],
  ['Sat, 28 Nov 2026 08:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
])('a server that says "%s" is waited for so long', (said, millis) => {
  expect(retryAfterMillis(new Headers({ 'retry-after': said }), now)).toBe(millis);
});

it('no header, and no headers at all', () => {
  expect(retryAfterMillis(new Headers(), now)).toBeUndefined();
  expect(retryAfterMillis(undefined, now)).toBeUndefined();
});
