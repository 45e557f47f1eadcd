import { CandorError, isCandorError } from '../errors.ts';
import { embeddedFault, readOnlyFault } from './databaseFault.ts';

/** SQLSTATE of a statement that ran into statement_timeout or pg_cancel_backend. */
const queryCanceled = '57014';
/** Text that contains NUL, which Postgres stores neither as text nor as JSON. */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05']);
/** A number or a date (such as one in the year 0) that its column or cast does not accept. */
const outOfRange: ReadonlySet<string> = new Set(['22003', '22007', '22008']);
/** The server is stopping, starting or full, or the connection is gone. */
const gone = /^(?:57P0[123]|53300|08[0-9A-Z]{3}|E[A-Z]{4,})$/;

/** The driver's message stays in `cause`, for the log: it names addresses, relations and paths, and quotes values. */
export function statementError(error: unknown, name: string): CandorError {
  if (isCandorError(error)) return error;
  const sqlState = sqlStateOf(error);
  if (sqlState === queryCanceled)
    return new CandorError('TIMEOUT', `The statement ${name} took too long.`, {
      cause: error,
      details: { statement: name },
    });
  const known = embeddedFault(error) ?? readOnlyFault(error);
  return (
    connectionError(error) ??
    inputError(error) ??
    new CandorError('DATABASE_FAILED', known?.message ?? `The statement ${name} failed.`, {
      cause: error,
      details: { statement: name, sqlState, ...known?.details },
      ...(known ? { remedy: known.remedy } : {}),
    })
  );
}

export function asCandorError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return new CandorError('CANCELLED', 'The work was cancelled.', { cause: error });
  if (isCandorError(error)) return error;
  const sqlState = sqlStateOf(error);
  return (
    connectionError(error) ??
    embeddedFault(error) ??
    readOnlyFault(error) ??
    (sqlState === undefined
      ? error
      : new CandorError('DATABASE_FAILED', 'The transaction failed.', { cause: error, details: { sqlState } }))
  );
}

export function connectionError(error: unknown): CandorError | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  // For a terminated connection, node-postgres sets no code.
  const isLost =
    error instanceof Error &&
    (typeof code === 'string'
      ? gone.test(code)
      : /^(?:Connection terminated|Client has encountered a connection error)/.test(error.message));
  return isLost
    ? new CandorError('DATABASE_UNREACHABLE', 'The connection to the database was lost.', { cause: error })
    : undefined;
}

/** Values that none of our statements produce: they came with the request. */
function inputError(error: unknown): CandorError | undefined {
  const sqlState = sqlStateOf(error) ?? '';
  if (unstorable.has(sqlState))
    return new CandorError('BAD_INPUT', 'A text holds the character NUL, which cannot be stored.', {
      cause: error,
      remedy: 'Take the character U+0000 out of the text and send it again.',
    });
  // Plain text stores it as U+FFFD; JSON refuses it.
  if (sqlState === '22P02' && /surrogate/.test(String((error as { detail?: unknown }).detail)))
    return new CandorError('BAD_INPUT', 'A text holds half of a character, which cannot be stored.', {
      cause: error,
      remedy: 'Cut texts between characters, not between UTF-16 code units, and send it again.',
    });
  if (outOfRange.has(sqlState))
    return new CandorError('BAD_INPUT', 'A number or date lies outside the range that can be stored.', {
      cause: error,
      remedy: 'Send dates of the years 1 to 9999, and numbers within the limits that the schema names.',
    });
  return undefined;
}

export function sqlStateOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Whether a fault is that of a server that takes no writes. */
export function isReadOnly(fault: unknown): boolean {
  return isCandorError(fault) && fault.details['reason'] === 'READ_ONLY_DATABASE';
}
