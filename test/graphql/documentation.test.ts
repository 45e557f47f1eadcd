import { readdirSync, readFileSync } from 'node:fs';
import { validate } from 'graphql';
import { expect, it } from 'vitest';
import { createExecution } from '../../src/graphql/execute.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { createFakeApp } from '../support/fakeApp.ts';

const root = new URL('../../', import.meta.url);
const pages = [
  'README.md',
  ...readdirSync(new URL('docs/', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const blocks = pages.flatMap((page) =>
  [...readFileSync(new URL(page, root), 'utf8').matchAll(/^```graphql\n([^]*?)^```$/gm)].map(
    ([, block = ''], index) => [`${page} ${index + 1}`, block] as const,
  ),
);

it.each(blocks)('GraphQL block %s runs as printed: it fits the schema and its limits', (_name, block) => {
  const schema = buildSchema();
  const execution = createExecution(createFakeApp().log);
  const document = execution.parse(block);
  expect([...validate(schema, document), ...execution.validate(schema, document)]).toEqual([]);
});
