import type { AskEvent } from '../../agent/state/events.ts';
import type { App } from '../../app/app.ts';
import { CandorError } from '../../errors.ts';
import type { Caller } from '../../workspaces/caller.ts';

export interface AdmissionLimits {
  /** Questions in progress at once in this process. */
  readonly atOnce: number;
  /** Questions in progress at once in one workspace. */
  readonly perWorkspace: number;
  /** Questions of one workspace that may wait for their turn. */
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
   * Waits for a turn. Workspaces take turns; within one, the first come is the first served.
   * @returns a function that gives the place to the next; further calls do nothing
   * @throws OVERLOADED with `details.retryAfterSeconds`; CANCELLED if the signal aborts first
   */
  enter(workspaceId: string, signal?: AbortSignal): Promise<() => void>;
}

/** Weight of the newest question in the moving average of durations: the newest two make up about half of it. */
const newest = 0.3;
const retrySeconds = { from: 1, to: 60 } as const;

interface Places {
  /** Returns which limit is reached, the workspace's or otherwise the process's; null if neither is. */
  readonly limitMet: (workspaceId: string) => 'WORKSPACE' | 'PROCESS' | null;
  /** @returns a function that frees the place, once */
  take(workspaceId: string): () => void;
  /** @param workspaceId omitted: the whole process */
  taken(workspaceId?: string): number;
  /** Roughly how long a question has taken lately. */
  usualMillis(): number;
}

function createPlaces(limits: AdmissionLimits, now: () => number, onFree: () => void): Places {
  const taken = new Map<string, number>();
  let total = 0;
  let usualMillis = 1_000;
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
        free();
      };
      // How long a client has read nothing says nothing of how long a question takes.
      const expiry = setTimeout(free, limits.holdMillis);
      expiry.unref();
      return leave;
    },
    taken: (workspaceId) => (workspaceId === undefined ? total : countOf(workspaceId)),
    usualMillis: () => usualMillis,
  };
}

type Queue = (() => void)[];

/**
 * A fair queue in front of the work that takes seconds: users who flood a workspace wait behind their own questions,
 * while other workspaces take their turns in between.
 */
export function createAdmission(limits: AdmissionLimits, now: () => number = () => performance.now()): Admission {
  /** In the order of their turns: a workspace that has had one goes to the end. */
  const queues = new Map<string, Queue>();
  const places = createPlaces(limits, now, () => {
    admitNext();
  });

  const refusals = createRefusals();
  const admitNext = () => {
    for (const [workspaceId, queue] of queues) {
      const admit = places.limitMet(workspaceId) === null ? queue.shift() : undefined;
      if (!admit) continue;
      queues.delete(workspaceId);
      if (queue.length > 0) queues.set(workspaceId, queue);
      admit();
      return admitNext();
    }
  };

  const overloaded = (workspaceId: string): CandorError => {
    refusals.note(workspaceId);
    const isOwn = places.limitMet(workspaceId) === 'WORKSPACE';
    const waiting = waitingIn(queues, isOwn ? workspaceId : undefined);
    const limit = isOwn ? limits.perWorkspace : limits.atOnce;
    const seconds = Math.ceil((places.usualMillis() * (waiting / limit + 1)) / 1000);
    return overloadedFault(
      isOwn ? 'WORKSPACE' : 'PROCESS',
      limit,
      Math.min(retrySeconds.to, Math.max(retrySeconds.from, seconds)),
    );
  };

  const waitIn = (queue: Queue, workspaceId: string, signal: AbortSignal | undefined) =>
    new Promise<() => void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const admit = () => {
        settle();
        resolve(places.take(workspaceId));
      };
      const giveUp = (fault: CandorError) => {
        settle();
        queue.splice(queue.indexOf(admit), 1);
        if (queue.length === 0) queues.delete(workspaceId);
        reject(fault);
      };
      const leave = () => {
        giveUp(cancelled());
      };
      const timer = setTimeout(() => {
        giveUp(overloaded(workspaceId));
      }, limits.waitMillis);
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(admit);
      queues.set(workspaceId, queue);
    });

  return {
    levels: (workspaceId) => ({
      atWork: places.taken(workspaceId),
      waiting: waitingIn(queues, workspaceId),
      refused: refusals.count(workspaceId),
    }),
    enter: async (workspaceId, signal) => {
      if (signal?.aborted) throw cancelled();
      const queue = queues.get(workspaceId) ?? [];
      if (queue.length === 0 && places.limitMet(workspaceId) === null) return places.take(workspaceId);
      if (queue.length >= limits.queued) throw overloaded(workspaceId);
      return await waitIn(queue, workspaceId, signal);
    },
  };
}

function waitingIn(queues: ReadonlyMap<string, Queue>, workspaceId: string | undefined): number {
  if (workspaceId !== undefined) return queues.get(workspaceId)?.length ?? 0;
  return [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);
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

function cancelled(): CandorError {
  return new CandorError('CANCELLED', 'The caller went away before its turn.');
}

/**
 * The app for callers over the network: whatever searches, reads or asks a model waits for its turn. The command line
 * and `eval` use the app directly.
 */
export function admittedApp(app: App, admission: Admission): App {
  const inTurn = async <Result>(
    { workspaceId }: Caller,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const leave = await admission.enter(workspaceId, signal);
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
        () => admission.enter(caller.workspaceId, options.signal),
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
