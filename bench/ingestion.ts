/**
 * Measures how long it takes from a file to what can be searched, with the built-in embedder on the embedded database:
 * one large Markdown file, and many short passages.
 *
 *   npm run bench ingestion -- [--megabytes 4.7] [--passages 1000] [--file PATH] [--statements] [--digest]
 *
 * 2026-11-28, 2 cores of a 2.5 GHz Xeon that other work shared, processor time in ms a chunk of 1.6 windows of 165 word
 * pieces: reading Markdown .6, cutting with tokens and fingerprints 1.9, embedding 46.2 (28.9 a window, on both cores),
 * storing 7.8 (postings 3.9, vectors 1.7). If all but the embedder took no time, ingestion would be 1.22 times as fast in
 * processor time and 1.45 times by the clock, where storing has one core: three times is out of reach without another
 * model. Of the embedder's time 43 % goes into 8-bit products, which use the processor's own instructions for them. Tried
 * on 60 windows: without the mask 1.04 times as fast and the same to the digit; then with other kernels for the
 * normalisation 1.18 (least cosine to today's vectors .9958), with fused attention 1.12 (.9946), with both 1.26 (.9934).
 * Those are other vectors: the ranges of 8-bit integers follow the values, as they would with several texts in a run.
 *
 * The texts are sentences of this repository's pages in random order, so that no two sections are the same. `--file`
 * takes a file instead. With --digest it prints a digest of what is stored, vectors included: two versions of the code
 * that store the same print the same.
 */
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newId } from '../src/db/statement.ts';
import type { DocumentInput } from '../src/knowledge/document.ts';
import { createParserProcess } from '../src/knowledge/formats/process/parserProcess.ts';
import { ingest } from '../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../src/log.ts';
import { openBuiltinEmbedder } from '../src/models/providers/builtin/builtinModels.ts';
import { createRandom } from '../src/stats.ts';
import { createWorkspaces } from '../src/workspaces/workspaces.ts';
import { cpuNow } from '../test/support/clocks.ts';
import { noting, type Spent, spentTable } from './notedDatabase.ts';
import { count, openFolder } from './retrievalStore.ts';
import { storedDigest } from './storedDigest.ts';

const { values: flags } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '4.7' },
    passages: { type: 'string', default: '1000' },
    file: { type: 'string' },
    statements: { type: 'boolean', default: false },
    digest: { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('../', import.meta.url));

/** Sentences of the pages of this repository, without those of tables and code. */
async function readSentences(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['docs', 'sample']) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((each) => each.endsWith('.md')).toSorted()) {
      const page = await readFile(join(root, folder, name), 'utf8');
      const lines = page.split('\n').filter((line) => /^[A-Z].{60,}/.test(line) && !line.includes('|'));
      found.push(...lines.flatMap((line) => line.split(/(?<=[.!?]) /)).filter(({ length }) => length > 30));
    }
  }
  return found;
}

const random = createRandom(5);
const sentences = await readSentences();
const drawn = (most: number) =>
  Array.from(
    { length: 2 + Math.floor(random() * most) },
    () => sentences[Math.floor(random() * sentences.length)] ?? '',
  ).join(' ');

function largeFile(characters: number): string {
  const parts = ['# A large handbook'];
  for (let length = 0, section = 1; length < characters; section += 1) {
    const paragraphs = Array.from({ length: 1 + Math.floor(random() * 4) }, () => drawn(6));
    const text = [`## Section ${section}: ${drawn(0).slice(0, 40).trim()}`, ...paragraphs].join('\n\n');
    parts.push(text);
    length += text.length + 2;
  }
  return parts.join('\n\n');
}

/** The parts as `candor serve` has them. */
const embedder = await openBuiltinEmbedder();
// Both threads, so that no figure holds their loading.
await Promise.all([embedder.embedQuery('warm'), embedder.embedQuery('warm too'), embedder.embedQuery('and hot')]);
await new Promise((resolve) => setTimeout(resolve, 2_000));

async function measure(title: string, documents: readonly DocumentInput[]): Promise<void> {
  const store = await openFolder(await mkdtemp(join(tmpdir(), 'candor-ingestion-')), true);
  const parser = createParserProcess();
  try {
    const workspaceId = newId();
    await createWorkspaces(store.database).ensure(workspaceId, 'ingestion');
    const spent = new Map<string, Spent>();
    const [started, cpu] = [performance.now(), cpuNow()];
    const { timings, failedCount } = await ingest(
      { database: noting(store.database, spent), embedder, parser, log: silentLog },
      workspaceId,
      documents,
    );
    const millis = performance.now() - started;
    const ownMillis = cpuNow() - cpu;
    const { chunks, windows, postings } = await count(store.database, workspaceId);
    const seconds = (value: number) => (value / 1_000).toFixed(1);
    process.stdout.write(
      `${title}: ${seconds(millis)} s, ${(millis / chunks).toFixed(1)} ms a chunk (${chunks} chunks, ${windows} windows, ${postings} postings, ${failedCount} failed); processor time of this process ${seconds(ownMillis)} s; read ${seconds(timings.parseMillis)}, cut ${seconds(timings.chunkMillis)}, embed ${seconds(timings.embedMillis)}, store ${seconds(timings.storeMillis)} s\n`,
    );
    if (flags.statements) process.stdout.write(`${spentTable(spent)}\n`);
    if (flags.digest) process.stdout.write(await storedDigest(store.database, workspaceId));
  } finally {
    await parser.close();
    await store.close(false);
  }
}

process.stdout.write(
  `${new Date().toISOString().slice(0, 16)}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`,
);
if (flags.file !== undefined)
  await measure(basename(flags.file), [{ key: basename(flags.file), bytes: await readFile(flags.file) }]);
else {
  const megabytes = Number(flags.megabytes);
  if (megabytes > 0)
    await measure(`${megabytes} MB of Markdown`, [
      { key: 'handbook.md', bytes: Buffer.from(largeFile(megabytes * 1e6)) },
    ]);
  const passages = Array.from({ length: Number(flags.passages) }, (_, number) => ({
    key: `passage-${number}`,
    format: 'PLAIN_TEXT' as const,
    text: drawn(6),
  }));
  if (passages.length > 0) await measure(`${passages.length} passages`, passages);
}
await embedder.close();
process.exit();
