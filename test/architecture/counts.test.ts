import { readdirSync, readFileSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { environmentSchema } from '../../src/config/config.ts';
import { buildSchema } from '../../src/graphql/schema.ts';

const root = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), 'utf8');
const words = (path: string) =>
  text(path)
    .split(/\s+/)
    .filter((word) => word !== '').length;
const pages = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);

const objects = Object.values(buildSchema().getTypeMap()).filter(
  (type) => isObjectType(type) && !type.name.startsWith('__'),
);
const fields = objects.flatMap((type) => (isObjectType(type) ? Object.keys(type.getFields()) : []));

/** What a person has to keep in mind, each with what it may grow to. */
const counts = {
  'scripts of package.json': [
    Object.keys(z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(text('package.json'))).scripts)
      .length,
    20,
  ],
  'keys of the environment': [Object.keys(environmentSchema.shape).length, 40],
  // Issue 70 took three fields: what a model wrote, how an amount in it is computed, whose words a workspace answers in.
  // Issue 72 took three types and twelve fields: metadata to filter by, answers called back; issue 71 six: askedAs, allowance.
  // Issue 73 two types and ten fields: conflicts found before anybody asks, and what a person says of them.
  // Its sources took three and 21: `sources`, `Document.source` and `syncDocuments`.
  'object types of the API': [objects.length, 109],
  'fields of the API': [fields.length, 649],
  'words of documentation': [
    ['README.md', 'src/README.md', 'CHANGELOG.md', ...pages.map((name) => `docs/${name}`)].reduce(
      (sum, page) => sum + words(page),
      0,
    ),
    46_000,
  ],
  'words of the change log': [words('CHANGELOG.md'), 1_000],
} as const;

it.each(Object.entries(counts))('%s: %j', (name, [count, most]) => {
  process.stdout.write(`${name}: ${count} of at most ${most}\n`);
  expect(count).toBeLessThanOrEqual(most);
});
