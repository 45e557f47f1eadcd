/**
 * Measures the cost of ingesting documents: processor time by stage and statement, on the embedded database and on a
 * server.
 *
 *   npm run bench loading -- [--set squad2] [--from ../shared/eval] [--limit N] [--only embedded|server] [--database-url URL] [--digest]
 *
 * Documents go through the product's own ingestion; only the model is replaced, by one direction for each word. With
 * --digest it prints a digest of what is stored, without ids and times: two versions of the code that store the same
 * print the same. The server's processor time is that of its processes on this machine.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { formatTable } from '../src/cli/output/table.ts';
import type { Database } from '../src/db/database.ts';
import { newId, statement } from '../src/db/statement.ts';
import { openCorpus } from '../src/evaluation/formats/readSet.ts';
import type { DocumentInput } from '../src/knowledge/document.ts';
import { ingest } from '../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../src/log.ts';
import { createWorkspaces } from '../src/workspaces/workspaces.ts';
import { cpuNow } from '../test/support/clocks.ts';
import { inlineParser } from '../test/support/parser.ts';
import { bagEmbedder } from './bagEmbedder.ts';
import { openFolder, openOnServer, type Store } from './retrievalStore.ts';

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', default: 'squad2' },
    from: { type: 'string', default: '../shared/eval' },
    limit: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    'database-url': { type: 'string', default: '' },
    digest: { type: 'boolean', default: false },
  },
});
const databaseName = 'candor_bench_loading';
const embedder = bagEmbedder({
  fingerprint: '',
  dimensions: 384,
  maxWords: 150,
  remote: false,
  embedDocuments: () => Promise.resolve([]),
  embedQuery: () => Promise.resolve(new Float32Array()),
  close: () => Promise.resolve(),
});

interface Spent {
  calls: number;
  millis: number;
  cpuMillis: number;
}

/**
 * Returns the milliseconds of processor time that the sessions of the database have used so far; 0 if they run
 * elsewhere.
 */
async function serverMillis(): Promise<number> {
  let ticks = 0;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (!command.startsWith('postgres:') || !command.includes(databaseName)) continue;
    const fields = (await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ') ?? [];
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks * 10;
}

/** The same database, with its statements and transactions counted by name. */
function noting(database: Database, spent: Map<string, Spent>): Database {
  const note = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const entry = spent.get(name) ?? { calls: 0, millis: 0, cpuMillis: 0 };
    spent.set(name, entry);
    const [started, cpu] = [performance.now(), cpuNow()];
    try {
      return await work();
    } finally {
      entry.calls += 1;
      entry.millis += performance.now() - started;
      entry.cpuMillis += cpuNow() - cpu;
    }
  };
  return {
    ...database,
    inWorkspace: (workspaceId, work, options) =>
      note('transactions', () =>
        database.inWorkspace(
          workspaceId,
          (transaction) => work({ query: (each, values) => note(each.name, () => transaction.query(each, values)) }),
          options,
        ),
      ),
    refreshStatistics: () => note('refreshStatistics', () => database.refreshStatistics()),
  };
}

/** The stored data, by document key: ids, times and transactions differ from one load to the next. */
const stored = statement(
  'bench.stored',
  z.object({ name: z.string(), rows: z.number(), digest: z.string() }),
  `
  with place as materialized (
    select c.chunk_id, d.key || ' ' || v.number || ' ' || c.kind || ' ' || c.ordinal as place
    from chunk c
    join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
    join document d on d.workspace_id = $1 and d.document_id = v.document_id
    where c.workspace_id = $1
  ), line as (
    select 'document' as name, to_jsonb(d) - '{document_id,workspace_id,created_at,updated_at}'::text[] as line from document d where d.workspace_id = $1
    union all
    select 'version', (to_jsonb(v) - '{document_id,version_id,workspace_id,created_at,effective_from,effective_until}'::text[]) || jsonb_build_object('key', d.key, 'held', v.effective_until is null)
    from document_version v join document d on d.workspace_id = $1 and d.document_id = v.document_id where v.workspace_id = $1
    union all
    select 'text', (to_jsonb(t) - '{version_id,workspace_id}'::text[]) || jsonb_build_object('key', d.key, 'number', v.number)
    from version_text t join document_version v on v.workspace_id = $1 and v.version_id = t.version_id join document d on d.workspace_id = $1 and d.document_id = v.document_id where t.workspace_id = $1
    union all
    select 'chunk', (to_jsonb(c) - '{chunk_id,version_id,document_id,parent_id,workspace_id,duplicate_group}'::text[]) || jsonb_build_object('place', p.place, 'group',
      (select jsonb_agg(g.place order by g.place) from chunk o join place g on g.chunk_id = o.chunk_id where o.workspace_id = $1 and o.duplicate_group = c.duplicate_group))
    from chunk c join place p on p.chunk_id = c.chunk_id where c.workspace_id = $1
    union all
    select 'chunk_text', (to_jsonb(t) - '{chunk_id,workspace_id}'::text[]) || jsonb_build_object('place', p.place) from chunk_text t join place p on p.chunk_id = t.chunk_id where t.workspace_id = $1
    union all
    select 'posting', (to_jsonb(o) - '{chunk_id,workspace_id}'::text[]) || jsonb_build_object('place', p.place) from posting o join place p on p.chunk_id = o.chunk_id where o.workspace_id = $1
    union all
    select 'vocabulary', to_jsonb(w.lexeme) from vocabulary w where w.workspace_id = $1
    union all
    select 'window', (to_jsonb(w) - '{chunk_id,workspace_id,embedding}'::text[]) || jsonb_build_object('place', p.place, 'embedding', w.embedding::text) from chunk_window w join place p on p.chunk_id = w.chunk_id where w.workspace_id = $1
    union all
    select 'code', (to_jsonb(k) - '{chunk_id,workspace_id}'::text[]) || jsonb_build_object('place', p.place) from chunk_code k join place p on p.chunk_id = k.chunk_id where k.workspace_id = $1
    union all
    select 'band', jsonb_build_object('place', p.place, 'hash', b.hash) from chunk_band b join place p on p.chunk_id = b.chunk_id where b.workspace_id = $1
  )
  select line.name, count(*)::int as rows, md5(string_agg(md5(line.line::text), '' order by md5(line.line::text))) as digest from line group by line.name order by line.name
`,
);

async function measure(title: string, store: Store, documents: readonly DocumentInput[]): Promise<void> {
  const workspaceId = newId();
  await createWorkspaces(store.database).ensure(workspaceId, 'loading');
  const spent = new Map<string, Spent>();
  const [started, cpu, server] = [performance.now(), cpuNow(), await serverMillis()];
  const { createdCount, timings } = await ingest(
    { database: noting(store.database, spent), embedder, parser: inlineParser, log: silentLog },
    workspaceId,
    documents,
  );
  const [ownMillis, serversMillis] = [cpuNow() - cpu, (await serverMillis()) - server];
  const number = (value: number) => value.toFixed(0);
  const statements = [...spent].filter(([name]) => name !== 'transactions' && name !== 'refreshStatistics');
  process.stdout.write(
    `\n${title}: ${createdCount} of ${documents.length} documents in ${number(performance.now() - started)} ms; processor: this process ${number(ownMillis)} ms, server ${number(serversMillis)} ms; ${spent.get('transactions')?.calls ?? 0} transactions, ${statements.reduce((sum, [, { calls }]) => sum + calls, 0)} statements; parse ${number(timings.parseMillis)}, cut ${number(timings.chunkMillis)}, store ${number(timings.storeMillis)} ms\n\n`,
  );
  process.stdout.write(
    `${formatTable(
      [
        { title: 'statement' },
        ...['calls', 'ms', 'ms of this process'].map((one) => ({ title: one, align: 'right' as const })),
      ],
      [...spent]
        .sort(([, left], [, right]) => right.millis - left.millis)
        .map(([name, { calls, millis, cpuMillis: own }]) => [name, String(calls), number(millis), number(own)]),
    )}\n`,
  );
  if (!flags.digest) return;
  const rows = await store.database.inWorkspace(workspaceId, (transaction) => transaction.query(stored, [workspaceId]));
  const all = createHash('sha256');
  for (const row of rows) {
    all.update(`${row.name} ${row.digest}\n`);
    process.stdout.write(`${row.name.padEnd(12)} ${String(row.rows).padStart(8)} ${row.digest}\n`);
  }
  process.stdout.write(`all                   ${all.digest('hex').slice(0, 32)}\n`);
}

const documents: DocumentInput[] = [];
for await (const document of (await openCorpus(join(flags.from, flags.set))).documents)
  if (documents.length < Number(flags.limit)) documents.push(document);
process.stdout.write(
  `${new Date().toISOString().slice(0, 16)}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}; ${flags.set}\n`,
);
if (flags.only !== 'server') {
  const folder = await mkdtemp(join(tmpdir(), 'candor-loading-'));
  const store = await openFolder(folder, true);
  try {
    await measure('embedded', store, documents);
  } finally {
    await store.close(false);
  }
}
if (flags.only !== 'embedded' && flags['database-url'] !== '') {
  const store = await openOnServer(flags['database-url'], databaseName, true);
  try {
    await measure('server', store, documents);
  } finally {
    await store.close(false);
  }
}
