import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { listBandMates } from '../../src/knowledge/store/duplicateGroups.sql.ts';
import { vectorText } from '../../src/db/statement.ts';
import { silentLog } from '../../src/log.ts';
import { newWorkspace, openOwnDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { nodesOf, type Plan } from '../support/queryPlan.ts';

const embedder = createHashedEmbedder();
const chunks = 300;
let open: OpenTestDatabase;
let workspace: string;
let vector: string;
beforeAll(async () => {
  open = await openOwnDatabase();
  for (const name of ['beside', 'asked']) {
    workspace = await newWorkspace(open.database, name);
    const section = (index: number) =>
      `# Part ${index}\n\nAnimal ${index} of ${name} is ${index % 50 === 0 ? 'a zebra' : 'no stripe'} and eats word${index}.`;
    const texts = Array.from({ length: 10 }, (_, document) => ({
      key: `${document}.md`,
      text: Array.from({ length: chunks / 10 }, (_, part) => section(document * 30 + part)).join('\n\n'),
      format: 'MARKDOWN' as const,
    }));
    await ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, workspace, texts);
  }
  // Also empties the index's list of pending entries, as autovacuum does on a server.
  await open.pool.query('vacuum analyze');
  vector = vectorText(await embedder.embedQuery('a zebra'));
}, 120_000);
afterAll(() => open.close());

const reads = (plan: Plan, table: string) => nodesOf(plan).filter((node) => node['Relation Name'] === table);
const rowsRead = (plan: Plan, table: string) =>
  reads(plan, table).reduce((sum, node) => sum + node['Actual Loops'] * node['Actual Rows'], 0);
/** Those that were run: the other way to the postings, for askers of the other kind, is in each plan. */
const postingScans = (plan: Plan) =>
  nodesOf(plan).filter((node) => node['Index Name'] === 'posting_pkey' && node['Actual Loops'] > 0);
const indexes = (plan: Plan) => nodesOf(plan).map((node) => node['Index Name']);

/**
 * The plan of the query inside a search function, or of another one of its statements, run as the owner, as the function runs. Its parameters and variables stay what they are, so that
 * a function that keeps one plan for all values shows that plan.
 */
async function planOf(
  name: string,
  values: Readonly<Record<string, string>>,
  set = '',
  statement = /return query\s+([^;]+);/,
): Promise<Plan> {
  const { rows } = await open.pool.query<SearchFunction>(
    `select prosrc, proconfig as settings, proargnames::text[] as names, array(select format_type(t.type, null) from unnest(proargtypes::oid[]) with ordinality as t (type, place) order by place) as types
     from pg_proc where proname = $1`,
    [name],
  );
  const { prosrc, settings, names, types } = rows[0]!;
  const declared = [...prosrc.matchAll(/^ {2}(v_\w+) ([^;:]+?)(?: :=[^;]+)?;$/gm)];
  const typeOf = new Map([
    ...types.map((type, place) => [names[place] ?? '', type] as const),
    ...declared.map(([, variable, type]) => [variable ?? '', type ?? ''] as const),
  ]);
  const query = statement.exec(prosrc)![1]!.replace(/\binto v_[^\n]+/, '');
  const parameters = Object.keys(values).filter((parameter) => typeOf.has(parameter));
  const text = parameters.reduce(
    (sql, parameter, place) => sql.replaceAll(new RegExp(String.raw`\b${parameter}\b`, 'g'), `$${place + 1}`),
    query,
  );
  // The function's own settings last: they hold inside it.
  const all = [set, ...settings.map((setting) => `set local ${setting.replace('=', ' = ')}`)].filter(Boolean);
  const client = await open.pool.connect();
  try {
    await client.query(`begin; ${all.join('; ')}`);
    await client.query(`prepare planned (${parameters.map((parameter) => typeOf.get(parameter)).join()}) as ${text}`);
    const plan = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) execute planned (${parameters.map((parameter) => values[parameter]).join()})`,
    );
    return plan.rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('rollback; deallocate all');
    client.release();
  }
}

interface SearchFunction {
  readonly prosrc: string;
  readonly settings: readonly string[];
  readonly names: readonly string[];
  readonly types: readonly string[];
}

const shared = () => ({
  p_workspace: `'${workspace}'::uuid`,
  p_limit: '30',
  p_as_of: `'2030-01-01'::timestamptz`,
  p_groups: 'null::text[]',
  p_filter: `'{}'::jsonb`,
});
const wordValues = (...lexemes: readonly string[]) => ({
  ...shared(),
  p_lexemes: `array[${lexemes.map((lexeme) => `'${lexeme}'`).join()}]`,
  p_groups_of: `array[${lexemes.map((_, position) => position + 1).join()}]`,
  p_similarities: ones(lexemes.length),
  p_counts: ones(lexemes.length),
  p_phrases: 'array[]::text[]',
  p_config: `'english'::regconfig`,
  v_by_exception: 'true',
  v_filtered: 'false',
  v_matching: 'null::uuid[]',
  v_allowed: 'null::uuid[]',
  v_looked: '30',
  v_alike: 'false',
  v_derived: 'false',
  v_whole: 'true',
  v_left_out: `'{}'::uuid[]`,
  v_left_chunks: `'{}'::uuid[]`,
  v_few: 'null::uuid[]',
  v_passages: `array[${lexemes.map(() => 6).join()}]::bigint[]`,
  ...Object.fromEntries(
    ['size', 'body', 'title', 'heading', 'body_norm', 'title_norm', 'heading_norm'].map((name) => [
      `v_${name}`,
      '10::float8',
    ]),
  ),
});
const ones = (count: number) => `('{${Array.from({ length: count }, () => 1).join()}}'::float8[])`;
const vectorValues = () => ({
  ...shared(),
  p_model: `'${embedder.fingerprint}'`,
  p_query: `'${vector}'::halfvec`,
  p_max_distance: '2::float8',
  v_code: `binary_quantize('${vector}'::halfvec)::varbit`,
  v_wanted: '20',
  v_deep: '40',
  v_matching: 'null::uuid[]',
});
/** The vector arm's statements: chooses from all chunks, or from those that may be read. Each compares what it chose. */
const vectorStatements = {
  fromAll: /(with near as materialized \([^;]+);/,
  fromReadable: /(with readable as materialized \([^;]+);/,
};
/**
 * The keyword arm's statements: adds the lengths up, looks up the chunks that are left out, counts postings and weighs them; and what it does with a
 * filter, with a phrase, or where much may not be read.
 */
const wordStatements = {
  lengths: /(select sum\(o\.passage_count\)[^;]+);/,
  leftOut: /v_left_chunks := array\(([^;]+)\);/,
  counts: /(select array_agg\(p\.passages[^;]+);/,
  weighed: /return query\s+(with weighed[^;]+);/,
  joined: /return query\s+(with visible[^;]+);/,
};
const wordPlan = (part: keyof typeof wordStatements, values: Readonly<Record<string, string>>, set = '') =>
  planOf('candor_search_bm25', values, set, wordStatements[part]);
// A few hundred rows are a handful of pages: without this hint reading them all is rightly cheaper than any index.
const asIfLarge = 'set local enable_seqscan = off';

describe('the websearch arm', () => {
  it('reads the full-text index, with workspace and words', async () => {
    const plan = await planOf(
      'candor_search_websearch',
      { ...shared(), v_query: `websearch_to_tsquery('english', 'zebra')` },
      asIfLarge,
    );
    const scan = nodesOf(plan).find((node) => node['Index Name'] === 'chunk_text_tsv')!;
    expect(scan['Node Type']).toBe('Bitmap Index Scan');
    expect(scan['Index Cond']).toMatch(/workspace_id = .*tsv @@ /);
    expect(scan['Actual Rows']).toBe(chunks / 50);
    expect(reads(plan, 'chunk_text').map((node) => node['Actual Loops'])).toEqual([1]);
  });
});

describe('the BM25 arm', () => {
  it.each(['counts', 'weighed'] as const)(
    'reads the postings of each word once, from their primary key alone, with workspace and word (%s)',
    async (part) => {
      const plan = await wordPlan(part, wordValues('zebra', 'word7'), asIfLarge);
      const scans = postingScans(plan);
      expect(scans.map((node) => [node['Node Type'], node['Actual Loops']])).toEqual([['Index Only Scan', 2]]);
      expect(scans[0]!['Index Cond']).toMatch(/workspace_id = .*lexeme = /);
      // A server vacuums when it can: an autovacuum that is at it, or an older snapshot, leaves pages to be looked up.
      if (inject('databaseUrl') === null) expect(scans[0]!['Heap Fetches']).toBe(0);
      // Rows are told as the mean of the loops, by some versions as a whole number.
      expect(Math.abs(rowsRead(plan, 'posting') - (chunks / 50 + 1))).toBeLessThanOrEqual(1);
      expect(indexes(plan)).not.toContain('posting_of_chunk');
      // Nor any chunk, version or document with its hits.
      for (const table of ['chunk', 'document_version', 'document']) expect(rowsRead(plan, table), table).toBe(0);
    },
  );

  it('adds the lengths of the versions up from an index alone', async () => {
    const set = `${asIfLarge}; set local enable_bitmapscan = off`;
    const scans = reads(await wordPlan('lengths', wordValues('zebra'), set), 'document_version');
    expect(scans.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
      ['Index Only Scan', 'document_version_lengths'],
    ]);
    expect(scans[0]!['Index Cond']).toMatch(/workspace_id = /);
  });

  it('looks up the chunks of versions that do not hold, and no others', async () => {
    const { rows } = await open.pool.query<{ version_id: string; count: string }>(
      'select version_id, count(*) from chunk where workspace_id = $1 group by version_id order by version_id limit 1',
      [workspace],
    );
    const left = { v_left_out: `'{${rows[0]!.version_id}}'::uuid[]` };
    const plan = await wordPlan('leftOut', { ...wordValues('zebra', 'word7'), ...left }, asIfLarge);
    expect(rowsRead(plan, 'chunk')).toBe(Number(rows[0]!.count));
  });
});

describe('the search for copies of new chunks', () => {
  it('looks each band up, as the application: row level security keeps what may leak out of the index', async () => {
    const client = await open.pool.connect();
    const id = '00000000-0000-7000-8000-000000000001';
    const values = { workspaceId: workspace, ids: [id], documentIds: [id], hashes: ['7'], matesPerChunk: 3 };
    try {
      await client.query(
        `begin;
        insert into chunk_band (workspace_id, hash, chunk_id)
        select workspace_id, 8 * row_number() over () + band, chunk_id from chunk, generate_series(1, 8) as band where workspace_id = '${workspace}';
        analyze chunk_band;
        set local candor.workspace_id = '${workspace}'; set local role candor_app; ${asIfLarge}`,
      );
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) ${listBandMates.text}`,
        [...listBandMates.inOrder(values)],
      );
      const scans = nodesOf(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Index Name'] === 'chunk_band_pkey');
      expect(scans.map((node) => node['Index Cond'])).toEqual([expect.stringMatching(/workspace_id = .*hash = /)]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('a phrase', () => {
  it('is read from the full-text index, and without one no text is read', async () => {
    const quoted = { ...wordValues('zebra', '"2'), p_phrases: `array['a zebra']` };
    const plan = await wordPlan('joined', quoted, asIfLarge);
    expect(indexes(plan)).toContain('chunk_text_tsv');
    expect(rowsRead(plan, 'chunk_text')).toBe(chunks / 50);
    expect(rowsRead(await wordPlan('joined', wordValues('zebra')), 'chunk_text')).toBe(0);
  });
});

describe('with groups and a filter', () => {
  const bounded = {
    p_groups: `array['sales']`,
    p_filter: `'{"sourceTypes": ["MARKDOWN"], "keyPrefix": "", "includeSuperseded": false}'::jsonb`,
    v_by_exception: 'false',
  };

  it('the BM25 arm still reads postings and chunks once', async () => {
    const plan = await wordPlan('joined', { ...wordValues('zebra', 'word7'), ...bounded }, asIfLarge);
    expect(postingScans(plan).map((node) => node['Actual Loops'])).toEqual([2]);
    expect(rowsRead(plan, 'chunk')).toBeLessThanOrEqual(chunks);
  });

  it('the vector arm reads codes once, and decides for each document once what is visible', async () => {
    const plan = await planOf(
      'candor_search_vector',
      { ...vectorValues(), ...bounded },
      asIfLarge,
      vectorStatements.fromReadable,
    );
    expect(rowsRead(plan, 'chunk_code')).toBe(chunks);
    // That of documents by their metadata is in each plan, too.
    expect(reads(plan, 'document').flatMap((node) => node['Actual Loops'] || [])).toEqual([1]);
    expect(rowsRead(plan, 'chunk')).toBe(chunks);
  });
});

const forgetting = `delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;
describe.each([
  ['with statistics', ''],
  ['without', forgetting],
])('the vector arm, %s', (_, forget) => {
  const set = [forget, asIfLarge].filter(Boolean).join('; ');

  it('reads the codes of its own workspace, and those once; of the chunks only what it chose', async () => {
    const plan = await planOf('candor_search_vector', vectorValues(), set, vectorStatements.fromAll);
    const scans = reads(plan, 'chunk_code');
    expect(scans.map((node) => [node['Actual Loops'], node['Actual Rows']])).toEqual([[1, chunks]]);
    expect(scans[0]!['Index Cond'] ?? scans[0]!.Plans?.[0]?.['Index Cond']).toMatch(/workspace_id = /);
    // In their order, until there are as many as it wants.
    expect(reads(plan, 'chunk').map((node) => node['Actual Loops'])).toEqual([20]);
    for (const table of ['chunk', 'document_version', 'document'])
      expect(
        reads(plan, table).map((node) => node['Index Name'] ?? node.Plans?.[0]?.['Index Name'] ?? node['Node Type']),
        table,
      ).toEqual([expect.stringMatching(/^(document_version|chunk|document)_/)]);
    expect(reads(plan, 'chunk_window').map((node) => node['Actual Loops'])).toEqual([20]);
    expect(rowsRead(plan, 'chunk_window')).toBe(20);
  });
});

describe('the vector arm with workers', () => {
  const free = ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'];
  const workers = free.map((name) => `set local ${name} = 0`).join('; ');

  // PL/pgSQL gives workers to "return query" alone.
  it.skipIf(inject('databaseUrl') === null)('reads codes with several, from inside its function', async () => {
    const client = await open.pool.connect();
    try {
      await client.query(`load 'auto_explain'; begin; set local candor.workspace_id = '${workspace}'; ${workers}; set local min_parallel_index_scan_size = 0;
        set local auto_explain.log_min_duration = 0; set local auto_explain.log_analyze = on; set local auto_explain.log_nested_statements = on; set local client_min_messages = log`);
      const plans: string[] = [];
      client.on('notice', ({ message }) => plans.push(message ?? ''));
      const { p_workspace, p_model, p_query, p_as_of } = vectorValues();
      await client.query(
        `select * from candor_search_vector(${p_workspace}, ${p_model}, ${p_query}, 1, 2, ${p_as_of}, null, '{}')`,
      );
      expect(plans.filter((plan) => /chunk_code/.test(plan)).join()).toMatch(
        /Workers Launched: [1-9][^]*Parallel [^]*chunk_code/,
      );
    } finally {
      await client.query('rollback');
      client.release(true);
    }
  });
});

it('each search answers in time over a few hundred chunks', async () => {
  const plans = [
    await planOf('candor_search_vector', vectorValues(), '', vectorStatements.fromAll),
    await planOf('candor_search_vector', vectorValues(), '', vectorStatements.fromReadable),
    await wordPlan('weighed', wordValues('zebra', 'anim', 'eat')),
    await wordPlan('joined', wordValues('zebra', 'anim', 'eat')),
  ];
  for (const plan of plans)
    expect((plan as Plan & { 'Actual Total Time': number })['Actual Total Time']).toBeLessThan(1_000);
});

// Last in this file: it fills the tables.
describe('beside many other workspaces', () => {
  /** The embedded database at 1,200 chunks, a server at 50,100. */
  let workspaces: number;
  beforeAll(async () => {
    workspaces = open.url === null ? 4 : 167;
    const others: string[] = [];
    while (others.length < workspaces - 2) others.push(await newWorkspace(open.database, `other ${others.length}`));
    const tables = ['document', 'document_version', 'chunk', 'chunk_text', 'posting', 'chunk_window', 'chunk_code'];
    for (const table of tables) {
      const { rows } = await open.pool.query<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name <> 'workspace_id'`,
        [table],
      );
      const { columns } = rows[0]!;
      await open.pool.query(
        `insert into ${table} (workspace_id, ${columns}) select other.id, ${columns} from ${table} cross join unnest($1::uuid[]) as other (id) where workspace_id = $2`,
        [others, workspace],
      );
    }
    await open.pool.query('vacuum analyze');
  }, 240_000);

  const tables = ['posting', 'chunk', 'chunk_code', 'document_version', 'document', 'chunk_text', 'chunk_window'];
  const touched = (plan: Plan, table: string) =>
    reads(plan, table).reduce(
      (sum, node) => sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );
  const bounded = { p_groups: `array['sales']`, v_by_exception: 'false' };
  it.each([
    ['the BM25 arm', () => wordPlan('weighed', wordValues('zebra', 'anim', 'eat'))],
    ['the count of postings', () => wordPlan('counts', wordValues('zebra', 'anim', 'eat'))],
    ['the sum of lengths', () => wordPlan('lengths', wordValues('zebra'))],
    ['the BM25 arm with groups', () => wordPlan('joined', { ...wordValues('zebra', 'anim'), ...bounded })],
    ['the vector arm', () => planOf('candor_search_vector', vectorValues(), '', vectorStatements.fromAll)],
    [
      'the vector arm with groups',
      () => planOf('candor_search_vector', { ...vectorValues(), ...bounded }, '', vectorStatements.fromReadable),
    ],
  ])('%s reads its own rows, and joins no more than there are', async (_, explain) => {
    const plan = await explain();
    const words = 3;
    // A table that is four times its own rows may be read whole, once.
    const most = chunks * (open.url === null ? workspaces : 1);
    for (const table of tables)
      expect(touched(plan, table), table).toBeLessThanOrEqual(table === 'posting' ? words * chunks : most);
    const joined = nodesOf(plan).map((node) => node['Actual Loops'] * node['Actual Rows']);
    expect(Math.max(...joined)).toBeLessThanOrEqual(words * most);
  });
});
