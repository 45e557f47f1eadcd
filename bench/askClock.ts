import type pg from 'pg';
import type { Embedder } from '../src/models/embedder.ts';
import { cpuNow } from '../test/support/clocks.ts';

/**
 * A moment on two clocks, in milliseconds: the wall clock, and the processor time that this process has used. On a busy
 * machine only the second is meaningful.
 */
export interface Moment {
  readonly wall: number;
  readonly cpu: number;
}

/** One wait for the database or the embedder. */
export interface Wait {
  /** The statement's name, `begin and commit` or `embedding`. */
  readonly name: string;
  readonly from: Moment;
  readonly until: Moment;
}

export const now = (): Moment => ({ wall: performance.now(), cpu: cpuNow() });

export interface Clock {
  /** Returns the waits since the last call. */
  take(): Wait[];
  note(name: string, from: Moment): void;
}

export function createClock(): Clock {
  let waits: Wait[] = [];
  return {
    take: () => {
      const taken = waits;
      waits = [];
      return taken;
    },
    note: (name, from) => {
      waits.push({ name, from, until: now() });
    },
  };
}

/**
 * Records each query of a pool that has not connected yet. The embedded database has one connection, so its queries
 * never overlap.
 */
export function timePool(pool: pg.Pool, clock: Clock): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...values: unknown[]) => unknown;
    Object.assign(client, {
      query: (...values: unknown[]) => {
        const from = now();
        const result = query(...values);
        if (result instanceof Promise)
          void result
            .finally(() => {
              clock.note(nameOf(values[0]), from);
            })
            .catch(() => undefined);
        return result;
      },
    });
  });
}

/** The name under which a statement without a name is recorded. */
export const beginning = 'begin and commit';

function nameOf(query: unknown): string {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return /^\/\* (\S+) \*\//.exec(String(text))?.[1] ?? beginning;
}

export function timeEmbedder(embedder: Embedder, clock: Clock): Embedder {
  return {
    ...embedder,
    embedQuery: async (text, options) => {
      const from = now();
      try {
        return await embedder.embedQuery(text, options);
      } finally {
        clock.note('embedding', from);
      }
    },
  };
}

/** Returns the milliseconds of one clock between `from` and `until` in which nothing was waited for. */
export function ownMillis(waits: readonly Wait[], from: number, until: number, clock: keyof Moment): number {
  let own = until - from;
  let reached = from;
  for (const wait of [...waits].sort((left, right) => left.from[clock] - right.from[clock])) {
    own -= Math.max(0, Math.min(until, wait.until[clock]) - Math.max(reached, wait.from[clock]));
    reached = Math.max(reached, Math.min(until, wait.until[clock]));
  }
  return own;
}
