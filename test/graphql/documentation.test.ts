import { readdirSync, readFileSync } from 'node:fs';
import { parse, validate, visit } from 'graphql';
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

it('docs/api.md has a line for each field of its operation, in twenty lines', () => {
  const page = readFileSync(new URL('docs/api.md', root), 'utf8');
  const [, operation = ''] = /^```graphql\n([^]*?)^```$/m.exec(page) ?? [];
  const told = new Set(
    [...page.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, names = '']) => names.match(/\w+(?=`)/g) ?? []),
  );
  const asked: string[] = [];
  visit(parse(operation), {
    Field: ({ name, selectionSet }) => void (selectionSet ?? asked.push(name.value)),
  });
  expect(asked.filter((name) => !told.has(name))).toEqual([]);
  expect(page.match(/^\| `/gm)).toHaveLength(20);
});
