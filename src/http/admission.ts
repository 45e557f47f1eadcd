import { CandorError } from '../errors.ts';

export interface AdmissionLimits {
  /** Questions at work at once in this process. */
  readonly atOnce: number;
  /** Of them, those of one workspace. */
  readonly perWorkspace: number;
  /** Of a workspace, those that may wait for their turn. */
  readonly queued: number;
  /** How long one may wait. */
  readonly waitMillis: number;
  /** After which a place is free again, whatever became of the question: a client that reads no events holds none longer than the largest budget. */
  readonly holdMillis: number;
}

export interface Admission {
  /**
   * Waits for a turn. Workspaces take turns, and within one the first comes first.
   * @returns what gives the place to the next; calling it again does nothing
   * @throws OVERLOADED with `details.retryAfterSeconds`; CANCELLED when the signal aborts first
   */
  enter(workspaceId: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly admit: () => void;
}

/** What a question weighs in the average time of one: three of four questions ago count half. */
const newest = 0.3;
const retrySeconds = { from: 1, to: 60 } as const;

/** A fair queue before the work that takes seconds: whoever floods a workspace waits behind their own questions, and others take their turns between them. */
export function createAdmission(limits: AdmissionLimits, now: () => number = () => performance.now()): Admission {
  const running = new Map<string, number>();
  /** In the order of their turns: who has had one goes to the end. */
  const queues = new Map<string, Waiting[]>();
  let total = 0;
  let usualMillis = 1_000;

  const countOf = (workspaceId: string) => running.get(workspaceId) ?? 0;
  const hasRoom = (workspaceId: string) => total < limits.atOnce && countOf(workspaceId) < limits.perWorkspace;

  const start = (workspaceId: string): (() => void) => {
    const began = now();
    let left = false;
    total += 1;
    running.set(workspaceId, countOf(workspaceId) + 1);
    const leave = () => {
      if (left) return;
      left = true;
      clearTimeout(expiry);
      total -= 1;
      usualMillis += newest * (now() - began - usualMillis);
      if (countOf(workspaceId) > 1) running.set(workspaceId, countOf(workspaceId) - 1);
      else running.delete(workspaceId);
      admitNext();
    };
    const expiry = setTimeout(leave, limits.holdMillis);
    expiry.unref();
    return leave;
  };

  const admitNext = () => {
    for (const [workspaceId, queue] of queues) {
      const [first] = hasRoom(workspaceId) ? queue : [];
      if (!first) continue;
      queue.shift();
      queues.delete(workspaceId);
      if (queue.length > 0) queues.set(workspaceId, queue);
      first.admit();
      return admitNext();
    }
  };

  const overloaded = (workspaceId: string): CandorError => {
    const isOwn = countOf(workspaceId) >= limits.perWorkspace;
    const ahead = isOwn ? (queues.get(workspaceId)?.length ?? 0) / limits.perWorkspace : [...queues.values()].reduce((sum, queue) => sum + queue.length, 0) / limits.atOnce;
    const seconds = Math.min(retrySeconds.to, Math.max(retrySeconds.from, Math.ceil((usualMillis * (ahead + 1)) / 1000)));
    return overloadedFault(isOwn ? 'WORKSPACE' : 'PROCESS', isOwn ? limits.perWorkspace : limits.atOnce, seconds);
  };

  return {
    enter: async (workspaceId, signal) => {
      if (signal?.aborted) throw cancelled();
      const queue = queues.get(workspaceId) ?? [];
      if (queue.length === 0 && hasRoom(workspaceId)) return start(workspaceId);
      if (queue.length >= limits.queued) throw overloaded(workspaceId);
      return await new Promise<() => void>((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
        };
        const give = (fault: CandorError) => {
          settle();
          const at = queue.indexOf(waiting);
          if (at >= 0) queue.splice(at, 1);
          if (queue.length === 0 && queues.get(workspaceId) === queue) queues.delete(workspaceId);
          reject(fault);
        };
        const leave = () => { give(cancelled()); };
        const waiting: Waiting = {
          admit: () => {
            settle();
            resolve(start(workspaceId));
          },
        };
        const timer = setTimeout(() => { give(overloaded(workspaceId)); }, limits.waitMillis);
        signal?.addEventListener('abort', leave, { once: true });
        queue.push(waiting);
        queues.set(workspaceId, queue);
      });
    },
  };
}

/** @param scope whose limit it is */
export function overloadedFault(scope: 'WORKSPACE' | 'PROCESS' | 'SOCKET', limit: number, retryAfterSeconds: number): CandorError {
  const whose = { WORKSPACE: 'This workspace', PROCESS: 'This server', SOCKET: 'This connection' }[scope];
  return new CandorError('OVERLOADED', `${whose} is at work on ${limit} ${scope === 'SOCKET' ? 'operations' : 'questions'}, and takes no more. Try again in ${retryAfterSeconds} s.`, { details: { scope, limit, retryAfterSeconds } });
}

function cancelled(): CandorError {
  return new CandorError('CANCELLED', 'The caller went away before its turn.');
}
