import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterJson } from '../../src/retrieval/filter.ts';
import type { SearchFilter } from '../../src/retrieval/passage.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { nodesOf, type Plan } from '../support/queryPlan.ts';

/** Beyond what is looked up document by document. */
const documents = 12_000;
const dimensions = 32;
/** The words of the question, each in every so manieth chunk. */
const words = { otter: 3, lantern: 7, viaduct: 40, quill: 900 };

let open: OpenTestDatabase;
let workspace: string;

beforeAll(async () => {
  open = await openTestDatabase();
  workspace = await newWorkspace(open.database);
  await fill();
}, 120_000);
afterAll(() => open.close());

/** Rows as an ingestion writes them, without texts and vectors: a document of two chunks each. */
async function fill(): Promise<void> {
  const of = `select '${workspace}'::uuid`;
  const id = (kind: number, number: string) =>
    `overlay('${workspace}' placing lpad(to_hex(${kind} * 16777216 + ${number}), 8, '0') from 1 for 8)::uuid`;
  const each = `from generate_series(0, ${documents} - 1) as d`;
  const eachChunk = `from generate_series(0, ${2 * documents} - 1) as n`;
  for (const text of [
    `insert into document (workspace_id, document_id, key, title, state, metadata, tags, source_type, search_config, access_groups, trust, created_at, updated_at)
      ${of}, ${id(1, 'd')}, 'pump/' || d, 'T', case when d % 500 = 1 then 'DRAFT' else 'PUBLISHED' end, '{}', '{}', 'PLAIN_TEXT', 'english', case when d % 9 = 2 then '{board}' else '{}' end::text[], 'NORMAL', now(), now() ${each}`,
    `insert into document_version (workspace_id, version_id, document_id, number, content_hash, effective_from, created_at, chunk_count, source_type, flags, passage_count, body_length, title_length, heading_length)
      ${of}, ${id(2, 'd')}, ${id(1, 'd')}, 1, 'x', now() - interval '1 day', now(), 2, 'PLAIN_TEXT', '{}', 2, 10, 2, 0 ${each}`,
    `insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, omitted, body_length, title_length, heading_length)
      ${of}, ${id(3, 'n')}, ${id(1, 'n / 2')}, ${id(2, 'n / 2')}, ${id(3, 'n')}, 'PASSAGE', n % 2, 0, 9, n % 77 = 0, 5 + n % 13, 1, 0 ${eachChunk}`,
    ...Object.entries(words).map(
      ([word, every]) =>
        `insert into posting (workspace_id, lexeme, chunk_id, body, title, heading, body_length, title_length, heading_length, counted)
        ${of}, '${word}', ${id(3, 'n')}, 1 + n % 3, 0, 0, 5 + n % 13, 1, 0, true ${eachChunk} where n % ${every} = 0`,
    ),
    // Those of the line "narrow" are near to the question, and those of "wide" far.
    `insert into chunk_window (workspace_id, model, chunk_id, ordinal, start_offset, end_offset, embedding)
      ${of}, 'm', ${id(3, 'n')}, 0, 0, 9, l2_normalize((select array_agg(case when n / 2 % 2 = 1 then 1 else -1 end + 1.5 * sin(n * 37 + k * 11)) from generate_series(1, ${dimensions}) as k)::halfvec) ${eachChunk}`,
    `insert into chunk_code (workspace_id, chunk_id, model, part, code_0)
      select workspace_id, chunk_id, model, 0, binary_quantize(embedding) from chunk_window where workspace_id = '${workspace}'`,
    // Half of all are of the line "wide", and a hundredth of each version.
    `insert into document_metadata (workspace_id, document_id, ordinal, name, value, number, day)
      ${of}, ${id(1, 'd')}, 0, 'line', case when d % 2 = 0 then 'wide' else 'narrow' end, null::float8, null ${each}
      union all ${of}, ${id(1, 'd')}, 1, 'version', (d % 100)::text, d % 100, null ${each}
      union all ${of}, ${id(1, 'd')}, 2, 'issued', day, null, day from (select d, to_char(date '2020-01-01' + d % 1000, 'YYYY-MM-DD') as day ${each}) as dated`,
  ])
    await open.pool.query(text);
  await open.pool.query(
    'vacuum analyze document, document_version, chunk, posting, chunk_window, chunk_code, document_metadata',
  );
}

/** A query of the functions that ask first whether the workspace was entered. */
async function inWorkspace<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = await open.pool.connect();
  try {
    await client.query(`begin; set local candor.workspace_id = '${workspace}'`);
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('documents by metadata', () => {
  const plan = async (filter: SearchFilter) => {
    const text = `explain (analyze, format json) select document_id from candor_filtered('${workspace}', '${filterJson(filter)}')`;
    const [row] = await inWorkspace<{ 'QUERY PLAN': [{ Plan: Plan }] }>(text);
    return row!['QUERY PLAN'][0].Plan;
  };
  const readOf = (from: Plan, table: string) =>
    nodesOf(from).filter((node) => node['Relation Name'] === table && node['Actual Loops'] > 0);

  it.each<[SearchFilter['metadata'], string]>([
    [[{ name: 'version', in: ['7'] }], 'document_metadata_value'],
    [[{ name: 'version', from: '7', to: '7.5' }], 'document_metadata_number'],
    [[{ name: 'issued', from: '2020-03-01', to: '2020-03-03' }], 'document_metadata_day'],
  ])('%j is read from the index %s, and no other document', async (metadata, index) => {
    const alone = await plan({ metadata });
    const used = nodesOf(alone).filter((node) => node['Index Name'] === index && node['Actual Loops'] > 0);
    expect(used.map((node) => node['Index Cond'])).toEqual([expect.stringMatching(/workspace_id = .*name = /)]);
    expect(readOf(alone, 'document_metadata').map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(readOf(alone, 'document')).toEqual([]);
    const read = readOf(await plan({ metadata, includeSuperseded: false }), 'document');
    const rows = read.reduce((sum, node) => sum + node['Actual Loops'] * node['Actual Rows'], 0);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(documents / 100);
  });
});

describe('the keyword arm with a filter', () => {
  interface Hit {
    readonly parent_id: string;
    readonly score: number;
    readonly matched: readonly number[];
    readonly key: string;
  }
  const names = Object.keys(words);
  const ones = names.map(() => 1);
  const search = (filter: string, limit: number, groups: readonly string[] | null) =>
    inWorkspace<Hit>(
      `select f.parent_id, f.score, f.matched, d.key from candor_search_bm25($1, $2, $3, $4, $4, array[]::text[], 'english', $5, now(), $6, $7) f
      join chunk c on c.workspace_id = $1 and c.chunk_id = f.parent_id join document d on d.workspace_id = $1 and d.document_id = c.document_id
      order by f.score desc, f.parent_id`,
      [workspace, names, names.map((_, place) => place + 1), ones, limit, groups, filter],
    );

  it.each<[string, SearchFilter, (document: number) => boolean]>([
    ['a few documents', { metadata: [{ name: 'version', in: ['40'] }] }, (d) => d % 100 === 40],
    ['none that has the words', { metadata: [{ name: 'version', in: ['40'] }], keyPrefix: 'nothing/' }, () => false],
    ['half of all', { metadata: [{ name: 'line', in: ['wide'] }] }, (d) => d % 2 === 0],
    ['nearly all, and what is best left out', { metadata: [{ name: 'version', from: '1' }] }, (d) => d % 100 > 0],
    ['nearly half, none of which is near the best', { keyPrefix: 'pump/1' }, (d) => `${d}`.startsWith('1')],
    ['many by another condition', { languages: ['en'] }, () => false],
  ])(
    'has what a search without it has of those documents: %s',
    async (_, filter, passes) => {
      for (const groups of [null, ['sales'], ['board']])
        for (const limit of [3, 30]) {
          const all = await search('{}', 4 * documents, groups);
          const expected = all.filter(({ key }) => passes(Number(key.slice('pump/'.length)))).slice(0, limit);
          expect(await search(filterJson(filter), limit, groups)).toEqual(expected);
        }
    },
    60_000,
  );

  it('looks further where too few of the best are let through', async () => {
    // Only chunks with no more than the most frequent word: far behind the best sixty-four for each hit.
    const { rowCount } = await open.pool.query(
      `insert into document_metadata (workspace_id, document_id, ordinal, name, value, number, day)
      select $1::uuid, d.document_id, 3, 'far', 'yes', null, null from document d where d.workspace_id = $1
        and not exists (select 1 from chunk c join posting p on p.workspace_id = $1 and p.chunk_id = c.chunk_id and p.lexeme <> 'otter' where c.workspace_id = $1 and c.document_id = d.document_id)`,
      [workspace],
    );
    expect(rowCount).toBeGreaterThan(5_000);
    const ids = new Set(
      (
        await open.pool.query<{ key: string }>(
          `select d.key from document_metadata m join document d on d.workspace_id = $1 and d.document_id = m.document_id where m.workspace_id = $1 and m.name = 'far'`,
          [workspace],
        )
      ).rows.map(({ key }) => key),
    );
    const all = await search('{}', 4 * documents, null);
    const expected = all.filter(({ key }) => ids.has(key)).slice(0, 3);
    expect(all.indexOf(expected[0]!)).toBeGreaterThan(64 * 3);
    expect(await search(filterJson({ metadata: [{ name: 'far', in: ['yes'] }] }), 3, null)).toEqual(expected);
  });
});

describe('the vector arm with a filter', () => {
  const question = `'[${Array.from({ length: dimensions }, () => 1).join()}]'::halfvec`;

  it.each<[string, SearchFilter, string]>([
    [
      'a few documents',
      { metadata: [{ name: 'version', in: ['40', '41'] }] },
      `split_part(d.key, '/', 2)::int % 100 in (40, 41)`,
    ],
    ['nearly all', { metadata: [{ name: 'version', from: '1' }] }, `split_part(d.key, '/', 2)::int % 100 > 0`],
    [
      'half of all, which are far',
      { metadata: [{ name: 'line', in: ['wide'] }] },
      `split_part(d.key, '/', 2)::int % 2 = 0`,
    ],
    ['none', { keyPrefix: 'nothing/' }, 'false'],
  ])(
    'compares those that are nearest among what it lets through: %s',
    async (_, filter, passes) => {
      for (const groups of [null, ['sales']])
        for (const limit of [1, 30]) {
          const expected = await inWorkspace(
            `select n.chunk_id as parent_id from (
            select k.chunk_id, k.code_0 <~> binary_quantize(${question}) as bits from chunk_code k
            join chunk c on c.workspace_id = $1 and c.chunk_id = k.chunk_id join document d on d.workspace_id = $1 and d.document_id = c.document_id
            where k.workspace_id = $1 and not c.omitted and d.state = 'PUBLISHED' and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2) and ${passes}
            order by 2, 1 limit ${12 * limit}
          ) as n join chunk_window w on w.workspace_id = $1 and w.chunk_id = n.chunk_id
          order by w.embedding <#> l2_normalize(${question}), n.chunk_id limit ${limit}`,
            [workspace, groups],
          );
          const found = await inWorkspace(
            `select f.parent_id from candor_search_vector($1, 'm', l2_normalize(${question}), ${limit}, 2, now(), $2, $3) f`,
            [workspace, groups, filterJson(filter)],
          );
          expect(found).toEqual(expected);
        }
    },
    60_000,
  );
});
