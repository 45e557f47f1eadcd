import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { drain, outcomeOf } from '../agent/drain.ts';
import { openTestApp } from '../support/database.ts';
import { startOwnServer } from '../support/ownServer.ts';
import { serve } from '../support/testServer.ts';

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataFolder: inMemory });
const hostOf = (url: string) => /@([^/]+)\//.exec(url)?.[1] ?? '';

async function valueOn(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ value: unknown }>(text);
  await client.end();
  return rows[0]?.value;
}

const label = (key: string, text: string) => ({ key, title: key, text, format: 'PLAIN_TEXT' as const });

it('the primary is lost and its standby promoted: Candor, which names both, goes on with everything that was stored', async ({
  skip,
}) => {
  const primary = await startOwnServer('primary');
  if (primary === null) return skip('SKIPPED: this machine can have no Postgres of its own');
  onTestFinished(() => primary.remove());
  const standby = await startOwnServer('standby', primary);
  if (standby === null) throw new Error('the standby did not start');
  onTestFinished(() => standby.remove());

  // The standby first: whoever writes is looked for.
  const both = primary.url.replace(hostOf(primary.url), `${hostOf(standby.url)},${hostOf(primary.url)}`);
  const database = await open(`${both}?target_session_attrs=read-write`);
  const { app, close } = await openTestApp({ port: 0 }, { database, url: primary.url });
  onTestFinished(close);
  const { url } = await serve(app);
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  const caller: Caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'failover');
  await app.ingest(caller, [label('labels.txt', 'A label may be voided within 21 days of purchase.')]);
  const ask = () => app.ask(caller, { question: 'How many days may a label be voided?', budget: { maxMillis: 5_000 } });
  expect(await outcomeOf(ask())).toMatchObject({ type: 'Answer' });
  expect(await ready()).toBe(200);

  // Alone it only reads, and says so.
  await expect
    .poll(() => valueOn(standby.url, `select count(*)::int as value from pg_tables where tablename = 'document'`))
    .toBe(1);
  await expect(open(standby.url)).rejects.toMatchObject({
    code: 'DATABASE_FAILED',
    details: { reason: 'READ_ONLY_DATABASE' },
  });
  const written = await valueOn(primary.url, 'select pg_current_wal_lsn()::text as value');
  await expect
    .poll(() => valueOn(standby.url, `select pg_last_wal_replay_lsn() >= '${String(written)}' as value`))
    .toBe(true);

  process.kill(await primary.processId(), 'SIGKILL');
  const lost = (await drain(ask())).at(-1);
  expect(lost).toMatchObject({ type: 'Failed', code: expect.stringMatching(/^DATABASE_/) as unknown });
  await expect.poll(ready).toBe(503);

  const promoted = performance.now();
  expect(await valueOn(standby.url, 'select pg_promote() as value')).toBe(true);
  await expect.poll(async () => (await drain(ask())).at(-1)?.type, { timeout: 30_000 }).toBe('Finished');
  process.stdout.write(`asked again ${Math.round(performance.now() - promoted)} ms after the promotion began\n`);
  expect(await outcomeOf(ask())).toMatchObject({ type: 'Answer' });
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  await app.ingest(caller, [label('zebra.txt', 'The zebra crossing at Mill Lane opens in May.')]);
  expect(await valueOn(standby.url, 'select count(*)::int as value from document')).toBe(2);
}, 120_000);
