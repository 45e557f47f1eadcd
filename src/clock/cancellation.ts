import { isCandorError, CandorError } from '../errors.ts';

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
