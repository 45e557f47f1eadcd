import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../../src/models/embedder.ts';
import { openBuiltinEmbedder } from '../../../src/models/providers/builtin/builtinModels.ts';
import { loopNow } from '../../support/clocks.ts';
import { proseWindows } from './proseWindows.ts';

const windows = proseWindows(300);

describe("the built-in embedder's thread", () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await openBuiltinEmbedder();
  });
  afterAll(() => embedder.close());

  test('leaves the event loop free during 300 windows', async () => {
    await embedder.embedDocuments(windows.slice(0, 8));
    const before = performance.eventLoopUtilization();
    const begun = loopNow();
    await embedder.embedDocuments(windows);
    // Seconds of work. In this thread they would leave the clock of waiting where it was, but for 5 ms between two runs.
    expect(loopNow() - begun).toBeGreaterThan(400);
    // Runs of 6 ms in this thread might pass the line above as well; they would also fill the thread.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test('stops a long batch at once', async () => {
    const stop = new AbortController();
    const work = embedder.embedDocuments(windows, { signal: stop.signal });
    let stoppedAt = 0;
    setTimeout(() => {
      stoppedAt = loopNow();
      stop.abort();
    }, 50);
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(loopNow() - stoppedAt).toBeLessThan(50);
  });

  test('rejects what still runs when it is closed, and later calls', async () => {
    const other = await openBuiltinEmbedder();
    const work = other.embedDocuments(windows);
    const settled = expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([other.close(), other.close()]);
    await settled;
    await expect(other.embedQuery('late')).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  test('does not keep a process alive that forgot to close it', async () => {
    const program = fileURLToPath(new URL('./unclosedEmbedder.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], { timeout: 20_000 });
    expect(stdout).toBe('6 vectors\n');
  });

  test('keeps nothing in the home folder: ONNX Runtime would note an id there for what it reports to its maker', async () => {
    const home = await mkdtemp(join(tmpdir(), 'candor-home-'));
    const program = fileURLToPath(new URL('./unclosedEmbedder.ts', import.meta.url));
    // It holds back where CI or its own variable is set, of which a person's machine has neither.
    const without = ['CI', 'ORT_DISABLE_TELEMETRY', 'XDG_CACHE_HOME'].flatMap((name) => ['-u', name]);
    try {
      await promisify(execFile)('env', [...without, `HOME=${home}`, process.execPath, '--import', 'tsx', program], {
        timeout: 20_000,
      });
      expect(await readdir(home)).toEqual([]);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
