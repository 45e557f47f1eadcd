import type { NamedFacts } from '../../grounding/reading/namedFacts.ts';
import type { RetrievalSettings, SearchFilter } from '../../retrieval/passage.ts';
import type { EvidenceState } from '../evidence/evidence.ts';

/**
 * FOLLOW_UP: understood through earlier turns only. OUT_OF_SCOPE: asks for something that no document could hold, such
 * as a joke.
 */
export type QuestionKind =
  'LOOKUP' | 'ANALYSIS' | 'MULTI_HOP' | 'COMPARISON' | 'FOLLOW_UP' | 'SMALL_TALK' | 'OUT_OF_SCOPE';
export type Strategy = 'SPARSE' | 'DENSE' | 'HYBRID';

/** The time that a question is about. */
export interface TimeScope {
  readonly kind: 'NOW' | 'INTERVAL';
  /** Inclusive; null: open. */
  readonly from: Date | null;
  /** Exclusive; null: open. */
  readonly until: Date | null;
  /** What said so: "in June 2026". */
  readonly words: string;
}

/** A look-up that needs what another one found. */
export interface DependentQuery {
  /** The look-up that comes before it, as it is searched. */
  readonly after: string;
  /** What is searched then: "{answer}" stands for what was found. */
  readonly template: string;
}

/** What the loop decided to do. */
export interface Plan {
  readonly language: string;
  readonly kind: QuestionKind;
  readonly strategy: Strategy;
  /** Passages kept of each search. */
  readonly topK: number;
  /** The question as it would be asked without the turns before it. */
  readonly standalone: string;
  /** What is searched at once: the question itself first, then those of its parts that wait for nothing. */
  readonly queries: readonly string[];
  /** What is searched once another look-up has found something. */
  readonly dependent: readonly DependentQuery[];
  readonly facts: NamedFacts;
  readonly time: TimeScope | null;
  /** MODEL: the chat model was asked, because the rules were unsure, and its split or wording was taken. */
  readonly decidedBy: 'RULES' | 'MODEL';
}

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
