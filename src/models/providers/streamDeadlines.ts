import { CandorError } from '../../errors.ts';

export interface DeadlineMillis {
  /** Until the first chunk. Longer than `idleMillis`: reasoning models think, and local servers load weights, in silence. */
  readonly firstTokenMillis: number;
  /** Between two chunks. */
  readonly idleMillis: number;
  /** The whole call, whatever the caller's own signal allows. */
  readonly totalMillis: number;
}

const defaults: DeadlineMillis = { firstTokenMillis: 60_000, idleMillis: 15_000, totalMillis: 180_000 };

export interface Deadlines {
  /** Aborts for the caller's reason, with MODEL_UNAVAILABLE when the stream is silent, with TIMEOUT at the total. */
  readonly signal: AbortSignal;
  /** To be called at each chunk. */
  progress(): void;
  /** Ends the timers and the HTTP request, if it still runs. */
  stop(): void;
}

/** Starts the clocks of one streamed call. */
export function startDeadlines(
  given: { readonly [Name in keyof DeadlineMillis]?: number | undefined },
  caller: AbortSignal | undefined,
): Deadlines {
  const {
    firstTokenMillis = defaults.firstTokenMillis,
    idleMillis = defaults.idleMillis,
    totalMillis = defaults.totalMillis,
  } = given;
  const own = new AbortController();
  const silent = (millis: number) =>
    setTimeout(
      () => own.abort(new CandorError('MODEL_UNAVAILABLE', `The model server sent nothing for ${millis} ms.`)),
      millis,
    );
  const total = setTimeout(
    () => own.abort(new CandorError('TIMEOUT', `The model did not finish within ${totalMillis} ms.`)),
    totalMillis,
  );
  let idle = silent(firstTokenMillis);
  return {
    signal: caller ? AbortSignal.any([caller, own.signal]) : own.signal,
    progress() {
      clearTimeout(idle);
      idle = silent(idleMillis);
    },
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
      own.abort();
    },
  };
}
