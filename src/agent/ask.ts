import { CandorError, isCandorError, messageOf } from '../errors.ts';
import type { BindRequest } from './boundRequest.ts';
import type { AskEvent, AskEventBody } from './events.ts';
import type { AskGraph } from './graph.ts';
import type { AgentParts } from './parts.ts';
import { saveFailedRun } from './saveFailedRun.ts';
import type { AskState, ResolvedRequest } from './state.ts';

/** Supersteps of the longest way through the graph, with room; the real limits are the budget's. */
const recursionLimit = 60;

/**
 * Runs the graph for one question. Yields events in order; the last is `Finished` or `Failed`, and nothing is thrown.
 * Leaving the iteration, or aborting `signal`, stops running SQL and model calls.
 * @param bind what is still to be read for the request; left out: nothing
 */
export async function* ask(graph: AskGraph, parts: AgentParts, resolved: ResolvedRequest, signal?: AbortSignal, bind?: BindRequest): AsyncGenerator<AskEvent, void, undefined> {
  const left = new AbortController();
  const stop = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  let request = resolved;
  let sequence = 0;
  const stamp = (body: AskEventBody): AskEvent => ({ runId: request.runId, sequence: sequence++, elapsedMillis: Math.round((performance.now() - request.startedAt) * 100) / 100, ...body });
  try {
    if (bind) request = await bind(resolved, stop);
    const stream = await graph.stream({ request }, { streamMode: ['custom', 'values'], signal: stop, recursionLimit });
    let state: AskState | undefined;
    for await (const [mode, chunk] of stream as AsyncIterable<['custom', AskEventBody] | ['values', AskState]>) {
      if (mode === 'custom') yield stamp(chunk);
      else state = chunk;
    }
    if (!state?.outcome) throw new CandorError('INTERNAL', 'The loop ended without an outcome.');
    yield stamp({ type: 'Finished', outcome: state.outcome });
  } catch (error) {
    const fault = toFault(error, stop);
    if (fault.code !== 'CANCELLED') {
      parts.log.error('run failed', { runId: request.runId, code: fault.code, error: messageOf(error) });
      if (!request.rehearsal) await saveFailedRun(parts, request, fault);
    }
    yield stamp({ type: 'Failed', code: fault.code, message: fault.message, remedy: fault.remedy });
  } finally {
    left.abort(new CandorError('CANCELLED', 'The caller left.'));
  }
}

function toFault(error: unknown, stop: AbortSignal): CandorError {
  if (stop.aborted) return new CandorError('CANCELLED', 'The question was cancelled.', { cause: error });
  return isCandorError(error) ? error : new CandorError('INTERNAL', 'An internal fault ended this question.', { cause: error });
}
