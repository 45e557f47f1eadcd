import { CandorError, isCandorError } from '../../errors.ts';
import { type Backoff, withRetries } from '../../clock.ts';

/** Serialization failure, deadlock, server starting, stopping or full. Class 08 is a broken connection. */
const passingStates = /^(?:40001|40P01|57P0[123]|53300|08[0-9A-Z]{3})$/;
const brokenConnection = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH']);
/** node-postgres gives no code with it. */
const connectionMessage = /^(?:Connection terminated|Client has encountered a connection error)/;

/**
 * Whether the same call may succeed a moment later. Cancelled, timed out, refused or wrong calls never do, nor does a
 * model that says how long to wait.
 */
export function isTransient(error: unknown): boolean {
  if (!isCandorError(error)) return isBroken(error);
  if (error.code === 'DATABASE_UNREACHABLE') return true;
  return error.code === 'MODEL_UNAVAILABLE'
    ? isModelFault(error)
    : error.code === 'DATABASE_FAILED' && isBroken(error.cause);
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string'
    ? passingStates.test(code) || brokenConnection.has(code)
    : connectionMessage.test(error.message);
}

/** A refused key or a model that is not there stays so. */
function isModelFault({ details }: CandorError): boolean {
  const { status } = details;
  return details['retryAfterMillis'] === undefined && (typeof status !== 'number' || status === 429 || status >= 500);
}

/** Full jitter. An arm takes tens of milliseconds: waiting longer than it runs helps nobody. */
export const armBackoff: Backoff = { firstMillis: 50, longestMillis: 100, fixedShare: 0 };
/** A failure that took longer is not repeated: a person waits, and a model server's own retries are spent by then. */
const longestFailure = 1_000;

export interface Deadline {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the retrieval is of no use. */
  readonly millisLeft: () => number;
}

const gone = (signal: AbortSignal): CandorError =>
  new CandorError('CANCELLED', 'The search was cancelled.', { cause: signal.reason });

/**
 * Runs `attempt`, and once more after a failure that may pass, while there is time. @throws the last failure; CANCELLED
 */
export function tryTwice<Result>(deadline: Deadline, attempt: () => Promise<Result>): Promise<Result> {
  let began = performance.now();
  const timed = (): Promise<Result> => {
    began = performance.now();
    return attempt();
  };
  const explain = (error: unknown) => ({
    fault: error,
    again: isTransient(error) && performance.now() - began < longestFailure,
  });
  return withRetries(timed, {
    tries: 2,
    backoff: armBackoff,
    explain,
    signal: deadline.signal,
    millisLeft: deadline.millisLeft,
    onAbort: gone,
  });
}
