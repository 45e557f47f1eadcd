import type { Database } from '../db/database.ts';
import type { Embedder } from '../models/embedder.ts';
import { inSpan } from '../telemetry/spans.ts';
import type { WorkspaceSettings } from '../workspaces/workspaces.ts';
import type { KeywordHits } from './arms/keywordArm.ts';
import type { Recency } from './fuse/recency.ts';
import type { Passage, RetrievalSettings, SearchFilter } from './passage.ts';
import type { Preset } from './presets.ts';
import type { AnalysedQuestion } from './question/question.ts';

export interface RetrieveRequest {
  readonly workspaceId: string;
  /** Which restricted documents may be read; null: all. */
  readonly accessGroups: readonly string[] | null;
  readonly query: string;
  /** BCP 47 tags that the query may be in, likeliest first. They matter only if documents are in several languages. */
  readonly languages: readonly string[];
  readonly preset: Preset;
  readonly settings: RetrievalSettings;
  readonly filter: SearchFilter;
  readonly asOf: Date;
  /** Puts newer passages first among those that match about equally well. Default: dates do not count. */
  readonly recency?: Recency | null | undefined;
  /** Prefers passages of several documents if there are comparable ones. Default: by score alone. */
  readonly diverse?: boolean | undefined;
  /** The result, perhaps still pending, of the search that opened the run. */
  readonly opening?: Opening | undefined;
  /**
   * Texts of the best passages whose lexemes are needed next (question.ts). Analysed in the same transaction, they need
   * none of their own.
   */
  readonly textsOf?: ((passages: readonly Passage[]) => readonly string[]) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Applies to each statement; no second try starts after it. */
  readonly timeoutMillis?: number | undefined;
}

export interface RetrieveParts {
  readonly database: Database;
  readonly embedder: Embedder;
}

export interface OpenedWords {
  readonly question: AnalysedQuestion;
  readonly words: KeywordHits;
  readonly timings: Pick<RetrievalTimings, 'analyse' | 'keyword'>;
}

/** The first transaction of a run: its workspace's settings, and its question searched by words. */
export interface Opening {
  /** What was searched. */
  readonly request: RetrieveRequest;
  /**
   * Resolves as soon as the settings are read; the search continues. @throws NOT_FOUND, DATABASE_UNREACHABLE, CANCELLED
   * and the like
   */
  readonly settings: Promise<WorkspaceSettings>;
  /** Need not be awaited. @throws also EMBEDDER_MISMATCH */
  readonly found: Promise<OpenedWords>;
}

/**
 * Where the time of a retrieval went, in milliseconds. Stages run in parallel where they can, so `total` is less than
 * their sum. Waits for a free connection count only in `total`.
 */
export interface RetrievalTimings {
  /** Which analysis the question gets, and its lexemes. */
  readonly analyse: number;
  readonly embed: number;
  readonly vector: number;
  readonly keyword: number;
  /** The facts of the hits, the passages' text, and curated answers. */
  readonly read: number;
  readonly total: number;
}

type Stage = Exclude<keyof RetrievalTimings, 'total'>;

export interface Timer {
  time<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result>;
  /** Adds time that was spent on a stage earlier. */
  add(stage: Stage, millis: number): void;
  /** The same database, but each transaction counts towards the stage from its first statement on. */
  timed(stage: Stage, database: Database): Database;
  millis(): number;
  read(): RetrievalTimings;
}

export function createTimer(now: () => number = () => performance.now()): Timer {
  const started = now();
  const spent: Record<Stage, number> = { analyse: 0, embed: 0, vector: 0, keyword: 0, read: 0 };
  const time = async <Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> => {
    const began = now();
    try {
      return await inSpan({ name: `retrieval ${stage}`, facts: { 'candor.stage': stage } }, work);
    } finally {
      spent[stage] += now() - began;
    }
  };
  return {
    time,
    add: (stage, millis) => {
      spent[stage] += millis;
    },
    timed: (stage, database) => ({
      ...database,
      inWorkspace: (workspaceId, work, options) =>
        database.inWorkspace(workspaceId, (transaction) => time(stage, () => work(transaction)), options),
    }),
    millis: () => now() - started,
    read: () => ({ ...spent, total: now() - started }),
  };
}
