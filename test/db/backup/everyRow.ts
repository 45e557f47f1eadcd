import type pg from 'pg';
import type { Database } from '../../../src/db/database.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';
import { fillEveryTable } from '../everyTable.ts';

const embedder = createHashedEmbedder();

/** Two workspaces that have a value in every column of every table: what the product leaves out is set by hand. */
export async function fillEveryColumn(database: Database, pool: pg.Pool): Promise<readonly [string, string]> {
  const filled = [
    await fillEveryTable(database, embedder, 'Größe “quoted” \\ 日本語 😀'),
    await fillEveryTable(database, embedder, 'other'),
  ] as const;
  for (const [table, changes] of Object.entries(byHand))
    await pool.query(`update ${table} set ${changes} where workspace_id = $1`, [filled[0]]);
  // One of the two gates excludes the other.
  await pool.query(`update workspace set gate_from = 0.1 + 0.2 where workspace_id = $1`, [filled[1]]);
  return filled;
}

const someId = `'01900000-0000-7000-8000-0000000000aa'`;
const someTime = `'2026-03-29T01:30:00.123456Z'`;

/** By table: what no call of the product above writes. */
const byHand: Readonly<Record<string, string>> = {
  allowance: 'max_asks = 9007199254740993',
  api_key: `revoked_at = ${someTime}, access_groups = '{a,"b c"}', scopes = '{ASK}', expires_at = ${someTime}, last_used_at = ${someTime},
    rotated_at = ${someTime}, previous_hash = '\\xdeadbeef', previous_until = ${someTime}, origins = '{https://example.com}', runs = 'OWN'`,
  chunk: `duplicate_group = ${someId}`,
  chunk_code: [1, 2, 3, 4, 5, 6, 7].map((number) => `code_${number} = B'0101'`).join(', '),
  chunk_text: `omit_reason = 'BOILERPLATE', omit_override = true, hypotheticals_at = ${someTime}`,
  curated_answer: `expires_at = ${someTime}`,
  document: `url = 'https://example.com/ä', semantic_type = 'policy', author = 'Ada', superseded_by = 'other.md', supersedes = 'older.md', successor_override = '{01900000-0000-7000-8000-0000000000aa}', deleted_at = ${someTime}`,
  document_version: `effective_until = ${someTime}, expires_at = ${someTime}`,
  feedback: `passage_id = ${someId}, answer = 'five', comment = E'line\nline', given_by = ${someId}, access_groups = '{}'`,
  ingest_job: `progress = '{"phase": "EMBEDDING", "current": "a", "done": 1, "total": 2, "secondsLeft": null}', error = '{"code": "CANCELLED", "number": 1.10}', lease_owner = ${someId}, lease_until = ${someTime}`,
  run: `conversation_id = 'talk', access_groups = '{a}', asked_by = ${someId}, replay_of = ${someId}`,
  workspace: `default_millis = 1, default_rounds = 1, default_tokens = 1, max_millis = 2, max_rounds = 2, max_tokens = 2,
    gate_caution = 'STRICT', audit_days = 36500, run_days = 36500, run_count = 1, document_site = 'https://wiki.example/'`,
};

/** The tables of workspaces, from the catalogue alone. */
export async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Columns that no row has a value in. A new column is one of them until a test fills it. */
export async function emptyColumns(pool: pg.Pool): Promise<string[]> {
  const empty: string[] = [];
  for (const table of await tablesOf(pool)) {
    const { rows: columns } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    const looks = columns.map(({ name }) => `bool_or(${name} is not null) as ${name}`).join(', ');
    const { rows } = await pool.query<Record<string, boolean | null>>(`select ${looks} from ${table}`);
    empty.push(...columns.filter(({ name }) => rows[0]?.[name] !== true).map(({ name }) => `${table}.${name}`));
  }
  return empty;
}

/**
 * Every row of some workspaces by table, as Postgres itself writes it, past the product's own backup. What JSON cannot
 * tell apart stands beside it: no value, and a value of JSON that is null.
 */
export async function everyRow(pool: pg.Pool, workspaces: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await pool.query(`set timezone = 'UTC'; set extra_float_digits = 1`);
  for (const table of await tablesOf(pool)) {
    const { rows: json } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and atttypid = 'jsonb'::regtype and not attisdropped`,
      [table],
    );
    const kinds = json.map(({ name }) => `'${name}', jsonb_typeof(t.${name})`).join(', ');
    const { rows } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - 'added')::text || jsonb_build_object(${kinds})::text as row from ${table} t where t.workspace_id = any ($1::uuid[])`,
      [workspaces],
    );
    found[table] = rows.map(({ row }) => row).sort();
  }
  return found;
}
