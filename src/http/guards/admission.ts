import { LRUCache } from 'lru-cache';
import type { AskEvent } from '../../agent/state/events.ts';
import type { App } from '../../app/app.ts';
import { atMost } from '../../clock.ts';
import { CandorError, isCandorError } from '../../errors.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { clientAddress, noteRefused } from '../currentRequest.ts';
import { createTurns, type Waiter } from './turns.ts';

export interface AdmissionLimits {
  /** Questions in progress at once in this process. */
  readonly atOnce: number;
  /** Questions in progress at once in one workspace. */
  readonly perWorkspace: number;
  /** Questions of one workspace that may wait for their turn: fewer where so many would wait in vain. */
  readonly queued: number;
  /** How long a question may wait. */
  readonly waitMillis: number;
  /**
   * A place is freed after this time, whatever became of the question: a client that reads no events holds a place no
   * longer than the largest budget allows.
   */
  readonly holdMillis: number;
}

/** How full the server is. */
export interface AdmissionLevels {
  readonly atWork: number;
  readonly waiting: number;
  /** Since the process started. */
  readonly refused: number;
}

export interface Admission {
  /** @param workspaceId omitted: the whole process */
  levels(workspaceId?: string): AdmissionLevels;
  /**
   * Waits for a turn. Workspaces take turns, and within one its clients: who asks most is the one that is refused.
   * @param client whose share of the queue it is: a key, an address
   * @returns a function that gives the place to the next; further calls do nothing
   * @throws OVERLOADED with `details.retryAfterSeconds`; CANCELLED if the signal aborts first
   */
  enter(workspaceId: string, signal?: AbortSignal, client?: string): Promise<() => void>;
  /** Whether `enter` would refuse this client now. */
  isFull(workspaceId: string, client: string): boolean;
  /** That refusal, counted as one; undefined: a place is free, or the client may wait for one. */
  refusal(workspaceId: string, client: string): RefusedTurn | undefined;
}

/** How a client is refused, and when: at once, or later if it came before the time that it was given. */
export interface RefusedTurn {
  readonly fault: CandorError;
  readonly delayMillis: number;
}

/** Weight of the newest question in the moving average of durations: the newest two make up about half of it. */
const newest = 0.3;
const retrySeconds = { from: 1, to: 60 } as const;
/**
 * A client that comes back before its time hears so this much later: 200 that repeat after 50 ms sent 3,000
 * requests a second, and refusing those left nothing for the questions at work.
 */
const impatientMillis = 1_000;
/** Clocks and timers of clients are not exact. */
const toleratedMillis = 100;
const clientsKept = 10_000;

/**
 * Of the longest wait, what is given out: the last in the queue should have a turn before. Full, the queue of 32 let
 * 200 users who repeat at once wait 5 s each, most in vain, and half of the answers took more than 6.3 s.
 */
const waitShare = 0.8;

interface Places {
  /** Returns which limit is reached, the workspace's or otherwise the process's; null if neither is. */
  readonly limitMet: (workspaceId: string) => 'WORKSPACE' | 'PROCESS' | null;
  /** @returns a function that frees the place, once */
  take(workspaceId: string): () => void;
  /** @param workspaceId omitted: the whole process */
  taken(workspaceId?: string): number;
  /** Roughly how long a question has taken lately. */
  usualMillis(): number;
  /** How many of one workspace have a turn within that time, as far as is known. */
  turnsWithin(millis: number): number;
}

function createPlaces(limits: AdmissionLimits, now: () => number, onFree: () => void): Places {
  const taken = new Map<string, number>();
  let total = 0;
  let usualMillis = 1_000;
  let isMeasured = false;
  const countOf = (workspaceId: string) => taken.get(workspaceId) ?? 0;
  return {
    limitMet: (workspaceId) =>
      countOf(workspaceId) >= limits.perWorkspace ? 'WORKSPACE' : total >= limits.atOnce ? 'PROCESS' : null,
    take: (workspaceId) => {
      const began = now();
      let left = false;
      total += 1;
      taken.set(workspaceId, countOf(workspaceId) + 1);
      const free = () => {
        left = true;
        clearTimeout(expiry);
        total -= 1;
        if (countOf(workspaceId) > 1) taken.set(workspaceId, countOf(workspaceId) - 1);
        else taken.delete(workspaceId);
        onFree();
      };
      const leave = () => {
        if (left) return;
        usualMillis += newest * (now() - began - usualMillis);
        isMeasured = true;
        free();
      };
      // How long a client has read nothing says nothing of how long a question takes.
      const expiry = setTimeout(free, limits.holdMillis);
      expiry.unref();
      return leave;
    },
    taken: (workspaceId) => (workspaceId === undefined ? total : countOf(workspaceId)),
    usualMillis: () => usualMillis,
    turnsWithin: (millis) =>
      isMeasured ? Math.floor((millis * limits.perWorkspace) / Math.max(1, usualMillis)) : Infinity,
  };
}

/**
 * A fair queue in front of the work that takes seconds: users who flood a workspace wait behind their own questions,
 * while others take their turns in between.
 */
export function createAdmission(limits: AdmissionLimits, now: () => number = () => performance.now()): Admission {
  const turns = createTurns();
  const places = createPlaces(limits, now, () => {
    admitNext();
  });
  const refusals = createRefusals();
  const told = createPromises(now);
  const admitNext = () => {
    for (;;) {
      const waiter = turns.next((workspaceId) => places.limitMet(workspaceId) === null);
      if (!waiter) return;
      waiter.admit();
    }
  };

  const overloaded = (workspaceId: string): CandorError => {
    refusals.note(workspaceId);
    const isOwn = places.limitMet(workspaceId) === 'WORKSPACE';
    const waiting = turns.count(isOwn ? workspaceId : undefined);
    const limit = isOwn ? limits.perWorkspace : limits.atOnce;
    const usual = Math.ceil((places.usualMillis() * (waiting / limit + 1)) / 1000);
    const seconds = Math.min(retrySeconds.to, Math.max(retrySeconds.from, usual));
    return overloadedFault(isOwn ? 'WORKSPACE' : 'PROCESS', limit, seconds);
  };

  const waitFor = (workspaceId: string, client: string, signal: AbortSignal | undefined) =>
    new Promise<() => void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        turns.remove(workspaceId, client, waiter);
      };
      const waiter: Waiter = {
        admit: () => {
          settle();
          resolve(places.take(workspaceId));
        },
        refuse: (fault) => {
          settle();
          reject(fault);
        },
      };
      const leave = () => {
        waiter.refuse(cancelled());
      };
      const timer = setTimeout(() => {
        waiter.refuse(overloaded(workspaceId));
      }, limits.waitMillis);
      signal?.addEventListener('abort', leave, { once: true });
      turns.add(workspaceId, client, waiter);
    });

  const isFree = (workspaceId: string) => turns.count(workspaceId) === 0 && places.limitMet(workspaceId) === null;
  const hasRoom = (workspaceId: string) =>
    turns.count(workspaceId) < Math.min(limits.queued, Math.max(1, places.turnsWithin(waitShare * limits.waitMillis)));
  const isFull = (workspaceId: string, client: string) =>
    !isFree(workspaceId) && !hasRoom(workspaceId) && turns.crowding(workspaceId, client) === undefined;
  const refusal = (workspaceId: string, client: string): RefusedTurn | undefined => {
    if (!isFull(workspaceId, client)) return undefined;
    const fault = overloaded(workspaceId);
    return { fault, delayMillis: told.again(`${workspaceId} ${client}`, retryAfterOf(fault)) };
  };

  return {
    levels: (workspaceId) => ({
      atWork: places.taken(workspaceId),
      waiting: turns.count(workspaceId),
      refused: refusals.count(workspaceId),
    }),
    isFull,
    refusal,
    enter: async (workspaceId, signal, client = '') => {
      if (signal?.aborted) throw cancelled();
      if (isFree(workspaceId)) return places.take(workspaceId);
      const refused = refusal(workspaceId, client);
      if (refused) {
        await held(refused.delayMillis, signal);
        throw refused.fault;
      }
      if (!hasRoom(workspaceId)) turns.crowding(workspaceId, client)?.refuse(overloaded(workspaceId));
      return await waitFor(workspaceId, client, signal);
    },
  };
}

/** When clients were asked to come back. */
function createPromises(now: () => number) {
  const until = new LRUCache<string, number>({ max: clientsKept });
  return {
    /** @returns for how long the client does not hear it: it was refused before, and did not wait */
    again: (client: string, seconds: number): number => {
      const isEarly = (until.get(client) ?? -Infinity) > now() + toleratedMillis;
      until.set(client, now() + seconds * 1_000);
      return isEarly ? impatientMillis : 0;
    },
  };
}

/** @throws CANCELLED if the signal aborts first */
async function held(millis: number, signal: AbortSignal | undefined): Promise<void> {
  if (millis === 0) return;
  const gone = new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await atMost(gone, millis);
  if (signal?.aborted) throw cancelled();
}

/**
 * The number of workspaces whose refusals are counted separately; refusals of any other workspace count only for the
 * process.
 */
const refusalsKept = 1_000;

function createRefusals() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    note: (workspaceId: string) => {
      total += 1;
      if (counts.has(workspaceId) || counts.size < refusalsKept)
        counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
    },
    count: (workspaceId: string | undefined) => (workspaceId === undefined ? total : (counts.get(workspaceId) ?? 0)),
  };
}

/** @param scope the owner of the limit */
export function overloadedFault(
  scope: 'WORKSPACE' | 'PROCESS' | 'SOCKET',
  limit: number,
  retryAfterSeconds: number,
): CandorError {
  const whose = { WORKSPACE: 'This workspace', PROCESS: 'This server', SOCKET: 'This connection' }[scope];
  return new CandorError(
    'OVERLOADED',
    `${whose} is at work on ${limit} ${scope === 'SOCKET' ? 'operations' : 'questions'}, and takes no more. Try again in ${retryAfterSeconds} s.`,
    { details: { scope, limit, retryAfterSeconds } },
  );
}

/** When OVERLOADED says that a client may come back, in seconds. */
export function retryAfterOf({ details }: CandorError): number {
  return Number(details['retryAfterSeconds'] ?? retrySeconds.from);
}

function cancelled(): CandorError {
  return new CandorError('CANCELLED', 'The caller went away before its turn.');
}

/**
 * The app for callers over the network: whatever searches, reads or asks a model waits for its turn. The command line
 * and `eval` use the app directly.
 */
export function admittedApp(app: App, admission: Admission): App {
  const enter = async (caller: Caller, signal: AbortSignal | undefined) => {
    const client = clientOf(caller);
    try {
      return await admission.enter(caller.workspaceId, signal, client);
    } catch (error) {
      if (isCandorError(error, 'OVERLOADED')) noteRefused({ workspaceId: caller.workspaceId, client });
      throw error;
    }
  };
  const inTurn = async <Result>(
    caller: Caller,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const leave = await enter(caller, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return {
    ...app,
    ask: (caller, request, options = {}) =>
      askInTurn(
        () => enter(caller, options.signal),
        () => app.ask(caller, request, options),
      ),
    search: (caller, request, options = {}) =>
      inTurn(caller, options.signal, () => app.search(caller, request, options)),
    gaps: (caller, request) => inTurn(caller, request.signal, () => app.gaps(caller, request)),
    runs: {
      ...app.runs,
      explainMiss: (caller, runId, documentId, options = {}) =>
        inTurn(caller, options.signal, () => app.runs.explainMiss(caller, runId, documentId, options)),
      replay: (caller, id, overrides, options = {}) =>
        inTurn(caller, options.signal, () => app.runs.replay(caller, id, overrides, options)),
    },
    grounding: {
      verifyCitation: (caller, request, options = {}) =>
        inTurn(caller, options.signal, () => app.grounding.verifyCitation(caller, request, options)),
      check: (caller, request, options = {}) =>
        inTurn(caller, options.signal, () => app.grounding.check(caller, request, options)),
    },
  };
}

/** A key from one address: neither all users of a public key nor all keys behind a proxy are one client. */
const clientOf = ({ keyId, kind }: Caller) => `${keyId ?? kind ?? ''} ${clientAddress()}`;

async function* askInTurn(
  enter: () => Promise<() => void>,
  ask: () => AsyncIterable<AskEvent>,
): AsyncGenerator<AskEvent, void, undefined> {
  const leave = await enter();
  try {
    yield* ask();
  } finally {
    leave();
  }
}
