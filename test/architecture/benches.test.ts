import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Each name of the table with the module that it loads, null where it runs a command. */
const table = [
  ...text('bench/benches.ts').matchAll(/^ {2}'?([\w-]+)'?: \{\n[^}]*?(?:import\('\.\/(\w+\.ts)'\)|command: )/gm),
].map(([, name = '', file]) => ({ name, file: file ?? null }));

it('reads the whole table', () => {
  expect(table.length).toBe(text('bench/benches.ts').match(/^ {4}about: /gm)?.length);
});

it.each(table)('bench $name is there, and its comment says how to run it', ({ name, file }) => {
  if (file !== null) expect(text(`bench/${file}`)).toMatch(new RegExp(`npm run bench ${name}(?: |$)`, 'm'));
});

it('every module that reads flags is in the table', () => {
  const started = readdirSync(new URL('../../bench/', import.meta.url))
    .filter((file) => file.endsWith('.ts') && /\bparseArgs\(|process\.argv/.test(text(`bench/${file}`)))
    // The first starts the others, the second is a process of `peers`.
    .filter((file) => !['run.ts', 'peerRun.ts'].includes(file));
  expect(started.filter((file) => !table.some((bench) => bench.file === file))).toEqual([]);
});

it('every bench that a page or a comment names is in the table', () => {
  const pages = [
    'README.md',
    'src/README.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ];
  const named = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => [...text(page).matchAll(/npm run bench ([a-z][a-z-]*)/g)].map(([, name = '']) => name));
  expect(named.filter((name) => !table.some((bench) => bench.name === name))).toEqual([]);
});
