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
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newId } from '../src/db/statement.ts';
import { openCorpus } from '../src/evaluation/formats/readSet.ts';
import type { DocumentInput } from '../src/knowledge/document.ts';
import { ingest } from '../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../src/log.ts';
import { createWorkspaces } from '../src/workspaces/workspaces.ts';
import { cpuNow } from '../test/support/clocks.ts';
import { inlineParser } from '../test/support/parser.ts';
import { bagEmbedder } from './bagEmbedder.ts';
import { noting, type Spent, spentTable } from './notedDatabase.ts';
import { openFolder, openOnServer, type Store } from './retrievalStore.ts';
import { storedDigest } from './storedDigest.ts';

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
  process.stdout.write(`${spentTable(spent)}\n`);
  if (!flags.digest) return;
  process.stdout.write(await storedDigest(store.database, workspaceId));
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
