import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { CandorError } from '../errors.ts';
import { isUuid } from './statement.ts';
import { takeConnection, type Waiting } from './takeConnection.ts';

/** A connection that is reserved for one transaction. */
export interface Lease {
  /**
   * @param keptAs the name under which the connection keeps the statement's plan, unless a pooler is in between
   * @throws DATABASE_UNREACHABLE if the server fell silent or the connection broke; whatever node-postgres throws
   */
  query(text: string, values?: readonly unknown[], keptAs?: string): Promise<pg.QueryResult>;
  /** @param reusable false: the connection is closed instead of reused */
  release(reusable: boolean): void;
}

export interface Connections {
  /** @throws OVERLOADED, DATABASE_UNREACHABLE; CANCELLED when the signal aborts first */
  take(waiting: Waiting): Promise<Lease>;
  /**
   * Whether who has waited in vain for so long waited for others, whom the database answers, and not for a database that
   * answers nobody.
   */
  isAtWork(waitedMillis: number): boolean;
}

/** When to give up on a silent server. */
export interface Patience {
  /** After an abort, the server has been asked to stop, and its answer is waited for this long at most. */
  readonly abortMillis: number;
  /** Extra time beyond a statement's own limit, at which the server should end the statement itself. */
  readonly graceMillis: number;
  /**
   * A statement is checked from a second connection after this long, then after twice as long, and so on.
   */
  readonly silenceMillis: number;
  /** Time limit for that second connection, and for a request to stop a statement. */
  readonly probeMillis: number;
  /** A server that has answered nobody for so long is not merely at work for others. */
  readonly quietMillis: number;
}

/** An ask must end within 250 ms of its budget, including its record. */
const patience: Patience = {
  abortMillis: 50,
  graceMillis: 200,
  silenceMillis: 3_000,
  probeMillis: 5_000,
  quietMillis: 1_000,
};

/**
 * The one connection of the embedded database. The event loop gets a turn after each transaction, because queries run
 * in this thread: without that, 200 questions in a row kept /healthz waiting for 40 s.
 */
export function embeddedConnections(pool: pg.Pool): Connections {
  return {
    isAtWork: () => true,
    take: async ({ signal }) => {
      const client = await takeConnection(pool, { signal, graceMillis: patience.graceMillis, isAtWork: () => true });
      return {
        query: (text, values, keptAs) => send(client, text, values, keptAs),
        release: (reusable) => void setImmediate().then(() => client.release(!reusable)),
      };
    },
  };
}

/** @param keptAs the name under which the session keeps the statement's plan; undefined: it keeps none */
function send(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] | undefined,
  keptAs: string | undefined,
): Promise<pg.QueryResult> {
  return client.query({ text, ...(keptAs !== undefined && { name: keptAs }), ...(values && { values: [...values] }) });
}

/**
 * Connections to a server. A caller never waits longer than its own limit. If the other end of a socket is silent, the
 * socket is destroyed, which ends its query; every connection older than the silence is destroyed when it is next
 * taken. TCP alone takes minutes to report that a peer is gone.
 */
export function serverConnections(pool: pg.Pool, given: Partial<Patience> = {}): Connections {
  const limits = { ...patience, ...given };
  const bornAt = new WeakMap<pg.PoolClient, number>();
  let silences = 0;
  let answeredAt = -Infinity;
  const isAtWork = (waitedMillis: number) =>
    performance.now() - answeredAt < Math.min(waitedMillis, limits.quietMillis);
  const onSilence = () => {
    silences += 1;
  };
  const onAnswer = () => {
    answeredAt = performance.now();
  };
  pool.on('connect', (client) => {
    breakOnGarbage(socketOf(client));
    bornAt.set(client, silences);
  });
  return {
    isAtWork,
    take: async (waiting) => {
      for (;;) {
        const client = await takeConnection(pool, { ...waiting, graceMillis: limits.graceMillis, isAtWork });
        if ((bornAt.get(client) ?? 0) === silences)
          return leaseOf({ pool, client, limits, onSilence, onAnswer }, waiting);
        socketOf(client).destroy();
        client.release(true);
      }
    },
  };
}

/**
 * Bytes that are not valid protocol close their connection. Otherwise node-postgres throws inside the socket's event
 * handler, which would end the process.
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
  /** After each statement that the server has worked off. */
  readonly onAnswer: () => void;
}

type GiveUp = (millis: number, isSilent: boolean) => void;

function leaseOf(leased: Leased, { signal, timeoutMillis }: Waiting): Lease {
  const { client, limits, onSilence, onAnswer } = leased;
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
    query: async (text, values, keptAs) => {
      running = true;
      // With a long limit, too: who may wait 30 s for a statement need not wait as long for a silent server.
      const stops = [watch(leased, giveUp)];
      if (timeoutMillis !== undefined) stops.push(after(timeoutMillis + limits.graceMillis, giveUp));
      try {
        const keeps = keptAs !== undefined && (await hasOwnSession(client));
        const result = await send(client, text, values, keeps ? keptAs : undefined);
        onAnswer();
        return result;
      } catch (error) {
        throw fault ?? error;
      } finally {
        running = false;
        for (const stop of stops) stop();
      }
    },
    release: (reusable) => {
      stopCancelling();
      // A cancel that is still on its way would hit the next user of the connection.
      const isReusable = reusable && fault === undefined && !signal?.aborted;
      // Closing normally waits for the server's goodbye, and a silent server never sends one.
      if (!isReusable) socketOf(client).destroy();
      client.release(!isReusable);
    },
  };
}

const ownSessions = new WeakMap<pg.PoolClient, boolean>();

/**
 * Whether the connection has a session of the server to itself, so that what is prepared in one transaction is there in
 * the next. A pooler announces process ids of its own and may give each transaction another session. Asked once a
 * connection.
 */
async function hasOwnSession(client: pg.PoolClient): Promise<boolean> {
  const known = ownSessions.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = rows[0]?.pid === processIdOf(client);
  ownSessions.set(client, own);
  return own;
}

/**
 * Stops the running statement from a second connection, and gives up on the first one soon after. Whether the cancel
 * gets through shows whether the server is reachable at all: idle connections may be as dead as this one.
 */
function cancelOnAbort(
  { pool, client, limits, onSilence }: Leased,
  signal: AbortSignal | undefined,
  giveUp: GiveUp,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const cancel = async () => {
    // The cast is needed because Citus has another function of that name.
    const answered = await ask({ pool, client }, limits.probeMillis, 'select pg_cancel_backend($1::int)', [
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
 * Checks repeatedly whether the server is still working on the statement of `client`. Gives up if the server cannot be
 * reached, or if it is idle and so has been waiting for us.
 */
function watch({ pool, client, limits: { silenceMillis, probeMillis } }: Leased, giveUp: GiveUp): () => void {
  const started = performance.now();
  let wait = silenceMillis;
  let stopped = false;
  let wasIdle = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const state = await stateOf({ pool, client }, probeMillis);
    if (stopped) return;
    // A single idle state may mean that the answer is just on its way.
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
 * The state that the server reports for the session. UNKNOWN behind a pooler, whose process ids are its own: there,
 * only keepalive detects a dead socket.
 */
async function stateOf(
  of: Pick<Leased, 'pool' | 'client'>,
  probeMillis: number,
): Promise<'ACTIVE' | 'IDLE' | 'UNKNOWN' | 'UNREACHABLE'> {
  const answered = await ask(of, probeMillis, 'select state from pg_stat_activity where pid = $1', [
    processIdOf(of.client) ?? 0,
  ]);
  if (!answered) return 'UNREACHABLE';
  const state: unknown = answered.rows[0]?.['state'];
  if (typeof state !== 'string') return 'UNKNOWN';
  return state === 'active' ? 'ACTIVE' : state.startsWith('idle') ? 'IDLE' : 'UNKNOWN';
}

/**
 * Runs one query on the server of a connection, over one of its own, outside the pool, which may be full of silent ones. Returns undefined if
 * there is no answer.
 */
async function ask(
  { pool, client: asked }: Pick<Leased, 'pool' | 'client'>,
  millis: number,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Readonly<Record<string, unknown>>> | undefined> {
  const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: millis, query_timeout: millis });
  // Of several hosts, the one that runs the statement.
  Object.assign(client, { host: asked.host, port: asked.port });
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

/** Fields of node-postgres that its types leave out. */
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

/** Cannot log in (except on Citus), owns nothing, cannot bypass row level security. */
export const applicationRole = 'candor_app';

interface Entering {
  /** For each statement. */
  readonly timeoutMillis?: number | undefined;
  /** Statements that write are refused. */
  readonly readOnly?: boolean | undefined;
  /** @see TransactionOptions.manyRows */
  readonly manyRows?: boolean | undefined;
}

/**
 * A connection keeps the plan by which it checks foreign keys and cascades. One that was made while a table was small
 * reads the whole table for each row, until statistics are next refreshed: of twelve documents after the sample, the
 * last took nine times as long as the first.
 */
export const byKeyAlone = 'set local enable_seqscan = off';

interface EnterSettings {
  readonly kind: 'embedded' | 'server';
  /** False if the login already is the application's role. */
  readonly switchRole: boolean;
  /** Whether the tables are on shards of Citus. */
  readonly distributed: boolean;
}

/**
 * The only place that sets role and workspace: begins a transaction that sees one workspace. Uses SET LOCAL rather than
 * set_config(), which silently fails to reach the workers of a distributed engine.
 * @returns messages for the server, to be sent one after another
 * @throws BAD_INPUT for anything that is not a UUID; the same check keeps the literal safe
 */
export function enterWorkspace(
  workspaceId: string,
  settings: EnterSettings,
  { timeoutMillis, readOnly, manyRows }: Entering = {},
): string[] {
  if (!isUuid(workspaceId))
    throw new CandorError('BAD_INPUT', 'The workspace id is not a UUID.', { details: { field: 'workspaceId' } });
  const parts = [`set local candor.workspace_id = '${workspaceId}'`];
  if (timeoutMillis !== undefined && settings.kind === 'server')
    parts.push(`set local statement_timeout = ${Math.max(1, Math.ceil(timeoutMillis))}`);
  if (manyRows) parts.push(byKeyAlone);
  if (settings.distributed) return beginDistributed(parts, settings);
  if (settings.switchRole) parts.push(`set local role ${applicationRole}`);
  return [[readOnly ? 'begin read only' : 'begin', ...parts].join('; ')];
}

/**
 * On Citus, settings reach the workers only if propagation is switched on, and only in a transaction that had already
 * begun when they arrived. The role is set for the session: SET LOCAL ROLE would be repeated on the workers. There, the
 * search functions, which run as their owner, would then run as the application's role and lose the full-text index (40
 * ms instead of .7).
 */
function beginDistributed(parts: readonly string[], { switchRole }: EnterSettings): string[] {
  return [
    switchRole ? `set role ${applicationRole}; begin` : 'begin',
    ["set local citus.propagate_set_commands = 'local'", ...parts].join('; '),
  ];
}

/** Ends what enterWorkspace began, and gives the session back its own role. */
export function leaveWorkspace(how: 'commit' | 'rollback', { distributed, switchRole }: EnterSettings): string {
  return distributed && switchRole ? `${how}; reset role` : how;
}
