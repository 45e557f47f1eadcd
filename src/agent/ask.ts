import { END, START, StateGraph, Send } from '@langchain/langgraph';
import { CandorError, isCandorError, messageOf } from '../errors.ts';
import { isTextTraced, openRunSpan, type SpanFacts } from '../telemetry/spans.ts';
import type { AskEvent, AskEventBody } from './state/events.ts';
import { asGraphNode } from './parts/graphNode.ts';
import { type AskState, AskAnnotation } from './state/askState.ts';
import { type AgentParts } from './parts/parts.ts';
import { abstainNode } from './nodes/abstain.ts';
import { curateNode, generateNode, verifyNode } from './nodes/answer.ts';
import { clarifyNode } from './nodes/clarify.ts';
import { historyNode } from './nodes/history.ts';
import { planNode } from './nodes/plan.ts';
import { refineNode, reflectNode } from './nodes/reflect.ts';
import { followNode, mergeNode, rerankNode, retrieveNode } from './nodes/retrieve.ts';
import { writeNode } from './nodes/write.ts';
import type { Outcome } from './state/outcome.ts';
import type { CheckedRequest, ResolvedRequest } from './state/request.ts';
import { resolveRequest, withSettings } from './resolveRequest.ts';
import { saveFailedRun, recordNode } from './runs/recordRun.ts';

/** Supersteps of the longest path through the graph, with headroom. The budget sets the real limits. */
const recursionLimit = 60;

/** Where a question is asked: the loop over its parts. */
interface AskLoop {
  readonly graph: AskGraph;
  readonly agent: AgentParts;
}

/**
 * Runs the graph for one question. Yields events in order; the last one is `Finished` or `Failed`. Never throws.
 * Leaving the iteration, or aborting `signal`, stops running SQL statements and model calls.
 * @param reEmbedded the loop to begin again with after a fault of reading the workspace; null: there is none
 */
export async function* ask(
  usualGraph: AskGraph,
  usualParts: AgentParts,
  checked: CheckedRequest,
  signal?: AbortSignal,
  reEmbedded: (fault: unknown) => Promise<AskLoop | null> = () => Promise.resolve(null),
): AsyncGenerator<AskEvent, void, undefined> {
  let [graph, parts] = [usualGraph, usualParts];
  const left = new AbortController();
  // Until its workspace's settings are read.
  let request = withSettings(checked);
  const span = openRunSpan(request.runId, startFacts(request));
  let fault: string | undefined = 'CANCELLED';
  const stop = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  let sequence = 0;
  const stamp = (body: AskEventBody): AskEvent => ({
    runId: request.runId,
    sequence: sequence++,
    elapsedMillis: Math.round((performance.now() - request.startedAt) * 100) / 100,
    budgetMillis: request.budget.maxMillis,
    ...body,
  });
  try {
    const resolved = await span
      .within(() => resolveRequest(usualParts, checked, stop))
      .catch(async (fault: unknown) => {
        const loop = await reEmbedded(fault);
        if (loop === null) throw fault;
        ({ graph, agent: parts } = loop);
        return span.within(() => resolveRequest(loop.agent, checked, stop));
      });
    ({ request } = resolved);
    const input = { request, planned: { opening: resolved.opening } };
    const stream = await span.within(() =>
      graph.stream(input, { streamMode: ['custom', 'values'], signal: stop, recursionLimit }),
    );
    let outcome: Outcome | null | undefined;
    for await (const [mode, chunk] of stream as AsyncIterable<
      ['custom', AskEventBody] | ['values', Pick<AskState, 'outcome'>]
    >) {
      if (mode === 'custom') yield stamp(chunk);
      else ({ outcome } = chunk);
    }
    if (!outcome) throw new CandorError('INTERNAL', 'The loop ended without an outcome.');
    span.note(endFacts(outcome));
    fault = undefined;
    yield stamp({ type: 'Finished', outcome });
  } catch (error) {
    const failure = toFault(error, stop);
    fault = failure.code;
    // Nothing failed but what was sent.
    if (failure.code !== 'CANCELLED' && failure.code !== 'BAD_INPUT') {
      parts.log.error('run failed', { runId: request.runId, code: failure.code, error: messageOf(error) });
      if (!request.dryRun) await saveFailedRun(parts, request, failure);
    }
    const { code, message, remedy, details } = failure;
    yield stamp({ type: 'Failed', code, message, remedy, ...(Object.keys(details).length > 0 && { details }) });
  } finally {
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
    ...(isTextTraced() ? { 'candor.question': question.text } : {}),
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

/**
 * Reads the events of a question to their end.
 * @param onEvent sees each of them as it comes
 * @throws the fault that ended the run
 */
export async function finalOutcome(
  events: AsyncIterable<AskEvent>,
  onEvent: (event: AskEvent) => Promise<void> | void = () => undefined,
): Promise<Outcome> {
  for await (const event of events) {
    await onEvent(event);
    if (event.type === 'Finished') return event.outcome;
    if (event.type === 'Failed')
      throw new CandorError(event.code, event.message, {
        remedy: event.remedy,
        details: { ...event.details, runId: event.runId },
      });
  }
  throw new CandorError('INTERNAL', 'The question ended without an outcome.');
}

function toFault(error: unknown, stop: AbortSignal): CandorError {
  if (stop.aborted) return new CandorError('CANCELLED', 'The question was cancelled.', { cause: error });
  return isCandorError(error)
    ? error
    : new CandorError('INTERNAL', 'An internal fault ended this question.', { cause: error });
}

/** The loop, as topology only. Compiled once; every run brings its own state. */
export function buildGraph(parts: AgentParts) {
  return new StateGraph(AskAnnotation)
    .addNode('planning', asGraphNode('plan', planNode(parts)))
    .addNode('retrieve', asGraphNode('retrieve', retrieveNode(parts)))
    .addNode('merge', asGraphNode('merge', mergeNode()))
    .addNode('follow', asGraphNode('follow', followNode(parts)))
    .addNode('reflect', asGraphNode('reflect', reflectNode(parts)))
    .addNode('rerank', asGraphNode('rerank', rerankNode(parts)))
    .addNode('refine', asGraphNode('refine', refineNode(parts)))
    .addNode('curate', asGraphNode('curate', curateNode()))
    .addNode('write', asGraphNode('write', writeNode(parts)))
    .addNode('generate', asGraphNode('generate', generateNode()))
    .addNode('verify', asGraphNode('verify', verifyNode(parts)))
    .addNode('history', asGraphNode('history', historyNode(parts)))
    .addNode('clarify', asGraphNode('clarify', clarifyNode(parts)))
    .addNode('abstain', asGraphNode('abstain', abstainNode(parts)))
    .addNode('recording', asGraphNode('record', recordNode(parts)))
    .addEdge(START, 'planning')
    .addConditionalEdges('planning', afterPlan, ['clarify', 'retrieve'])
    .addEdge('retrieve', 'merge')
    .addConditionalEdges('merge', afterMerge, ['follow', 'reflect'])
    .addConditionalEdges('follow', afterFollow, ['retrieve', 'reflect'])
    .addConditionalEdges('reflect', afterReflect, [
      'curate',
      'write',
      'generate',
      'refine',
      'rerank',
      'clarify',
      'abstain',
    ])
    .addEdge('rerank', 'reflect')
    .addConditionalEdges('refine', afterRefine, ['retrieve', 'write', 'abstain', 'clarify'])
    .addConditionalEdges('write', afterWrite, ['generate', 'clarify', 'abstain'])
    .addEdge('generate', 'verify')
    .addConditionalEdges('verify', afterVerify, ['history', 'abstain'])
    .addEdge('history', 'recording')
    .addEdge('curate', 'recording')
    .addConditionalEdges('clarify', afterClarify, ['recording', 'abstain'])
    .addEdge('abstain', 'recording')
    .addEdge('recording', END)
    .compile();
}

export type AskGraph = ReturnType<typeof buildGraph>;

type Deciding = Pick<AskState, 'decided'>;

/**
 * Pure routers: they take the state and return the name of the next node, or the searches to run. Each text gets its
 * own `retrieve`, and all of them run at once.
 */
export function afterPlan(state: AskState): 'clarify' | Send[] {
  return state.decided.verdict === 'CLARIFY' ? 'clarify' : searches(state);
}

export function afterMerge({
  searches: { followed },
  planned: { plan },
}: Pick<AskState, 'searches' | 'planned'>): 'follow' | 'reflect' {
  return !followed && plan !== null && plan.dependent.length > 0 ? 'follow' : 'reflect';
}

export function afterFollow(state: AskState): 'reflect' | Send[] {
  return state.searches.tasks.length === 0 ? 'reflect' : searches(state);
}

export function afterReflect({
  decided,
}: Deciding): 'curate' | 'write' | 'generate' | 'refine' | 'rerank' | 'clarify' | 'abstain' {
  switch (decided.verdict) {
    case 'CURATED':
      return 'curate';
    case 'WRITE':
      return 'write';
    case 'PASS':
      return 'generate';
    case 'REFINE':
      return 'refine';
    case 'RERANK':
      return 'rerank';
    case 'CLARIFY':
      return 'clarify';
    case 'ABSTAIN':
      return 'abstain';
  }
}

export function afterRefine(state: AskState): 'abstain' | 'clarify' | 'write' | Send[] {
  switch (state.decided.verdict) {
    case 'CLARIFY':
      return 'clarify';
    case 'WRITE':
      return 'write';
    case 'ABSTAIN':
      return 'abstain';
    default:
      return searches(state);
  }
}

export function afterClarify({ outcome }: Pick<AskState, 'outcome'>): 'recording' | 'abstain' {
  return outcome === null ? 'abstain' : 'recording';
}

/** What the model found is only a signal. By now the gate has decided again. */
function afterWrite({ decided: { verdict } }: Deciding): 'generate' | 'clarify' | 'abstain' {
  if (verdict === 'CLARIFY') return 'clarify';
  return verdict === 'PASS' ? 'generate' : 'abstain';
}

export function afterVerify({ outcome }: Pick<AskState, 'outcome'>): 'history' | 'abstain' {
  return outcome === null ? 'abstain' : 'history';
}

function searches(state: AskState): Send[] {
  return state.searches.tasks.map((task) => new Send('retrieve', { ...state, searches: { ...state.searches, task } }));
}
