import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { newId } from '../../src/db/statement.ts';
import { isOver } from '../../src/knowledge/jobs/job.ts';
import { createJobs } from '../../src/knowledge/jobs/jobs.ts';
import { noteProgress, renewLease, takeLease } from '../../src/knowledge/jobs/jobs.sql.ts';
import type { UploadedFile } from '../../src/knowledge/ingest/upload.ts';
import { silentLog } from '../../src/log.ts';
import { listContinued } from '../../src/knowledge/store/chunks.sql.ts';
import { readHorizon } from '../../src/retrieval/question/question.sql.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import {
  newWorkspace,
  openTestApp,
  openTestDatabase,
  type OpenTestApp,
  type OpenTestDatabase,
} from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

// Statements that slow tests prove, and no other file of the contract suite executes: here they meet the embedded database. What they are for is proven there.
let open: OpenTestDatabase;
let opened: OpenTestApp;
let app: App;
let admin: Caller;
let workspaceId: string;
beforeAll(async () => {
  open = await openTestDatabase();
  opened = await openTestApp({ audit: { isOn: true, texts: true } }, open);
  app = opened.app;
});
afterAll(() => opened.close());
beforeEach(async () => {
  workspaceId = await newWorkspace(open.database, 'shop');
  admin = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: newId(), kind: 'KEY' };
});

it('erases a person, a key and a workspace', async () => {
  const keyId = await app.personOf(workspaceId, { issuer: 'https://login.example', subject: 'ada' });
  const ada: Caller = { ...admin, role: 'EDITOR', keyId, kind: 'PERSON' };
  await app.ingest(ada, [{ key: 'a.md', text: 'The tower opens at nine.', format: 'MARKDOWN', author: 'Ada' }]);
  let runId = '';
  for await (const event of app.ask(ada, { question: 'When does the tower open?' }))
    if (event.type === 'Finished') runId = event.outcome.id;
  await app.audit.record(ada, { action: 'ASK', outcome: 'DONE', code: null, targets: [runId], text: 'tower' });
  await app.feedback.record(ada, { runId, verdict: 'CORRECT' });
  const erased = { runCount: 1, feedbackCount: 1, documentCount: 1, auditCount: 1 };
  expect(await app.erasure.person(admin, keyId, { author: 'Ada' })).toEqual(erased);
  const { key } = await app.keys.create(workspaceId, 'Laptop', 'READER', [], { asksPerMinute: 5 });
  await app.erasure.person(admin, key.id);
  expect(await app.keys.list(workspaceId)).toEqual([]);
  await app.erasure.workspace(admin, 'shop');
  expect(await app.workspaces.find(workspaceId)).toBeUndefined();
});

it('lists and looks up names of metadata', async () => {
  const given = { key: 'a.md', text: 'The tower opens at nine.', format: 'MARKDOWN', metadata: { floor: 3 } } as const;
  await app.ingest(admin, [given]);
  expect(await app.knowledge.metadataNames(admin, 1)).toEqual([{ name: 'floor', values: [{ value: '3', count: 1 }] }]);
  const metadata = [{ name: 'flor', in: ['3'] }];
  await expect(app.search(admin, { query: 'tower', filter: { metadata } })).rejects.toMatchObject({
    remedy: 'Did you mean "floor"?',
  });
});

it('works through an upload, and renews the lease of a job', async () => {
  const embedder = createHashedEmbedder();
  const jobs = createJobs({
    database: open.database,
    embedder,
    parser: inlineParser,
    log: silentLog,
    allowPrivate: false,
  });
  const { id: jobId } = await jobs.upload(workspaceId, upload('a.txt', 'Apples are red.'), {});
  await expect(jobs.upload(workspaceId, upload('b.txt', 'some', new Error('gone')), {})).rejects.toThrow('gone');
  const timings = { totalMillis: 1, parseMillis: 0, chunkMillis: 0, embedMillis: 0, storeMillis: 1 };
  const progress = { phase: 'STORING', current: 'a.txt', done: 0, total: 1, secondsLeft: null };
  const lease = { workspaceId, jobId, leaseOwner: newId(), leaseSeconds: 0 };
  const states = await open.database.inWorkspace(workspaceId, async (transaction) => {
    await transaction.query(takeLease, { ...lease, isAlone: true, now: new Date() });
    const noted = await transaction.query(noteProgress, { ...lease, progress: JSON.stringify(progress) });
    return [...noted, ...(await transaction.query(renewLease, { ...lease, timings: JSON.stringify(timings) }))];
  });
  expect(states).toEqual([{ state: 'RUNNING' }, { state: 'RUNNING' }]);
  await jobs.start(workspaceId);
  let state = '';
  for await (const job of jobs.watch(workspaceId, jobId)) {
    state = job.state;
    if (isOver(job)) break;
  }
  await jobs.stop();
  expect(state).toBe('COMPLETED');
});

it('keeps weights of the arms, and tells which transactions are over', async () => {
  const fitted = { language: 'en', vectorWeight: 1, keywordWeight: 0.5, questionCount: 9 };
  await app.weights.save(admin, [{ ...fitted, ndcgBefore: 0.5, ndcgAfter: 0.6, dataHash: 'a'.repeat(64) }]);
  expect(await app.weights.list(admin)).toMatchObject([fitted]);
  expect(await app.weights.inUse(admin, 'en')).toMatchObject({ keywordWeight: 0.5 });
  expect(await app.weights.remove(admin)).toBe(1);
  const [row] = await open.database.inWorkspace(workspaceId, (transaction) => transaction.query(readHorizon, []));
  expect(row?.horizon).toMatch(/^\d+$/);
});

it('knows which passages go on with the section of the one before them', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `- A porter may open gate ${at}, oil it and close it again at dusk`,
  );
  const text = `# Gates\n\nNone of these:\n\n${rows.join('\n')}\n\n## Fees\n\nNone.`;
  const { results } = await app.ingest(admin, [{ key: 'gates.md', text, format: 'MARKDOWN' }]);
  const [page] = await app.knowledge.chunks(admin, [results[0]?.versionId ?? ''], { first: 20 });
  const chunkIds = (page?.nodes ?? []).map(({ id }) => id);
  const found = await open.database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listContinued, { workspaceId, chunkIds }),
  );
  expect(chunkIds.length).toBeGreaterThan(2);
  expect(found.map((row) => row.chunk_id).sort()).toEqual(chunkIds.slice(1, -1).sort());
});

async function* upload(name: string, ...pieces: readonly (string | Error)[]): AsyncGenerator<UploadedFile> {
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

it('lists runs by confidence', async () => {
  await app.ingest(admin, [{ key: 'a.md', text: 'The tower opens at nine.', format: 'MARKDOWN' }]);
  for (const question of ['When does the tower open?', 'Who paints zebras?'])
    for await (const event of app.ask(admin, { question })) if (event.type === 'Failed') throw new Error(question);
  const { nodes } = await app.runs.list(admin, { first: 2, orderBy: 'CONFIDENCE' }, {});
  expect(nodes.map(({ question }) => question)).toEqual(['When does the tower open?', 'Who paints zebras?']);
});
