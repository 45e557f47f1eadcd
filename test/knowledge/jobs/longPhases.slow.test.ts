import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { pageOfDocuments } from '../../../src/knowledge/store/documents.ts';
import { createParserProcess, type ParserProcess } from '../../../src/knowledge/formats/process/parserProcess.ts';
import { isOver, type IngestJob } from '../../../src/knowledge/jobs/job.ts';
import { createJobs, type Jobs } from '../../../src/knowledge/jobs/jobs.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { silentLog } from '../../../src/log.ts';
import { createRandom } from '../../../src/stats.ts';
import { drawn } from '../../support/cases.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../../support/database.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';
import { createStillness } from '../../support/stillness.ts';

let open: OpenTestDatabase;
let parser: ParserProcess;
let workspace: string;
let jobs: Jobs;
beforeAll(async () => {
  open = await openTestDatabase();
  parser = createParserProcess();
});
afterAll(async () => {
  await parser.close();
  await open.close();
});
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
  jobs = createJobs({
    database: open.database,
    embedder: telling(createHashedEmbedder()),
    parser,
    log: silentLog,
    allowPrivate: true,
  });
});
afterEach(() => jobs.stop());

/** With windows as long as those of the built-in one, which it embeds some at a time. */
const telling = (embedder: Embedder): Embedder => ({
  ...embedder,
  maxWords: 160,
  async embedDocuments(texts, { onEmbedded } = {}) {
    const vectors: Float32Array[] = [];
    while (vectors.length < texts.length) {
      vectors.push(...(await embedder.embedDocuments(texts.slice(vectors.length, vectors.length + 500))));
      onEmbedded?.(vectors.length);
      await turn();
    }
    return vectors;
  },
});

/** As large a text as is taken, before a release. */
const megabytes = drawn(1, 5);

/** A passage a section: stored slice by slice, between which a job can be read and cancelled. */
function largeText(sections = 500): string {
  const random = createRandom(3);
  const word = () => `w${Math.floor(random() * 3_000).toString(36)}`;
  const sentence = () => `${Array.from({ length: 12 }, word).join(' ')}.`;
  const section = (number: number) =>
    `## Section ${number}\n\n${Array.from({ length: 12 }, sentence).join(' ')}\n\n${Array.from({ length: 9 }, sentence).join(' ')}`;
  return Array.from({ length: sections }, (_, number) => section(number)).join('\n\n');
}

const submit = (text = largeText()) => jobs.submit(workspace, [{ key: 'large.md', format: 'MARKDOWN', text }]);
const documents = async () =>
  (await pageOfDocuments(open.database, { workspaceId: workspace, accessGroups: null }, { first: 10 }, {})).nodes;

it('tells how far it is within storing, while the database is busy with that', async () => {
  const { id } = await submit();
  await jobs.start(workspace);
  const seen: NonNullable<IngestJob['progress']>[] = [];
  for await (const job of jobs.watch(workspace, id)) if (job.progress) seen.push(job.progress);
  const within = (phase: string) =>
    new Set(
      seen.filter((each) => each.phase === phase && each.done && each.done < (each.total ?? 0)).map(({ done }) => done),
    );
  expect(within('STORING').size).toBeGreaterThan(1);
  expect(seen.at(-1)).toMatchObject({ phase: 'STORING', current: 'large.md' });
  expect((await jobs.require(workspace, id)).state).toBe('COMPLETED');
  expect(await documents()).toHaveLength(1);
});

it('is cancelled in the middle of storing, before the document is stored', async () => {
  const { id } = await submit();
  await jobs.start(workspace);
  let cancelled: IngestJob | undefined;
  let last: IngestJob | undefined;
  for await (const job of jobs.watch(workspace, id)) {
    if (job.progress?.phase === 'STORING') cancelled ??= await jobs.cancel(workspace, id);
    last = job;
    if (isOver(job)) break;
  }
  expect([cancelled?.state, last?.state]).toEqual(['CANCELLED', 'CANCELLED']);
  expect(await documents()).toEqual([]);
});

it(`moves all the time with ${megabytes} MB of Markdown, in every phase that takes seconds`, async () => {
  const { id } = await submit(largeText(1_300 * megabytes).slice(0, 998_000 * megabytes));
  await jobs.start(workspace);
  const still = createStillness();
  const phases = new Set<string>();
  for await (const { progress, state } of jobs.watch(workspace, id)) {
    still.see(JSON.stringify([progress?.phase, progress?.done, state]));
    if (progress?.done) phases.add(progress.phase);
    // Further slices are like these, and take a minute.
    if (progress?.phase === 'STORING' && (progress.done ?? 0) > 800) break;
  }
  await jobs.cancel(workspace, id);
  // 2 s of 40 on the machine of docs/performance.md. A fast one is done in eight, and a note is a second apart from the next; it has read 5 MB before the first.
  const { longest, during, all } = still.longest();
  expect(longest, during).toBeLessThan(Math.max(all / 8, 2_500));
  // A fast machine has cut 1 MB between two notes.
  expect([...phases]).toEqual(expect.arrayContaining(drawn(['STORING'], ['CUTTING', 'STORING'])));
});
