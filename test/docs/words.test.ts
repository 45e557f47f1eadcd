import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const below = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/** What people read without having read the code. Single words are cspell's (cspell.json), which knows no phrases. */
const pages = [
  ...['README.md', 'src/README.md', 'CHANGELOG.md', '.env.example', 'src/errors.ts'],
  ...below('docs', '.md'),
  ...below('schema', '.graphql').filter((path) => !path.includes('released')),
  ...below('src/cli', '.ts'),
];
const phrases =
  /\b(?:leans? on|leaned on|in step(?! \d)|takes? in(?=[ ,.]|$)|taken in\b|slips? of the pen|as they look|look-alikes?|told apart|goes on with|go on with)\b/gi;

it.each(pages)('%s is in ordinary words', (page) => {
  expect(readFileSync(page, 'utf8').match(phrases) ?? []).toEqual([]);
});

it.each(['It leans on another one', 'Kept in step', 'it takes in, files', 'a look-alike', 'could not be taken in.'])(
  'notices: %s',
  (text) => {
    expect(text.match(phrases)).toHaveLength(1);
  },
);
