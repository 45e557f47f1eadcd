import type { AskEvent } from '../agent/events.ts';
import type { Outcome } from '../agent/outcome.ts';
import { CandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { asErrorCode, faultOf } from './errors.ts';
import { forward } from './forward.ts';

/** One kind of event of a question. */
export type EventOf<Type extends AskEvent['type']> = Extract<AskEvent, { readonly type: Type }>;

/** Drains the events of one question. @throws the fault of `Failed` as a coded error. */
export async function finalOutcome(events: AsyncIterable<AskEvent>): Promise<Outcome> {
  for await (const event of events) {
    if (event.type === 'Finished') return event.outcome;
    if (event.type === 'Failed')
      throw new CandorError(asErrorCode(event.code), event.message, { remedy: event.remedy });
  }
  throw new Error('app.ask ended without Finished or Failed');
}

/** Forwards the events of one question to a subscriber; a fault becomes a last `Failed`. */
export function forwardEvents(
  start: (signal: AbortSignal) => AsyncIterable<AskEvent>,
  outer: AbortSignal,
  log: Log,
): AsyncIterableIterator<AskEvent> {
  return forward(start, { outer, log, lastEvent: (before, error) => failedAfter(before, error, log) });
}

/** The runId is empty when the fault came before the first event: no run was begun. */
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
