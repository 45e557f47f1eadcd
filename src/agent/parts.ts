import type { ConfidenceScale } from '../confidence/scale.ts';
import type { Database } from '../db/database.ts';
import type { AliasGroup } from '../knowledge/curated/aliases.ts';
import type { Log } from '../log.ts';
import type { ChatModel } from '../models/chat.ts';
import type { Embedder } from '../models/embedder.ts';
import type { Entailment } from '../models/entailment.ts';
import type { Reader } from '../models/reader.ts';
import type { Reranker } from '../models/reranker.ts';
import type { Opening } from '../retrieval/retrieveRequest.ts';
import type { WordList } from '../models/wordList.ts';
import type { PresetName } from '../retrieval/passage.ts';
import type { ChatPrices } from './budget.ts';
import type { Run } from './runs/runs.ts';

/** Whose calibration is asked for. */
export interface ScaledQuestion {
  readonly workspaceId: string;
  readonly preset: PresetName;
  /** BCP 47. */
  readonly language: string;
}

/** What the nodes work with. */
export interface AgentParts {
  readonly database: Database;
  readonly embedder: Embedder;
  /** Null: every node takes its deterministic path. */
  readonly chat: ChatModel | null;
  /** What the chat model's tokens cost; null or left out: nobody said. */
  readonly chatPrices?: ChatPrices | null;
  /** Null: the fused order stands, and nothing is degraded. */
  readonly reranker: Reranker | null;
  /** Reads the passages before they are answered from; null or left out: nobody does. */
  readonly reader?: Reader | null;
  /** Tells slips of the pen; null or left out: none is mended. */
  readonly words?: WordList | null;
  /** Settles claims that the checks leave open; null or left out: their own verdict stands. */
  readonly entailment?: Entailment | null;
  readonly log: Log;
  /** The workspace's groups of words that mean the same, those that stand in the question. */
  readonly aliasesIn: (workspaceId: string, question: string, signal?: AbortSignal) => Promise<readonly AliasGroup[]>;
  /** What the confidence of a question is read on; left out: what ships. */
  readonly scaleFor?: (question: ScaledQuestion, signal?: AbortSignal) => Promise<ConfidenceScale>;
  /** What runs that are being asked began with, by run; left out: each search begins by itself. */
  readonly openings?: Map<string, Opening>;
  /** Told of each run that ends, stored or not; left out: nobody counts. */
  readonly countRun?: (workspaceId: string, run: Run) => void;
  readonly saveRun: (workspaceId: string, run: Run) => Promise<void>;
}
