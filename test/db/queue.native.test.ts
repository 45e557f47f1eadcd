import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import '../setup/provided.ts';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { createTestDatabase, type TestDatabase } from '../support/nativePostgres.ts';

let empty: TestDatabase;
let databases: readonly Database[] = [];
beforeAll(async () => {
  empty = await createTestDatabase(inject('databaseUrl') ?? '');
  const open = () => openDatabase({ databaseUrl: empty.url, dataFolder: inMemory });
  databases = await Promise.all([open(), open(), open()]);
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await empty.drop();
});

it('processes that start together on a new database each open the queue', async () => {
  const faults: string[] = [];
  const queues = await Promise.all(
    databases.map((database) => database.openQueue('first-start', (fault) => faults.push(fault))),
  );
  let taken: Readonly<Record<string, string>> | undefined;
  await queues[1]?.work((data) => Promise.resolve(void (taken = data)));
  await queues[0]?.send({ jobId: 'one' });
  await expect.poll(() => taken, { timeout: 5_000 }).toEqual({ jobId: 'one' });
  for (const queue of queues) await queue.stop();
  expect(faults).toEqual([]);
});
