import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from './nativePostgres.ts';

const serverUrl = inject('databaseUrl') ?? '';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

it('builds a template once, however many ask for it at the same time, and copies it for each', async () => {
  let builds = 0;
  const template = {
    name: `once-${randomBytes(4).toString('hex')}`,
    build: async (url: string) => {
      builds += 1;
      await query(url, 'create table seeded as select 42 as answer');
    },
  };

  const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase(serverUrl, template)));

  expect(builds).toBe(1);
  expect(new Set(databases.map(({ url }) => url)).size).toBe(3);
  for (const database of databases)
    expect(await query(database.url, 'select answer from seeded')).toEqual([{ answer: 42 }]);
  await Promise.all(databases.map((database) => database.drop()));
});

it('drops a database although a session is still on it', async () => {
  const database = await createTestDatabase(serverUrl);
  const lingering = new pg.Client({ connectionString: database.url });
  lingering.on('error', () => undefined);
  await lingering.connect();

  await database.drop();

  await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
});

it('offers every extension that the migrations may ask for', async () => {
  const database = await createTestDatabase(serverUrl);
  const extensions = ['vector', 'unaccent', 'pg_trgm', 'btree_gin'];

  for (const extension of extensions) await query(database.url, `create extension ${extension}`);

  expect(await query(database.url, 'select 1 as works')).toEqual([{ works: 1 }]);
  await database.drop();
});
