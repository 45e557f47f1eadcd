/**
 * Measures how long one whole retrieval takes beyond the query embedding, on the embedded database and on a server, and
 * how much of it is not the arms' SQL.
 *
 *   npm run bench retrieval -- [--only embedded|server] [--database-url URL] [--chunks N] [--workspaces N] [--questions N] [--seed N] [--keep] [--data FOLDER] [--reload]
 *
 * Embedded: 10,000 chunks in one workspace, in a folder. Server: 100,000 chunks in 20 workspaces, in a separate
 * database on the server of --database-url or CANDOR_TEST_DATABASE_URL. Loading takes minutes; --keep leaves folder and
 * database for the next run, which finds them, migrates their schema and only measures. --data names the folder, which
 * is then always kept. --reload deletes both first.
 *
 * The knowledge is made up (retrievalKnowledge.ts); the product cuts and stores it. Its vectors are made up too: the
 * query embedding is excluded by definition, so no model is needed, and a stand-in embedder has each question's vector
 * ready.
 * A retrieval is `retrieve` with preset CANDOR and no reranker: analysis, both arms, completion, fusion, curated
 * answers, folding, reading passages. Before that, the share of the exact order that the vector arm's first cut keeps
 * is reported. The bare arms are the statements of the keyword and the vector arm with the same values through the same
 * pool: at once on a server, one after the other with a single connection. After one unmeasured pass, which gives the
 * table of statements, both take turns.
 */
import { access, mkdtemp } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../src/cli/output/table.ts';
import { createRandom, mean, percentile } from '../src/stats.ts';
import { makeKnowledge } from './retrievalKnowledge.ts';
import { load } from './retrievalLoad.ts';
import {
  measure,
  measureTogether,
  watch,
  type Question,
  type Taken,
  type Timings,
  type Watched,
} from './retrievalMeasure.ts';
import { vectorRecall } from './vectorRecall.ts';
import {
  count,
  openFolder,
  openOnServer,
  tableSizes,
  workspaceIdOf,
  type Counts,
  type Store,
} from './retrievalStore.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    'database-url': { type: 'string', default: '' },
    chunks: { type: 'string' },
    workspaces: { type: 'string', default: '20' },
    questions: { type: 'string', default: '200' },
    seed: { type: 'string', default: '4' },
    keep: { type: 'boolean', default: false },
    data: { type: 'string' },
    reload: { type: 'boolean', default: false },
  },
});
const knowledge = makeKnowledge(Number(flags.seed));
const warmUp = 20;
/** Each scans its whole workspace for comparison. */
const recallQuestions = 40;
const targetRatio = 1.5;

interface Case {
  readonly title: string;
  readonly chunks: number;
  readonly workspaces: number;
  /** Concurrent transactions while loading. */
  readonly lanes: number;
  /** Concurrent clients in the second measurement; 1: there is none. */
  readonly clients: number;
  /** For the 95th percentile, in milliseconds. */
  readonly target: number;
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const whole = (value: number) => Math.round(value).toLocaleString('en');
const at = (values: readonly number[], share: number) => percentile(values, share) ?? 0;
const wall = (taken: readonly Taken[], share: number) =>
  at(
    taken.map(({ millis }) => millis),
    share,
  );
const cpu = (taken: readonly Taken[], share: number) =>
  at(
    taken.map(({ cpuMillis }) => cpuMillis),
    share,
  );

/**
 * Loads what is missing.
 * @returns the counts of each workspace
 */
async function fill(store: Store, { chunks, workspaces, lanes }: Case): Promise<Counts[]> {
  const workspaceIds = Array.from({ length: workspaces }, (_, position) => workspaceIdOf(position));
  const countAll = async () => {
    const counts: Counts[] = [];
    for (const workspaceId of workspaceIds) counts.push(await count(store.database, workspaceId));
    return counts;
  };
  const there = await countAll();
  const each = Math.floor(chunks / workspaces);
  if (there.every((counts) => counts.chunks >= each)) {
    print('the knowledge was there already');
    return there;
  }
  if (there.some((counts) => counts.chunks > 0))
    throw new Error('What is there was not loaded to its end: delete the folder or database and run this again.');
  const started = performance.now();
  let shown = started;
  await load({
    ...store,
    knowledge,
    workspaceIds,
    chunks: each,
    lanes,
    onProgress: (stored) => {
      if (performance.now() - shown < 10_000) return;
      shown = performance.now();
      process.stderr.write(
        `loading: ${whole(stored)} chunks, ${whole((stored * 1_000) / (shown - started))} a second\n`,
      );
    },
  });
  await store.settle();
  print(`loaded in ${whole((performance.now() - started) / 1_000)} s`);
  return countAll();
}

function makeQuestions(counts: readonly Counts[], howMany: number): Question[] {
  const random = createRandom(Number(flags.seed) + 1);
  return Array.from({ length: howMany }, (_, number) => {
    const workspace = number % counts.length;
    const document = Math.floor(random() * counts[workspace]!.documents);
    return {
      ...knowledge.question(number, workspace, document),
      workspaceId: workspaceIdOf(workspace),
      about: `document-${document}`,
    };
  });
}

async function run(store: Store, one: Case): Promise<void> {
  print(`\n${one.title}: ${store.version}`);
  const counts = await fill(store, one);
  const total = (key: keyof Counts) => counts.reduce((sum, each) => sum + each[key], 0);
  print(
    `${whole(total('chunks'))} chunks of ${whole(total('documents'))} documents in ${counts.length} workspaces, ${whole(total('windows'))} windows (${(total('windows') / total('chunks')).toFixed(1)} a chunk), ${whole(total('postings'))} postings (${(total('postings') / total('chunks')).toFixed(0)} a chunk)\n`,
  );
  await printSizes(store, total('chunks'));
  const watched = await watch(store.database, makeQuestions(counts, Number(flags.questions) + warmUp));
  printCalls(watched);
  const recall = await vectorRecall(
    store.database,
    watched.asked.slice(0, recallQuestions).map(({ question }) => question),
  );
  print(
    `the vector arm keeps ${(recall.ten * 100).toFixed(1)} % of the exact best 10 and ${(recall.thirty * 100).toFixed(1)} % of the exact best 30 (${recallQuestions} questions)`,
  );
  const timings = await measure(store.database, watched.asked, warmUp);
  // Concurrent clients share one process, so its CPU time cannot be divided among questions.
  const together =
    one.clients > 1
      ? rowsOf(`${one.clients} clients`, await measureTogether(store.database, watched.asked, one.clients)).map((row) =>
          row.slice(0, 3),
        )
      : [];
  const rows = [...rowsOf('one client', timings), ...together];
  print(
    `\n${formatTable([{ title: `${flags.questions} questions` }, right('p50 ms'), right('p95 ms'), right('CPU of this process p50'), right('p95')], rows)}`,
  );
  const slowest = wall(timings.retrieval, 0.95);
  const ratio = slowest / wall(timings.bare, 0.95);
  const verdict = (met: boolean) => (flags.chunks === undefined ? (met ? ' MET' : ' MISSED') : '');
  print(
    `p95 ${slowest.toFixed(1)} ms, target ${one.target}${verdict(slowest <= one.target)}; ratio ${ratio.toFixed(2)}, target ${targetRatio}${verdict(ratio <= targetRatio)}`,
  );
}

const right = (title: string) => ({ title, align: 'right' as const });

function rowsOf(clients: string, { retrieval, bare }: Timings): string[][] {
  const row = (taken: readonly Taken[]) => [wall(taken, 0.5), wall(taken, 0.95), cpu(taken, 0.5), cpu(taken, 0.95)];
  const [all, arms] = [row(retrieval), row(bare)];
  return [
    [`retrieval, ${clients}`, ...all.map((value) => value.toFixed(1))],
    [`bare arms, ${clients}`, ...arms.map((value) => value.toFixed(1))],
    ['ratio', ...all.map((value, column) => (value / (arms[column] ?? 1)).toFixed(2))],
  ];
}

async function printSizes({ database }: Store, chunks: number): Promise<void> {
  const sizes = await tableSizes(database);
  print(
    formatTable(
      [{ title: 'table' }, right('MB'), right('indexes MB'), right('bytes a chunk')],
      sizes.map(({ name, table, indexes }) => [
        name,
        table.toFixed(1),
        indexes.toFixed(1),
        whole(((table + indexes) * 1e6) / chunks),
      ]),
    ),
  );
}

function printCalls({ calls, asked, names, found, first }: Watched): void {
  const rows = [...calls].map(([name, list]) => {
    const times = list.map((call) => call.millis);
    return [
      name,
      (list.length / asked.length).toFixed(1),
      whole(mean(list.map((call) => call.rows)) ?? 0),
      at(times, 0.5).toFixed(1),
      at(times, 0.95).toFixed(1),
    ];
  });
  print(
    `\n${formatTable([{ title: 'statement' }, right('a question'), right('rows'), right('p50 ms'), right('p95 ms')], rows)}`,
  );
  print(
    `arms: ${names.join(' and ')}; the document that a question was made of is among the ten passages for ${whole(found * 100)} % of the questions`,
  );
  print(
    `the first question of a workspace in this process: ${at(first, 0.5).toFixed(0)} ms (p50), ${Math.max(...first).toFixed(0)} ms at most`,
  );
}

const busy = () => `load ${loadavg()[0]?.toFixed(1) ?? '?'}`;
print(
  `machine: ${cpus().length} x ${cpus()[0]?.model ?? '?'}, ${whole(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${busy()} before`,
);
if (flags.only !== 'server') {
  const chunks = Number(flags.chunks ?? 10_000);
  const folder =
    flags.data ??
    (flags.keep ? join(tmpdir(), `candor-bench-retrieval-${chunks}`) : await mkdtemp(join(tmpdir(), 'candor-bench-')));
  const store = await openFolder(folder, flags.reload);
  try {
    await run(store, { title: `embedded, ${folder}`, chunks, workspaces: 1, lanes: 1, clients: 1, target: 60 });
  } finally {
    await store.close(flags.keep || flags.data !== undefined);
  }
  await access(folder).then(
    () => print(`kept: ${folder}`),
    () => undefined,
  );
}
if (flags.only !== 'embedded') {
  const chunks = Number(flags.chunks ?? 100_000);
  const workspaces = Number(flags.workspaces);
  const name = `candor_bench_${chunks}_${workspaces}`;
  if (!flags['database-url'])
    print(
      '\nSKIPPED: THE SERVER WAS NOT MEASURED. Give --database-url or CANDOR_TEST_DATABASE_URL; `.ci/native-postgres start` prints one.',
    );
  else {
    const store = await openOnServer(flags['database-url'], name, flags.reload);
    try {
      await run(store, { title: `server, ${name}`, chunks, workspaces, lanes: 3, clients: 8, target: 25 });
    } finally {
      await store.close(flags.keep);
    }
    if (flags.keep) print(`kept: ${name}`);
  }
}
print(`${busy()} after; above ${cpus().length} others were waited for, and only CPU times and ratios mean something`);
