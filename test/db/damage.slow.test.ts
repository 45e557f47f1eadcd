import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { lockFolder } from '../../src/db/folderLock.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { openEmbedded } from '../../src/db/openEmbedded.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { readSnapshot } from '../support/database.ts';
import { mountsDisks, smallDisk } from '../support/smallDisk.ts';

let home: string;
let whole: string;
const open = (dataFolder: string) => openDatabase({ databaseUrl: undefined, dataFolder });

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'candor-damage-'));
  whole = join(home, 'whole');
  await (await openEmbedded(whole, await readSnapshot())).close();
}, 120_000);
afterAll(() => rm(home, { recursive: true, force: true }));

const damages: Record<string, (postgres: string) => Promise<void>> = {
  'a control file that is cut off': (postgres) => truncate(join(postgres, 'global/pg_control'), 10),
  'the version of another Postgres': (postgres) => writeFile(join(postgres, 'PG_VERSION'), '9\n'),
  'its journal gone': async (postgres) => {
    for (const name of await readdir(join(postgres, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name)) await rm(join(postgres, 'pg_wal', name));
  },
  'a file in its place': async (postgres) => {
    await rm(postgres, { recursive: true });
    await writeFile(postgres, 'not a folder');
  },
};

describe('a data folder that is damaged', () => {
  it.each(Object.entries(damages))(
    '%s: typed, with a remedy, and left as it is',
    async (name, damage) => {
      const folder = join(home, name.replaceAll(' ', '-'));
      await cp(whole, folder, { recursive: true });
      await damage(join(folder, 'postgres'));
      await expect(open(folder)).rejects.toMatchObject({
        code: 'DATABASE_FAILED',
        details: { folder, reason: 'UNOPENED' },
        remedy: expect.stringContaining('candor restore FILE') as unknown,
      });
      expect(existsSync(join(folder, 'postgres'))).toBe(true);
      (await lockFolder(folder)).release();
    },
    60_000,
  );
});

if (!mountsDisks) process.stdout.write('SKIPPED: full disk: only root can mount a small tmpfs.\n');

describe.skipIf(!mountsDisks)('a disk that is full', () => {
  it('is told at the first start, which leaves nothing behind that hinders the next', async () => {
    const folder = await smallDisk('8m');
    await expect(open(folder)).rejects.toMatchObject({ code: 'DATABASE_FAILED', details: { reason: 'DISK_FULL' } });
    execFileSync('mount', ['-o', 'remount,size=400m', folder]);
    await (await open(folder)).close();
  }, 120_000);

  it('is told when a database that is there is opened or written to, and what is stored stays', async () => {
    const folder = await smallDisk('150m');
    await cp(whole, folder, { recursive: true });
    const ballast = join(folder, 'ballast');
    const fill = async () => {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(ballast, Buffer.alloc(bavail * bsize));
    };
    const full = {
      code: 'DATABASE_FAILED',
      details: { reason: 'DISK_FULL' },
      remedy: expect.stringContaining('Free space'),
    };
    await fill();
    await expect(open(folder)).rejects.toMatchObject(full);
    await rm(ballast);

    const { pool, close } = await openEmbedded(folder);
    await pool.query('create table kept as select 42 as answer');
    await fill();
    const insert = 'insert into kept select generate_series(1, 1000000)';
    await expect(pool.query(insert)).rejects.toMatchObject({ code: '53100' });
    expect((await pool.query('select answer from kept')).rows).toEqual([{ answer: 42 }]);
    await rm(ballast);
    await pool.query('insert into kept values (43)');
    await close();
    await (await open(folder)).close();
  }, 120_000);
});

describe('a migration that fails half-way', () => {
  it('is named with a remedy, leaves nothing of itself, and goes through once it is mended', async () => {
    const folder = join(home, 'half-way');
    await cp(whole, folder, { recursive: true });
    const { pool, close } = await openEmbedded(folder);
    onTestFinished(close);
    const migrations = await readMigrations();
    const next = {
      version: 9_000,
      name: '9000_next.sql',
      hash: 'next',
      text: 'create table half (a int); select 1/0;',
    };
    await expect(migrate(pool, [...migrations, next])).rejects.toMatchObject({
      code: 'DATABASE_FAILED',
      details: { migration: next.name },
      remedy: expect.stringContaining('Nothing of this migration was kept') as unknown,
    });
    expect((await pool.query("select to_regclass('half') as found")).rows).toEqual([{ found: null }]);
    expect(await migrate(pool, [...migrations, { ...next, text: 'create table half (a int)' }])).toBe(9_000);
  }, 60_000);
});
