import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { CandorError } from '../errors.ts';
import { isUuid } from './id.ts';

/** How long a caller waits for the database. */
interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** For a free connection, and for each statement. */
  readonly timeoutMillis?: number | undefined;
}

/** A connection that one transaction has for itself. */
export interface Lease {
  /**
   * @param keptAs the name that the connection keeps the statement's plan by; the embedded database alone does, since a
   * pooler may stand before a server
   * @throws DATABASE_UNREACHABLE when the server fell silent or the connection broke; what node-postgres throws
   */
  query(text: string, values?: readonly unknown[], keptAs?: string): Promise<pg.QueryResult>;
  /** @param reusable false: the connection is thrown away */
  release(reusable: boolean): void;
}

export interface Connections {
  /** @throws DATABASE_UNREACHABLE; CANCELLED when the signal aborts first */
  take(waiting: Waiting): Promise<Lease>;
}

/** When a silent server is given up. */
export interface Patience {
  /** After an abort: the server has been asked to stop, and nobody waits for its answer any longer than this. */
  readonly abortMillis: number;
  /** Beyond a statement's own time, within which the server ends it by itself. */
  readonly graceMillis: number;
  /**
   * A statement without a time of its own is looked at from a second connection after this long, then after twice as
   * long, and so on.
   */
  readonly silenceMillis: number;
  /** What that second connection, and a request to stop a statement, may take. */
  readonly probeMillis: number;
}

/** An ask must end within 250 ms of its budget, its record included. */
const patience: Patience = { abortMillis: 50, graceMillis: 200, silenceMillis: 3_000, probeMillis: 5_000 };

/**
 * The one connection of the embedded database. Each transaction lets the event loop turn: its queries run in this
 * thread, and 200 questions in a row kept /healthz waiting for 40 s.
 */
export function embeddedConnections(pool: pg.Pool): Connections {
  return {
    take: async ({ signal }) => {
      const client = await connect(pool, { signal });
      return {
        query: (text, values, keptAs) =>
          keptAs === undefined
            ? client.query(text, values && [...values])
            : client.query({ name: keptAs, text, values: [...(values ?? [])] }),
        release: (reusable) => void setImmediate().then(() => client.release(!reusable)),
      };
    },
  };
}

/**
 * Connections to a server, none of which is waited for longer than its caller does: a socket whose other end is silent
 * is destroyed, which ends its query, and all that are older than the silence go with it when they are next taken.
 * Nothing in TCP tells that a peer is gone in less than minutes.
 */
export function serverConnections(pool: pg.Pool, given: Partial<Patience> = {}): Connections {
  const limits = { ...patience, ...given };
  const bornAt = new WeakMap<pg.PoolClient, number>();
  let silences = 0;
  const onSilence = () => {
    silences += 1;
  };
  pool.on('connect', (client) => {
    breakOnGarbage(socketOf(client));
    bornAt.set(client, silences);
  });
  return {
    take: async (waiting) => {
      for (;;) {
        const client = await connect(pool, waiting);
        if ((bornAt.get(client) ?? 0) === silences) return leaseOf({ pool, client, limits, onSilence }, waiting);
        socketOf(client).destroy();
        client.release(true);
      }
    },
  };
}

/**
 * Bytes that are no protocol break their connection: node-postgres throws out of the socket's event, which would end
 * the process.
 */
function breakOnGarbage(socket: Socket): void {
  for (const listener of socket.listeners('data') as ((bytes: Buffer) => void)[]) {
    socket.off('data', listener);
    socket.on('data', (bytes: Buffer) => {
      try {
        listener.call(socket, bytes);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
  }
}

interface Leased {
  readonly pool: pg.Pool;
  readonly client: pg.PoolClient;
  readonly limits: Patience;
  readonly onSilence: () => void;
}

type GiveUp = (millis: number, isSilent: boolean) => void;

function leaseOf(leased: Leased, { signal, timeoutMillis }: Waiting): Lease {
  const { client, limits, onSilence } = leased;
  let fault: CandorError | undefined;
  let running = false;
  const giveUp: GiveUp = (millis, isSilent) => {
    if (!running && !signal?.aborted) return;
    if (isSilent) onSilence();
    fault ??= new CandorError('DATABASE_UNREACHABLE', `The database has been silent for ${millis} ms.`);
    socketOf(client).destroy();
  };
  const stopCancelling = cancelOnAbort(leased, signal, giveUp);
  return {
    query: async (text, values) => {
      running = true;
      const stop =
        timeoutMillis === undefined ? watch(leased, giveUp) : after(timeoutMillis + limits.graceMillis, giveUp);
      try {
        return await client.query(text, values && [...values]);
      } catch (error) {
        throw fault ?? error;
      } finally {
        running = false;
        stop();
      }
    },
    release: (reusable) => {
      stopCancelling();
      // A cancel that is still on its way would hit whoever has the connection next.
      const isReusable = reusable && fault === undefined && !signal?.aborted;
      // The goodbye of a connection in order is waited for, that of a silent one would be for ever.
      if (!isReusable) socketOf(client).destroy();
      client.release(!isReusable);
    },
  };
}

/**
 * Stops the running statement from a second connection, and gives the first up soon after. The cancel tells whether the
 * server is there at all: idle connections may be as dead as this one.
 */
function cancelOnAbort(
  { pool, client, limits, onSilence }: Leased,
  signal: AbortSignal | undefined,
  giveUp: GiveUp,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const cancel = async () => {
    // With its type: Citus has another function of that name.
    const answered = await ask(pool, limits.probeMillis, 'select pg_cancel_backend($1::int)', [
      processIdOf(client) ?? 0,
    ]);
    if (!answered) onSilence();
  };
  const onAbort = () => {
    void cancel();
    timer = setTimeout(giveUp, limits.abortMillis, limits.abortMillis, false);
  };
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

function after(millis: number, giveUp: GiveUp): () => void {
  const timer = setTimeout(giveUp, millis, millis, true);
  return () => clearTimeout(timer);
}

/**
 * Looks again and again whether the server still works on the statement of `client`; gives up when it cannot be
 * reached, or has been waiting for us.
 */
function watch({ pool, client, limits: { silenceMillis, probeMillis } }: Leased, giveUp: GiveUp): () => void {
  const started = performance.now();
  let wait = silenceMillis;
  let stopped = false;
  let wasIdle = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const state = await stateOf(pool, processIdOf(client), probeMillis);
    if (stopped) return;
    // Once may be the moment in which the answer is on its way.
    if (state === 'UNREACHABLE' || (state === 'IDLE' && wasIdle))
      return giveUp(Math.round(performance.now() - started), true);
    wasIdle = state === 'IDLE';
    wait = wasIdle ? silenceMillis : 2 * wait;
    timer = setTimeout(() => void look(), wait);
  };
  timer = setTimeout(() => void look(), wait);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * What the server says about the session. UNKNOWN behind a pooler, whose process ids are its own: keepalive alone finds
 * a dead socket there.
 */
async function stateOf(
  pool: pg.Pool,
  processId: number | undefined,
  probeMillis: number,
): Promise<'ACTIVE' | 'IDLE' | 'UNKNOWN' | 'UNREACHABLE'> {
  const answered = await ask(pool, probeMillis, 'select state from pg_stat_activity where pid = $1', [processId ?? 0]);
  if (!answered) return 'UNREACHABLE';
  const state: unknown = answered.rows[0]?.['state'];
  if (typeof state !== 'string') return 'UNKNOWN';
  return state === 'active' ? 'ACTIVE' : state.startsWith('idle') ? 'IDLE' : 'UNKNOWN';
}

/**
 * One query over a connection of its own, beside the pool, which may be full of silent ones; undefined when there is no
 * answer.
 */
async function ask(
  pool: pg.Pool,
  millis: number,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Readonly<Record<string, unknown>>> | undefined> {
  const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: millis, query_timeout: millis });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(text, [...values]);
  } catch {
    return undefined;
  } finally {
    socketOf(client).destroy();
  }
}

/** A connection of the pool, as long as the caller waits. One that comes later goes back. */
async function connect(pool: pg.Pool, { signal, timeoutMillis }: Waiting): Promise<pg.PoolClient> {
  const coming = pool.connect();
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => {
      reject(new CandorError('CANCELLED', 'The work was cancelled.'));
    };
    signal?.addEventListener('abort', leave, { once: true });
    if (timeoutMillis !== undefined)
      timer = setTimeout(() => {
        reject(new CandorError('DATABASE_UNREACHABLE', 'No connection to the database became free in time.'));
      }, timeoutMillis + patience.graceMillis);
  });
  try {
    return await Promise.race([coming, left]);
  } catch (error) {
    coming.then(
      (client) => client.release(),
      () => undefined,
    );
    if (error instanceof CandorError) throw error;
    throw new CandorError('DATABASE_UNREACHABLE', 'The database does not answer.', { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

/** What node-postgres has and its types leave out. */
interface Insides {
  readonly processID?: number;
  readonly connection: { readonly stream: Socket };
}

function processIdOf(client: pg.ClientBase): number | undefined {
  return (client as unknown as Insides).processID;
}

function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as Insides).connection.stream;
}

/** Cannot log in, owns nothing, cannot bypass row level security. */
export const applicationRole = 'candor_app';

interface EnterSettings {
  readonly kind: 'embedded' | 'server';
  /** False when the login is the application's role already. */
  readonly switchRole: boolean;
  /** Whether the tables lie on shards of Citus. */
  readonly distributed: boolean;
}

/**
 * The one place that sets role and workspace: begins a transaction that sees one workspace.
 * SET LOCAL and not set_config(): set_config never reaches the workers of a distributed engine, in silence.
 * @returns messages for the server, one after the other
 * @throws BAD_INPUT for anything but a UUID, which is also what keeps the literal safe
 */
export function enterWorkspace(workspaceId: string, settings: EnterSettings, timeoutMillis?: number): string[] {
  if (!isUuid(workspaceId))
    throw new CandorError('BAD_INPUT', 'The workspace id is not a UUID.', { details: { field: 'workspaceId' } });
  const parts = [`set local candor.workspace_id = '${workspaceId}'`];
  if (timeoutMillis !== undefined && settings.kind === 'server')
    parts.push(`set local statement_timeout = ${Math.max(1, Math.ceil(timeoutMillis))}`);
  if (settings.distributed) return beginDistributed(parts, settings);
  if (settings.switchRole) parts.push(`set local role ${applicationRole}`);
  return [['begin', ...parts].join('; ')];
}

/**
 * On Citus, settings reach the workers when they are told to, and only those of a transaction that had begun when their
 * message came. The role is the session's: SET LOCAL ROLE would be repeated on the workers, where the search functions,
 * which run as their owner, would then run as the application's role and lose the full-text index (40 ms instead of
 * .7).
 */
function beginDistributed(parts: readonly string[], { switchRole }: EnterSettings): string[] {
  return [
    switchRole ? `set role ${applicationRole}; begin` : 'begin',
    ["set local citus.propagate_set_commands = 'local'", ...parts].join('; '),
  ];
}

/** Ends what enterWorkspace began, and gives the session its own role back. */
export function leaveWorkspace(how: 'commit' | 'rollback', { distributed, switchRole }: EnterSettings): string {
  return distributed && switchRole ? `${how}; reset role` : how;
}
