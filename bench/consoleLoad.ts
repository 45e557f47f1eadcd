import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../src/db/statement.ts';
import { openDatabase } from '../src/db/openDatabase.ts';
import { TypedDocumentString } from '../src/console/generated/graphql.ts';
import { toPage } from '../src/knowledge/page.ts';
import { percentile } from '../src/stats.ts';
import type { OpenTestDatabase } from '../test/support/database.ts';
import { startSampleServer } from '../test/support/sampleServer.ts';
import { openBenchDatabase } from './benchDatabase.ts';
import { type RequestTimes, send, walkConsole } from './consoleRequests.ts';
import { openFaultDatabase } from './faultDatabase.ts';
import { goldenQuestions, machineLine } from './servedCandor.ts';

/** How much the workspace contains. */
export interface ConsoleSize {
  readonly documents: number;
  readonly runs: number;
}

/** Questions asked to create the runs that are copied. */
const asked = 24;
/**
 * Runs are complete at both ends, which the pages and everything that learns from runs read. Those in between have no
 * passages and candidates: otherwise the database would take ten gigabytes.
 */
const wholeNewest = 5_000;
const wholeOldest = 1_000;

interface LoadOptions {
  readonly size: ConsoleSize;
  readonly repeat: number;
  /** A Postgres server; empty: the embedded database in a new folder. */
  readonly databaseUrl: string;
}

const mostMillis = 200;
/** The page size of the console. */
const pageSize = 20;

/** Prints how long each query of the console takes. Returns the names of those that ever took more than 200 ms. */
export async function measureLoad({ size, repeat, databaseUrl }: LoadOptions): Promise<string[]> {
  const opened = await openLoadDatabase(databaseUrl);
  const workspaceId = newId();
  const server = await startSampleServer({ workspaceId }, opened);
  const slow: string[] = [];
  try {
    const from = performance.now();
    await loadConsole(opened.pool, { url: server.url, workspaceId, size });
    process.stdout.write(
      `${size.documents} documents and ${size.runs} runs on ${databaseUrl ? 'Postgres' : 'the embedded database'}, loaded in ${((performance.now() - from) / 1000).toFixed(0)} s; ${machineLine()}\n`,
    );
    // The load held the event loop for a minute: the server now closes the connections of that time.
    await wait(1_000);
    process.stdout.write(
      `${'query'.padEnd(24)} ${['p50 ms', 'worst ms', 'node ms'].map((title) => title.padStart(9)).join(' ')}       kB\n`,
    );
    await walkConsole({
      url: server.url,
      repeat,
      last: {
        documents: await lastCursor(opened.pool, workspaceId, 'document'),
        runs: await lastCursor(opened.pool, workspaceId, 'run'),
      },
      report: (times) => {
        process.stdout.write(lineOf(times));
        if (Math.max(...times.millis) > mostMillis) slow.push(times.name);
      },
    });
  } finally {
    await server.close();
    await opened.close();
  }
  process.stdout.write(
    slow.length === 0 ? `none over ${mostMillis} ms\n` : `over ${mostMillis} ms: ${slow.join(', ')}\n`,
  );
  return slow;
}

function lineOf({ name, millis, cpu, bytes }: RequestTimes): string {
  const figures = [middle(millis), Math.max(...millis), middle(cpu)].map((value) => value.toFixed(0).padStart(9));
  return `${name.padEnd(24)} ${figures.join(' ')} ${(bytes / 1000).toFixed(1).padStart(8)}\n`;
}

const middle = (values: readonly number[]) => percentile(values, 0.5) ?? NaN;

/** Returns the cursor of the row before the last page. */
async function lastCursor(pool: pg.Pool, workspaceId: string, table: 'document' | 'run'): Promise<string> {
  const time = table === 'run' ? 'created_at' : 'updated_at';
  const { rows } = await pool.query<{ id: string; time: Date }>(
    `select ${table}_id as id, ${time} as time from ${table} where workspace_id = $1 order by ${time}, ${table}_id offset ${pageSize} limit 1`,
    [workspaceId],
  );
  return toPage(rows, 1, (row) => row).endCursor ?? '';
}

async function openLoadDatabase(serverUrl: string): Promise<OpenTestDatabase> {
  const own = await openFaultDatabase(serverUrl);
  return own ? openOnOwn(own.url, () => own.drop()) : openInFolder();
}

async function openOnOwn(url: string, drop: () => Promise<void>): Promise<OpenTestDatabase> {
  const database = await openDatabase({ databaseUrl: url, dataFolder: '' });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const close = async () => {
    await pool.end();
    await database.close();
    await drop();
  };
  return keptOpen({ database, pool, url, close });
}

async function openInFolder(): Promise<OpenTestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-console-'));
  const opened = await openBenchDatabase(join(folder, 'data'));
  const close = async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...keptOpen(opened), close };
}

/** The app closes its database first, but its content is still read afterwards. */
const keptOpen = (opened: OpenTestDatabase): OpenTestDatabase => ({
  ...opened,
  database: { ...opened.database, close: async () => undefined },
});

/**
 * Copies the sample's documents and some questions by SQL until there are as many as requested, with different ids,
 * keys, titles and times (a minute apart), and a different question for each run. Data that only a search reads is not
 * copied.
 * @param pool as the owner, to whom row level security does not apply
 */
async function loadConsole(
  pool: pg.Pool,
  { url, workspaceId, size }: { readonly url: string; readonly workspaceId: string; readonly size: ConsoleSize },
): Promise<void> {
  const questions = await goldenQuestions();
  await askGolden(url, questions);
  await copyDocuments(pool, workspaceId, size.documents);
  await copyRuns(pool, workspaceId, size.runs, questions);
  await judge(pool, workspaceId);
  await pool.query('vacuum analyze');
}

async function askGolden(url: string, questions: readonly string[]): Promise<void> {
  const every = Math.floor(questions.length / asked);
  for (const question of questions.filter((_, place) => place % every === 0).slice(0, asked))
    await send(url, askOnce, { question });
}

const askOnce = new TypedDocumentString<unknown, { readonly question: string }>(
  'query Ask($question: String!) { ask(input: { question: $question }) { __typename } }',
);

const openings = [
  '',
  'Please tell me: ',
  'A customer asks: ',
  'Hello! ',
  'Quick one. ',
  'I wonder: ',
  'For a colleague: ',
];

/** The id of copy `n` of a row; the same in every table. */
const copied = (column: string) => `md5(t.${column}::text || n)::uuid`;

async function copyDocuments(pool: pg.Pool, workspaceId: string, wanted: number): Promise<void> {
  const { rows } = await pool.query<{ total: number }>(
    'select count(*)::int as total from document where workspace_id = $1',
    [workspaceId],
  );
  const copies = Math.ceil(wanted / (rows[0]?.total ?? 1)) - 1;
  const own = { document_id: copied('document_id'), version_id: copied('version_id') };
  const place = `(row_number() over (order by n, t.document_id))`;
  await copyRows(pool, 'document', workspaceId, copies, {
    document_id: own.document_id,
    key: `t.key || '-' || n`,
    title: `t.title || ' ' || n`,
    superseded_by: 'null',
    created_at: `date_trunc('milliseconds', now()) - ${place} * interval '1 minute'`,
    updated_at: `date_trunc('milliseconds', now()) - ${place} * interval '1 minute'`,
  });
  await copyRows(pool, 'document_version', workspaceId, copies, own);
  await copyRows(pool, 'version_text', workspaceId, copies, { version_id: own.version_id });
  await copyRows(pool, 'chunk', workspaceId, copies, {
    ...own,
    chunk_id: copied('chunk_id'),
    parent_id: copied('parent_id'),
  });
}

async function copyRuns(
  pool: pg.Pool,
  workspaceId: string,
  wanted: number,
  questions: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<{ total: number }>(
    'select count(*)::int as total from run where workspace_id = $1',
    [workspaceId],
  );
  const total = rows[0]?.total ?? 1;
  const copies = Math.ceil(wanted / total) - 1;
  await pool.query(`update run set created_at = date_trunc('milliseconds', now()) where workspace_id = $1`, [
    workspaceId,
  ]);
  // `t.place` is added to the table: the run's position among those asked.
  const source = `(select r.*, row_number() over (order by r.run_id) as place from run r where r.workspace_id = $1)`;
  const place = `(n * ${total} - t.place)`;
  // Each of the newest thousand is worded differently.
  const position = `(n * ${total} + t.place)`;
  const question = `(($2::text[])[1 + ${position} % ${openings.length}] || ($3::text[])[1 + ${position} / ${openings.length} % ${questions.length}])`;
  const bare = `'{"passages": [], "candidates": [], "searches": [], "steps": []}'::jsonb`;
  await copyRows(
    pool,
    'run',
    workspaceId,
    copies,
    {
      run_id: copied('run_id'),
      question,
      created_at: `t.created_at - ${place} * interval '1 minute'`,
      conversation_id: 'null',
      record: `jsonb_set(
        case when ${place} between ${wholeNewest} and ${wanted - wholeOldest} then t.record || ${bare} else t.record end
          || jsonb_build_object('id', ${copied('run_id')}, 'question', ${question}),
        '{plan,standalone}', to_jsonb(${question}))`,
      digest: `jsonb_set(t.digest, '{standalone}', to_jsonb(${question}))`,
    },
    source,
    [openings, questions],
  );
}

/** Adds a verdict to every fiftieth run. */
async function judge(pool: pg.Pool, workspaceId: string): Promise<void> {
  await pool.query(
    `insert into feedback (workspace_id, feedback_id, run_id, verdict, document_ids, created_at)
     select workspace_id, run_id, run_id, case when place % 4 = 0 then 'WRONG' else 'CORRECT' end, '{}', created_at
     from (select *, row_number() over (order by created_at desc) as place from run where workspace_id = $1) as r
     where place % 50 = 0`,
    [workspaceId],
  );
}

/**
 * Inserts every row of the workspace `copies` times, with other values in some columns: expressions over `t`, the row,
 * and `n`, the copy's number from 1.
 */
async function copyRows(
  pool: pg.Pool,
  table: string,
  workspaceId: string,
  copies: number,
  changes: Readonly<Record<string, string>>,
  source = `(select * from ${table} where workspace_id = $1)`,
  values: readonly unknown[] = [],
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const selected = names.map((name) => changes[name] ?? `t.${name}`);
  await pool.query(
    `insert into ${table} (${names.join()}) select ${selected.join()} from ${source} as t cross join generate_series(1, ${copies}) as n`,
    [workspaceId, ...values],
  );
}
