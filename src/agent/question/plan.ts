import { contentStems } from '../../grounding/checks/coverage.ts';
import type { NamedFacts } from '../../grounding/reading/namedFacts.ts';
import type { RetrievalSettings, SearchFilter } from '../../retrieval/passage.ts';
import type { Preset } from '../../retrieval/presets.ts';
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

const smallTalk =
  /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|bye|goodbye|how are you|ok(?:ay)?|cheers)(?: there| everyone)?\s*[!.?,]*\s*$/i;
/** What no document could hold: something to be made up, or the asker's own here and now. */
const outOfScope = new RegExp(
  [
    String.raw`^(?:please |can you |could you )*(?:tell|write|compose|sing|draw|make up|invent|recite)\b(?: me| us)?(?: up)? (?:a|an|another|some) (?:\p{L}+ )?(?:jokes?|poems?|stor(?:y|ies)|songs?|rap|riddles?|limericks?|haikus?|pictures?|images?|essays?)(?= (?:about|on|of|for|in)\b|[ ?!.]*$)`,
    String.raw`^(?:what(?:'s| is) the (?:weather|time|date|temperature)(?: like)?(?: right)?(?: now| today| tomorrow| outside)?|what time is it(?: now)?|what day is (?:it|today))\s*[?!.]*$`,
    String.raw`^(?:who (?:are|made|created) you|are you (?:a |an )?(?:human|robot|bot|ai|real|person|machine|sentient|chatgpt)|what(?:'s| is) your (?:name|favou?rite .{2,30})|do you (?:love|like|hate) .{2,30})\s*[?!.]*$`,
  ].join('|'),
  'iu',
);
const compares = /\b(?:compared? (?:to|with)|differences? between|versus|vs\.?)\b/i;
const joins = /\b(?:and also|as well as|both)\b/i;
const analyses =
  /\b(?:why|explain|compare|pros and cons|overview|summari[sz]e|how does .* work|what are the (?:steps|differences|options))\b/i;
/** A longer question, or one that joins things, is where a model may find parts that rules do not. */
const longQuestion = 25;

/** The kind of a question, by its words. */
export function kindOf(question: string): QuestionKind {
  if (smallTalk.test(question)) return 'SMALL_TALK';
  if (outOfScope.test(question.trim())) return 'OUT_OF_SCOPE';
  if (compares.test(question)) return 'COMPARISON';
  if (joins.test(question) || question.trim().split(/\s+/).length > longQuestion) return 'MULTI_HOP';
  return analyses.test(question) ? 'ANALYSIS' : 'LOOKUP';
}

/** A bare code has no meaning that could be near another: only words find it. */
export function strategyOf(
  question: string,
  { codes }: NamedFacts,
  { keywordArm, adjusts }: Pick<Preset, 'keywordArm' | 'adjusts'>,
): Strategy {
  if (keywordArm === null) return 'DENSE';
  const onlyCodes =
    codes.length > 0 &&
    [...contentStems(codes.reduce((text, code) => text.replaceAll(code, ' '), question))].length === 0;
  return adjusts && onlyCodes ? 'SPARSE' : 'HYBRID';
}

const spread: ReadonlySet<QuestionKind> = new Set(['ANALYSIS', 'COMPARISON', 'MULTI_HOP']);

/** Passages kept: half as many again where an answer is spread over several, unless the asker set a number. */
export function passagesFor(kind: QuestionKind, preset: Pick<Preset, 'adjusts' | 'settings'>, topK: number): number {
  return preset.adjusts && spread.has(kind) && topK === preset.settings.topK ? Math.ceil(1.5 * topK) : topK;
}
