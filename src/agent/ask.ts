import { CandorError, isCandorError, messageOf } from '../errors.ts';
import { isTextTraced, openRunSpan, type SpanFacts } from '../telemetry/spans.ts';
import type { BindRequest } from './resolveRequest.ts';
import type { AskEvent, AskEventBody } from './events.ts';
import type { AskGraph } from './graph.ts';
import type { AgentParts } from './node.ts';
import { saveFailedRun } from './runs/recordRun.ts';
import type { Outcome } from './outcome.ts';
import type { AskState, ResolvedRequest } from './state.ts';

/** Supersteps of the longest path through the graph, with headroom. The budget sets the real limits. */
const recursionLimit = 60;

/**
 * Runs the graph for one question. Yields events in order; the last one is `Finished` or `Failed`. Never throws.
 * Leaving the iteration, or aborting `signal`, stops running SQL statements and model calls.
 * @param bind loads what the request still needs; omitted: nothing
 */
export async function* ask(
  graph: AskGraph,
  parts: AgentParts,
  resolved: ResolvedRequest,
  signal?: AbortSignal,
  bind?: BindRequest,
): AsyncGenerator<AskEvent, void, undefined> {
  const left = new AbortController();
  const span = openRunSpan(resolved.runId, startFacts(resolved));
  let fault: string | undefined = 'CANCELLED';
  const stop = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  let request = resolved;
  let sequence = 0;
  const stamp = (body: AskEventBody): AskEvent => ({
    runId: request.runId,
    sequence: sequence++,
    elapsedMillis: Math.round((performance.now() - request.startedAt) * 100) / 100,
    ...body,
  });
  try {
    if (bind) request = await span.within(() => bind(resolved, stop));
    const input = { request };
    const stream = await span.within(() =>
      graph.stream(input, { streamMode: ['custom', 'values'], signal: stop, recursionLimit }),
    );
    let state: AskState | undefined;
    for await (const [mode, chunk] of stream as AsyncIterable<['custom', AskEventBody] | ['values', AskState]>) {
      if (mode === 'custom') yield stamp(chunk);
      else state = chunk;
    }
    if (!state?.outcome) throw new CandorError('INTERNAL', 'The loop ended without an outcome.');
    span.note(endFacts(state.outcome));
    fault = undefined;
    yield stamp({ type: 'Finished', outcome: state.outcome });
  } catch (error) {
    const failure = toFault(error, stop);
    fault = failure.code;
    if (failure.code !== 'CANCELLED') {
      parts.log.error('run failed', { runId: request.runId, code: failure.code, error: messageOf(error) });
      if (!request.dryRun) await saveFailedRun(parts, request, failure);
    }
    yield stamp({ type: 'Failed', code: failure.code, message: failure.message, remedy: failure.remedy });
  } finally {
    parts.openings?.delete(request.runId);
    left.abort(new CandorError('CANCELLED', 'The caller left.'));
    span.end(fault);
  }
}

function startFacts({ runId, workspaceId, preset, budget, question }: ResolvedRequest): SpanFacts {
  return {
    'candor.run.id': runId,
    'candor.workspace.id': workspaceId,
    'candor.preset': preset.name,
    'candor.budget.millis': budget.maxMillis,
    ...(isTextTraced() ? { 'candor.question': question } : {}),
  };
}

function endFacts(outcome: Outcome): SpanFacts {
  const { type, tier, confidence, stopReason, usage, degraded } = outcome;
  return {
    'candor.outcome': type,
    'candor.tier': tier,
    'candor.confidence': confidence.value,
    'candor.stop_reason': stopReason,
    'candor.reason': type === 'Answer' ? undefined : outcome.reason,
    'candor.rounds': usage.rounds,
    'candor.degraded': degraded.map(({ part }) => part),
  };
}

function toFault(error: unknown, stop: AbortSignal): CandorError {
  if (stop.aborted) return new CandorError('CANCELLED', 'The question was cancelled.', { cause: error });
  return isCandorError(error)
    ? error
    : new CandorError('INTERNAL', 'An internal fault ended this question.', { cause: error });
}
