import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { outcomeOf } from '../agent/drain.ts';
import { openTestApp } from '../support/database.ts';
import { startOwnServer } from '../support/ownServer.ts';

/** What docs/configuration.md gives an administrator, by the database in which psql runs it. */
async function readSetup(): Promise<readonly string[][]> {
  const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const sql = /```sql\n(create role candor_app[\s\S]*?)```/.exec(page)?.[1] ?? '';
  return sql.split(/^\\connect candor$/m).map((part) =>
    part
      .split(';')
      .map((text) => text.trim())
      .filter(Boolean),
  );
}

it('the SQL of the documentation is all that a login without rights needs', async ({ skip }) => {
  // A server of its own: the role candor_app belongs to the cluster, and other tests have made it.
  const server = await startOwnServer('administrator');
  if (server === null) return skip('SKIPPED: this machine can have no Postgres of its own');
  try {
    const [before = [], inside = []] = await readSetup();
    expect([before.length, inside.length]).toEqual([4, 3]);
    const admin = server.url.replace(/\/candor$/, '/postgres');
    await run(admin, ['drop database candor', ...before]);
    await run(server.url, inside);

    const url = server.url.replace('candor_owner@', 'candor:secret@');
    const database = await openDatabase({ databaseUrl: url, dataFolder: inMemory });
    const { app, close } = await openTestApp({}, { database, url });
    const caller: Caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
    await app.workspaces.ensure(caller.workspaceId, 'plain');
    await app.jobs.start(caller);
    const text = 'A label may be voided within 21 days of purchase.';
    await app.ingest(caller, [{ key: 'labels.txt', title: 'Labels', text, format: 'PLAIN_TEXT' }]);
    const question = 'How many days may a label be voided?';
    expect(await outcomeOf(app.ask(caller, { question }))).toMatchObject({ type: 'Answer', degraded: [] });
    await close();
    await (await openDatabase({ databaseUrl: url, dataFolder: inMemory })).close();
  } finally {
    await server.remove();
  }
}, 120_000);

async function run(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}
