import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwnDatabase, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openOwnDatabase();
});
afterAll(() => open.close());

const tables = `select oid, relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration'`;

/** The day-one rules as far as the catalog tells them: each query gives what breaks its rule. */
const rules: Readonly<Record<string, string>> = {
  'workspace_id uuid not null is the first column': `select relname from (${tables}) t where not exists (select 1 from pg_attribute where attrelid = t.oid and attnum = 1 and attname = 'workspace_id' and atttypid = 'uuid'::regtype and attnotnull)`,
  'workspace_id has no default and is not generated': `select relname from (${tables}) t join pg_attribute a on a.attrelid = t.oid where attname = 'workspace_id' and (atthasdef or attidentity <> '' or attgenerated <> '')`,
  'workspace_id leads every primary key, unique constraint and foreign key': `select relname, conname from (${tables}) t join pg_constraint c on c.conrelid = t.oid join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1] where contype in ('p', 'u', 'f') and attname <> 'workspace_id'`,
  'a foreign key refers to the workspace_id of the other table first': `select relname, conname from (${tables}) t join pg_constraint c on c.conrelid = t.oid join pg_attribute a on a.attrelid = c.confrelid and a.attnum = c.confkey[1] where contype = 'f' and attname <> 'workspace_id'`,
  'a foreign key restricts or cascades': `select relname, conname from (${tables}) t join pg_constraint c on c.conrelid = t.oid where contype = 'f' and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd', 'c'))`,
  'workspace_id leads every index': `select relname, indexrelid::regclass::text from (${tables}) t join pg_index i on i.indrelid = t.oid left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0] where attname is distinct from 'workspace_id'`,
  'no column takes its value from the database': `select relname, attname from (${tables}) t join pg_attribute a on a.attrelid = t.oid where attnum > 0 and (atthasdef or attidentity <> '')`,
  'there are no sequences': `select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  'there are no triggers': `select tgname from (${tables}) t join pg_trigger g on g.tgrelid = t.oid where not tgisinternal`,
  'row level security is on, and not forced': `select relname from (${tables}) t where not relrowsecurity or relforcerowsecurity`,
  'each table has one policy, for the application role, that checks reads and writes alike': `select relname from (${tables}) t where (select count(*) from pg_policy p where p.polrelid = t.oid) <> 1 or not exists (
       select 1 from pg_policy p where p.polrelid = t.oid and polcmd = '*' and polroles = array['candor_app'::regrole::oid]
         and pg_get_expr(polqual, polrelid) = pg_get_expr(polwithcheck, polrelid) and pg_get_expr(polqual, polrelid) like '(workspace_id = %current_setting(''candor.workspace_id''%')`,
  'no policy holds a sub-query': `select polname from pg_policy where pg_get_expr(polqual, polrelid) ~* 'select'`,
  "a function with its owner's rights has a pinned search path that ends in pg_temp": `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and not exists (select 1 from unnest(proconfig) s where s ~ '^search_path=.*, ?pg_temp$')`,
  "a function with its owner's rights is not for everyone": `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and has_function_privilege('public', oid, 'execute')`,
  "there are no views, which would read with their owner's rights": `select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = current_user and relname not like 'pg_%'`,
};

/** A change that breaks each rule. */
const breaks: Readonly<Record<string, string>> = {
  'workspace_id uuid not null is the first column': 'create table bad (id uuid, workspace_id uuid)',
  'workspace_id has no default and is not generated': `alter table run alter column workspace_id set default '01900000-0000-7000-8000-000000000001'`,
  'workspace_id leads every primary key, unique constraint and foreign key':
    'alter table run add unique (run_id, workspace_id)',
  'a foreign key refers to the workspace_id of the other table first':
    'create table bad (workspace_id uuid references run_key (id))',
  'a foreign key restricts or cascades':
    'alter table run add foreign key (workspace_id) references workspace on delete set null',
  'workspace_id leads every index': 'create index on run (lower(question))',
  'no column takes its value from the database': 'alter table run add column at timestamptz default now()',
  'there are no sequences': 'create table bad (workspace_id uuid, id bigserial)',
  'there are no triggers':
    'create function f() returns trigger language plpgsql as $$ begin return new; end $$; create trigger t before insert on run execute function f()',
  'row level security is on, and not forced': 'alter table run force row level security',
  'each table has one policy, for the application role, that checks reads and writes alike':
    'create policy open_to_all on run using (true)',
  'no policy holds a sub-query': 'create policy nested on run using (exists (select 1 from workspace))',
  "a function with its owner's rights has a pinned search path that ends in pg_temp":
    'create function f() returns int language sql security definer set search_path = public as $$ select 1 $$',
  "a function with its owner's rights is not for everyone":
    'create function f() returns int language sql security definer as $$ select 1 $$',
  "there are no views, which would read with their owner's rights": 'create view all_runs as select * from run',
};

const violations = async (client: pg.PoolClient | pg.Pool, rule: string) =>
  (await client.query<Record<string, unknown>>(rules[rule]!)).rows;

it.each(Object.keys(rules))('%s', async (rule) => {
  expect(await violations(open.pool, rule)).toEqual([]);
});

it.each(Object.keys(rules))('finds a breach of: %s', async (rule) => {
  const client = await open.pool.connect();
  try {
    await client.query('begin');
    await client.query('create table run_key (workspace_id uuid, id uuid primary key)');
    await client.query(breaks[rule]!);
    expect(await violations(client, rule)).not.toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
