import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import '../../setup/provided.ts';
import type { Database } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/openDatabase.ts';
import { inMemory } from '../../../src/db/openEmbedded.ts';
import { isOver } from '../../../src/knowledge/jobs/job.ts';
import { createJobs, type Jobs } from '../../../src/knowledge/jobs/jobs.ts';
import { silentLog } from '../../../src/log.ts';
import { newWorkspace } from '../../support/database.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';
import { createTestDatabase, type TestDatabase } from '../../support/nativePostgres.ts';
import { ownProgram } from '../../support/ownProgram.ts';
import { inlineParser } from '../../support/parser.ts';

/** What docs/scaling.md promises. */
const takeoverMillis = 30_000;

let served: TestDatabase;
let database: Database;
let jobs: Jobs;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  served = await createTestDatabase(inject('databaseUrl') ?? '');
  database = await openDatabase({ databaseUrl: served.url, dataFolder: inMemory });
  const embedder = createHashedEmbedder();
  jobs = createJobs({ database, embedder, parser: inlineParser, log: silentLog, allowPrivate: true });
});
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await jobs.stop();
  await database.close();
  await served.drop();
});

/** A process of Candor that works on what is queued. */
async function startProcess(): Promise<ChildProcess> {
  const settings = ['PORT=0', 'CANDOR_SAMPLE=off', 'CANDOR_LIMITS={"fetchPrivate":true}', `DATABASE_URL=${served.url}`];
  const child = spawn('env', [...settings, ...ownProgram(), 'serve'], { stdio: ['ignore', 'pipe', 'pipe'] });
  processes.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()));
  await expect.poll(() => said, { timeout: 60_000 }).toContain('is ready');
  return child;
}

/** A site that answers `/slow` after some seconds, and `/stuck` never the first time. @returns what was asked for */
async function startSite(slowMillis: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const isFirst = !asked.includes(path);
    asked.push(path);
    const answer = () => response.writeHead(200, { 'content-type': 'text/plain' }).end(`The page ${path} is here.`);
    if (path.startsWith('/slow')) setTimeout(answer, slowMillis);
    else if (!isFirst) answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    address,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('a job whose process was killed goes on within the time that is promised, and a slow one stays where it is', async () => {
  // Three of them take longer than a lease, and each less than a fetch waits, even where this loop stands still meanwhile.
  const site = await startSite(11_000);
  try {
    const doomed = await newWorkspace(database);
    const slow = await newWorkspace(database);
    const submit = (workspace: string, ...paths: readonly string[]) =>
      jobs.submit(
        workspace,
        paths.map((path) => ({ key: path.slice(1), fetchUrl: `${site.address}${path}` })),
      );
    const first = await startProcess();
    const stuck = await submit(doomed, '/stuck');
    await expect.poll(() => site.asked).toContain('/stuck');
    // This process takes the slow job: the other one is at work.
    const living = await submit(slow, '/slow-1', '/slow-2', '/slow-3');
    await jobs.start(slow);
    await expect.poll(() => site.asked).toContain('/slow-1');
    await startProcess();
    first.kill('SIGKILL');
    const killedAt = performance.now();
    // An event loop that is busy for seconds: no renewal can be sent meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8_000);
    await expect
      .poll(() => site.asked.filter((path) => path === '/stuck'), { timeout: takeoverMillis })
      .toHaveLength(2);
    expect(performance.now() - killedAt).toBeLessThan(takeoverMillis);
    for (const [workspace, id] of [
      [doomed, stuck.id],
      [slow, living.id],
    ] as const)
      for await (const job of jobs.watch(workspace, id))
        if (isOver(job)) expect(job).toMatchObject({ state: 'COMPLETED', counts: { failed: 0 } });
    // Longer than a lease, and never asked for by a second process.
    expect(site.asked.filter((path) => path.startsWith('/slow'))).toEqual(['/slow-1', '/slow-2', '/slow-3']);
  } finally {
    site.close();
  }
});
