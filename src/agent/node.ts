import type { LangGraphRunnableConfig } from '@langchain/langgraph';
import type { ConfidenceScale } from '../confidence/scale.ts';
import { scoreConfidence } from '../confidence/score.ts';
import { noSignals } from '../confidence/signals.ts';
import type { Database } from '../db/database.ts';
import { CandorError } from '../errors.ts';
import type { AliasGroup } from '../knowledge/curated/aliases.ts';
import { type Log, withLogFields } from '../log.ts';
import type { ChatModel } from '../models/chat.ts';
import type { Embedder } from '../models/embedder.ts';
import type { Entailment } from '../models/entailment.ts';
import type { Reader } from '../models/reader.ts';
import type { Reranker } from '../models/reranker.ts';
import type { WordList } from '../models/wordList.ts';
import type { PresetName } from '../retrieval/passage.ts';
import type { Opening } from '../retrieval/retrieveRequest.ts';
import { inSpan } from '../telemetry/spans.ts';
import type { ChatPrices } from './budget.ts';
import type { AskEventBody } from './events.ts';
import type { OutcomeCore } from './outcome.ts';
import type { Run, RunStep } from './runs/runs.ts';
import type { AskState, AskUpdate } from './state.ts';

/** Identifies the calibration that is asked for. */
export interface ScaledQuestion {
  readonly workspaceId: string;
  readonly preset: PresetName;
  /** BCP 47. */
  readonly language: string;
}

/** The dependencies of the nodes. */
export interface AgentParts {
  readonly database: Database;
  readonly embedder: Embedder;
  /** Null: every node takes its deterministic path. */
  readonly chat: ChatModel | null;
  /** What the chat model's tokens cost; null or omitted: no price is configured. */
  readonly chatPrices?: ChatPrices | null;
  /** Null: the fused order is kept, and nothing counts as degraded. */
  readonly reranker: Reranker | null;
  /** Reads the passages before an answer is made from them; null or omitted: there is no reader. */
  readonly reader?: Reader | null;
  /** Recognizes misspellings; null or omitted: none are corrected. */
  readonly words?: WordList | null;
  /** Settles claims that the checks leave open; null or omitted: the verdict of the checks is final. */
  readonly entailment?: Entailment | null;
  readonly log: Log;
  /** The workspace's groups of synonyms that occur in the question. */
  readonly aliasesIn: (workspaceId: string, question: string, signal?: AbortSignal) => Promise<readonly AliasGroup[]>;
  /** The scale on which a question's confidence is read; omitted: the one that ships. */
  readonly scaleFor?: (question: ScaledQuestion, signal?: AbortSignal) => Promise<ConfidenceScale>;
  /** The openings of the runs in progress, by run id; omitted: each search opens its own. */
  readonly openings?: Map<string, Opening>;
  /** Called for each run that ends, whether it is stored or not; omitted: runs are not counted. */
  readonly countRun?: (workspaceId: string, run: Run) => void;
  readonly saveRun: (workspaceId: string, run: Run) => Promise<void>;
}

/** What a node gets besides the state. */
export interface NodeContext {
  /** Aborted when the caller goes away: reject with CANCELLED. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the caller goes away or the run's time is up. Pass it to every slow call. */
  readonly deadline: AbortSignal;
  /** Milliseconds until the run's time is up, at least 0. */
  readonly millisLeft: number;
  readonly emit: (event: AskEventBody) => void;
  /**
   * Adds to what the step records. A later value replaces an earlier one of the same name, except that `prompts`
   * accumulate: a node may ask a model twice.
   */
  readonly note: (detail: Readonly<Record<string, unknown>>) => void;
}

export type Node = (state: AskState, context: NodeContext) => Promise<AskUpdate> | AskUpdate;

/** Turns a Node into a graph node: measures it, records its step and binds both clocks. */
export function asGraphNode(name: string, node: Node) {
  return async (state: AskState, config: LangGraphRunnableConfig): Promise<AskUpdate> => {
    const { startedAt, budget } = state.request;
    const started = performance.now();
    const millisLeft = Math.max(0, budget.maxMillis - (started - startedAt));
    const timer = new AbortController();
    // setTimeout, not AbortSignal.timeout: the timer must end with the node and must not keep the process alive.
    const timeout = setTimeout(() => {
      timer.abort(new CandorError('TIMEOUT', 'The time of the run is used up.'));
    }, millisLeft);
    let detail: Readonly<Record<string, unknown>> = {};
    try {
      const update = await observed(name, state, () =>
        node(state, {
          signal: config.signal,
          deadline: config.signal ? AbortSignal.any([config.signal, timer.signal]) : timer.signal,
          millisLeft,
          emit: (event) => config.writer?.(event),
          note: (more) => {
            detail = { ...detail, ...more, ...joinedPrompts(detail, more) };
          },
        }),
      );
      return {
        ...update,
        steps: [
          { node: name, startedMillis: round(started - startedAt), millis: round(performance.now() - started), detail },
        ],
      };
    } finally {
      clearTimeout(timeout);
    }
  };
}

/** Runs a node as operators see it: in a span of its run, with the run's id in each line that is logged meanwhile. */
async function observed(
  name: string,
  { request: { runId } }: AskState,
  work: () => Promise<AskUpdate> | AskUpdate,
): Promise<AskUpdate> {
  return withLogFields({ runId }, () =>
    inSpan({ name: `node ${name}`, runId, facts: { 'candor.node': name } }, async () => work()),
  );
}

function joinedPrompts(
  { prompts: before }: RunStep['detail'],
  { prompts: more }: RunStep['detail'],
): RunStep['detail'] {
  return Array.isArray(before) && Array.isArray(more)
    ? { prompts: [...(before as unknown[]), ...(more as unknown[])] }
    : {};
}

function round(millis: number): number {
  return Math.round(millis * 100) / 100;
}

/** Throws CANCELLED if the caller went away. A run that is out of time goes on with what it has. */
export function throwIfGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CandorError('CANCELLED', 'The caller went away.');
}

/**
 * The fields that every outcome has, from the state at the end of the run. The usage is measured here, so that it is
 * the same in the outcome and in the recorded run.
 */
export function finish(state: AskState): OutcomeCore {
  const { request, spent } = state;
  return {
    id: request.runId,
    question: request.asked,
    tier: state.tier,
    confidence: state.confidence ?? scoreConfidence(noSignals, request.preset.confidence),
    stopReason: state.stopReason ?? 'BELOW_GATE',
    citations: [],
    usage: {
      millis: Math.round((performance.now() - request.startedAt) * 100) / 100,
      rounds: state.rounds,
      ...spent,
      cost: null,
    },
    degraded: state.degraded,
  };
}
