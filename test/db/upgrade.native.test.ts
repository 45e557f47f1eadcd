import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { migrate, type Migration, readMigrations } from '../../src/db/migrate.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import '../setup/provided.ts';
import { search } from '../retrieval/search.ts';
import { newWorkspace } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { createTestDatabase } from '../support/nativePostgres.ts';
import { inlineParser } from '../support/parser.ts';

const embedder = createHashedEmbedder();
const animals = ['heron', 'otter', 'badger', 'stork', 'zebra', 'lynx'];
const page = (position: number) => ({
  key: `${position}.md`,
  format: 'MARKDOWN' as const,
  text: `# Enclosure ${position}\n\nThe ${animals[position % animals.length]!} of gate ${position} is fed at ${position % 12} o'clock.`,
});
const questions = ['When is the heron fed?', 'gate 17', 'Which animal is at enclosure 40?'];

let all: readonly Migration[];
beforeAll(async () => {
  all = await readMigrations();
});

/** Columns of later schemas that statements of this code name: a process of the old schema had statements without them. */
const named = [
  'document title_series text',
  'document file_series text',
  'document replaces text[]',
  'document supersedes text',
  'document successor_override uuid[]',
  'workspace document_site text',
  'workspace wording text',
  'document source_id uuid',
  'sync_source options json',
  'sync_source tried_at timestamptz',
  'sync_source reading_by uuid',
  'sync_source reading_until timestamptz',
  'sync_source reading json',
  'sync_source removed_at timestamptz',
];

/** A server's database as a process of that schema left it, and a second pool as that process keeps it. */
async function openAt(version: number) {
  const { url, drop } = await createTestDatabase(inject('databaseUrl') ?? '');
  const pools = [4, 1].map((max) => new pg.Pool({ connectionString: url, max }));
  for (const pool of pools) pool.on('error', () => undefined);
  const [inUse, upgrading] = pools as [pg.Pool, pg.Pool];
  await migrate(
    inUse,
    all.filter((migration) => migration.version <= version),
  );
  for (const column of named) await inUse.query(`alter table ${column.replace(' ', ' add column ')}`);
  const database = createDatabase({
    kind: 'server',
    pool: inUse,
    schemaVersion: version,
    switchRole: true,
    close: () => inUse.end(),
  });
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await drop();
  };
  return { database, upgrading, close };
}

async function answers(database: Database, workspace: string) {
  const found = await Promise.all(questions.map((question) => search({ database, embedder }, workspace, question)));
  return found.map(({ passages, degraded }) => {
    expect(degraded).toEqual([]);
    return passages.map(({ documentKey, score }) => [documentKey, score.toFixed(6)]);
  });
}

it.each([1, 2])(
  'a schema of version %i is brought up to date while people search and documents come in: none fails, and all finds what it found',
  async (version) => {
    const { database, upgrading, close } = await openAt(version);
    try {
      const [asked, filled] = [await newWorkspace(database), await newWorkspace(database, 'filled')];
      const take = (workspace: string, from: number, to: number) =>
        ingest(
          { database, embedder, parser: inlineParser, log: silentLog },
          workspace,
          Array.from({ length: to - from }, (_, position) => page(from + position)),
        );
      expect((await take(asked, 0, 80)).failedCount).toBe(0);
      const before = await answers(database, asked);

      let upgraded = false;
      const searching = async () => {
        let times = 0;
        do {
          expect(await answers(database, asked)).toEqual(before);
          times += 1;
        } while (!upgraded);
        return times;
      };
      const filling = async () => {
        let next = 0;
        do {
          expect((await take(filled, next, next + 5)).failedCount).toBe(0);
          next += 5;
        } while (!upgraded);
        return next;
      };
      const upgrade = migrate(upgrading, all).finally(() => {
        upgraded = true;
      });
      const [newest, , , taken] = await Promise.all([upgrade, searching(), searching(), filling()]);

      expect(newest).toBe(all.at(-1)?.version);
      expect(await answers(database, asked)).toEqual(before);
      const { rows } = await upgrading.query<{ count: string }>(
        'select count(*) from document where workspace_id = $1',
        [filled],
      );
      expect(Number(rows[0]?.count)).toBe(taken);
    } finally {
      await close();
    }
  },
  120_000,
);

afterAll(() => embedder.close());
