import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../../src/db/statement.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { CandorError } from '../../../src/errors.ts';
import { pageOfDocuments, readDocumentsByKey, readVersions } from '../../../src/knowledge/store/documents.ts';
import { type IngestJob, isOver, type JobParts, type JobProgress } from '../../../src/knowledge/jobs/job.ts';
import { createJobs, type Jobs } from '../../../src/knowledge/jobs/jobs.ts';
import type { UploadedFile } from '../../../src/knowledge/ingest/upload.ts';
import { silentLog } from '../../../src/log.ts';
import { newWorkspace, openTestDatabase, raw, type OpenTestDatabase } from '../../support/database.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';
import { inlineParser } from '../../support/parser.ts';

let open: OpenTestDatabase;
let workspace: string;
let jobs: Jobs;
const embedder = createHashedEmbedder();
const parts = (): JobParts => ({
  database: open.database,
  embedder,
  parser: inlineParser,
  log: silentLog,
  allowPrivate: true,
});
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
// Its own for each test: a worker of the test before would take what is to lie in the queue.
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
  jobs = createJobs(parts());
});
afterEach(() => jobs.stop());

const keys = async () =>
  (await pageOfDocuments(open.database, { workspaceId: workspace, accessGroups: null }, { first: 100 }, {})).nodes
    .map(({ key }) => key)
    .sort();
const count = async (table: string) =>
  (
    await open.database.inWorkspace(workspace, (transaction) =>
      transaction.query(raw(`select count(*)::int as total from ${table} where workspace_id = $1`), [workspace]),
    )
  )[0]!['total'];
async function* upload(files: Readonly<Record<string, readonly (string | Error)[]>>): AsyncGenerator<UploadedFile> {
  for (const [name, pieces] of Object.entries(files)) {
    yield {
      name,
      content: (async function* content() {
        for (const piece of pieces) {
          if (piece instanceof Error) throw piece;
          yield await Promise.resolve(Buffer.from(piece));
        }
      })(),
    };
  }
}
const finished = async (id: string): Promise<{ last: IngestJob; seen: string[] }> => {
  const seen: string[] = [];
  for await (const job of jobs.watch(workspace, id)) {
    seen.push(job.state);
    if (isOver(job)) return { last: job, seen };
  }
  throw new Error('the events ended before the job');
};

it('takes queued documents in once somebody works, and tells how far it is', async () => {
  const job = await jobs.submit(workspace, [
    { key: 'a.md', text: 'Apples are red.', format: 'MARKDOWN', tags: ['fruit'] },
    { key: 'b.md', text: '', format: 'MARKDOWN' },
  ]);
  expect(job).toMatchObject({ state: 'QUEUED', total: 2, counts: { done: 0 } });
  expect(await keys()).toEqual([]);
  await jobs.start(workspace);
  const { last, seen } = await finished(job.id);
  expect(last).toMatchObject({ state: 'COMPLETED', counts: { done: 2, created: 1, failed: 1 }, error: null });
  expect(seen.at(-1)).toBe('COMPLETED');
  expect(await keys()).toEqual(['a.md']);
  expect(await jobs.items(workspace, job.id, 10, -1)).toMatchObject([
    { state: 'DONE' },
    { state: 'FAILED', results: [{ error: { code: 'DOCUMENT_INVALID' } }] },
  ]);
  expect(await count('ingest_payload')).toBe(0);
});

it('takes an upload in, in parts, and keeps nothing of one that breaks off', async () => {
  await jobs.start(workspace);
  // Two parts of 1 MB, and little to index: what counts is that the text behind the cut arrives.
  const comment = `<!--${'x'.repeat(1_500_000)}-->`;
  const { id } = await jobs.upload(
    workspace,
    upload({
      'big.html': ['<p>Apples are red.</p>', comment, '<p>Limes are green.</p>'],
      'small.csv': ['fruit,colour\n', 'lime,green\n'],
    }),
    { semanticType: 'note' },
  );
  expect((await finished(id)).last).toMatchObject({ state: 'COMPLETED', counts: { created: 2 } });
  expect(await keys()).toEqual(['big.html', 'small.csv']);
  const [big] = await readDocumentsByKey(open.database, { workspaceId: workspace, accessGroups: null }, ['big.html']);
  expect(
    (await readVersions(open.database, { workspaceId: workspace, accessGroups: null }, [big!.currentVersionId!]))[0]!
      .text,
  ).toBe('Apples are red.\n\nLimes are green.');

  const broken = jobs.upload(
    workspace,
    upload({ 'x.txt': ['some', new CandorError('CANCELLED', 'The client closed the connection.')] }),
    {},
  );
  await expect(broken).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await count('ingest_job')).toBe(1);
  expect(await count('ingest_payload')).toBe(0);
});

it('fetches an address, and names what it cannot have', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/page')
      response
        .setHeader('content-type', 'text/html')
        .end('<html><title>Prices</title><main><h1>Prices</h1><p>A lime costs nine crowns.</p></main></html>');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await jobs.start(workspace);
  const job = await jobs.submit(workspace, [
    { key: 'prices', fetchUrl: `${site}/page` },
    { key: 'gone', fetchUrl: `${site}/gone` },
  ]);
  expect((await finished(job.id)).last.counts).toMatchObject({ created: 1, failed: 1 });
  const items = await jobs.items(workspace, job.id, 10, -1);
  expect(items[1]!.results[0]!.error).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('404') });
  await new Promise((resolve) => server.close(resolve));
});

it('stays cancelled, and what was stored stays', async () => {
  const job = await jobs.submit(workspace, [{ key: 'a.md', text: 'Apples are red.', format: 'MARKDOWN' }]);
  expect(await jobs.cancel(workspace, job.id)).toMatchObject({ state: 'CANCELLED' });
  await jobs.start(workspace);
  const later = await jobs.submit(workspace, [{ key: 'b.md', text: 'Bananas are yellow.', format: 'MARKDOWN' }]);
  await finished(later.id);
  expect(await jobs.find(workspace, job.id)).toMatchObject({ state: 'CANCELLED', counts: { done: 0 } });
  expect(await keys()).toEqual(['b.md']);
});

it('tells how far it is within a file, and stops within two seconds of being cancelled', async () => {
  let stopped: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => (stopped = resolve));
  const slow: JobParts['embedder'] = {
    ...embedder,
    async embedDocuments(texts, { signal, onEmbedded } = {}) {
      for (let done = 0; !signal?.aborted; done += 1) {
        onEmbedded?.(Math.min(done, texts.length - 1));
        await pause(100);
      }
      stopped();
      throw new CandorError('CANCELLED', 'The embedder was told to stop.');
    },
  };
  jobs = createJobs({ ...parts(), embedder: slow });
  const text = Array.from({ length: 60 }, (_, number) => `# Part ${number}\n\nApples ${number} are red.`).join('\n\n');
  const job = await jobs.submit(workspace, [{ key: 'a.md', text, format: 'MARKDOWN' }]);
  await jobs.start(workspace);
  const seen: JobProgress[] = [];
  for await (const { progress } of jobs.watch(workspace, job.id)) {
    if (progress) seen.push(progress);
    // The estimate follows once a rate is known.
    if (progress && progress.secondsLeft !== null) break;
  }
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.at(-1)).toMatchObject({ phase: 'EMBEDDING', current: 'a.md' });
  expect(seen.at(-1)!.done).toBeGreaterThan(seen[0]!.done ?? 0);
  expect(await jobs.cancel(workspace, job.id)).toMatchObject({ state: 'CANCELLED', progress: null });
  const cancelledAt = performance.now();
  await aborted;
  expect(performance.now() - cancelledAt).toBeLessThan(2_000);
  expect(await keys()).toEqual([]);
});

it('takes up what a process that is gone had begun, and drops what never arrived whole', async () => {
  const job = await jobs.submit(workspace, [{ key: 'a.md', text: 'Apples are red.', format: 'MARKDOWN' }]);
  const half = await jobs.submit(workspace, [{ key: 'b.md', text: 'Bananas are yellow.', format: 'MARKDOWN' }]);
  const orphan = raw(
    `update ingest_job set state = $3, lease_owner = $4, lease_until = $5 where workspace_id = $1 and job_id = $2`,
  );
  const leave = (id: string, state: string) =>
    open.database.inWorkspace(workspace, (transaction) =>
      transaction.query(orphan, [
        workspace,
        id,
        state,
        newId(),
        new Date(Date.now() + (open.url === null ? 3_600_000 : -1_000)),
      ]),
    );
  await leave(job.id, 'RUNNING');
  await leave(half.id, open.url === null ? 'RECEIVING' : 'QUEUED');
  await jobs.start(workspace);
  expect((await finished(job.id)).last).toMatchObject({ state: 'COMPLETED', counts: { created: 1 } });
  if (open.url === null) expect(await jobs.find(workspace, half.id)).toBeUndefined();
});

it('is not told to another workspace', async () => {
  const job = await jobs.submit(workspace, [{ key: 'a.md', text: 'Apples.', format: 'MARKDOWN' }]);
  const other = await newWorkspace(open.database);
  expect(await jobs.find(other, job.id)).toBeUndefined();
  expect(await jobs.items(other, job.id, 10, -1)).toEqual([]);
  await expect(jobs.cancel(other, job.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(jobs.watch(other, job.id)[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('ends as failed when the whole of it cannot be done, and says why', async () => {
  const other = await newWorkspace(open.database);
  await open.database.inWorkspace(other, (transaction) =>
    transaction.query(raw('update workspace set embedder = $2 where workspace_id = $1'), [other, 'test:other@1:64']),
  );
  await jobs.start(workspace);
  const { id } = await jobs.submit(other, [{ key: 'b.md', text: 'Bananas are yellow.', format: 'MARKDOWN' }]);
  for await (const job of jobs.watch(other, id))
    if (isOver(job))
      expect(job).toMatchObject({
        state: 'FAILED',
        error: { code: 'EMBEDDER_MISMATCH', remedy: expect.stringContaining('--re-embed') },
      });
});
