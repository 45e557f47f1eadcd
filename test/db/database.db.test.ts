import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { createDatabase } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newId, statement } from '../../src/db/statement.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { newWorkspace, openOwnDatabase, raw, readSnapshot, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  open = await openOwnDatabase();
  workspace = await newWorkspace(open.database);
});
afterAll(() => open.close());

const newest = (await readMigrations()).at(-1)!.version;
const insertRun = raw(
  `insert into run (workspace_id, run_id, question, preset, record, created_at) values ($1, $2, 'q', 'CANDOR', '{}', $3)`,
);
const countRuns = statement(
  'test.countRuns',
  z.object({ total: z.number() }),
  'select count(*)::int as total from run where workspace_id = $1',
);
const runs = () =>
  open.database.inWorkspace(
    workspace,
    async (transaction) => (await transaction.query(countRuns, [workspace]))[0]!.total,
  );

describe('a transaction', () => {
  it('is kept when its work resolves, and gives back the result', async () => {
    const before = await runs();
    const result = await open.database.inWorkspace(workspace, async (transaction) => {
      await transaction.query(insertRun, [workspace, newId(), new Date()]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await runs()).toBe(before + 1);
  });

  it('is rolled back when its work throws, and the error stays the same', async () => {
    const before = await runs();
    const fault = new RangeError('mine');
    const work = open.database.inWorkspace(workspace, async (transaction) => {
      await transaction.query(insertRun, [workspace, newId(), new Date()]);
      throw fault;
    });
    await expect(work).rejects.toBe(fault);
    expect(await runs()).toBe(before);
  });

  it('is rolled back when a statement fails, which is named with its SQLSTATE; the connection works on', async () => {
    const before = await runs();
    const id = newId();
    const work = open.database.inWorkspace(workspace, async (transaction) => {
      await transaction.query(insertRun, [workspace, id, new Date()]);
      await transaction.query(statement('test.insertTwice', z.unknown(), insertRun.text), [workspace, id, new Date()]);
    });
    await expect(work).rejects.toMatchObject({
      code: 'DATABASE_FAILED',
      message: expect.stringContaining('test.insertTwice'),
      details: { statement: 'test.insertTwice', sqlState: '23505' },
    });
    expect(await runs()).toBe(before);
  });

  it('that only reads refuses to write, gives what it read, and leaves its connection to the next one', async () => {
    const before = await runs();
    const only = { readOnly: true };
    const write = open.database.inWorkspace(
      workspace,
      (transaction) => transaction.query(insertRun, [workspace, newId(), new Date()]),
      only,
    );
    await expect(write).rejects.toMatchObject({ code: 'DATABASE_FAILED', details: { sqlState: '25006' } });
    const count = (options = {}) =>
      open.database.inWorkspace(workspace, (transaction) => transaction.query(countRuns, [workspace]), options);
    const counted = await Promise.all(Array.from({ length: 20 }, (_, nth) => count(nth % 2 === 0 ? only : {})));
    expect(new Set(counted.map(([row]) => row?.total))).toEqual(new Set([before]));
    await open.database.inWorkspace(workspace, (transaction) =>
      transaction.query(insertRun, [workspace, newId(), new Date()]),
    );
    expect(await runs()).toBe(before + 1);
  });

  it('fails when a row does not have the declared shape, and names the statement', async () => {
    const wrong = statement('test.wrongShape', z.object({ total: z.string() }), countRuns.text);
    await expect(
      open.database.inWorkspace(workspace, (transaction) => transaction.query(wrong, [workspace])),
    ).rejects.toMatchObject({ code: 'DATABASE_FAILED', details: { statement: 'test.wrongShape' } });
  });

  it.each([
    ['half of a character', 'select $1::jsonb', '{"a": "\\ud800"}', 'half of a character'],
    ['the year 0', 'select $1::timestamptz', '0000-01-01T00:00:00Z', 'outside the range'],
    ['a number that is too large', 'select $1::int', '3000000000', 'outside the range'],
  ])("%s is the input's fault", async (_name, text, value, message) => {
    const work = open.database.inWorkspace(workspace, (transaction) => transaction.query(raw(text), [value]));
    await expect(work).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(message) as unknown,
      remedy: expect.not.stringContaining('doctor') as unknown,
    });
  });

  it("attack 13: a full disk tells no path, and NUL is the input's fault", async () => {
    const full = raw(
      `do $$ begin raise exception 'could not extend file "base/16384/2619": No space left on device' using errcode = '53100'; end $$`,
    );
    const fault: unknown = await open.database
      .inWorkspace(workspace, (transaction) => transaction.query(full, []))
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({
      code: 'DATABASE_FAILED',
      message: expect.stringContaining('No space is left on the disk') as unknown,
      details: { statement: 'test.raw', sqlState: '53100', reason: 'DISK_FULL' },
      remedy: expect.stringContaining('Free space') as unknown,
      cause: { message: expect.stringContaining('base/16384') as unknown },
    });
    expect(JSON.stringify(fault)).not.toContain('base/');
    for (const nul of [raw('select $1::text as text'), raw('select $1::jsonb::text as text')]) {
      await expect(
        open.database.inWorkspace(workspace, (transaction) =>
          transaction.query(nul, [nul.text.includes('jsonb') ? '"a\\u0000b"' : 'a\0b']),
        ),
      ).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('NUL') as unknown });
    }
  });

  it('enters nothing but a UUID', async () => {
    for (const id of ['', 'x', `${workspace}'; drop table run; --`, `${workspace}\n`]) {
      await expect(open.database.inWorkspace(id, async () => 1)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    }
  });

  it('runs many at a time', async () => {
    const counts = await Promise.all(Array.from({ length: 25 }, () => runs()));
    expect(new Set(counts).size).toBe(1);
  });
});

describe('an abort', () => {
  it('before the work starts runs nothing', async () => {
    let ran = false;
    const work = open.database.inWorkspace(
      workspace,
      async () => {
        ran = true;
      },
      { signal: AbortSignal.abort() },
    );
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(ran).toBe(false);
  });

  it('between two statements ends with CANCELLED and keeps nothing', async () => {
    const before = await runs();
    const abort = new AbortController();
    const work = open.database.inWorkspace(
      workspace,
      async (transaction) => {
        await transaction.query(insertRun, [workspace, newId(), new Date()]);
        abort.abort();
        await transaction.query(insertRun, [workspace, newId(), new Date()]);
      },
      { signal: abort.signal },
    );
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await runs()).toBe(before);
  });
});

it('opens with the version of its newest migration, and knows its kind', async () => {
  expect(open.database).toMatchObject({
    schemaVersion: newest,
    kind: inject('databaseUrl') === null ? 'embedded' : 'server',
  });
});

it.skipIf(inject('databaseUrl') !== null)(
  'has statistics of its own tables after a load, and leaves the catalog alone',
  async () => {
    const statistics = async (table: string) => {
      const { rows } = await open.pool.query<{ xmin: string }>(
        `select xmin::text from pg_statistic where starelid = '${table}'::regclass order by staattnum`,
      );
      return rows;
    };
    const ofCatalog = await statistics('pg_catalog.pg_proc');
    const before = await statistics('public.workspace');
    await newWorkspace(open.database);
    await open.database.refreshStatistics();
    expect(await statistics('public.workspace')).not.toEqual(before);
    expect(await statistics('pg_catalog.pg_proc')).toEqual(ofCatalog);
    expect(ofCatalog.length).toBeGreaterThan(0);
  },
);

it('tells that a server does not answer, with what to check', async () => {
  await expect(
    openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataFolder: inMemory }),
  ).rejects.toMatchObject({
    code: 'DATABASE_UNREACHABLE',
    message: expect.stringContaining('ECONNREFUSED'),
    remedy: expect.stringContaining('DATABASE_URL'),
  });
});

it('opens, migrates and closes again when the schema is of a newer version', async () => {
  await open.pool.query(`insert into schema_migration values (9999, '9999_future.sql', 'x', $1)`, [new Date()]);
  const opening = async () => {
    if (open.url !== null) return openDatabase({ databaseUrl: open.url, dataFolder: inMemory });
    const later = await openDatabase({ databaseUrl: undefined, dataFolder: inMemory, snapshot: await readSnapshot() });
    expect(later.schemaVersion).toBe(newest);
    await later.close();
    return migrate(open.pool, await readMigrations());
  };
  await expect(opening()).rejects.toMatchObject({ code: 'DATABASE_NEWER', details: { database: 9999 } });
  await open.pool.query('delete from schema_migration where version = 9999');
});

it('works through a pool whose login is the application role already', async () => {
  await open.pool.query('set role candor_app');
  try {
    const database = createDatabase({
      kind: open.database.kind,
      pool: open.pool,
      schemaVersion: 1,
      switchRole: false,
      distributed: open.database.distributed,
      close: async () => undefined,
    });
    const [row] = await database.inWorkspace(workspace, (transaction) => transaction.query(countRuns, [workspace]));
    expect(row!.total).toBeGreaterThan(0);
  } finally {
    await open.pool.query('reset role');
  }
});
