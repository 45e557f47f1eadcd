import { CandorError, isCandorError } from './errors.ts';

/**
 * The fault of an aborted signal: TIMEOUT when a deadline (`AbortSignal.timeout`) ended it, else CANCELLED. A coded
 * reason is kept.
 */
export function abortFault(signal: AbortSignal): CandorError {
  const reason: unknown = signal.reason;
  if (isCandorError(reason)) return reason;
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? new CandorError('TIMEOUT', 'The model did not finish before the deadline.', { cause: reason })
    : cancelled(signal);
}

/** CANCELLED, whatever ended the signal: the embedder's port knows no deadline of its own. */
export function cancelled(signal: AbortSignal): CandorError {
  return new CandorError('CANCELLED', 'The caller stopped the model call.', { cause: signal.reason });
}

/** Aborts with `signal`, or with a TimeoutError after so many milliseconds. */
export function within(signal: AbortSignal | undefined, millis: number): AbortSignal {
  const late = AbortSignal.timeout(Math.ceil(millis));
  return signal ? AbortSignal.any([signal, late]) : late;
}

/** Settles as `work` does, or rejects with `fault(signal)` at the moment the signal aborts. `work` itself goes on. */
export async function orAbort<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  fault: (signal: AbortSignal) => CandorError,
): Promise<T> {
  if (!signal) return await work;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(fault(signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  // The loser of the race must not end the process as an unhandled rejection.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Resolves when `work` does, or after so many milliseconds; rejects if `work` does first. `work` itself goes on. */
export async function atMost(work: Promise<unknown>, millis: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, millis);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, or rejects with `fault(signal)` when the signal aborts first. */
export async function pause(
  millis: number,
  signal: AbortSignal | undefined,
  fault: (signal: AbortSignal) => CandorError,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, millis);
  });
  try {
    await orAbort(waited, signal, fault);
  } finally {
    clearTimeout(timer);
  }
}

/** What a failed try means for the next one. */
interface Verdict {
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

interface RetryPolicy {
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
