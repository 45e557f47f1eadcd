import { expect, test } from 'vitest';
import { withoutAddresses } from '../../src/graphql/errors.ts';

test.each([
  ['http://10.0.0.7:11434/v1 answered 500', '[address] answered 500'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED [address]'],
  ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED [address]'],
  [
    'getaddrinfo ENOTFOUND db.internal:5432 (postgres://candor:x@db.internal/candor)',
    'getaddrinfo ENOTFOUND [address] ([address])',
  ],
  ['localhost:8080 is away', '[address] is away'],
])('"%s" loses its address', (text, expected) => {
  expect(withoutAddresses(text)).toBe(expected);
});

test.each([
  'The chat model answered 429.',
  'The reader took longer than 2000 ms; see docs/quality.md, e.g. 3.5 s at 12:30.',
  'Version 2.10.3 of the model',
])('"%s" stays', (text) => {
  expect(withoutAddresses(text)).toBe(text);
});
