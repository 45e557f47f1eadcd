import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../src/db/database.ts';
import { migrate, readMigrations } from '../../../src/db/migrate.ts';
import { openDatabase } from '../../../src/db/openDatabase.ts';
import { inMemory, openEmbedded } from '../../../src/db/openEmbedded.ts';
import { comparePairs } from '../../retrieval/comparePairs.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';
import { createTestDatabase } from '../../support/nativePostgres.ts';
import { type OwnServer, startOwnServer } from '../../support/ownServer.ts';
import { expectNothingTold, expectSameRows, type Place } from './day/expectCopy.ts';
import { openDayApp, operationNames, playDay } from './day/playDay.ts';

/** Another day each time. `CANDOR_TEST_SEED=… npm run test:release -- day` plays one again. */
const seed = inject('seed') ?? Date.now() % 1_000_000;
const operations = 600;
/** Pairs of the differential test in workspaces that are filled in the copy's database. */
const pairs = 200;

let server: OwnServer | null;
let folder: string;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startOwnServer('day');
  folder = await mkdtemp(join(tmpdir(), 'candor-day-'));
}, 900_000);
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await server?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function openHere(): Promise<Place> {
  const { pool, close } = await openEmbedded(inMemory);
  const schemaVersion = await migrate(pool, await readMigrations());
  const database = createDatabase({ kind: 'embedded', pool, schemaVersion, switchRole: true, close });
  const app = await openDayApp(database);
  closing.push(close, app.close);
  return { pool, database, app };
}

async function openThere(): Promise<Place> {
  const { url, drop } = await createTestDatabase(server?.url ?? '');
  const database = await openDatabase({ databaseUrl: url, dataFolder: inMemory });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  const app = await openDayApp(database);
  closing.push(drop, database.close, () => pool.end(), app.close);
  return { pool, database, app };
}

const places = { 'the embedded database': openHere, 'a server': openThere } as const;

it.each([
  ['the embedded database', ['a server', 'the embedded database']],
  ['a server', ['the embedded database', 'a server']],
] as const)(
  `after a day of operations (seed ${seed}) in %s every row comes back elsewhere, and hidden documents tell nothing there`,
  async (from, targets) => {
    if (server === null) throw new Error('This machine can have no Postgres of its own, and the day was not played');
    process.stdout.write(`the day of seed ${seed} in ${from}\n`);
    const source = await places[from]();
    const { tenants, done } = await playDay(source.app, { seed, count: operations, folder: join(folder, from) });
    // A kind that is refused each time is none of the day's.
    expect(operationNames.filter((name) => !done.has(name))).toEqual([]);
    for (const target of targets) {
      const copy = await places[target]();
      await expectSameRows(source, copy, join(folder, `${from} to ${target}.gz`), tenants);
      await expectNothingTold(source, copy, tenants, { seed, questionsOfEach: 12 });
      const parts = { database: copy.database, embedder: createHashedEmbedder() };
      let compared = 0;
      for await (const { question, without, withThem } of comparePairs(parts, seed)) {
        expect(withThem, `seed ${seed}, ${question}`).toEqual(without);
        if ((compared += 1) === pairs) break;
      }
    }
  },
  900_000,
);
