import { describe, expect, test } from 'vitest';
import { checkVariables, variableLimits } from '../../src/graphql/limits.ts';
import { cpuNow } from '../support/clocks.ts';

const faultOf = (variables: unknown): unknown => {
  try {
    checkVariables(variables);
    return null;
  } catch (error) {
    return error;
  }
};
const list = (length: number, entry: unknown = 'x') => Array.from({ length }, () => entry);
const nested = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => ({ inner }), 1);

describe('variables', () => {
  test.each([
    ['none', undefined],
    ['null', null],
    ['text', 'abc'],
    ['the longest list', { tags: list(variableLimits.list) }],
    ['the deepest', nested(variableLimits.depth)],
    [
      'an ingestion of 500 documents',
      { input: { documents: list(500, { key: 'k', text: 'x', tags: ['a', 'b'], metadata: { a: 1, b: [1, 2] } }) } },
    ],
  ])('with %s pass', (_name, variables) => {
    expect(faultOf(variables)).toBeNull();
  });

  test.each([
    [
      'a list that is one too long',
      { input: { filter: { tags: list(variableLimits.list + 1) } } },
      { field: 'variables.input.filter.tags', maxEntries: 1000 },
    ],
    ['too many values in lists that are each short', { input: list(100, list(600)) }, { maxValues: 50_000 }],
    ['one too deep', nested(variableLimits.depth + 2), { maxDepth: 40 }],
  ])('with %s are BAD_INPUT', (_name, variables, details) => {
    expect(faultOf(variables)).toMatchObject({ code: 'BAD_INPUT', details });
  });

  test('attack 8: a million tags, 200,000 ids and lists 100,000 deep cost nothing', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const million = { input: { question: 'q', filter: { tags: list(1_000_000) } } };
    const ids = { input: { question: 'q', filter: { documentIds: list(200_000) } } };
    const started = cpuNow();
    for (const variables of [million, ids, deep]) expect(faultOf(variables)).toMatchObject({ code: 'BAD_INPUT' });
    expect(cpuNow() - started).toBeLessThan(50);
  });
});
