import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
let npm: ChildProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-npm-'));
});
afterEach(async () => {
  npm.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** Whether somebody listens. */
const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });

it.each(['SIGTERM', 'SIGINT'] as const)(
  'npm start that ends by %s leaves no server behind, and says from the first second what it does',
  async (signal) => {
    npm = spawn('npm', ['start', '--silent'], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
        HOME: folder,
        CANDOR_DATA: join(folder, 'data'),
        CANDOR_SAMPLE: 'off',
        PORT: '0',
        LOG_LEVEL: 'error',
      },
    });
    let [out, said] = ['', ''];
    npm.stderr?.on('data', (piece: Buffer) => (said += piece.toString()));
    const port = await new Promise<number>((resolve, reject) => {
      npm.stdout?.on('data', (piece: Buffer) => {
        out += piece.toString();
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(out)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
      npm.once('close', () => reject(new Error(`npm start ended: ${out}${said}`)));
    });
    expect(said).toMatch(/^Opening the database and the models…\nLoading the models…\nStarting the server…\n/m);
    expect(await isOpen(port)).toBe(true);
    npm.kill(signal);
    await once(npm, 'exit');
    await expect.poll(() => isOpen(port), { timeout: 30_000, interval: 250 }).toBe(false);
  },
  300_000,
);
