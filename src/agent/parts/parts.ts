import type { ConfidenceScale } from '../../confidence/scale.ts';
import type { Database } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import type { AliasGroup } from '../../knowledge/curated/aliases.ts';
import type { Log } from '../../log.ts';
import type { ChatModel } from '../../models/chat.ts';
import type { Embedder } from '../../models/embedder.ts';
import type { Entailment } from '../../models/entailment.ts';
import type { Reader } from '../../models/reader.ts';
import type { Reranker } from '../../models/reranker.ts';
import type { WordList } from '../../models/wordList.ts';
import type { PresetName } from '../../retrieval/passage.ts';
import type { AskEventBody } from '../state/events.ts';
import type { Run } from '../state/run.ts';
import type { ChatPrices } from './budget.ts';
import type { Question } from '../../retrieval/question/question.ts';

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
  readonly aliasesIn: (workspaceId: string, question: Question, signal?: AbortSignal) => Promise<readonly AliasGroup[]>;
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

/** Throws CANCELLED if the caller went away. A run that is out of time goes on with what it has. */
export function throwIfGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CandorError('CANCELLED', 'The caller went away.');
}
