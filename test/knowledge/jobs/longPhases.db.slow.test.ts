import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { pageOfDocuments } from '../../../src/knowledge/store/documents.ts';
import { createParserProcess, type ParserProcess } from '../../../src/knowledge/formats/process/parserProcess.ts';
import { isOver, type IngestJob } from '../../../src/knowledge/jobs/job.ts';
import { createJobs, type Jobs } from '../../../src/knowledge/jobs/jobs.ts';
import { silentLog } from '../../../src/log.ts';
import { createRandom } from '../../../src/stats.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../../support/database.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';

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
    embedder: createHashedEmbedder(),
    parser,
    log: silentLog,
    allowPrivate: true,
  });
});
afterEach(() => jobs.stop());

/** Some 300 passages: stored with three statements, between which a job can be read and cancelled. */
function largeText(): string {
  const random = createRandom(3);
  const word = () => `w${Math.floor(random() * 3_000).toString(36)}`;
  const sentence = () => `${Array.from({ length: 12 }, word).join(' ')}.`;
  const section = (number: number) =>
    `## Section ${number}\n\n${Array.from({ length: 12 }, sentence).join(' ')}\n\n${Array.from({ length: 9 }, sentence).join(' ')}`;
  return Array.from({ length: 300 }, (_, number) => section(number)).join('\n\n');
}

const submit = () => jobs.submit(workspace, [{ key: 'large.md', format: 'MARKDOWN', text: largeText() }]);
const documents = async () =>
  (await pageOfDocuments(open.database, { workspaceId: workspace, accessGroups: null }, { first: 10 }, {})).nodes;

it('tells how far it is within cutting and storing, while the database is busy with that', async () => {
  const { id } = await submit();
  await jobs.start(workspace);
  const seen: NonNullable<IngestJob['progress']>[] = [];
  for await (const job of jobs.watch(workspace, id)) if (job.progress) seen.push(job.progress);
  const within = (phase: string) =>
    new Set(
      seen.filter((each) => each.phase === phase && each.done && each.done < (each.total ?? 0)).map(({ done }) => done),
    );
  expect(within('STORING').size).toBeGreaterThan(1);
  expect(within('CUTTING').size).toBeGreaterThan(0);
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
