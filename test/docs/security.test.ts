import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

let rows: readonly (readonly string[])[];
let tests: ReadonlyMap<string, string>;
beforeAll(async () => {
  const page = await readFile('docs/security.md', 'utf8');
  const section = page.split('\n## ').find((part) => part.startsWith('Threat by threat')) ?? '';
  rows = section
    .split('\n')
    .filter((line) => /^\| (?:API|LLM)\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const files = (await readdir('test', { recursive: true })).filter((file) => file.endsWith('.test.ts'));
  tests = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join('test', file), 'utf8')] as const)),
  );
});

describe('docs/security.md, threat by threat', () => {
  test.each(['API', 'LLM'])('has a row for each of the ten threats of the %s list', (list) => {
    const named = new Set(rows.map(([, threat = '']) => threat.split(' ')[0]));
    expect(Array.from({ length: 10 }, (_, index) => `${list}${index + 1}`).filter((name) => !named.has(name))).toEqual(
      [],
    );
  });

  test('names files and folders that are there, and leaves neither a test nor its absence out', () => {
    for (const [, threat, , shown = '', missing = ''] of rows) {
      const paths = [...shown.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
      expect([threat, paths.filter((path) => !existsSync(path))]).toEqual([threat, []]);
      expect([threat, paths.length > 0 || missing !== '']).toEqual([threat, true]);
    }
  });
});

/** Those that broke when Candor was attacked by one who knew its code. */
test.each(Array.from({ length: 14 }, (_, index) => index + 1))(
  'attack %i has a test that is named after it',
  (attack) => {
    const named = [...tests].filter(([, text]) => new RegExp(`['"]attack ${attack}: `).test(text));
    expect(named.map(([file]) => file)).not.toEqual([]);
  },
);
