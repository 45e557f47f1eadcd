import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../../src/db/openEmbedded.ts';
import { drawn } from '../support/cases.ts';
import { readSnapshot } from '../support/database.ts';

/** The scripts of package.json replace npm's shell, so that a signal to npm reaches the server; for Windows, exec.cmd stands in. */
const repository = fileURLToPath(new URL('../../', import.meta.url));
/** A start takes 6 s, and a minute where ten others want the processor. */
const patienceMillis = 120_000;

let folder: string;
let npm: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-npm-'));
  // Empty, as the first start leaves it, in a tenth of its time.
  await (await openEmbedded(join(folder, 'data'), await readSnapshot())).close();
});
// The group, so that nothing of a failed test goes on beside the next.
afterEach(() => {
  try {
    if (npm?.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

/** What starts first is what ends: npm itself, as a supervisor ends it, without the programs that it started. */
async function start(): Promise<{ readonly npm: ChildProcess; readonly port: number; readonly said: string }> {
  npm = spawn('npm', ['start', '--silent'], {
    cwd: repository,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: folder,
      CANDOR_DATA: join(folder, 'data'),
      CANDOR_SAMPLE: 'off',
      READER: 'none',
      PORT: '0',
      LOG_LEVEL: 'error',
    },
  });
  const started = npm;
  let [out, said] = ['', ''];
  started.stderr?.on('data', (piece: Buffer) => (said += piece.toString()));
  const port = await new Promise<number>((resolve, reject) => {
    started.stdout?.on('data', (piece: Buffer) => {
      out += piece.toString();
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(out)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    started.once('close', () => reject(new Error(`npm start ended: ${out}${said}`)));
  });
  return { npm: started, port, said };
}

/** Whether somebody listens. */
const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });

it.each(drawn(['SIGTERM'] as const, ['SIGTERM', 'SIGINT'] as const))(
  'npm start that ends by %s leaves no server behind, neither its port nor its folder, and said from the first second what it did',
  async (signal) => {
    const { npm: started, port, said } = await start();
    expect(said).toMatch(/^Opening the database and the models…\nLoading the models…\nStarting the server…\n/m);
    expect(await isOpen(port)).toBe(true);
    const exited = once(started, 'exit');
    // The pipes close when the last program that holds them has ended.
    const closed = once(started, 'close');
    started.kill(signal);
    await exited;
    await closed;
    expect(await isOpen(port)).toBe(false);
    await (await openEmbedded(join(folder, 'data'))).close();
  },
  patienceMillis,
);
