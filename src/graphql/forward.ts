import type { Log } from '../log.ts';

export interface ForwardOptions<Event> {
  /** The client's end of the subscription. */
  readonly outer: AbortSignal;
  readonly log: Log;
  /** The last event after a fault; undefined: the stream just ends. */
  readonly lastEvent: (before: Event | undefined, error: unknown) => Event | undefined;
}

/**
 * Forwards events to a subscriber. `return()` aborts at once and ends a pending `next()`, where a plain generator would
 * first run to its next yield (measured: to its end). Never throws: a socket cut by an exception makes the client ask
 * again, so a fault becomes a last event, or the end.
 */
export function forward<Event>(
  start: (signal: AbortSignal) => AsyncIterable<Event>,
  options: ForwardOptions<Event>,
): AsyncIterableIterator<Event> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.outer, stop.signal]);
  const end = { done: true, value: undefined } as const;
  const stopped = new Promise<typeof end>((resolve) =>
    signal.addEventListener('abort', () => resolve(end), { once: true }),
  );
  let source: AsyncIterator<Event> | undefined;
  let last: Event | undefined;
  let failed = false;
  const step = async (): Promise<IteratorResult<Event>> => {
    try {
      source ??= start(signal)[Symbol.asyncIterator]();
      const result = await source.next();
      if (!result.done) last = result.value;
      return result;
    } catch (error) {
      if (signal.aborted) return end;
      failed = true;
      const value = options.lastEvent(last, error);
      return value === undefined ? end : { done: false, value };
    }
  };
  return {
    next: () => (failed || signal.aborted ? Promise.resolve(end) : Promise.race([step(), stopped])),
    return: () => {
      stop.abort();
      // Not awaited: a generator runs its return() only after its pending next() has settled.
      source
        ?.return?.()
        .catch((error: unknown) => options.log.debug('A stopped subscription ended with a fault', { error }));
      return Promise.resolve(end);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
