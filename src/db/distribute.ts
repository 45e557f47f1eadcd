import type pg from 'pg';
import { CandorError, messageOf } from '../errors.ts';
import { readTables } from './backup/session.ts';
import { applicationRole } from './connections.ts';

export interface DistributeOptions {
  /** Number of shards of each table; fixed once the first table is distributed. Default: Citus' own setting. */
  readonly shards?: number | undefined;
}

/** The placement of the tables afterwards. */
export interface Distribution {
  /** Table names, each after those that it refers to. */
  readonly tables: readonly string[];
  /** The tables that this call distributed. */
  readonly distributed: readonly string[];
  /** Search functions that this call rewrote. */
  readonly functions: readonly string[];
  /** Number of shards of each table. */
  readonly shards: number;
  /** Number of nodes that hold shards. */
  readonly nodes: number;
}

/**
 * Whether the tables of this database are on shards of Citus. Only the schema that they are created in counts: tables of
 * the same names in another schema of the search path belong to somebody else.
 */
export async function isDistributed(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const own = `to_regclass(format('%I.workspace', current_schema()))`;
  const { rows: found } = await client.query<{ is: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null and ${own} is not null as is`,
  );
  if (found[0]?.is !== true) return false;
  const { rows } = await client.query<{ is: boolean }>(
    `select exists (select 1 from pg_dist_partition where logicalrelid = ${own}) as is`,
  );
  return rows[0]?.is === true;
}

/**
 * Called in a migration's transaction before its first statement.
 * @returns whether the tables are distributed, in which case `followMigration` must be called after the last statement
 */
export async function prepareMigration(client: pg.ClientBase): Promise<boolean> {
  if (!(await isDistributed(client))) return false;
  // A table can only be created and distributed in one transaction if its shards are written one after another.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  return true;
}

/**
 * Distributes the tables that a migration created, including the rows it put into them, and rewrites the search
 * functions that it replaced. All this is part of the migration's transaction, so no other process sees an unfinished
 * state. Other processes may have the database open, because they already know that it is distributed.
 * @throws DATABASE_FAILED, or the server's own error
 */
export async function followMigration(client: pg.ClientBase): Promise<void> {
  const placed = await readPlaced(client);
  for (const table of await undistributed(client, placed)) await distributeTable(client, table, undefined);
  await inlineCalls(client);
  await verify(client, placed);
  await removeCopies(client, placed);
}

/** Every table of workspaces. The first is the one that all others refer to and are placed beside. */
async function readPlaced(client: pg.ClientBase): Promise<string[]> {
  const tables = await readTables({ query: async (text) => (await client.query(text)).rows as Row[] });
  return ['workspace', ...tables.map(({ name }) => name).filter((name) => name !== 'workspace')];
}

/**
 * Distributes every table by its workspace, so that each workspace is on one node, and verifies the result. Tables that
 * are already distributed stay as they are: after a crash, or after a migration that adds a table, it does the rest. No
 * table is a reference table, because each has a workspace.
 * @throws BAD_INPUT if Citus is missing, no node takes shards, or another process has the database open;
 * DATABASE_FAILED with the server's message
 */
export async function distribute(pool: pg.Pool, { shards }: DistributeOptions = {}): Promise<Distribution> {
  const client = await pool.connect();
  try {
    await refuseWithoutCitus(client);
    const placed = await readPlaced(client);
    const missing = await undistributed(client, placed);
    if (missing.length > 0) {
      await refuseCompany(client);
      await letNodesLogIn(client);
      for (const table of missing) await distributeTable(client, table, shards);
    }
    const functions = await inlineCalls(client);
    const placement = await verify(client, placed);
    await removeCopies(client, placed);
    return { tables: placed, distributed: missing, functions, ...placement };
  } catch (error) {
    if (error instanceof CandorError) throw error;
    throw new CandorError('DATABASE_FAILED', `The tables could not be distributed: ${messageOf(error)}`, {
      cause: error,
      remedy: 'What was distributed stays so. Mend what the message names and run "candor db distribute" again.',
    });
  } finally {
    client.release();
  }
}

type Row = Readonly<Record<string, unknown>>;

async function refuseWithoutCitus(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(`select 1 from pg_extension where extname = 'citus'`);
  if (rowCount === 0)
    throw new CandorError('BAD_INPUT', 'The database at DATABASE_URL has no extension citus.', {
      remedy: 'Join the nodes first, as docs/scaling.md describes, and run "candor db distribute" on the coordinator.',
    });
  const nodes = await client.query('select 1 from pg_dist_node where isactive and shouldhaveshards');
  if (nodes.rowCount === 0)
    throw new CandorError('BAD_INPUT', 'No node of this Citus takes shards.', {
      remedy:
        "Add workers with citus_add_node, or let the coordinator hold shards with citus_set_node_property('host', port, 'shouldhaveshards', true).",
    });
}

/** A process that opened the database earlier would still treat it as a single server, and would miss new words. */
async function refuseCompany(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'candor' and pid <> pg_backend_pid()`,
  );
  if (rowCount)
    throw new CandorError('BAD_INPUT', `Candor has ${rowCount} more connections to this database open.`, {
      details: { connections: rowCount },
      remedy: 'Stop every other process of Candor on this database, and run the command again.',
    });
}

async function undistributed(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select t.name from unnest($1::text[]) with ordinality as t (name, place)
     where not exists (select 1 from pg_dist_partition p where p.logicalrelid = t.name::regclass) order by t.place`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

/**
 * Nodes connect to each other as the role that a statement runs as. How that role authenticates is set in pg_hba.conf,
 * not here.
 */
async function letNodesLogIn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ ready: boolean }>(
    `select bool_and(success and result = 't') as ready
     from run_command_on_all_nodes($$select coalesce((select rolcanlogin from pg_roles where rolname = '${applicationRole}'), false)$$)`,
  );
  if (rows[0]?.ready !== true) await client.query(`alter role ${applicationRole} login`);
}

async function distributeTable(client: pg.ClientBase, table: string, shards: number | undefined): Promise<void> {
  if (table !== 'workspace')
    await client.query(
      `select create_distributed_table($1::text::regclass, 'workspace_id', colocate_with => 'workspace')`,
      [table],
    );
  else if (shards === undefined)
    await client.query(`select create_distributed_table('workspace', 'workspace_id', colocate_with => 'none')`);
  else
    await client.query(
      `select create_distributed_table('workspace', 'workspace_id', colocate_with => 'none', shard_count => $1::int)`,
      [shards],
    );
}

/**
 * Removes the coordinator's old rows: Citus has copied them to the shards and no longer reads them. Truncating the
 * first table includes all others, because they refer to it.
 */
async function removeCopies(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ left: boolean }>(
    'select coalesce(sum(pg_relation_size(t::regclass)), 0) > 0 as left from unnest($1::text[]) as t',
    [tables],
  );
  if (rows[0]?.left === true) await client.query(`select truncate_local_data_after_distributing_table('workspace')`);
}

/**
 * Checks that every table is on the same shards by the same column, and that each workspace's shards are on one node.
 */
async function verify(client: pg.ClientBase, tables: readonly string[]): Promise<{ shards: number; nodes: number }> {
  const { rows } = await client.query<{ ok: boolean; shards: number; nodes: number }>(
    `with placed as (
       select p.logicalrelid, p.colocationid, column_to_column_name(p.logicalrelid, p.partkey) as by, s.shardminvalue, l.groupid
       from pg_dist_partition p join pg_dist_shard s on s.logicalrelid = p.logicalrelid join pg_dist_placement l on l.shardid = s.shardid
       where p.logicalrelid = any ($1::text[]::regclass[]) and p.partmethod = 'h'
     )
     select count(distinct logicalrelid) = cardinality($1) and count(distinct colocationid) = 1 and bool_and(by = 'workspace_id')
         and count(distinct (shardminvalue, groupid)) = count(distinct shardminvalue) as ok,
       count(distinct shardminvalue)::int as shards, count(distinct groupid)::int as nodes
     from placed`,
    [tables],
  );
  const [found] = rows;
  if (found?.ok !== true)
    throw new CandorError('DATABASE_FAILED', 'The tables of a workspace do not all lie on one node.', {
      remedy:
        'Look at citus_tables and citus_shards: every table is distributed by workspace_id in one colocation group.',
    });
  return { shards: found.shards, nodes: found.nodes };
}

/**
 * The functions that search functions call, with parameters. Every caller gives its own parameters the same names, so
 * that the body can replace the call.
 */
const calls = [
  'candor_visible(p_workspace, p_as_of, p_groups)',
  'candor_filtered(p_workspace, p_filter)',
  // Behind the one that calls it.
  'candor_with_metadata(p_workspace, p_filter)',
] as const;

/**
 * Inlines into the search functions the functions that they call. Citus plans a call as a table of its own: it would
 * run on a worker with the rights of the user logged in there, and look up the tables inside in the coordinator's
 * catalogue again. The text comes from the catalogue, so that whatever a later migration changes is inlined again. A
 * plan without values is no longer forced either, because only the values show which shard is meant.
 * @returns the names of the functions that were changed; none if this was done before
 * @throws DATABASE_FAILED for a call in another form, which would fail at the first search
 */
async function inlineCalls(client: pg.ClientBase): Promise<string[]> {
  const bodies = await Promise.all(calls.map(async (call) => ({ call, body: await bodyOf(client, nameOf(call)) })));
  const { rows } = await client.query<{ name: string; text: string }>(
    `select p.proname as name, pg_get_functiondef(p.oid) as text from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname, 'candor_search_') order by p.proname`,
  );
  const changed: string[] = [];
  for (const { name, text } of rows) {
    const inlined = bodies
      .reduce((given, { call, body }) => given.replaceAll(call, `(${body})`), text)
      .replace(/^ *SET plan_cache_mode TO .*\n/m, '');
    const left = calls
      .map(nameOf)
      .find((called) => new RegExp(String.raw`^(?!\s*--).*\b${called}\(`, 'm').test(inlined));
    if (left !== undefined)
      throw new CandorError('DATABASE_FAILED', `${name} calls ${left} in a form that cannot be distributed.`, {
        details: { function: name },
      });
    if (inlined === text) continue;
    await client.query(inlined);
    changed.push(name);
  }
  return changed;
}

const nameOf = (call: string): string => call.slice(0, call.indexOf('('));

async function bodyOf(client: pg.ClientBase, name: string): Promise<string> {
  const { rows } = await client.query<{ body: string }>(
    `select p.prosrc as body from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.proname = $1`,
    [name],
  );
  const [found] = rows;
  if (!found)
    throw new CandorError('DATABASE_FAILED', `The function ${name} is missing.`, { details: { function: name } });
  return found.body;
}
