import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmbedders } from '../../../src/knowledge/embedders/embedders.ts';
import { ingest } from '../../../src/knowledge/ingest/ingest.ts';
import type { JobParts } from '../../../src/knowledge/jobs/job.ts';
import { createJobs, type Jobs } from '../../../src/knowledge/jobs/jobs.ts';
import { silentLog } from '../../../src/log.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../../support/database.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';
import { inlineParser } from '../../support/parser.ts';

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

const german = Array.from({ length: 3 }, (_, number) => ({
  key: `de-${number}`,
  format: 'MARKDOWN' as const,
  text: `Die Filiale Nummer ${number} liegt am Marktplatz und hat von neun bis achtzehn Uhr geöffnet.`,
}));
const english = { key: 'en', format: 'MARKDOWN' as const, text: 'Parking costs 40 euros a month at the reception.' };

/** A workspace whose documents have come to be German, beside an embedder for them that fails as often as told. */
async function withFailures(failures: number) {
  const { database } = open;
  const [usual, other] = [createHashedEmbedder('test:english@1:64'), createHashedEmbedder('test:many@1:64')];
  let left = failures;
  const failing = {
    ...other,
    embedDocuments: async (texts: readonly string[]) => {
      left -= 1;
      if (left >= 0) throw new Error('The disk is full.');
      return other.embedDocuments(texts);
    },
  };
  const embedders = createEmbedders({ database, embedders: [usual, failing], chooses: true });
  const parts: JobParts = {
    database,
    embedder: usual,
    embedders,
    parser: inlineParser,
    log: silentLog,
    allowPrivate: false,
  };
  const workspaceId = await newWorkspace(database);
  await ingest(parts, workspaceId, [english]);
  await ingest(parts, workspaceId, german);
  const states = async (jobs: Jobs) => (await jobs.list(workspaceId, { first: 9 })).nodes.map(({ state }) => state);
  return { parts, workspaceId, states, stored: async () => (await embedders.stored(workspaceId))?.fingerprint };
}

test('vectors that could not be made again are tried again by what is ingested next', async () => {
  const { parts, workspaceId, states, stored } = await withFailures(1);
  const jobs = createJobs(parts);
  await jobs.renewVectors(workspaceId);
  expect(await states(jobs)).toEqual(['FAILED']);
  expect(await stored()).toBe('test:english@1:64');
  await jobs.renewVectors(workspaceId);
  expect(await states(jobs)).toEqual(['COMPLETED', 'FAILED']);
  expect(await stored()).toBe('test:many@1:64');
});

test('the work after a failed job does not begin it again', async () => {
  const { parts, workspaceId, states } = await withFailures(Infinity);
  let runs = 0;
  const jobs: Jobs = createJobs({
    ...parts,
    afterJob: async ({ workspaceId: of, jobId }) => {
      // The queue may still hold what tests before left.
      if (of !== workspaceId) return;
      await jobs.renewVectors(workspaceId, { after: jobId });
      runs += 1;
    },
  });
  await jobs.start(workspaceId);
  await jobs.renewVectors(workspaceId);
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(1);
  expect(await states(jobs)).toEqual(['FAILED']);
  await jobs.stop();
});
