import { CandorError, isCandorError } from './errors.ts';

/**
 * The fault for an aborted signal: TIMEOUT if a deadline (`AbortSignal.timeout`) ended it, otherwise CANCELLED. A
 * reason that already has a code is kept.
 */
export function abortFault(signal: AbortSignal): CandorError {
  const reason: unknown = signal.reason;
  if (isCandorError(reason)) return reason;
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? new CandorError('TIMEOUT', 'The model did not finish before the deadline.', { cause: reason })
    : cancelled(signal);
}

/** CANCELLED, whatever ended the signal: the embedder's port has no deadline of its own. */
export function cancelled(signal: AbortSignal): CandorError {
  return new CandorError('CANCELLED', 'The caller stopped the model call.', { cause: signal.reason });
}

/** Aborts with `signal`, or with a TimeoutError after the given milliseconds. */
export function within(signal: AbortSignal | undefined, millis: number): AbortSignal {
  const late = AbortSignal.timeout(Math.ceil(millis));
  return signal ? AbortSignal.any([signal, late]) : late;
}

/** Settles as `work` does, or rejects with `fault(signal)` as soon as the signal aborts. `work` itself continues. */
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

/**
 * Resolves when `work` does or after the given milliseconds; rejects if `work` rejects first. `work` itself continues.
 */
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

/** How a failed attempt affects the next one. */
interface Verdict {
  /** The error to throw when no attempts are left. */
  readonly fault: unknown;
  /** Whether another attempt can help. */
  readonly again: boolean;
  /** The delay that the server requested. */
  readonly waitMillis?: number;
}

/** The fault of one attempt to call a model, and whether another attempt can help. */
export interface Failure extends Verdict {
  readonly fault: CandorError;
}

/** Delays that double from attempt to attempt. */
export interface Backoff {
  /** The longest wait before the first retry. */
  readonly firstMillis: number;
  /** The limit of the doubling. */
  readonly longestMillis: number;
  /** The share of the delay that is fixed: 0 is "full jitter", .5 "equal jitter". */
  readonly fixedShare: number;
}

interface RetryPolicy {
  /** The number of attempts, including the first. */
  readonly tries: number;
  readonly explain: (error: unknown) => Verdict;
  readonly signal?: AbortSignal | undefined;
  /** The fault for an aborted signal; by default TIMEOUT or CANCELLED, depending on its reason. */
  readonly onAbort?: (signal: AbortSignal) => CandorError;
  /** Defaults to that of a model server. */
  readonly backoff?: Backoff | undefined;
  /** The time until the answer is useless. A delay that would exceed it is not started. Default: no limit. */
  readonly millisLeft?: (() => number) | undefined;
}

/** The longest delay that is accepted from a server: a user is waiting, and the caller's budget is seconds. */
const longestWaitMillis = 2_000;
const serverBackoff: Backoff = { firstMillis: 500, longestMillis: longestWaitMillis, fixedShare: 0.5 };

/**
 * The delay before a retry (counted from 1). Part of it is random, so that callers rejected together do not return
 * together.
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
 * Runs `attempt` until it succeeds, its failure is final, or no attempts or time are left.
 * @throws the fault of the last failure or of the aborted signal.
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
