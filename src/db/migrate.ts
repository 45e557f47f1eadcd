import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { CandorError, messageOf } from '../errors.ts';
import { applicationRole } from './connections.ts';
import { embeddedFault, readOnlyFault } from './databaseFault.ts';
import { followMigration, prepareMigration } from './distribute.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Any constant: processes that start at the same time take turns on it. */
const advisoryLock = 4_207_001;

/** Reads `0001_name.sql`, `0002_…` in order. */
export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8');
      return { version: Number(name.slice(0, 4)), name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Applies the missing migrations under an advisory lock, each in its own transaction. On a distributed database, that
 * transaction also distributes the tables that the migration created.
 * @returns the newest applied version
 * @throws DATABASE_NEWER, MIGRATION_CHANGED, DATABASE_FAILED that names the migration
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${advisoryLock})`);
    await client.query(
      'create table if not exists schema_migration (version integer primary key, name text not null, hash text not null, applied_at timestamptz not null)',
    );
    const { rows } = await client.query<{ version: number; hash: string }>(
      'select version, hash from schema_migration order by version',
    );
    checkApplied(rows, migrations);
    const applied = new Set(rows.map((row) => row.version));
    const missing = migrations.filter((migration) => !applied.has(migration.version));
    for (const migration of missing) await apply(client, migration);
    // A migration of a filled database leaves the planner without statistics: the keyword search took 11 ms instead of
    // 5.6.
    if (rows.length > 0 && missing.length > 0) await client.query('analyze');
    return migrations.at(-1)?.version ?? 0;
  } finally {
    await client.query(`select pg_advisory_unlock(${advisoryLock})`).catch(() => undefined);
    client.release();
  }
}

function checkApplied(applied: readonly { version: number; hash: string }[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const row of applied) {
    const migration = known.get(row.version);
    if (!migration)
      throw new CandorError(
        'DATABASE_NEWER',
        `The database has migration ${row.version}; this version knows ${migrations.length}.`,
        { details: { database: row.version, code: migrations.length } },
      );
    if (migration.hash !== row.hash)
      throw new CandorError(
        'MIGRATION_CHANGED',
        `The database was made with another text of migration ${migration.name}.`,
        {
          details: { migration: migration.name },
        },
      );
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    const distributed = await prepareMigration(client);
    // One by one: for some statements, Citus parses the whole text again and refuses more than one statement in it.
    const granted = await hasRole(client);
    for (const statement of splitStatements(granted ? withoutRole(migration.text) : migration.text))
      await client.query(statement);
    if (distributed) await followMigration(client);
    await client.query('insert into schema_migration (version, name, hash, applied_at) values ($1, $2, $3, $4)', [
      migration.version,
      migration.name,
      migration.hash,
      new Date(),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const cause = embeddedFault(error) ?? readOnlyFault(error);
    throw new CandorError('DATABASE_FAILED', `Migration ${migration.name} failed: ${messageOf(cause ?? error)}`, {
      cause: error,
      details: { migration: migration.name, ...cause?.details },
      remedy:
        cause?.remedy ??
        'Nothing of this migration was kept, and those before it were. Mend what the message names and start again; the earlier version of Candor runs on unless another migration that it does not know was applied before.',
    });
  }
}

/** Whether an administrator has made the application's role and granted it to this login. */
async function hasRole(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `select coalesce((select pg_has_role(current_user, oid, 'MEMBER') from pg_roles where rolname = '${applicationRole}'), false) as has`,
  );
  return rows[0]?.has === true;
}

/**
 * What makes the role and grants it is left out where both are there: Postgres refuses a login without CREATEROLE even
 * then, and the text of a released migration stays as it is.
 */
function withoutRole(text: string): string {
  return text
    .replace(`  create role ${applicationRole} nologin;`, '  null;')
    .replace(`  execute format('grant ${applicationRole} to %I', current_user);`, '');
}

/** Tokens inside which a semicolon does not end a statement: comments, strings, quoted names, dollar-quoted bodies. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(\w*)\$[\s\S]*?\$\1\$|[\w$]+|[\s\S]/g;
const comment = /^(?:--|\/\*)/;

/**
 * The statements of a migration in order, each with the comments before it and without its semicolon. Joined by
 * semicolons, they give the text again. Nested comments and SQL bodies without dollar quotes (BEGIN ATOMIC) are not
 * recognised; no migration has them.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let piece = '';
  let says = false;
  const end = () => {
    if (says) statements.push(piece.trim());
    piece = '';
    says = false;
  };
  for (const [found] of text.matchAll(token)) {
    if (found === ';') {
      end();
      continue;
    }
    piece += found;
    says ||= !comment.test(found) && found.trim() !== '';
  }
  end();
  return statements;
}
