import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import { CandorError } from '../errors.ts';

export interface LivenessWorkerData {
  /** One BigInt64: when the main thread last turned, by `process.hrtime`, a clock that all threads share. */
  readonly beat: SharedArrayBuffer;
  readonly host: string;
  readonly port: number;
  readonly stuckMillis: number;
}

export type LivenessReply = { readonly port: number } | { readonly fault: string };

export interface Liveness {
  readonly port: number;
  close(): Promise<void>;
}

const beatMillis = 250;
/**
 * A main thread that has not turned for so long is dead. Above the longest blockages that pass: a large document's rows
 * in the embedded database, some 12 s.
 */
const usualStuckMillis = 30_000;

/**
 * Answers /healthz on a port and in a thread of its own, so that no work of the main thread delays it. It reports what a
 * probe wants to know: 503 once the main thread is stuck.
 * @throws BAD_CONFIG for a port that cannot be used
 */
export async function startLiveness(
  { host, healthPort }: Pick<Config, 'host' | 'healthPort'>,
  stuckMillis = usualStuckMillis,
): Promise<Liveness | null> {
  if (healthPort === undefined) return null;
  const beat = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const stamps = new BigInt64Array(beat);
  const stamp = () => Atomics.store(stamps, 0, process.hrtime.bigint());
  stamp();
  const entry = import.meta.url.endsWith('.ts') ? './livenessWorkerFromSource.mjs' : './livenessWorker.js';
  const workerData = { beat, host, port: healthPort, stuckMillis } satisfies LivenessWorkerData;
  // No inherited flags, and no environment: it needs no secrets.
  const worker = new Worker(new URL(entry, import.meta.url), { execArgv: [], env: {}, workerData });
  const [reply] = (await once(worker, 'message')) as [LivenessReply];
  if ('fault' in reply) {
    await worker.terminate();
    throw new CandorError(
      'BAD_CONFIG',
      `CANDOR_HEALTH_PORT: cannot listen on ${host}:${healthPort} (${reply.fault}).`,
      {
        remedy: 'Set CANDOR_HEALTH_PORT to a free port, or leave it out: /healthz of PORT answers, too.',
      },
    );
  }
  worker.unref();
  const timer = setInterval(stamp, beatMillis).unref();
  return {
    port: reply.port,
    close: async () => {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}
