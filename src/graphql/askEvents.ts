import { finalOutcome } from '../agent/ask.ts';
import type { AskEvent } from '../agent/state/events.ts';
import type { Outcome } from '../agent/state/outcome.ts';
import { isCandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { faultOf } from './errors.ts';

/** One kind of event of a question. */
export type EventOf<Type extends AskEvent['type']> = Extract<AskEvent, { readonly type: Type }>;

/** Events that say no more than how far the question has come. */
export type ProgressEvent = EventOf<'Planned' | 'Retrieved' | 'Reflected' | 'Refined' | 'Writing'>;

/** AskPhase, by the domain's event. */
export const phases = {
  Planned: 'PLANNED',
  Retrieved: 'RETRIEVED',
  Reflected: 'REFLECTED',
  Refined: 'REFINED',
  Writing: 'WRITING',
} as const satisfies Record<ProgressEvent['type'], string>;

const isProgress = (event: AskEvent): event is ProgressEvent => event.type in phases;

/** The names of the last events: elsewhere "Finished" may be of something else. */
const ends = { Finished: 'AskFinished', Failed: 'AskFailed' } as const;
const isEnd = (event: AskEvent): event is EventOf<'Finished' | 'Failed'> => event.type in ends;

/** The name of an event's type in the schema: one for all that only report progress. */
export function eventTypeOf(event: AskEvent) {
  if (isProgress(event)) return 'AskProgress';
  return isEnd(event) ? ends[event.type] : event.type;
}

/** @throws the fault that ended the run */
export const outcomeOf = (events: AsyncIterable<AskEvent>): Promise<Outcome> => finalOutcome(events);

/** Forwards the events of one question to a subscriber; a fault becomes a final `Failed`. */
export function forwardEvents(
  start: (signal: AbortSignal) => AsyncIterable<AskEvent>,
  outer: AbortSignal,
  log: Log,
): AsyncIterableIterator<AskEvent> {
  return forward(start, { outer, log, lastEvent: (before, error) => failedAfter(before, error, log) });
}

/** The runId is empty if the fault came before the first event: no run had started. */
function failedAfter(last: AskEvent | undefined, error: unknown, log: Log): AskEvent {
  const { code, message, remedy } = faultOf(error, log);
  return {
    type: 'Failed',
    runId: last?.runId ?? '',
    sequence: (last?.sequence ?? -1) + 1,
    elapsedMillis: last?.elapsedMillis ?? 0,
    code,
    message,
    remedy,
  };
}

interface ForwardOptions<Event> {
  /** Aborts when the client ends the subscription. */
  readonly outer: AbortSignal;
  readonly log: Log;
  /** Returns the last event after a fault; undefined: the stream just ends. */
  readonly lastEvent: (before: Event | undefined, error: unknown) => Event | undefined;
}

/**
 * Forwards events to a subscriber. `return()` aborts at once and ends a pending `next()`, while a plain generator would
 * first run to its next yield (measured: to its end). Never throws: a socket closed by an exception makes the client
 * ask again, so a fault becomes a last event, or the end.
 */
export function forward<Event>(
  start: (signal: AbortSignal) => AsyncIterable<Event>,
  options: ForwardOptions<Event>,
): AsyncIterableIterator<Event> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.outer, stop.signal]);
  const end = { done: true, value: undefined } as const;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  let source: AsyncIterator<Event> | undefined;
  let last: Event | undefined;
  let failed = false;
  let ending: IteratorResult<Event> | undefined;
  /** A client that left hears nothing; one whose key was taken away hears why. The same, whoever sees the end first. */
  const ended = (): IteratorResult<Event> => {
    const { reason } = options.outer as { readonly reason: unknown };
    const isOfKey = isCandorError(reason, 'UNAUTHENTICATED') || isCandorError(reason, 'FORBIDDEN');
    const value = isOfKey ? options.lastEvent(last, reason) : undefined;
    ending ??= value === undefined ? end : { done: false, value };
    return ending;
  };
  const step = async (): Promise<IteratorResult<Event>> => {
    try {
      source ??= start(signal)[Symbol.asyncIterator]();
      const result = await source.next();
      if (signal.aborted) return ended();
      if (!result.done) last = result.value;
      return result;
    } catch (error) {
      if (signal.aborted) return ended();
      failed = true;
      const value = options.lastEvent(last, error);
      return value === undefined ? end : { done: false, value };
    }
  };
  return {
    next: () => {
      if (failed || ending) return Promise.resolve(end);
      return signal.aborted ? Promise.resolve(ended()) : Promise.race([step(), stopped.then(ended)]);
    },
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
