import type { Database } from '../db/database.ts';
import type { Embedder } from '../models/embedder.ts';
import type { WorkspaceSettings } from '../workspaces/workspaces.ts';
import type { KeywordHits } from './arms/keywordArm.ts';
import type { AnalysedQuestion } from './question/question.ts';
import type { RetrievalTimings } from './timer.ts';
import type { Passage, RetrievalSettings, SearchFilter } from './passage.ts';
import type { Preset } from './presets.ts';
import type { Recency } from './fuse/recency.ts';

export interface RetrieveRequest {
  readonly workspaceId: string;
  /** Which restricted documents may be read; null: all. */
  readonly accessGroups: readonly string[] | null;
  readonly query: string;
  /** BCP 47 tags that the query may be in, likeliest first. They count where documents are in several languages. */
  readonly languages: readonly string[];
  readonly preset: Preset;
  readonly settings: RetrievalSettings;
  readonly filter: SearchFilter;
  readonly asOf: Date;
  /** Newer passages first among those that match about as well. Default: dates do not count. */
  readonly recency?: Recency | null | undefined;
  /** Passages of several documents where there are comparable ones. Default: by score alone. */
  readonly diverse?: boolean | undefined;
  /** What a run that began by searching the same words has found, or is about to. */
  readonly opening?: Opening | undefined;
  /**
   * Texts of the best passages whose lexemes will be asked for (lexemes.ts): read along, they cost no transaction of
   * their own.
   */
  readonly textsOf?: ((passages: readonly Passage[]) => readonly string[]) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For each statement; no second try begins beyond it. */
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

/** The first transaction of a run: what its workspace has set, and its question searched by words. */
export interface Opening {
  /** What was searched. */
  readonly request: RetrieveRequest;
  /**
   * There as soon as it was read; the search goes on. @throws NOT_FOUND, DATABASE_UNREACHABLE, CANCELLED and the like
   */
  readonly settings: Promise<WorkspaceSettings>;
  /** Nobody has to wait for it. @throws also EMBEDDER_MISMATCH */
  readonly found: Promise<OpenedWords>;
}
