import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openEmbedded } from '../../src/db/openEmbedded.ts';
import { readSnapshot } from '../support/database.ts';
import { ownProgram } from '../support/ownProgram.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

const drainSeconds = 5;
/** What a supervisor grants: the chart's 30 s beside the drain time. */
const graceMillis = (30 + drainSeconds) * 1_000;

let folder: string;
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-rolling-'));
  await (await openEmbedded(join(folder, 'data'), await readSnapshot())).close();
  const [command, ...begin] = ownProgram();
  child = spawn(command, [...begin, 'serve', '--json', '--quiet'], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      CANDOR_DATA: join(folder, 'data'),
      CANDOR_SAMPLE: 'off',
      CANDOR_DRAIN_SECONDS: String(drainSeconds),
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  for await (const piece of child.stdout!) {
    out += String(piece);
    const found = /"url": "(http[^"]+)"/.exec(out)?.[1];
    if (found === undefined) continue;
    url = found;
    return;
  }
  throw new Error(`serve ended: ${out}`);
});
afterAll(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Reply {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
}

/** Without an agent, each request opens a connection of its own, as a proxy that has not heard yet does. */
function send(path: string, query?: string, agent: Agent | false = false): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { agent, ...(query && { method: 'POST', headers: { 'content-type': 'application/json' } }) },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
        response.once('error', reject).once('end', () => {
          resolve({ status: response.statusCode, connection: response.headers.connection, body });
        });
      },
    );
    sent.once('error', reject).end(query && JSON.stringify({ query }));
  });
}

it('a server that is told to stop is not ready, still answers new connections for the drain time, and ends in the grace period', async () => {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await send('/graphql', '{ __typename }', kept)).toMatchObject({ status: 200, connection: 'keep-alive' });
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  const told = performance.now();
  const elapsed = () => performance.now() - told;
  child.kill('SIGTERM');
  await expect.poll(async () => (await send('/readyz')).status, { interval: 50, timeout: 5_000 }).toBe(503);
  expect((await send('/readyz')).body).toContain('stopping');
  expect((await send('/healthz')).status).toBe(200);
  // One after the other until shortly before the end: none meets a closed socket, and each tells its client to go.
  let answered = 0;
  while (elapsed() < (drainSeconds - 2) * 1_000) {
    const reply = await send('/graphql', '{ ask(input: { question: "Is anything here?" }) { __typename } }');
    expect(reply).toMatchObject({ status: 200, connection: 'close' });
    expect(reply.body).toContain('"__typename"');
    answered += 1;
  }
  expect(answered).toBeGreaterThan(0);
  expect(await exited).toEqual([0, null]);
  expect(elapsed()).toBeGreaterThan(drainSeconds * 1_000 - 100);
  expect(elapsed()).toBeLessThan(graceMillis);
  await expect(send('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  kept.destroy();
});
