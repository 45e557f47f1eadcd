import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newId } from '../../src/db/statement.ts';
import { distribute } from '../../src/db/distribute.ts';
import { migrate, type Migration, readMigrations } from '../../src/db/migrate.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { prepareQuestion } from '../../src/retrieval/question/analyseQuestion.ts';
import { newCaller, documents } from '../agent/bicycleKnowledge.ts';
import { outcomeOf } from '../agent/drain.ts';
import { nodesOf } from '../support/citusNodes.ts';
import { newWorkspace, openOwnDatabase, openTestApp, raw, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { createTestDatabase } from '../support/nativePostgres.ts';
import { inlineParser } from '../support/parser.ts';

const serverUrl = inject('databaseUrl') ?? '';
const isCitus = inject('isCitus');
const embedder = createHashedEmbedder();
let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openOwnDatabase();
});
afterAll(() => open.close());

const take = (workspace: string, key: string, text: string, database = open.database) =>
  ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspace, [
    { key, text, format: 'PLAIN_TEXT', language: 'cs' },
  ]);
const knows = (workspace: string, word: string, database = open.database) =>
  database.inWorkspace(workspace, async (transaction) => {
    const prepared = await prepareQuestion(
      transaction,
      { database, workspaceId: workspace, accessGroups: null },
      { embedder: embedder.fingerprint, language: 'en', text: '', searchConfig: 'english', ownConfig: 'english' },
    );
    return prepared?.vocabulary.beginningWith(word, 1)[0] === word;
  });

test.skipIf(isCitus)('a server without Citus is told what it lacks', async () => {
  await expect(open.database.distribute({})).rejects.toMatchObject({
    code: 'BAD_INPUT',
    remedy: expect.stringContaining('docs/scaling.md') as unknown,
  });
});

/** All that a migration may do: a column and its index, a table that is filled at once, a search function in its first form, rows that are changed. `more` ends it. */
function shelfMigration(shipped: readonly Migration[]): (more: string) => Migration {
  const search = /create function candor_search_websearch[\s\S]*?\n\$\$;/.exec(shipped[0]!.text)![0];
  expect(search).toContain('candor_visible(');
  const text = `
    alter table document add column shelf text; create index document_shelf on document (workspace_id, shelf);
    create table shelf_mark (
      workspace_id uuid not null, document_id uuid not null, mark text not null, primary key (workspace_id, document_id),
      foreign key (workspace_id, document_id) references document on delete cascade
    );
    alter table shelf_mark enable row level security;
    create policy of_workspace on shelf_mark to candor_app
      using (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid);
    grant select on shelf_mark to candor_app;
    insert into shelf_mark select workspace_id, document_id, 'new; old' from document;
    ${search.replace('create function', 'create or replace function')}
    update document set shelf = 'A';`;
  const version = shipped.length + 1;
  return (more) => ({ version, name: `000${version}_shelf.sql`, text: text + more, hash: more });
}

describe.skipIf(!isCitus)('on Citus (SKIPPED where CANDOR_TEST_DATABASE_URL is none)', () => {
  it('has every table on the same shards, and a second call changes nothing', async () => {
    const done = await open.database.distribute({});
    expect(done).toMatchObject({ distributed: [], functions: [], shards: 8, nodes: 2 });
    const { rows } = await open.pool.query(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
    expect([...done.tables].sort()).toEqual(rows.map(({ name }: { name: string }) => name));
    expect(open.database.distributed).toBe(true);
  });

  it('takes what a database holds along, leaves no copy of it, and goes on where it was broken off', async () => {
    const { url, drop } = await createTestDatabase(serverUrl);
    const settings = { databaseUrl: url, dataFolder: inMemory };
    const before = await openDatabase(settings);
    const workspace = await newWorkspace(before);
    await take(workspace, 'before.txt', 'capercaillie', before);
    const other = await openDatabase(settings);
    await expect(other.distribute({ shards: 4 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await before.close();
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query(`select create_distributed_table('workspace', 'workspace_id', shard_count => 4)`);
    expect(await other.distribute({ shards: 4 })).toMatchObject({ shards: 4, nodes: 2 });
    await other.close();
    const { rows } = await owner.query(
      'select sum(pg_relation_size(logicalrelid))::int as bytes from pg_dist_partition',
    );
    expect(rows).toEqual([{ bytes: 0 }]);
    await owner.end();
    const after = await openDatabase(settings);
    expect(after.distributed).toBe(true);
    expect(await knows(workspace, 'capercaillie', after)).toBe(true);
    await after.close();
    await drop();
  });

  it('takes a migration: its table is distributed with what it puts in, a search function is written anew, and a failed one leaves nothing', async () => {
    const { url, drop } = await createTestDatabase(serverUrl);
    const migrations = await readMigrations();
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    await migrate(pool, migrations);
    await distribute(pool, { shards: 4 });
    const running = await openDatabase({ databaseUrl: url, dataFolder: inMemory });
    const workspace = await newWorkspace(running);
    await take(workspace, 'before.txt', 'capercaillie', running);
    const functionsCalling = async () =>
      (
        await pool.query(
          `select 1 from pg_proc where starts_with(proname, 'candor_search_') and prosrc ~ 'candor_(visible|filtered)\\('`,
        )
      ).rowCount;
    expect(await functionsCalling()).toBe(0);

    const second = shelfMigration(migrations);
    await expect(migrate(pool, [...migrations, second(' select 1 / 0')])).rejects.toMatchObject({
      code: 'DATABASE_FAILED',
      message: expect.stringMatching(/_shelf\.sql failed: .*division by zero/) as unknown,
    });
    expect((await pool.query(`select to_regclass('shelf_mark') as found`)).rows).toEqual([{ found: null }]);
    expect(await functionsCalling()).toBe(0);

    expect(await migrate(pool, [...migrations, second('')])).toBe(migrations.length + 1);
    expect(await functionsCalling()).toBe(0);
    const { rows } = await pool.query(`select pg_relation_size('shelf_mark')::int as copied, m.mark, d.shelf,
        (select count(distinct colocationid)::int from pg_dist_partition) as groups
      from shelf_mark m join document d using (workspace_id, document_id)`);
    expect(rows).toEqual([{ copied: 0, mark: 'new; old', shelf: 'A', groups: 1 }]);
    const marks = raw('select mark from shelf_mark where workspace_id = $1');
    const read = (asked: string) => running.inWorkspace(asked, (transaction) => transaction.query(marks, [workspace]));
    expect(await read(workspace)).toEqual([{ mark: 'new; old' }]);
    expect(await read(await newWorkspace(running))).toEqual([]);

    // The process that ran before goes on.
    await take(workspace, 'after.txt', 'goldcrest', running);
    expect(await knows(workspace, 'goldcrest', running)).toBe(true);
    await pool.end();
    await running.close();
    await drop();
  });

  it('takes documents in and answers with no statement on more than one shard', async () => {
    const readStatements = async () => {
      const { rows } = await open.pool.query<{ one: number; many: number }>(`
        select query_execution_single_shard::int as one, query_execution_multi_shard::int as many
        from citus_stat_counters where name = current_database()`);
      return rows[0]!;
    };
    const { models } = loadConfig({});
    const opened = await openTestApp(
      { models: { ...models, reader: { ...models.reader, kind: 'none' } } },
      { ...open, database: { ...open.database, close: async () => undefined } },
    );
    const caller = newCaller();
    const before = await readStatements();
    await opened.app.workspaces.ensure(caller.workspaceId, 'bicycles');
    await opened.app.ingest(caller, documents);
    const stored = await readStatements();
    const outcome = await outcomeOf(
      opened.app.ask(caller, { question: documents[0]!.title ?? 'bicycle', budget: { maxMillis: 60_000 } }),
    );
    const asked = await readStatements();
    await opened.close();
    expect(outcome.type).toBe('Answer');
    expect(stored.one - before.one).toBeGreaterThan(10);
    expect(asked.one - stored.one).toBeGreaterThan(10);
    expect(asked.many - before.many).toBe(0);
  });

  it('finds a word that came while it ran, though the nodes count their transactions apart', async () => {
    const workspace = await newWorkspace(open.database);
    await take(workspace, 'first.txt', 'zebra');
    // The coordinator runs ahead of the workers: a number of theirs would lie before what was read last.
    for (let count = 0; count < 300; count += 1) await open.pool.query('select pg_current_xact_id()');
    expect(await knows(workspace, 'zebra')).toBe(true);
    await take(workspace, 'second.txt', 'wolverine');
    expect(await knows(workspace, 'wolverine')).toBe(true);
    // And now the workers: a number that was read from them would lie behind those that words are given.
    await open.pool.query(
      `select run_command_on_workers($$do $loop$ begin for i in 1 .. 2000 loop perform pg_current_xact_id(); commit; end loop; end $loop$ $$)`,
    );
    expect(await knows(workspace, 'wolverine')).toBe(true);
    await take(workspace, 'third.txt', 'hedgehog');
    expect(await knows(workspace, 'hedgehog')).toBe(true);
  });

  it('shows a worker that was not told the workspace no row, and those of another to nobody', async () => {
    const [mine, other] = [await newWorkspace(open.database), await newWorkspace(open.database)];
    await take(mine, 'mine.txt', 'nightingale');
    for (const node of (await nodesOf(open.url ?? '')).slice(1)) {
      const url = new URL(node);
      url.username = 'candor_app';
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      const count = async () =>
        (await client.query<{ n: number }>('select count(*)::int as n from document')).rows[0]?.n;
      expect(await count()).toBe(0);
      await client.query(`begin; set local candor.workspace_id = '${other}'`);
      expect(await count()).toBe(0);
      await client.end();
    }
    const foreign = raw('select document_id from document where workspace_id = $1');
    expect(await open.database.inWorkspace(mine, (transaction) => transaction.query(foreign, [mine]))).toHaveLength(1);
    expect(await open.database.inWorkspace(other, (transaction) => transaction.query(foreign, [mine]))).toEqual([]);
  });

  it('goes on while the shards of a workspace move', async () => {
    const workspace = await newWorkspace(open.database);
    await take(workspace, 'before.txt', 'kingfisher');
    const { rows } = await open.pool.query<{ shard: string; host: string; port: number; to: number }>(
      `select s.shardid as shard, n.nodename as host, n.nodeport as port,
         (select o.nodeport from pg_dist_node o where o.shouldhaveshards and o.nodeid <> n.nodeid limit 1) as to
       from pg_dist_placement s join pg_dist_node n on n.groupid = s.groupid
       where s.shardid = get_shard_id_for_distribution_column('workspace', $1::uuid)`,
      [workspace],
    );
    const { shard, host, port, to } = rows[0]!;
    const state = { moved: false };
    const move = open.pool
      .query(`select citus_move_shard_placement($1::bigint, $2::text, $3::int, $2::text, $4::int, 'block_writes')`, [
        shard,
        host,
        port,
        to,
      ])
      .finally(() => {
        state.moved = true;
      });
    let asked = 0;
    while (!state.moved) {
      expect(await knows(workspace, 'kingfisher')).toBe(true);
      asked += 1;
    }
    await move;
    expect(asked).toBeGreaterThan(0);
    await take(workspace, 'after.txt', `goldfinch ${newId()}`);
    expect(await knows(workspace, 'goldfinch')).toBe(true);
  });
});
