import { type LangGraphRunnableConfig, Annotation } from '@langchain/langgraph';
import type { ConfidenceScale } from '../confidence/scale.ts';
import { scoreConfidence } from '../confidence/score.ts';
import { noSignals, type Confidence, type Tier } from '../confidence/signals.ts';
import type { Database } from '../db/database.ts';
import { CandorError } from '../errors.ts';
import type { UnmetCondition } from '../grounding/answerability/unmetConditions.ts';
import type { Conflict } from '../grounding/claims/claim.ts';
import type { DraftClaim, VerifiedClaim } from '../grounding/claims/verifyClaim.ts';
import type { Candidate } from '../grounding/sentences/candidates.ts';
import type { RankedSentence } from '../grounding/sentences/rankSentences.ts';
import type { AliasGroup } from '../knowledge/curated/aliases.ts';
import { type Log, withLogFields } from '../log.ts';
import type { ChatModel } from '../models/chat.ts';
import type { Embedder } from '../models/embedder.ts';
import type { Entailment } from '../models/entailment.ts';
import type { Reader } from '../models/reader.ts';
import type { Reranker } from '../models/reranker.ts';
import type { WordList } from '../models/wordList.ts';
import type { PresetName, Degradation, SearchFilter } from '../retrieval/passage.ts';
import type { Opening } from '../retrieval/question/question.ts';
import { inSpan } from '../telemetry/spans.ts';
import { type ChatPrices, addSpent, nothingSpent, type Spent } from './budget.ts';
import type { AskEventBody } from './events.ts';
import { noEvidence, type EvidenceState } from './evidence/evidence.ts';
import type { RefineStrategy, Reflection, Verdict } from './gate/reflection.ts';
import type { OutcomeCore, AbstentionReason, AnswerMode, ClarificationReason, Outcome, StopReason } from './outcome.ts';
import type { Plan, FoundSearch, SearchTask } from './question/plan.ts';
import type { ResolvedRequest } from './request.ts';
import type { Run, RunStep, RecordedSearch } from './runs/runs.ts';

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
    alternatives: [],
    usage: {
      millis: Math.round((performance.now() - request.startedAt) * 100) / 100,
      rounds: state.rounds,
      ...spent,
      cost: null,
    },
    degraded: state.degraded,
  };
}

const latest = <Value>(initial: () => Value) =>
  Annotation<Value>({ reducer: (_before, after) => after, default: initial });
const appended = <Item>() =>
  Annotation<readonly Item[]>({ reducer: (before, after) => [...before, ...after], default: () => [] });

function distinctParts(degraded: readonly Degradation[]): readonly Degradation[] {
  const seen = new Set<string>();
  return degraded.filter(({ part }) => !seen.has(part) && Boolean(seen.add(part)));
}

/** The state of one run: data. Dependencies enter the nodes by closure, never through the state. */
export const AskAnnotation = Annotation.Root({
  request: Annotation<ResolvedRequest>(),
  /** The search of the question by its words, which began as its workspace's settings were read; null: none did. */
  opening: latest<Opening | null>(() => null),
  /** A word of the question, such as "it", that nothing explains; null: none. */
  unresolved: latest<string | null>(() => null),
  plan: latest<Plan | null>(() => null),
  /** What is searched next, all at once. */
  tasks: latest<readonly SearchTask[]>(() => []),
  /** The one task that a `retrieve` node was sent; null everywhere else. */
  task: latest<SearchTask | null>(() => null),
  /** How many times searches were sent: once per round, and once for look-ups that waited for another one. */
  batch: latest<number>(() => 0),
  found: appended<FoundSearch>(),
  /** Whether the next searches still belong to the last round. */
  following: latest<boolean>(() => false),
  /** Whether the look-ups that wait for another one have had their turn. */
  followed: latest<boolean>(() => false),
  /** The question reworded with the workspace's synonyms. */
  aliases: latest<readonly string[]>(() => []),
  /** Guessed readings of the question: an acronym spelled out, misspellings corrected. */
  guesses: latest<readonly string[]>(() => []),
  /** Readings of the question in the words of a heading, which may be about something else. */
  reworded: latest<readonly string[]>(() => []),
  /** Refinement strategies that were tried. */
  tried: appended<RefineStrategy>(),
  rounds: latest<number>(() => 0),
  evidence: latest<EvidenceState>(() => noEvidence),
  /** The evidence for each part of a question that was searched in parts. */
  partEvidence: latest<readonly EvidenceState[]>(() => []),
  /** The evidence for each other reading of the question: its aliases, guesses and rewordings. */
  aliasEvidence: latest<readonly EvidenceState[]>(() => []),
  /** What was found without one of the filters. It is never used in an answer. */
  relaxed: latest<readonly FoundSearch[]>(() => []),
  /** The filter without which there would be an answer; null: none is known. */
  relaxable: latest<keyof SearchFilter | null>(() => null),
  /** Whether the last round found a passage that no earlier round had. */
  newEvidence: latest<boolean>(() => false),
  /** Whether a reranker has seen the passages, whatever the result. Once per run is enough. */
  reranked: latest<boolean>(() => false),
  sentences: latest<readonly RankedSentence[]>(() => []),
  /** The sentences that would form the answer, including those for the parts of the question. */
  chosen: latest<readonly RankedSentence[]>(() => []),
  /** Ranked sentences for each part of the question. */
  partSentences: latest<readonly (readonly RankedSentence[])[]>(() => []),
  /**
   * Sentences of several documents that answer the question differently, best first; empty when there is one answer.
   */
  rivals: latest<readonly RankedSentence[]>(() => []),
  /**
   * Whether the question names nothing in particular; `rivals` are then the sentences that a reader takes for its
   * answers.
   */
  isBroad: latest<boolean>(() => false),
  /** Conditions of the question that its best sentences leave unmet. */
  unmet: latest<readonly UnmetCondition[]>(() => []),
  conflicts: latest<readonly Conflict[]>(() => []),
  confidence: latest<Confidence | null>(() => null),
  tier: latest<Tier>(() => 'NO_MATCH'),
  /** What the last deciding node decided, usually reflect. The routers behind these nodes follow it. */
  verdict: latest<Verdict>(() => 'ABSTAIN'),
  reflections: appended<Reflection>(),
  searches: appended<RecordedSearch>(),
  clarifyReason: latest<ClarificationReason | null>(() => null),
  stopReason: latest<StopReason | null>(() => null),
  abstentionReason: latest<AbstentionReason | null>(() => null),
  drafts: latest<readonly DraftClaim[]>(() => []),
  /** What the chat model made of the best sentences; null: not asked yet. Once per run is enough. */
  written: latest<Written | null>(() => null),
  mode: latest<AnswerMode>(() => 'EXTRACTIVE'),
  outcome: latest<Outcome | null>(() => null),
  spent: Annotation<Spent>({ reducer: addSpent, default: () => nothingSpent }),
  /** Each degraded part once, with its first message: several searches of a round lose the same arm. */
  degraded: Annotation<readonly Degradation[]>({
    reducer: (before, after) => distinctParts([...before, ...after]),
    default: () => [],
  }),
  steps: appended<RunStep>(),
});

export type AskState = typeof AskAnnotation.State;
export type AskUpdate = typeof AskAnnotation.Update;

/** The result of asking the chat model for the answer. */
export interface Written {
  /** See `writerFound` in the signals. */
  readonly found: boolean | null;
  /** Its claims, each located at the shown sentence that proves it. Includes claims that no sentence proves. */
  readonly claims: readonly VerifiedClaim[];
  /** The sentences that it named, the most important first. */
  readonly named: readonly Candidate[];
  /** What it says is not stated, in its own words. Never shown in a refusal. */
  readonly missing: string;
  /**
   * Those of `claims` that were reported as verified while the model was still writing. They come first, and the answer
   * contains them whatever becomes of the reply.
   */
  readonly told: readonly VerifiedClaim[];
  /** Whether the reply arrived complete and in the right shape. */
  readonly whole: boolean;
  /** The confidence before the model was asked: 0..1. */
  readonly without: number;
}

/** The claims that a source proves. */
export function proven({ claims }: Pick<Written, 'claims'>): readonly VerifiedClaim[] {
  return claims.filter(({ status }) => status === 'SUPPORTED');
}
