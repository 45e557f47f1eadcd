import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { missTrace, passageTrace, runChange, runTrace, searchTrace } from '../../src/contract/trace.ts';
import { limitRules } from '../../src/graphql/limits.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { parse, validate } from 'graphql';

const shapes = {
  'Run.trace': runTrace,
  'SearchResult.trace': searchTrace,
  'Passage.trace': passageTrace,
  'MissExplanation.trace': missTrace,
  'ReplayRunPayload.changes': runChange,
};

test('schema/json/trace.json is what the traces hold (vitest -u writes it)', async () => {
  // As a reader sees it: what is added within a version is no mistake.
  const definitions = Object.entries(shapes).map(([name, shape]) => {
    const { $schema: _same, ...definition } = z.toJSONSchema(shape, { io: 'input' });
    return [name, definition];
  });
  const published = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: "What the API's traces hold, by field",
    $defs: Object.fromEntries(definitions) as object,
  };
  await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot('../../schema/json/trace.json');
});

test.each([
  ['{ runs(first: 30) { nodes { id trace } } }', 0],
  ['{ runs(first: 100) { nodes { id trace } } }', 1],
])('%s is refused %i times: a trace counts as the values that it may hold', (query, count) => {
  expect(validate(buildSchema(), parse(query), limitRules)).toHaveLength(count);
});
