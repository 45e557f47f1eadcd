import type pg from 'pg';
import { CandorError } from '../errors.ts';

/** How long a caller waits for the database. */
export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** For a free connection, and for each statement. */
  readonly timeoutMillis?: number | undefined;
}

interface Taking extends Waiting {
  /** Beyond `timeoutMillis`. */
  readonly graceMillis: number;
  /** @see Connections */
  readonly isAtWork: (waitedMillis: number) => boolean;
}

/** What somebody ends with who waited in vain for a database that answers others meanwhile. */
export function busyDatabase(message: string, cause?: unknown): CandorError {
  return new CandorError('OVERLOADED', `${message} Try again in 1 s.`, {
    cause,
    details: { scope: 'PROCESS', retryAfterSeconds: 1 },
  });
}

/** What the pool says of somebody whose wait is over; node-postgres sets no code. And a server that takes no more. */
const waitEnded = /^timeout exceeded when trying to connect/;
const tooManyConnections = '53300';

/**
 * Takes a connection of the pool, waiting as long as the caller does. One that arrives later goes back to the pool.
 * @throws OVERLOADED where others have all connections; DATABASE_UNREACHABLE; CANCELLED when the signal aborts first
 */
export async function takeConnection(
  pool: pg.Pool,
  { signal, timeoutMillis, graceMillis, isAtWork }: Taking,
): Promise<pg.PoolClient> {
  const began = performance.now();
  const coming = pool.connect();
  const waitOver = (cause?: unknown) =>
    isAtWork(performance.now() - began)
      ? busyDatabase('The database is at work for others: none of its connections became free in time.', cause)
      : new CandorError('DATABASE_UNREACHABLE', 'The database does not answer.', { cause });
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => {
      reject(new CandorError('CANCELLED', 'The work was cancelled.'));
    };
    signal?.addEventListener('abort', leave, { once: true });
    if (timeoutMillis !== undefined) timer = setTimeout(() => reject(waitOver()), timeoutMillis + graceMillis);
  });
  try {
    return await Promise.race([coming, left]);
  } catch (error) {
    coming.then(
      (client) => client.release(),
      () => undefined,
    );
    if (error instanceof CandorError) throw error;
    const { code, message } = error as { readonly code?: unknown; readonly message?: string };
    if (code === tooManyConnections || waitEnded.test(message ?? '')) throw waitOver(error);
    throw new CandorError('DATABASE_UNREACHABLE', 'The database does not answer.', { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
