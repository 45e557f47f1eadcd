import { isCandorError, type CandorError } from '../errors.ts';
import { abortFault, pause } from './cancellation.ts';

/** What a failed try means for the next one. */
export interface Verdict {
  /** What is thrown when no try is left. */
  readonly fault: unknown;
  /** Whether another try can help. */
  readonly again: boolean;
  /** The wait the server asked for. */
  readonly waitMillis?: number;
}

/** What went wrong in one try of a model, and whether another can help. */
export interface Failure extends Verdict {
  readonly fault: CandorError;
}

/** Waits that double from try to try. */
export interface Backoff {
  /** The longest wait before the first retry. */
  readonly firstMillis: number;
  /** Where doubling ends. */
  readonly longestMillis: number;
  /** How much of the wait is certain: 0 is "full jitter", .5 "equal jitter". */
  readonly fixedShare: number;
}

export interface RetryPolicy {
  /** All tries, the first included. */
  readonly tries: number;
  readonly explain: (error: unknown) => Verdict;
  readonly signal?: AbortSignal | undefined;
  /** The fault of an aborted signal; default TIMEOUT or CANCELLED by its reason. */
  readonly onAbort?: (signal: AbortSignal) => CandorError;
  /** Default: that of a model server. */
  readonly backoff?: Backoff | undefined;
  /** Time until the answer is of no use; a wait that would outlast it is not begun. Default: no end. */
  readonly millisLeft?: (() => number) | undefined;
}

/**
 * A server that asks for more is not waited for: a person sits before the answer, and the caller's budget is seconds.
 */
const longestWaitMillis = 2_000;
const serverBackoff: Backoff = { firstMillis: 500, longestMillis: longestWaitMillis, fixedShare: 0.5 };

/**
 * The wait before a retry (from 1). Part of it is chance, so that callers refused together do not come back together.
 */
export function backoffMillis(
  retry: number,
  { firstMillis, longestMillis, fixedShare }: Backoff,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(longestMillis, firstMillis * 2 ** (retry - 1));
  return ceiling * (fixedShare + (1 - fixedShare) * random());
}

/**
 * Runs `attempt` until it succeeds, its failure is final, or tries or time are spent.
 * @throws the last failure's fault, or the fault of the aborted signal.
 */
export async function withRetries<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  const { tries, explain, signal, onAbort = abortFault, backoff = serverBackoff, millisLeft = () => Infinity } = policy;
  for (let made = 1; ; made += 1) {
    if (signal?.aborted) throw onAbort(signal);
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted) throw isCandorError(error, 'CANCELLED') ? error : onAbort(signal);
      const { fault, again, waitMillis } = explain(error);
      const wait = waitMillis ?? backoffMillis(made, backoff);
      if (!again || made >= tries || (waitMillis ?? 0) > longestWaitMillis || wait >= millisLeft()) throw fault;
      await pause(wait, signal, onAbort);
    }
  }
}
