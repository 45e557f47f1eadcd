import type { AskEvent } from '../agent/events.ts';
import type { Outcome } from '../agent/outcome.ts';
import { CandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { asErrorCode, faultOf } from './errors.ts';

/** Drains the events of one question. @throws the fault of `Failed` as a coded error. */
export async function finalOutcome(events: AsyncIterable<AskEvent>): Promise<Outcome> {
  for await (const event of events) {
    if (event.type === 'Finished') return event.outcome;
    if (event.type === 'Failed') throw new CandorError(asErrorCode(event.code), event.message, { remedy: event.remedy });
  }
  throw new Error('app.ask ended without Finished or Failed');
}

/**
 * Forwards the events of one question to a subscriber.
 * `return()` aborts at once and ends a pending `next()`, where a plain generator would first run to its next yield (measured: to its end).
 * Never throws: a socket cut by an exception makes the client ask again, so a fault becomes a last `Failed`.
 */
export function forwardEvents(start: (signal: AbortSignal) => AsyncIterable<AskEvent>, outer: AbortSignal, log: Log): AsyncIterableIterator<AskEvent> {
  const stop = new AbortController();
  const signal = AbortSignal.any([outer, stop.signal]);
  const end = { done: true, value: undefined } as const;
  const stopped = new Promise<typeof end>((resolve) => signal.addEventListener('abort', () => resolve(end), { once: true }));
  let source: AsyncIterator<AskEvent> | undefined;
  let last: AskEvent | undefined;
  let failed = false;
  const step = async (): Promise<IteratorResult<AskEvent>> => {
    try {
      source ??= start(signal)[Symbol.asyncIterator]();
      const result = await source.next();
      if (!result.done) last = result.value;
      return result;
    } catch (error) {
      if (signal.aborted) return end;
      failed = true;
      return { done: false, value: failedAfter(last, error, log) };
    }
  };
  return {
    next: () => (failed || signal.aborted ? Promise.resolve(end) : Promise.race([step(), stopped])),
    return: () => {
      stop.abort();
      // Not awaited: a generator runs its return() only after its pending next() has settled.
      source?.return?.().catch((error: unknown) => log.debug('A stopped question ended with a fault', { error }));
      return Promise.resolve(end);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The runId is empty when the fault came before the first event: no run was begun. */
function failedAfter(last: AskEvent | undefined, error: unknown, log: Log): AskEvent {
  const { code, message, remedy } = faultOf(error, log);
  return { type: 'Failed', runId: last?.runId ?? '', sequence: (last?.sequence ?? -1) + 1, elapsedMillis: last?.elapsedMillis ?? 0, code, message, remedy };
}
