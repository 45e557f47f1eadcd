import type { ConsoleAskSubscription } from '../generated/graphql.ts';

export type AskEvent = ConsoleAskSubscription['askEvents'];
export type Outcome = Extract<AskEvent, { __typename: 'AskFinished' }>['outcome'];
export type Answer = Extract<Outcome, { __typename: 'Answer' }>;
export type Clarification = Extract<Outcome, { __typename: 'Clarification' }>;
export type Abstention = Extract<Outcome, { __typename: 'Abstention' }>;
export type Citation = Answer['citations'][number];
export type Confidence = Outcome['confidence'];

interface Governed {
  readonly governing: readonly { readonly kind: string; readonly quote: string }[];
}

/** The lines above a quote that it is read with; headings are part of its place. */
export const linesAbove = ({ governing }: Governed): string =>
  governing
    .filter(({ kind }) => kind !== 'HEADING')
    .map(({ quote }) => quote)
    .join(' › ');

/** A refusal as far as it suggests a place. */
interface Suggesting<Place> {
  readonly message: string;
  readonly suggestion: Place | null;
  readonly alternatives: readonly Place[];
}

/** What a refusal says beside what it suggests, which is the first line of its message. */
export const besideSuggestion = ({
  message,
  suggestion,
}: Pick<Suggesting<unknown>, 'message' | 'suggestion'>): string =>
  suggestion === null ? message : message.slice(message.indexOf('\n') + 1);

/** Where else the answer may stand. */
export const besidesSuggested = <Place extends { readonly passage: { readonly chunkId: string } }>({
  suggestion,
  alternatives,
}: Omit<Suggesting<Place>, 'message'>): readonly Place[] =>
  alternatives.filter(({ passage }) => passage.chunkId !== suggestion?.passage.chunkId);

interface ShortAnswered<Short> {
  readonly shortAnswer: Short | null;
  readonly claims: readonly { readonly text: string }[];
  readonly conflicts: readonly { readonly resolution: string }[];
}

const bare = (text: string): string => text.replaceAll(/^[\s"“”«»]+|[\s"“”«».!。]+$/gu, '');

/** The short answer, to be shown first: none where sources disagree, or where it is the whole of a sentence below. */
export const shortOf = <Short extends { readonly text: string }>({
  shortAnswer,
  claims,
  conflicts,
}: ShortAnswered<Short>): Short | null =>
  shortAnswer === null ||
  conflicts.some(({ resolution }) => resolution === 'UNRESOLVED') ||
  claims.some(({ text }) => bare(text) === bare(shortAnswer.text))
    ? null
    : shortAnswer;

interface SpannedClaim {
  readonly citationNumbers: readonly number[];
  readonly answerSpan: { readonly start: number; readonly end: number } | null;
}

/** A part of an answer's text: words to show, or the number of the source that proves the words before it. */
type Segment = { readonly text: string } | { readonly citation: number };

const mark = /\[(\d+)\]/g;

/**
 * Splits an answer's text into words and citation marks.
 * Marks are looked for only between claims: a source may itself contain `[1]`, and then so does a claim.
 */
export function segments(text: string, claims: readonly SpannedClaim[]): readonly Segment[] {
  const found: Segment[] = [];
  let at = 0;
  const spans = claims.flatMap(({ answerSpan }) => answerSpan ?? []);
  for (const answerSpan of spans.sort((a, b) => a.start - b.start)) {
    found.push(...between(text.slice(at, answerSpan.start)));
    found.push({ text: text.slice(Math.max(at, answerSpan.start), answerSpan.end) });
    at = Math.max(at, answerSpan.end);
  }
  found.push(...between(text.slice(at)));
  return found.filter((segment) => 'citation' in segment || segment.text !== '');
}

function between(text: string): Segment[] {
  const found: Segment[] = [];
  let at = 0;
  for (const match of text.matchAll(mark)) {
    // The blank before a mark is dropped, so that the mark follows directly the word that it proves.
    found.push({ text: text.slice(at, match.index).trimEnd() }, { citation: Number(match[1]) });
    at = match.index + match[0].length;
  }
  return [...found, { text: text.slice(at) }];
}
