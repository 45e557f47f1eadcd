import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { AgentParts } from '../../src/agent/node.ts';
import { resolveRequest } from '../../src/agent/resolveRequest.ts';
import { pageOfRuns, saveRun } from '../../src/agent/runs/runs.ts';
import { createDatabase } from '../../src/db/database.ts';
import { newId, vectorText } from '../../src/db/statement.ts';
import { saveAlias } from '../../src/knowledge/curated/aliases.ts';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { createJobs } from '../../src/knowledge/jobs/jobs.ts';
import { syncPath } from '../../src/knowledge/sync/syncPath.ts';
import { recordFeedback } from '../../src/learning/feedback/feedbackVerbs.ts';
import { activateCalibration, insertCalibration } from '../../src/learning/calibrations/store.sql.ts';
import { silentLog } from '../../src/log.ts';
import { insertFusionWeights } from '../../src/retrieval/fuse/fittedWeights.sql.ts';
import {
  searchBm25,
  searchPlain,
  searchPrefix,
  searchSimple,
  searchVector,
  searchWebsearch,
} from '../../src/retrieval/arms/searchArms.sql.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { createAudit } from '../../src/workspaces/audit.ts';
import { createKeys } from '../../src/workspaces/keys.ts';
import { personOf } from '../../src/workspaces/people.ts';
import { createSpending } from '../../src/workspaces/spending.ts';
import { newWorkspace, openOwnDatabase, raw, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

const embedder = createHashedEmbedder();
const vector = vectorText((await embedder.embedDocuments(['refund']))[0]!);
const denied = { code: 'DATABASE_FAILED', details: { sqlState: '42501' } };
/** Citus refuses a workspace that is not where the row lies before any policy is asked. */
const refused = inject('isCitus')
  ? { code: 'DATABASE_FAILED', details: { sqlState: expect.stringMatching(/^(?:42501|0A000)$/) as unknown } }
  : denied;

let open: OpenTestDatabase;
let mine: string;
let theirs: string;
let tables: string[];
beforeAll(async () => {
  open = await openOwnDatabase();
  [mine, theirs] = [await fill('mine'), await fill('theirs')];
  const { rows } = await open.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  tables = rows.map(({ name }) => name).filter((name) => name !== 'schema_migration');
});
afterAll(() => open.close());

/** A workspace with rows in every table, written by the product itself. */
async function fill(name: string): Promise<string> {
  const { database } = open;
  const workspace = await newWorkspace(database, name);
  const text = `# Refunds\n\nA refund for ${name} takes five days. It is paid to the card that was charged.`;
  const { results } = await ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspace, [
    { key: 'refund.md', text, format: 'MARKDOWN' },
  ]);
  await saveCurated(database, embedder, workspace, {
    question: `Who is ${name}?`,
    answer: name,
    sourceDocumentIds: [results[0]!.documentId!],
  });
  await saveAlias(database, workspace, { term: 'refund', synonyms: ['repayment'] });
  // By the statement alone: `candor calibrate` wants more questions than a test has.
  await database.inWorkspace(workspace, (transaction) =>
    transaction.query(insertFusionWeights, [
      workspace,
      embedder.fingerprint,
      'en',
      1,
      0.65,
      40,
      0.7,
      0.75,
      'hash',
      new Date(),
    ]),
  );
  await fillJobs(workspace, name);
  await createKeys(database).create(workspace, name, 'ADMIN');
  await fillIdentity(workspace);
  const agent: AgentParts = {
    database,
    embedder,
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: () => Promise.resolve([]),
    saveRun: (id, run) => saveRun(database, id, run),
  };
  for await (const event of ask(
    buildGraph(agent),
    agent,
    resolveRequest({ workspaceId: workspace, accessGroups: null }, { question: 'How long does a refund take?' }),
    undefined,
  ))
    expect(event.type).not.toBe('Failed');
  await fillLearned(workspace);
  return workspace;
}

/** Somebody with a token, who is at work on a question within an allowance, and was written down. */
async function fillIdentity(workspaceId: string): Promise<void> {
  const keyId = await personOf(open.database, workspaceId, { issuer: 'https://login.example', subject: 'ada' });
  const spending = createSpending(open.database);
  await spending.set(workspaceId, { period: 'DAY', maxTokens: 1_000 });
  await spending.reserve({ workspaceId, keyId }, 10, 60_000);
  await createAudit(open.database, true).append(
    workspaceId,
    { at: new Date(), actor: { kind: 'PERSON', id: keyId }, action: 'ASK', outcome: 'DONE', code: null, targets: [] },
    'Who?',
  );
}

/** A judged run, and a calibration in use: by its statements, since a fit wants more labels than a test has. */
async function fillLearned(workspace: string): Promise<void> {
  const caller: Caller = { workspaceId: workspace, role: 'ADMIN', accessGroups: null, keyId: null };
  const {
    nodes: [run],
  } = await pageOfRuns(open.database, caller, { first: 1 }, {});
  await recordFeedback(open.database, caller, { runId: run?.id ?? '', verdict: 'CORRECT' });
  const calibrationId = newId();
  await open.database.inWorkspace(workspace, async (transaction) => {
    await transaction.query(insertCalibration, {
      workspaceId: workspace,
      id: calibrationId,
      model: embedder.fingerprint,
      cutting: '1',
      preset: 'CANDOR',
      language: 'und',
      source: 'SET',
      fit: '{}',
      sampleSize: 1,
      dataHash: 'hash',
      createdAt: new Date(),
    });
    await transaction.query(activateCalibration, {
      workspaceId: workspace,
      id: calibrationId,
      activatedAt: new Date(),
    });
  });
}

/** A folder in step, and documents that wait for somebody to take them in. */
async function fillJobs(workspace: string, name: string): Promise<void> {
  const parts = { database: open.database, embedder, parser: inlineParser, log: silentLog, allowPrivate: false };
  const folder = await mkdtemp(join(tmpdir(), 'candor-fence-'));
  await writeFile(
    join(folder, 'hours.md'),
    `The shop of ${name} opens at nine in the morning on every working day of the week, and it closes again at six in the evening, but not in August.`,
  );
  const jobs = createJobs(parts);
  await syncPath(parts, jobs, workspace, folder);
  await jobs.submit(workspace, [{ key: 'later.md', text: 'Later.', format: 'MARKDOWN' }]);
  await jobs.stop();
  await rm(folder, { recursive: true });
}

/** Written by functions alone. */
const audit = ['audit_entry', 'audit_head'];

const inside = <Row>(workspace: string, text: string, values: readonly unknown[] = []) =>
  open.database.inWorkspace(workspace, (transaction) => transaction.query(raw(text), values)) as Promise<Row[]>;

describe('inside a workspace', () => {
  it('every table of the schema is tested, and the product has filled each for both workspaces', async () => {
    expect(tables).toEqual([
      'active_calibration',
      'alias',
      'allowance',
      'api_key',
      'audit_entry',
      'audit_head',
      'calibration',
      'chunk',
      'chunk_band',
      'chunk_code',
      'chunk_text',
      'chunk_window',
      'curated_answer',
      'curated_source',
      'curated_window',
      'document',
      'document_version',
      'feedback',
      'fusion_weights',
      'ingest_item',
      'ingest_job',
      'ingest_payload',
      'person',
      'posting',
      'reservation',
      'run',
      'sync_document',
      'sync_file',
      'sync_source',
      'version_text',
      'vocabulary',
      'workspace',
    ]);
    for (const table of tables) {
      const { rows } = await open.pool.query<{ id: string }>(`select distinct workspace_id as id from ${table}`);
      expect([table, rows.map(({ id }) => id).sort()]).toEqual([table, [mine, theirs].sort()]);
    }
  });

  it('a SELECT without any condition shows its own rows alone', async () => {
    for (const table of tables) {
      const seen = await inside<{ id: string; total: number }>(
        mine,
        `select workspace_id as id, count(*)::int as total from ${table} group by 1`,
      );
      const { rows } = await open.pool.query<{ total: number }>(
        `select count(*)::int as total from ${table} where workspace_id = $1`,
        [mine],
      );
      expect([table, seen]).toEqual([table, [{ id: mine, total: rows[0]!.total }]]);
    }
  });

  it('an INSERT of a row of another workspace is refused, for every table', async () => {
    for (const table of tables) {
      const { rows } = await open.pool.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t where workspace_id = $1 limit 1`,
        [theirs],
      );
      await expect(
        inside(mine, `insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`, [
          rows[0]!.row,
        ]),
        table,
      ).rejects.toMatchObject(refused);
    }
  });

  it('the audit is changed by nobody, not even in its own workspace', async () => {
    for (const table of audit)
      for (const change of [
        `update ${table} set sequence = 0`,
        `delete from ${table}`,
        `insert into ${table} select * from ${table}`,
      ])
        await expect(inside(mine, change), change).rejects.toMatchObject(denied);
  });

  it('an UPDATE or DELETE of rows of another workspace touches none', async () => {
    for (const table of tables.filter((name) => !audit.includes(name))) {
      expect(
        await inside(mine, `update ${table} set workspace_id = workspace_id where workspace_id = $1 returning 1`, [
          theirs,
        ]),
        table,
      ).toEqual([]);
      expect(await inside(mine, `delete from ${table} where workspace_id = $1 returning 1`, [theirs]), table).toEqual(
        [],
      );
    }
  });

  it('a row cannot be moved into another workspace', async () => {
    for (const table of tables)
      await expect(inside(mine, `update ${table} set workspace_id = $1`, [theirs]), table).rejects.toMatchObject(
        refused,
      );
  });

  it('deleting everything without a condition leaves the other workspace whole', async () => {
    const victim = await fill('victim');
    const count = async () =>
      Promise.all(
        tables.map(
          async (table) =>
            (await open.pool.query(`select 1 from ${table} where workspace_id <> $1`, [victim])).rowCount,
        ),
      );
    const before = await count();
    await inside(victim, 'delete from workspace');
    expect(await count()).toEqual(before);
    for (const table of tables)
      expect((await open.pool.query(`select 1 from ${table} where workspace_id = $1`, [victim])).rowCount, table).toBe(
        0,
      );
  });

  it('a search of another workspace is refused by each function, whose rights would see it', async () => {
    const now = new Date();
    const calls = [
      { statement: searchVector, values: (id: string) => [id, embedder.fingerprint, vector, 1, 2, now, null, '{}'] },
      {
        statement: searchBm25,
        values: (id: string) => [id, ['refund'], [1], [1], [1], [], 'english', 10, now, null, '{}'],
      },
      ...[searchWebsearch, searchPlain, searchSimple, searchPrefix].map((statement) => ({
        statement,
        values: (id: string) => [id, 'refund', 10, now, null, '{}'],
      })),
    ];
    for (const { statement, values } of calls) {
      const search = (id: string | null) =>
        open.database.inWorkspace(mine, (transaction) =>
          transaction.query<unknown, readonly unknown[]>(statement, values(id as string)),
        );
      expect(await search(mine), statement.name).toHaveLength(1);
      await expect(search(theirs), statement.name).rejects.toMatchObject(denied);
      await expect(search(null), statement.name).rejects.toMatchObject(denied);
    }
  });
});

describe('the application role', () => {
  const asApplication = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = await open.pool.connect();
    try {
      await client.query('begin; set local role candor_app');
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  it('sees nothing before a workspace is entered, and its searches are refused', async () => {
    for (const table of tables) expect(await asApplication(`select 1 from ${table}`), table).toEqual([]);
    await expect(
      asApplication(
        `select * from candor_search_bm25('${mine}', array['refund'], array[1], array[1], array[1], array[]::text[], 'english'::regconfig, 10, '2030-01-01', null, '{}')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('leaves neither role nor workspace to the next transaction on the connection, whether it commits or fails', async () => {
    // One connection only: the transaction before surely ran on it.
    const database = createDatabase({
      kind: open.database.kind,
      pool: open.pool,
      schemaVersion: 1,
      switchRole: true,
      close: async () => undefined,
    });
    const { rows: login } = await open.pool.query('select current_user as name');
    const fails = database.inWorkspace(mine, (transaction) => transaction.query(raw('select 1 / 0'), []));
    await expect(fails).rejects.toMatchObject({ code: 'DATABASE_FAILED' });
    await database.inWorkspace(mine, (transaction) => transaction.query(raw('select 1'), []));

    expect((await open.pool.query('select current_user as name')).rows).toEqual(login);
    expect(
      (await open.pool.query(`select coalesce(current_setting('candor.workspace_id', true), '') as id`)).rows,
    ).toEqual([{ id: '' }]);
    expect(await asApplication('select 1 from document')).toEqual([]);
  });

  it.each([
    'create table public.mine ()',
    'create function public.f() returns int language sql as $$ select 1 $$',
    'create schema mine',
    'select * from schema_migration',
    'update schema_migration set version = 2',
    'truncate run',
    'drop table run',
    'alter table run disable row level security',
    'alter role candor_app bypassrls',
    'drop policy own_workspace on run',
  ])('may not: %s', async (text) => {
    await expect(asApplication(text)).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot log in, bypass row level security or own anything', async () => {
    const { rows } = await open.pool.query(
      `select rolcanlogin, rolbypassrls, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = 'candor_app'`,
    );
    expect(rows).toEqual([
      // The nodes of a Citus log in to each other as the role that a statement runs as.
      {
        rolcanlogin: inject('isCitus'),
        rolbypassrls: false,
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
      },
    ]);
    expect(
      (await open.pool.query(`select relname from pg_class where pg_get_userbyid(relowner) = 'candor_app'`)).rows,
    ).toEqual([]);
    expect((await open.pool.query(`select 1 from pg_auth_members where member = 'candor_app'::regrole`)).rows).toEqual(
      [],
    );
  });
});
