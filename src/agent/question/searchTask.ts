import type { RetrievalSettings, SearchFilter } from '../../retrieval/passage.ts';
import type { EvidenceState } from '../evidence/evidence.ts';

/**
 * What a search is for. QUESTION: the question itself. PART: one of its parts, judged by itself. ALIAS: the question in
 * words that the workspace calls the same, judged like the question. PAST: the question over the versions of the time
 * that it names. WORDING: other words, arms or depth, that bring passages and no trust. RELAXED: the question without
 * one filter, never answered from.
 */
export type SearchRole = 'QUESTION' | 'PART' | 'ALIAS' | 'PAST' | 'WORDING' | 'RELAXED';

/** One text to search, as plain data: the graph sends each to a `retrieve` of its own. */
export interface SearchTask {
  readonly query: string;
  readonly role: SearchRole;
  readonly settings: RetrievalSettings;
  readonly filter: SearchFilter;
  /** The instant whose versions are read. */
  readonly asOf: Date;
  /** RELAXED: the field that is left out. */
  readonly without: keyof SearchFilter | null;
  /** Its place among those that are searched at once, from 0. */
  readonly position: number;
}

/** What one search found, and when: 0 for the first that were sent at once, 1 for the next. */
export interface FoundSearch {
  readonly batch: number;
  readonly task: SearchTask;
  readonly evidence: EvidenceState;
}

/** Searches of the same role, in order. */
export function tasksOf(
  { settings, filter, asOf }: Pick<SearchTask, 'settings' | 'filter' | 'asOf'>,
  queries: readonly string[],
  role: SearchRole,
): SearchTask[] {
  return queries.map((query, position) => ({ query, role, settings, filter, asOf, without: null, position }));
}
