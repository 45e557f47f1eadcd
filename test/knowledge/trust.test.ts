import { expect, test } from 'vitest';
import { lowestTrust } from '../../src/knowledge/ingest/canonical.ts';

test.each([
  [undefined, undefined, undefined],
  ['TRUSTED', undefined, 'TRUSTED'],
  ['NORMAL', undefined, 'NORMAL'],
  [undefined, 'TRUSTED', undefined],
  ['NORMAL', 'TRUSTED', 'NORMAL'],
  ['UNTRUSTED', 'TRUSTED', 'UNTRUSTED'],
  ['TRUSTED', 'TRUSTED', 'TRUSTED'],
  ['TRUSTED', 'NORMAL', 'NORMAL'],
  ['UNTRUSTED', 'NORMAL', 'UNTRUSTED'],
  ['TRUSTED', 'UNTRUSTED', 'UNTRUSTED'],
  [undefined, 'UNTRUSTED', 'UNTRUSTED'],
] as const)('the caller says %s, the file %s: %s', (given, ownWord, trust) => {
  expect(lowestTrust(given, ownWord)).toBe(trust);
});
