import { parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate.ts';
import '../setup/provided.ts';
import { everyNode, unfenced, unfencedFunction } from './fences.ts';
import { filesWithSql, statementsOfSource } from './statementsOfSource.ts';

/** For test/setup/statementReport.ts. */
beforeAll(({}, { file }) => {
  file.meta.declared = statementsOfSource.map(({ name }) => name);
});

/** Leases go by the database's clock: those of two machines may differ by more than a lease. */
const clockOfLeases: ReadonlySet<string> = new Set([
  'knowledge.supersedeJobs',
  'knowledge.takeLease',
  'knowledge.renewLease',
  'knowledge.listSources',
  'knowledge.renewReading',
  'knowledge.takeReading',
]);

describe('every statement of src', () => {
  it('is found, and no two have one name', () => {
    const without = filesWithSql.filter(
      ({ file }) => !file.endsWith('Row.ts') && !statementsOfSource.some((each) => each.file === file),
    );
    expect(without.map(({ file }) => file)).toEqual([]);
    expect(statementsOfSource.length).toBeGreaterThan(140);
    expect(new Set(statementsOfSource.map(({ name }) => name)).size).toBe(statementsOfSource.length);
  });

  it.each(statementsOfSource)('$name is named after its domain and its export', ({ file, operation, name, text }) => {
    expect(name).toBe(`${file.split('/')[0] ?? ''}.${operation}`);
    expect(text.startsWith(`/* ${name} */ `)).toBe(true);
  });

  it.each(statementsOfSource)('$name compares every table with $1', ({ name, text }) => {
    const found = unfenced(text);
    expect(clockOfLeases.has(name) ? found.filter((problem) => problem !== 'calls now()') : found).toEqual([]);
  });

  it('is one statement with parameters alone: no text of a caller is ever spliced in', () => {
    expect(statementsOfSource.filter(({ text }) => parseSync(text).stmts?.length !== 1)).toEqual([]);
  });
});

const sources = await readMigrations();
/** Made by a migration and dropped by a later one. */
const dropped: ReadonlySet<string> = new Set(['candor_sign_code']);
/** A later migration replaces what an earlier one made. */
const functions = [
  ...new Map(sources.flatMap(({ text }) => createFunctions(text)).map((each) => [each.name, each])).values(),
].filter(({ name }) => !dropped.has(name));

describe('every function of the migrations', () => {
  it('is found', () => {
    expect(functions.map(({ name }) => name).sort()).toEqual([
      'candor_append_audit',
      'candor_assert_workspace',
      'candor_erase_audit',
      'candor_filtered',
      'candor_prune_audit',
      'candor_search_bm25',
      'candor_search_plain',
      'candor_search_prefix',
      'candor_search_simple',
      'candor_search_vector',
      'candor_search_websearch',
      'candor_visible',
      'candor_with_metadata',
    ]);
  });

  it.each(functions.filter(({ inlined }) => !inlined))(
    '$name has a pinned search path that ends in pg_temp',
    ({ text }) => {
      expect(text).toMatch(/set search_path = [a-z_]+, pg_temp( set \w+ = [\w.]+)* as/);
    },
  );

  it.each(functions.filter(({ inlined }) => inlined))(
    '$name, which the planner takes apart and which so has no settings, names the schema of every table and is not for everyone',
    ({ name, body = '', definer }) => {
      const tables = [...everyNode(parseSync(body))].flatMap(
        (node) => (node['RangeVar'] as { relname: string; schemaname?: string } | undefined) ?? [],
      );
      expect(tables.length).toBeGreaterThan(0);
      expect(tables.filter(({ schemaname }) => schemaname !== 'public')).toEqual([]);
      expect(definer).toBe(false);
      expect(
        sources.some(({ text }) =>
          new RegExp(String.raw`revoke all on function\s[\w,\s]*\b${name}\b[\w,\s]*\sfrom public`).test(text),
        ),
      ).toBe(true);
    },
  );

  it.each(functions.filter(({ name }) => name !== 'candor_assert_workspace'))(
    '$name compares every table with p_workspace',
    ({ text, body }) => {
      expect(body === undefined ? unfencedFunction(text) : unfenced(body, 'p_workspace')).toEqual([]);
    },
  );

  it.each(functions.filter(({ definer }) => definer))(
    '$name asks first whether the workspace was entered',
    ({ text }) => {
      expect(text).toMatch(/begin\s+perform candor_assert_workspace\(p_workspace\);/);
    },
  );
});

/** Locations of the parser count bytes. */
function createFunctions(
  migration: string,
): { name: string; text: string; definer: boolean; inlined: boolean; body: string | undefined }[] {
  const bytes = Buffer.from(migration);
  return (parseSync(migration).stmts ?? []).flatMap(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    if (!stmt || !('CreateFunctionStmt' in stmt)) return [];
    const text = bytes.subarray(start, length === undefined ? undefined : start + length).toString('utf8');
    // Only a function in plain SQL is a statement that can be parsed as it stands.
    const body = /language sql\b/.test(text) ? /\$\$([\s\S]*)\$\$/.exec(text)?.[1] : undefined;
    return [
      {
        name: /create (?:or replace )?function (\w+)/.exec(text)?.[1] ?? '',
        text,
        definer: /security definer/.test(text),
        inlined: body !== undefined && !/\bset search_path\b/.test(text),
        body,
      },
    ];
  });
}

describe('the check itself', () => {
  it.each([
    ['no condition', 'select 1 from run'],
    ['another parameter', 'select 1 from run where workspace_id = $2'],
    ['another operator', 'select 1 from run where workspace_id <> $1'],
    ['only one side of an OR', 'select 1 from run where workspace_id = $1 or true'],
    ['negated', 'select 1 from run where not workspace_id = $1'],
    ['another column', 'select 1 from run where run_id = $1'],
    [
      'the second table of a join',
      'select 1 from chunk c join document d on d.document_id = c.document_id where c.workspace_id = $1',
    ],
    [
      'a table that is fenced by another table alone',
      'select 1 from chunk c join document d on d.workspace_id = c.workspace_id where c.workspace_id = $1',
    ],
    ['a column without its table among two', 'select 1 from chunk c, document d where workspace_id = $1'],
    [
      'the kept side of an outer join',
      'select 1 from chunk c left join document d on c.workspace_id = $1 and d.workspace_id = $1',
    ],
    [
      'both sides of a full join',
      'select 1 from chunk c full join document d on c.workspace_id = $1 and d.workspace_id = $1',
    ],
    ['a sub-query in FROM', 'select 1 from (select 1 from run) r'],
    ['a sub-query in a condition', 'select 1 from run where workspace_id = $1 and exists (select 1 from chunk)'],
    [
      'a sub-query that leans on the outer condition',
      'select (select count(*) from chunk c where r.workspace_id = $1) from run r where r.workspace_id = $1',
    ],
    ['a sub-query in the targets', 'select (select count(*) from chunk) from run where workspace_id = $1'],
    ['the body of a common table expression', 'with a as (select 1 from run) select 1 from a'],
    ['a table beside a common table expression', 'with a as (select 1) select 1 from a, run'],
    ['one branch of a union', 'select 1 from run where workspace_id = $1 union select 1 from run'],
    ['an update', 'update run set tier = $2 where run_id = $1'],
    ['the second table of an update', 'update run set tier = $2 from chunk where run.workspace_id = $1'],
    ['a row that moves', 'update run set workspace_id = $2 where workspace_id = $1'],
    ['a delete', 'delete from run'],
    ['the second table of a delete', 'delete from run r using chunk c where r.workspace_id = $1'],
    ['an insert of another value', 'insert into run (workspace_id, run_id) values ($2, $1)'],
    ['the second row of an insert', 'insert into run (workspace_id, run_id) values ($1, $2), ($3, $2)'],
    ['an insert without names', 'insert into run values ($1, $2)'],
    ['an insert from a table', 'insert into run (workspace_id) select $1 from run'],
    [
      'an insert of the parameter, which no engine takes for the shard of what is read',
      'insert into run (workspace_id, run_id) select $1, given from unnest($2::uuid[]) as given',
    ],
    [
      'an insert of the workspace that the rows name',
      'insert into run (workspace_id) select given.workspace_id from jsonb_to_recordset($1) as given (workspace_id uuid)',
    ],
    [
      'an insert of what an unfenced table has',
      'insert into run (workspace_id) select r.workspace_id from run r where r.run_id = $2',
    ],
    [
      'an insert of what a sub-query takes from elsewhere',
      'insert into run (workspace_id) select r.workspace_id from (select $2::uuid as workspace_id from run where workspace_id = $1) as r',
    ],
    [
      'a conflict on an id alone',
      'insert into run (workspace_id, run_id) values ($1, $2) on conflict (run_id) do nothing',
    ],
    ['a conflict on anything', 'insert into run (workspace_id, run_id) values ($1, $2) on conflict do nothing'],
    ['a search of another workspace', 'select * from candor_search_bm25($2, $1)'],
    [
      'a function of another workspace in a join',
      'select 1 from chunk c join candor_visible($2, $3, null) v on v.version_id = c.version_id where c.workspace_id = $1',
    ],
    ['the time of the database', 'select now() from run where workspace_id = $1'],
    [
      'the time of the database, unquoted',
      'select 1 from run where workspace_id = $1 and created_at < current_timestamp',
    ],
    ['an id of the database', 'insert into run (workspace_id, run_id) values ($1, gen_random_uuid())'],
    ['set_config', `select set_config('candor.workspace_id', $1, true)`],
    ['truncate', 'truncate run'],
    ['merge', 'merge into run r using chunk c on r.workspace_id = $1 and c.workspace_id = $1 when matched then delete'],
  ])('refuses %s', (_, sql) => {
    expect(unfenced(sql)).not.toEqual([]);
  });

  it.each([
    'select 1 from run where workspace_id = $1',
    'select 1 from run as r where $1::uuid = r.workspace_id and (r.tier = $2 or true)',
    'select 1 from chunk c left join document d on d.workspace_id = $1 where c.workspace_id = $1',
    'with a as (select 1 from run where workspace_id = $1) select 1 from a cross join a b',
    'select unnest($2::text[])',
    'insert into run (workspace_id) select r.workspace_id from (select c.workspace_id from chunk c where c.workspace_id = $1) as r',
    'insert into run (run_id, workspace_id) select $2, w.workspace_id from workspace w cross join unnest($3::int[]) where w.workspace_id = $1 on conflict (workspace_id, run_id) do update set tier = excluded.tier',
  ])('accepts %s', (sql) => {
    expect(unfenced(sql)).toEqual([]);
  });

  it.each([
    ['an open table', 'begin return query select r.run_id from run r; end'],
    [
      'an open table behind a condition',
      'begin if true then return query select 1 from run where workspace_id = p_workspace; else return query select 1 from run; end if; end',
    ],
    ['an open table in an expression', 'begin if (select count(*) from run) > 0 then return; end if; end'],
    ['an open table in a loop', 'declare r record; begin for r in select 1 from run loop null; end loop; end'],
    ['the literal parameter of a statement', 'begin return query select 1 from run where workspace_id = $1; end'],
    ['SQL that is built', `begin execute 'select 1 from run'; end`],
  ])('refuses a function with %s', (_, body) => {
    expect(
      unfencedFunction(`create function f(p_workspace uuid) returns setof int language plpgsql as $$ ${body} $$`),
    ).not.toEqual([]);
  });

  it('accepts a function whose tables are all fenced', () => {
    const body =
      'declare v int := 1; begin v := v + 1; return query select 1 from run r where r.workspace_id = p_workspace; end';
    expect(
      unfencedFunction(`create function f(p_workspace uuid) returns setof int language plpgsql as $$ ${body} $$`),
    ).toEqual([]);
  });

  it('walks the whole tree', () => {
    expect([...everyNode({ a: [{ b: { c: 1 } }] })]).toHaveLength(3);
  });
});
