import { expect, onTestFinished, test } from 'vitest';
import { startLiveness } from '../../src/http/liveness.ts';
import { startServer } from '../../src/http/server.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { Worker } from 'node:worker_threads';

const block = (millis: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
/** Probes from a thread of its own, because this one is about to be blocked. */
const prober = `
  const { parentPort, workerData } = require('node:worker_threads');
  (async () => {
    const seen = [];
    for (const end = performance.now() + workerData.millis; performance.now() < end;) {
      const began = performance.now();
      const { status } = await fetch(workerData.url);
      seen.push({ status, millis: performance.now() - began });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    parentPort.postMessage(seen);
  })();`;

function probe(port: number, millis: number) {
  const worker = new Worker(prober, {
    eval: true,
    execArgv: [],
    workerData: { url: `http://127.0.0.1:${port}/healthz`, millis },
  });
  return new Promise<{ status: number; millis: number }[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

test(
  'liveness answers while the main thread is blocked, and says when that is stuck',
  { timeout: 30_000 },
  async () => {
    const liveness = await startLiveness({ host: '127.0.0.1', healthPort: 0 }, 1_500);
    onTestFinished(() => liveness?.close());
    const probing = probe(liveness?.port ?? 0, 3_500);
    await new Promise((resolve) => setTimeout(resolve, 700));
    block(3_000);
    const seen = await probing;
    expect(seen.length).toBeGreaterThan(20);
    const first = seen.findIndex(({ status }) => status === 503);
    expect(first).toBeGreaterThan(5);
    expect(seen.slice(0, first).every(({ status }) => status === 200)).toBe(true);
    // Back as soon as it turns again.
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${liveness?.port ?? 0}/healthz`)).status).toBe(200);
  },
);

test('a port that is taken is named, and the server does not stay open', async () => {
  const taken = await startLiveness({ host: '127.0.0.1', healthPort: 0 });
  onTestFinished(() => taken?.close());
  const app = createFakeApp({ healthPort: taken?.port });
  await expect(startServer(app, app.config)).rejects.toMatchObject({
    code: 'BAD_CONFIG',
    message: expect.stringContaining('CANDOR_HEALTH_PORT') as unknown,
  });
});
