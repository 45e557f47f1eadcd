import { expect, test } from 'vitest';
import type { ServerConduct } from '../support/jsonServer.ts';
import { loopNow } from '../support/clocks.ts';

/** A secret that no error may show. */
export const modelKey = 'mk-0123456789abcdef';

/** One call of a model behind a server of some conduct. */
export interface OpenedModel {
  readonly call: (signal?: AbortSignal) => Promise<unknown>;
  /** Requests so far. */
  calls(): number;
  /** Whether the connection of the last request was closed before its reply was complete. */
  wasAborted(): boolean | undefined;
}

/** What every model behind a server promises of its faults. @param texts what no error may show */
export function promisesOfFaults(
  open: (conduct: ServerConduct) => Promise<OpenedModel>,
  texts: readonly string[],
): void {
  const faultOf = async (work: Promise<unknown>): Promise<Record<string, unknown>> => {
    const error: unknown = await work.then(
      () => {
        throw new Error('it did not fail');
      },
      (reason: unknown) => reason,
    );
    const shown = JSON.stringify([error, String(error), (error as Error).stack]);
    for (const secret of [modelKey, ...texts]) expect(shown).not.toContain(secret);
    return error as Record<string, unknown>;
  };

  test('tries a second time after 429 and 5xx', async () => {
    for (const conduct of ['FAILS_ONCE', 'BUSY_ONCE'] as const) {
      const { call, calls } = await open(conduct);
      await call();
      expect(calls()).toBe(2);
    }
  });

  test.each([
    ['FAILS', 'MODEL_UNAVAILABLE', 2],
    ['REFUSES_KEY', 'MODEL_UNAVAILABLE', 1],
    ['BUSY_LONG', 'MODEL_UNAVAILABLE', 1],
  ] as const)('%s: %s after %d calls, without a secret and without a text', async (conduct, code, count) => {
    const { call, calls } = await open(conduct);
    expect(await faultOf(call())).toMatchObject({ code });
    expect(calls()).toBe(count);
  });

  test.each([
    ['CUTS_OFF', 'MODEL_UNAVAILABLE'],
    ['MALFORMED', 'MODEL_INVALID'],
  ] as const)('%s: %s', async (conduct, code) => {
    const { call } = await open(conduct);
    expect(await faultOf(call())).toMatchObject({ code });
  });

  test.each(['SLOW', 'HANGS'] as const)(
    "%s: TIMEOUT at the caller's deadline, and the connection is closed",
    async (conduct) => {
      const { call, wasAborted } = await open(conduct);
      const startedAt = loopNow();
      expect(await faultOf(call(AbortSignal.timeout(250)))).toMatchObject({ code: 'TIMEOUT' });
      expect(loopNow() - startedAt).toBeLessThan(1_000);
      await expect.poll(wasAborted).toBe(true);
    },
  );

  test('HANGS: CANCELLED when the caller leaves, and before the call without one', async () => {
    const { call, calls, wasAborted } = await open('HANGS');
    expect(await faultOf(call(AbortSignal.abort()))).toMatchObject({ code: 'CANCELLED' });
    expect(calls()).toBe(0);
    const stop = new AbortController();
    const work = faultOf(call(stop.signal));
    await expect.poll(calls).toBe(1);
    stop.abort();
    expect(await work).toMatchObject({ code: 'CANCELLED' });
    await expect.poll(wasAborted).toBe(true);
  });
}
