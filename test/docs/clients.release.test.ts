import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { followPage, printedBy } from '../support/followPage.ts';
import { servedSample } from '../support/sampleServer.ts';

const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
const sample = servedSample();
const home = mkdtempSync(join(tmpdir(), 'candor-clients-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** With what npm installs today, which is newer than what this checkout has. */
it.each(['Types from GraphQL Code Generator', 'Types from gql.tada'])('%s', { timeout: 300_000 }, async (types) => {
  const folder = join(home, types.replaceAll(' ', ''));
  mkdirSync(folder);
  const follow = (...headings: string[]) =>
    followPage(page, headings, { folder, url: sample.url, packages: 'registry' });
  const [printed] = printedBy(page);
  expect(await follow('From an empty folder', types, 'urql')).toBe(printed);
  expect(await follow('Apollo Client 4')).toBe(printed);
});
