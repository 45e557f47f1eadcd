/**
 * Measures both arms in large workspaces that share their tables, for askers who may read everything, 89, 10 or 1 %, and
 * with a filter by two fields of metadata that leaves 40 or 6 %: question by question, so that all meet the same noise.
 *
 *   npm run bench large -- --database-url URL --set FOLDER [--chunks 10000,100000,1000000] [--per-document 5] [--questions N] [--vectors N] [--keep]
 *
 * The database is filled in SQL, which takes minutes for a million chunks where ingestion takes hours. So there are no
 * texts: only what the arms read. A chunk has one window. Its vector is that of a real sentence of the set's
 * corpus.jsonl, to which differences of others are added, one for its document and one for itself. Postings hold 305
 * words with the shares that questions of SQuAD meet; the words of a question are drawn from them, and its vector is
 * that of a question of questions.jsonl. --keep leaves the database `candor_bench_large` to be looked into; the next run
 * makes it anew. The login must be a superuser.
 */
import { readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { formatTable } from '../src/cli/output/table.ts';
import { vectorText } from '../src/db/statement.ts';
import { openBuiltinEmbedder } from '../src/models/providers/builtin/builtinModels.ts';
import { keywordArm } from '../src/retrieval/arms/keywordArm.ts';
import { vectorArm } from '../src/retrieval/arms/searchArms.ts';
import { createRandom, percentile } from '../src/stats.ts';
import type { ArmScope } from '../src/retrieval/filter.ts';
import type { SearchFilter } from '../src/retrieval/passage.ts';
import { openOnServer, workspaceIdOf, type Store } from './retrievalStore.ts';

const { values: flags } = parseArgs({
  options: {
    'database-url': { type: 'string', default: '' },
    set: { type: 'string', default: '' },
    chunks: { type: 'string', default: '10000,100000,1000000' },
    'per-document': { type: 'string', default: '5' },
    questions: { type: 'string', default: '20' },
    vectors: { type: 'string', default: '2500' },
    keep: { type: 'boolean', default: false },
  },
});
const model = 'bench:large';
const name = 'candor_bench_large';
const sizes = flags.chunks.split(',').map(Number);
const per = Number(flags['per-document']);
const print = (text: string) => process.stdout.write(`${text}\n`);

interface Asked {
  readonly vector: Float32Array;
  readonly lexemes: readonly string[];
}

/** Words with the share of the chunks that has each, and questions of four to seven of them. */
function drawWords(questions: number): { shares: Map<string, number>; asked: string[][] } {
  const random = createRandom(7);
  const shares = new Map<string, number>();
  const draw = (question: number, place: number): string => {
    const isFrequent = random() < 0.28;
    const rank = Math.min(299, Math.floor(15 * 21 ** random() - 15));
    const word = isFrequent ? `frequent${rank}` : `own${question}x${place}`;
    shares.set(word, isFrequent ? 4 / (rank + 16) : 0.001 * 100 ** random());
    return word;
  };
  const asked = Array.from({ length: questions }, (_, question) => [
    ...new Set(Array.from({ length: 4 + Math.floor(random() * 4) }, (_word, place) => draw(question, place))),
  ]);
  return { shares, asked };
}

async function linesOf(file: string, field: string): Promise<string[]> {
  const lines = (await readFile(join(flags.set, file), 'utf8')).trim().split('\n');
  return lines.map((line) => String((JSON.parse(line) as Record<string, unknown>)[field]));
}

const windowsOf = (text: string): string[] => text.match(/(?:\S+\s+){15,39}\S+/g) ?? [];

/** Fills one workspace; `place` makes its ids. A tenth of the documents is for group g10, a hundredth for g1. */
async function fill(client: pg.Client, place: number, chunks: number, shares: Map<string, number>): Promise<void> {
  const workspace = workspaceIdOf(place);
  const id = (kind: number, number: string) =>
    `('0190${String(place).padStart(2, '0')}0${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  const documents = chunks / per;
  const send = (text: string, ...more: readonly unknown[]) => client.query(text, [workspace, ...more]);
  await send(
    `insert into workspace (workspace_id, name, embedder, created_at, retention_days) values ($1, $2, '${model}', now(), 30)`,
    `${chunks} chunks`,
  );
  await send(`insert into document (workspace_id, document_id, key, title, state, metadata, tags, created_at, updated_at, source_type, search_config, access_groups, trust)
    select $1::uuid, ${id(1, 'd')}, 'document-' || d, 'Document', 'PUBLISHED', '{}', '{}', now(), now(), 'FILE', 'english',
      array[case when d % 100 = 7 then 'g1' when d % 10 = 3 then 'g10' else 'staff' end], 'NORMAL' from generate_series(0, ${documents} - 1) d`);
  await send(`insert into document_metadata (workspace_id, document_id, ordinal, name, value, number)
    select $1::uuid, ${id(1, 'd')}, m.ordinal, m.name, m.value, m.number from generate_series(0, ${documents} - 1) d
    cross join lateral (values (0, 'team', 'team-' || d % 10, null), (1, 'year', (2015 + d / 10 % 10)::text, (2015 + d / 10 % 10)::float8)) as m (ordinal, name, value, number)`);
  await send(`insert into document_version (workspace_id, version_id, document_id, number, content_hash, effective_from, created_at, chunk_count, source_type, flags, passage_count, body_length, title_length, heading_length)
    select $1::uuid, ${id(2, 'd')}, ${id(1, 'd')}, 1, '', now(), now(), ${per}, 'FILE', '{}', ${per}, 425, 10, 10 from generate_series(0, ${documents} - 1) d`);
  await send(`insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, omitted, body_length, title_length, heading_length)
    select $1::uuid, ${id(3, 'n')}, ${id(1, `n / ${per}`)}, ${id(2, `n / ${per}`)}, ${id(3, 'n')}, 'PASSAGE', n % ${per}, 0, 800, false, 70 + n % 31, 2, 2 from generate_series(0, ${chunks} - 1) n`);
  await send(`insert into chunk_window (workspace_id, model, chunk_id, ordinal, start_offset, end_offset, embedding)
    select $1::uuid, '${model}', ${id(3, 'n')}, 0, 0, 400, l2_normalize(b.v + d.v + w.v)
    from generate_series(0::bigint, ${chunks} - 1) n
    join bench_base b on b.i = (n / ${per}) % (select count(*) from bench_base)
    join bench_noise d on d.i = abs(hashint8(n / ${per} + ${place}::bigint * 1000000007)::bigint) % 20000
    join bench_noise w on w.i = abs(hashint8(n * 31 + 17 + ${place}::bigint * 1000000007)::bigint) % 20000 order by n`);
  await send(`insert into chunk_code (workspace_id, chunk_id, model, part, code_0)
    select workspace_id, chunk_id, model, 0, binary_quantize(embedding) from chunk_window where workspace_id = $1 order by chunk_id`);
  await send(
    `insert into posting (workspace_id, lexeme, chunk_id, body, title, heading, body_length, title_length, heading_length, counted)
    select $1::uuid, l.lexeme, ${id(3, 'n')}, 1 + (random() * random() * 3)::int, (random() < 0.02)::int, (random() < 0.02)::int, 70 + n % 31, 2, 2, true
    from unnest($2::text[], $3::float8[]) as l (lexeme, share)
    cross join lateral (select distinct (random() * (${chunks} - 1))::bigint as n from generate_series(1, (-ln(1 - l.share) * ${chunks})::bigint)) as x
    order by l.lexeme, n`,
    [...shares.keys()],
    [...shares.values()],
  );
}

async function fillAll(url: string, shares: Map<string, number>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  const embedder = await openBuiltinEmbedder();
  await client.connect();
  try {
    const windows = (await linesOf('corpus.jsonl', 'text')).flatMap(windowsOf);
    const step = Math.max(1, Math.floor(windows.length / Number(flags.vectors)));
    const vectors = await embedder.embedDocuments(
      windows.filter((_, place) => place % step === 0).slice(0, Number(flags.vectors)),
    );
    // Keys are not checked one by one.
    await client.query(`set session_replication_role = replica; set work_mem = '400MB'`);
    await client.query('create table bench_base (i int primary key, v halfvec)');
    await client.query(
      'insert into bench_base select n - 1, l2_normalize(x::halfvec) from unnest($1::text[]) with ordinality as u (x, n)',
      [vectors.map(vectorText)],
    );
    await client.query(`create table bench_noise as select g as i, (a.v - b.v) * (select array_agg(0.5)::halfvec from generate_series(1, ${embedder.dimensions})) as v
      from generate_series(0, 19999) g join bench_base a on a.i = (g::bigint * 7919 + 13) % ${vectors.length} join bench_base b on b.i = (g::bigint * 104729 + 5011) % ${vectors.length}`);
    for (const [place, chunks] of sizes.entries()) await fill(client, place, chunks, shares);
  } finally {
    await Promise.all([client.end(), embedder.close()]);
  }
}

/** Two conditions on metadata, by a list and by a range. */
const byMetadata = (teams: number, years: number): SearchFilter => ({
  metadata: [
    { name: 'team', in: Array.from({ length: teams }, (_, team) => `team-${team}`) },
    { name: 'year', from: '2015', to: String(2014 + years) },
  ],
});

const askers: readonly (readonly [who: string, groups: readonly string[] | null, filter: SearchFilter])[] = [
  ['everything', null, {}],
  ['two fields, 40 %', null, byMetadata(5, 8)],
  ['two fields, 6 %', null, byMetadata(1, 6)],
  ['89 %', ['staff'], {}],
  ['10 %', ['g10'], {}],
  ['1 %', ['g1'], {}],
];

async function measure(store: Store, asked: readonly Asked[]): Promise<void> {
  const rows: string[][] = [];
  for (const [place, chunks] of sizes.entries()) {
    const taken = askers.map(() => ({ vector: [] as number[], words: [] as number[], both: [] as number[] }));
    for (const question of asked)
      for (const [at, [, accessGroups, filter]] of askers.entries()) {
        const { database } = store;
        const scope = { database, workspaceId: workspaceIdOf(place), asOf: new Date(), filter, accessGroups };
        const { vector, words } = await timesOf(scope, question);
        taken[at]?.vector.push(vector);
        taken[at]?.words.push(words);
        taken[at]?.both.push(vector + words);
      }
    // The first question also warms up.
    const at = (values: readonly number[], share: number) => percentile(values.slice(1), share) ?? 0;
    const whole = at(taken[0]?.both ?? [], 0.95);
    for (const [index, [who]] of askers.entries()) {
      const { vector = [], words = [], both = [] } = taken[index] ?? {};
      const millis = [vector, words].flatMap((values) => [at(values, 0.5), at(values, 0.95)]);
      const cells = [...millis.map((value) => value.toFixed(1)), (at(both, 0.95) / whole).toFixed(2)];
      rows.push([chunks.toLocaleString('en'), who, ...cells]);
    }
  }
  const right = (title: string) => ({ title, align: 'right' as const });
  const columns = ['vector p50 ms', 'p95', 'keyword p50 ms', 'p95', 'p95 of both, of everything'].map(right);
  print(formatTable([right('chunks'), { title: 'asker reads' }, ...columns], rows));
}

/** Milliseconds of each arm. */
async function timesOf(scope: ArmScope, { vector, lexemes }: Asked): Promise<{ vector: number; words: number }> {
  const started = performance.now();
  await vectorArm(scope, { vector, model, limit: 30, maxDistance: 2 });
  const between = performance.now();
  const words = { words: lexemes.map((lexeme) => ({ lexeme, count: 1, lookalikes: [] })), phrases: [] };
  const query = { arm: 'BM25', text: '', lexemes, words, searchConfig: 'english', limit: 30 } as const;
  await scope.database.inWorkspace(scope.workspaceId, (transaction) => keywordArm(transaction, scope, query));
  return { vector: between - started, words: performance.now() - between };
}

const load = () => `${cpus().length} x ${cpus()[0]?.model ?? '?'}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`;
if (!flags['database-url'] || !flags.set)
  throw new Error(
    'Give --database-url (`.ci/native-postgres start` prints one) and --set, a folder with corpus.jsonl and questions.jsonl.',
  );
print(load());
const store = await openOnServer(flags['database-url'], name, true);
try {
  const { shares, asked } = drawWords(60);
  const url = new URL(flags['database-url']);
  url.pathname = `/${name}`;
  await fillAll(url.href, shares);
  await store.settle();
  const embedder = await openBuiltinEmbedder();
  const texts = (await linesOf('questions.jsonl', 'question')).slice(0, Number(flags.questions) + 1);
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await embedder.embedQuery(text, {}));
  await embedder.close();
  await measure(
    store,
    vectors.map((vector, place) => ({ vector, lexemes: asked[place % asked.length]! })),
  );
} finally {
  await store.close(flags.keep);
}
print(`${load()}; where the load is above the cores, compare only what one run measured`);
