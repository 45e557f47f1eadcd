import { expect, test } from 'vitest';
import { findJson } from '../../src/models/structured.ts';

test.each([
  ['{"a": 1}', { a: 1 }],
  ['[1, 2]', [1, 2]],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['```\n{"a": 1}\n```', { a: 1 }],
  ['The answer is {"a": {"b": "}"}}, as asked.', { a: { b: '}' } }],
  ['{"code": "```js\\nx\\n```"}', { code: '```js\nx\n```' }],
])('finds JSON in %j', (reply, json) => {
  expect(findJson(reply)).toEqual({ json });
});

test.each(['', 'No idea.', '"text"', '{"a": 1', '{a: 1}', '}{'])('finds none in %j and says so', (reply) => {
  expect(findJson(reply)).toEqual({ problem: expect.any(String) as string });
});
