import { isCandorError, type CandorError } from '../errors.ts';
import { abortFault, pause } from './cancellation.ts';

/** What went wrong in one try, and whether another can help. */
export interface Failure {
  readonly fault: CandorError;
  readonly again: boolean;
  /** The wait the server asked for. */
  readonly waitMillis?: number;
}

export interface RetryPolicy {
  /** All tries, the first included. */
  readonly tries: number;
  readonly explain: (error: unknown) => Failure;
  readonly signal?: AbortSignal | undefined;
  /** The fault of an aborted signal; default TIMEOUT or CANCELLED by its reason. */
  readonly onAbort?: (signal: AbortSignal) => CandorError;
}

const firstWaitMillis = 250;
/** A server that asks for more is not waited for: a person sits before the answer, and the caller's budget is seconds. */
const longestWaitMillis = 2_000;

/** Exponential, with "equal jitter": half fixed, half random, so that callers refused together do not come back together. */
function waitBefore(nextTry: number, asked: number | undefined): number {
  if (asked !== undefined) return asked;
  const ceiling = Math.min(longestWaitMillis, firstWaitMillis * 2 ** nextTry);
  return ceiling / 2 + Math.random() * (ceiling / 2);
}

/**
 * Runs `attempt` until it succeeds, its failure is final, or the tries are spent.
 * @throws the last failure's fault, or the fault of the aborted signal.
 */
export async function withRetries<T>(attempt: () => Promise<T>, { tries, explain, signal, onAbort = abortFault }: RetryPolicy): Promise<T> {
  for (let made = 1; ; made += 1) {
    if (signal?.aborted) throw onAbort(signal);
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted) throw isCandorError(error, 'CANCELLED') ? error : onAbort(signal);
      const { fault, again, waitMillis } = explain(error);
      if (!again || made >= tries || (waitMillis ?? 0) > longestWaitMillis) throw fault;
      await pause(waitBefore(made, waitMillis), signal, onAbort);
    }
  }
}
