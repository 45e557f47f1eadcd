import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../../src/models/embedder.ts';
import { openBuiltinEmbedder } from '../../../src/models/providers/builtin/builtinModels.ts';
import { cosine, embedderContract } from '../../contracts/embedder.ts';
import { loopNow } from '../../support/clocks.ts';

embedderContract('builtin', openBuiltinEmbedder);

const prose =
  'The service owner approves access requests within two working days after the security team has checked the reason that the employee gave for the request in the form. ';
const windows = Array.from({ length: 300 }, (_, number) =>
  `${number} ${prose}`.repeat(2).split(' ').slice(0, 40).join(' '),
);

describe('the built-in embedder', () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await openBuiltinEmbedder();
  });
  afterAll(() => embedder.close());

  test.each([
    ['Hello, world.', [-0.039, 0.027, -0.005, 0.024, -0.045, -0.134]],
    ['Who may approve an access request?', [-0.049, 0.033, -0.004, -0.056, -0.029, -0.041]],
    ['Error E1042 at 10:30', [0.002, 0.089, 0.019, -0.078, 0.049, 0.041]],
  ])(
    'keeps its vectors, but for what int8 differs by between processors: a change needs a new fingerprint (%s)',
    async (text, expected) => {
      expect(embedder.fingerprint).toBe('builtin:minilm-l6@1:384');
      const head = (await embedder.embedQuery(text)).slice(0, expected.length);
      expect(Math.max(...head.map((value, position) => Math.abs(value - (expected[position] ?? 0))))).toBeLessThan(
        0.02,
      );
    },
  );

  test('is as near and as far as its card says', async () => {
    const [invite, printer] = await embedder.embedDocuments([
      'Invite a staff account: open Settings > Staff and choose Invite.',
      'The printer costs 200 EUR.',
    ]);
    const asked = await embedder.embedQuery('how do i add a team member');
    expect(cosine(asked, invite!)).toBeCloseTo(0.537, 1);
    expect(cosine(asked, printer!)).toBeLessThan(0.1);
  });

  test('reads 256 pieces, and no further', async () => {
    const start = 'Refunds are paid within two days. '.repeat(60);
    const [within, beyond, also] = await embedder.embedDocuments([
      start.slice(0, 600),
      `${start}The moon is far.`,
      `${start}A bike is red.`,
    ]);
    expect(beyond).toEqual(also);
    expect(within).not.toEqual(beyond);
  });

  test('gives the same bits alone, in the calling thread and in the second one', async () => {
    const [alone] = await embedder.embedDocuments(windows.slice(0, 1));
    const among = await embedder.embedDocuments(windows.slice(0, 12));
    expect(among[0]).toEqual(alone);
  });

  test('knows paraphrases from other subjects', async () => {
    const [cat, kitten, invoice] = await embedder.embedDocuments([
      'The cat sleeps on the sofa.',
      'A kitten is napping on the couch.',
      'The invoice is due on Friday.',
    ]);
    expect(cosine(cat!, kitten!)).toBeGreaterThan(0.6);
    expect(cosine(cat!, invoice!)).toBeLessThan(0.2);
  });

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
});
