import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewVectors } from '../../src/cli/commands/operation/serve.ts';
import { newId } from '../../src/db/statement.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, openTestDatabase, type OpenTestApp, type OpenTestDatabase } from '../support/database.ts';
import { inlineParser } from '../support/parser.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';

let database: OpenTestDatabase;
let opened: OpenTestApp;
beforeAll(async () => {
  database = await openTestDatabase();
  opened = await openTestApp({}, database);
});
afterAll(() => opened.close());

/** A workspace whose knowledge an embedder of that fingerprint has read. */
async function readBy(fingerprint: string): Promise<Caller> {
  const embedder = { ...(await openTestEmbedder()), fingerprint };
  const workspaceId = newId();
  await opened.app.workspaces.ensure(workspaceId, 'test');
  await ingest({ database: database.database, embedder, parser: inlineParser, log: silentLog }, workspaceId, [
    { key: 'otters.md', text: '# Otters\n\nOtters sleep in the reeds.', format: 'MARKDOWN' },
  ]);
  return { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
}

const search = (caller: Caller) => opened.app.search(caller, { query: 'Where do otters sleep?' });

/** What was shown of the progress. */
async function renew(caller: Caller): Promise<string[]> {
  const shown: string[] = [];
  await renewVectors(opened.app, caller, {
    signal: new AbortController().signal,
    progress: (name) => ({ update: (done) => shown.push(`${name} ${done}`), finish: () => undefined }),
  });
  return shown;
}

test('a start embeds again what earlier built-in weights have read, with progress, and only once', async () => {
  const caller = await readBy('builtin:minilm-l6@0:384');
  await expect(search(caller)).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' });
  expect(await renew(caller)).toEqual(['Embedding again 1']);
  expect((await search(caller)).passages).toMatchObject([{ documentKey: 'otters.md', trace: { vector: { rank: 1 } } }]);
  expect(await renew(caller)).toEqual([]);
});

test('a start leaves the vectors of another model as they are, and the fault names the command', async () => {
  const caller = await readBy('openai:text-embedding-3-small:384');
  expect(await renew(caller)).toEqual([]);
  await expect(search(caller)).rejects.toMatchObject({
    code: 'EMBEDDER_MISMATCH',
    message: expect.stringContaining('openai:text-embedding-3-small:384') as string,
  });
});
