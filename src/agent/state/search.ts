import type { RetrievalSettings, SearchFilter } from '../../retrieval/passage.ts';
import { type EvidenceState, noEvidence } from './evidence.ts';
import type { RefineStrategy } from './reflection.ts';
import type { Question } from '../../retrieval/question/question.ts';

/**
 * What a search is for. QUESTION: the question itself. PART: one of its parts, judged on its own. ALIAS: the question
 * with the workspace's synonyms or in another likely reading, judged like the question. PAST: the question over the
 * versions of the time that it names. WORDING: other words, arms or depth, which add passages but no trust. RELAXED:
 * the question without one filter, never used in an answer.
 */
export type SearchRole = 'QUESTION' | 'PART' | 'ALIAS' | 'PAST' | 'WORDING' | 'RELAXED';

/** One text to search, as plain data: the graph sends each to its own `retrieve`. */
export interface SearchTask {
  readonly query: Question;
  readonly role: SearchRole;
  readonly settings: RetrievalSettings;
  readonly filter: SearchFilter;
  /** The instant whose versions are read. */
  readonly asOf: Date;
  /** RELAXED: the field that is left out. */
  readonly without: keyof SearchFilter | null;
  /** Its position among the searches that are sent at once, from 0. */
  readonly position: number;
}

/** What one search found, and in which batch: 0 for the first searches that were sent at once, 1 for the next. */
export interface FoundSearch {
  readonly batch: number;
  readonly task: SearchTask;
  readonly evidence: EvidenceState;
}

/** What is searched next, and what was searched. Plan, follow and refine send searches; merge counts them. */
export interface Searches {
  /** What is searched next, all at once. */
  readonly tasks: readonly SearchTask[];
  /** The one task that a `retrieve` node was sent; null everywhere else. */
  readonly task: SearchTask | null;
  /** How many times searches were sent: once per round, and once for look-ups that waited for another one. */
  readonly batch: number;
  /** Every search that has ended, of all batches. Updates add to it. */
  readonly finished: readonly FoundSearch[];
  /** Whether the next searches still belong to the last round. */
  readonly following: boolean;
  /** Whether the look-ups that wait for another one have had their turn. */
  readonly followed: boolean;
  /** Refinement strategies that were tried. Updates add to it. */
  readonly tried: readonly RefineStrategy[];
  readonly rounds: number;
}

export const notSearched: Searches = {
  tasks: [],
  task: null,
  batch: 0,
  finished: [],
  following: false,
  followed: false,
  tried: [],
  rounds: 0,
};

/** What the searches found. Merge fills it; rerank and reflect put it in a better order. */
export interface Found {
  readonly evidence: EvidenceState;
  /** The evidence for each part of a question that was searched in parts. */
  readonly partEvidence: readonly EvidenceState[];
  /** The evidence for each other reading of the question: its aliases, guesses and rewordings. */
  readonly aliasEvidence: readonly EvidenceState[];
  /** What was found without one of the filters. It is never used in an answer. */
  readonly relaxed: readonly FoundSearch[];
  /** Whether the last round found a passage that no earlier round had. */
  readonly newEvidence: boolean;
  /** Whether a reranker has seen the passages, whatever the result. Once per run is enough. */
  readonly reranked: boolean;
}

export const nothingFound: Found = {
  evidence: noEvidence,
  partEvidence: [],
  aliasEvidence: [],
  relaxed: [],
  newEvidence: false,
  reranked: false,
};
