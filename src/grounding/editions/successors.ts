import type { Tier } from '../../confidence/signals.ts';
import type { Span } from '../../knowledge/document.ts';
import { lines, listMark, sentences } from '../../knowledge/language/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import type { Citation } from '../claim.ts';
import { holdsOrder } from '../injection/orders.ts';
import { compareSentences, plainWords, type SentenceDifference } from '../checks/compareSentences.ts';

type Replaceable = Pick<Passage, 'documentKey' | 'supersededBy' | 'laterEdition'>;

/** The key of what replaces a passage's document, as one of both says, or as their names have it; null: nothing. */
export function successorOf({ supersededBy, laterEdition }: Omit<Replaceable, 'documentKey'>): string | null {
  return supersededBy ?? laterEdition ?? null;
}

/** Whether the version has ended at the given time. */
export function hasEnded({ effectiveUntil }: Pick<Passage, 'effectiveUntil'>, at: Date): boolean {
  return effectiveUntil !== null && effectiveUntil <= at;
}

export function isReplacedBy(older: Replaceable, newer: Replaceable): boolean {
  return successorOf(older) === newer.documentKey;
}

/** Ids of the documents whose successor is among the passages. */
export function replacedAmong(passages: readonly Passage[]): ReadonlySet<string> {
  const keys = new Set(passages.map((passage) => passage.documentKey));
  return new Set(
    passages.filter((passage) => keys.has(successorOf(passage) ?? '')).map((passage) => passage.documentId),
  );
}

/** A sentence in its passage, under its headings. */
interface Headed {
  readonly text: string;
  readonly passage: Pick<Passage, 'documentKey' | 'supersededBy'>;
  readonly headings: readonly string[];
}

/** What a sentence is said of, for another edition: its nearest heading, and of a row the first cell; null: neither. */
function matterOf({ text, headings }: Headed): string | null {
  const heading = headings.length > 1 ? (headings.at(-1) ?? '') : '';
  const matter = [heading, firstCell(text)].filter(Boolean).map(plainWords).join('\n');
  return matter === '' ? null : matter;
}

/**
 * The sentences without those of replaced documents whose successor, among them too, treats the same matter: what holds
 * is what it says there, whatever it says. Of other matters the replaced document still speaks.
 */
export function withoutTreated<Sentence extends Headed>(sentences: readonly Sentence[]): readonly Sentence[] {
  const treated = new Map<string, Set<string | null>>();
  for (const sentence of sentences) {
    const matters = treated.get(sentence.passage.documentKey) ?? new Set();
    treated.set(sentence.passage.documentKey, matters.add(matterOf(sentence)));
  }
  return sentences.filter((sentence) => {
    const { supersededBy } = sentence.passage;
    const matter = supersededBy === null ? null : matterOf(sentence);
    return matter === null || !treated.get(supersededBy ?? '')?.has(matter);
  });
}

/**
 * The passages in their order, except that no passage of a replaced document precedes the best one of its successor.
 * Documents that replace each other in a circle keep their order.
 */
export function successorsFirst(passages: readonly Passage[]): Passage[] {
  const ordered: Passage[] = [];
  const waiting = [...passages];
  const mustWait = (passage: Passage) =>
    waiting.some((other) => isReplacedBy(passage, other)) && !ordered.some((other) => isReplacedBy(passage, other));
  while (waiting.length > 0) {
    const free = waiting.findIndex((passage) => !mustWait(passage));
    ordered.push(...waiting.splice(Math.max(0, free), 1));
  }
  return ordered;
}

type Cited = Pick<Citation, 'documentId'>;
type CitedChunk = Pick<Citation, 'documentId' | 'chunkId'>;

/** The only document that an answer cites; undefined if it cites several or none. */
export function soleSource(citations: readonly Cited[], passages: readonly Passage[]): Passage | undefined {
  const ids = new Set(citations.map(({ documentId }) => documentId));
  const [only] = ids;
  return ids.size === 1 ? passages.find(({ documentId }) => documentId === only) : undefined;
}

/** The cited passages that seem to give orders to an assistant. */
export function suspiciousSources(
  citations: readonly Pick<Citation, 'chunkId'>[],
  passages: readonly Passage[],
): Passage[] {
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  return passages.filter((passage) => cited.has(passage.chunkId) && holdsOrder(passage));
}

/**
 * The tier, lowered to UNCERTAIN if all cited documents are untrusted, however many, or if a cited passage seems to
 * give orders.
 */
export function capBySources(tier: Tier, citations: readonly CitedChunk[], passages: readonly Passage[]): Tier {
  const cited = new Set(citations.map(({ documentId }) => documentId));
  const sources = passages.filter(({ documentId }) => cited.has(documentId));
  const doubtful = sources.length > 0 && sources.every(({ trust }) => trust === 'UNTRUSTED');
  return tier === 'CONFIDENT' && (doubtful || suspiciousSources(citations, passages).length > 0) ? 'UNCERTAIN' : tier;
}

/** A sentence with its position. */
interface PlacedSentence {
  readonly text: string;
  /** In the canonical text of its version. */
  readonly span: Span;
}

/** What another version says in place of a cited sentence. */
export interface RevisionDifference extends SentenceDifference {
  readonly cited: PlacedSentence;
  /** Null if the other version does not mention the matter. */
  readonly other: PlacedSentence | null;
}

/** A version and another one of the same document, cut once for all quotes. */
export interface VersionPair {
  /** Lines of the cited version that the other one lacks. */
  readonly changed: readonly Line[];
  /** Sentences of the other version that the cited one lacks. */
  readonly rivals: readonly HeadedSentence[];
  /** The words of every sentence in the other version's changed lines. */
  readonly said: ReadonlySet<string>;
}

/**
 * Less similar sentences say something else. Measured on the two revised policies of the sample, in both directions:
 * counterparts have a likeness of .57 or more, except three short ones with .33 to .36 under the same heading. Other
 * sentences have at most .29 under the same heading and .50 under another. The heading bonus lies between these values.
 */
const minLikeness = 0.6;
const headingWorth = 0.3;
/** Under a heading with more changed sentences than this, the heading does not identify the counterpart. */
const fewSentences = 3;

const telling: readonly SentenceDifference['kind'][] = ['NUMERIC', 'TEMPORAL', 'POLARITY', 'WORDING', 'ABSENT'];

/**
 * Lines in both versions are removed first: cutting 145,000 characters into sentences takes 0.4 s if every line
 * changed, and 20 ms if one did.
 */
export function pairVersions(text: string, otherText: string): VersionPair {
  const own = linesOf(text);
  const others = linesOf(otherText);
  const otherSentences = without(others, own).flatMap((line) => sentencesOf(line));
  return {
    changed: without(own, others),
    rivals: otherSentences.filter((sentence) => !text.includes(sentence.text)),
    said: new Set(otherSentences.map((sentence) => plainWords(sentence.text))),
  };
}

/**
 * How the other version differs from a quote; undefined if it says the same. Compares whole sentences, because a quote
 * may leave out the words that changed. Returns the most significant of several differences.
 * @param quote its position in the cited version
 */
export function findRevision(pair: VersionPair, quote: Span): RevisionDifference | undefined {
  return revisionsOf(pair, quote)[0];
}

/** The same with one difference for each sentence of the quote that has one, the most significant first. */
export function revisionsOf({ changed, rivals, said }: VersionPair, quote: Span): readonly RevisionDifference[] {
  const quoted = (span: Span) => span.start < quote.end && span.end > quote.start;
  const cited = changed
    .filter((line) => quoted(line))
    .flatMap((line) => sentencesOf(line))
    .filter(({ span }) => quoted(span));
  return cited
    .filter((sentence) => !said.has(plainWords(sentence.text)))
    .flatMap((sentence) => differenceOf(sentence, rivals) ?? [])
    .toSorted((left, right) => telling.indexOf(left.kind) - telling.indexOf(right.kind));
}

interface Line extends Span {
  readonly text: string;
  /** The nearest heading above. */
  readonly heading: string;
}

interface HeadedSentence extends PlacedSentence {
  readonly heading: string;
}

function linesOf(text: string): Line[] {
  const found: Line[] = [];
  let heading = '';
  for (const { start, end } of lines(text)) {
    const line = text.slice(start, end);
    const title = /^#{1,6} (.+)$/.exec(line)?.[1];
    if (title === undefined) found.push({ start, end, text: line, heading });
    else heading = plainWords(title);
  }
  return found;
}

/** The lines that are not, word for word, in the other text. */
function without(own: readonly Line[], others: readonly Line[]): Line[] {
  const rest = unlike(own, others, (line) => line.text);
  return unlike(
    rest,
    unlike(others, own, (line) => line.text),
    (line) => plainWords(line.text),
  );
}

function unlike(own: readonly Line[], others: readonly Line[], wordsOf: (line: Line) => string): Line[] {
  const known = new Set(others.map((line) => wordsOf(line)));
  return own.filter((line) => !known.has(wordsOf(line)));
}

function sentencesOf(line: Line): HeadedSentence[] {
  const mark = listMark.exec(line.text)?.[0].length ?? 0;
  const offset = line.start + mark;
  return sentences(line.text.slice(mark)).map((span) => ({
    text: line.text.slice(mark).slice(span.start, span.end),
    span: { start: span.start + offset, end: span.end + offset },
    heading: line.heading,
  }));
}

function differenceOf(sentence: HeadedSentence, rivals: readonly HeadedSentence[]): RevisionDifference | undefined {
  const other = counterpart(sentence, rivals);
  if (!other) return { kind: 'ABSENT', values: null, cited: sentence, other: null };
  const difference = compareSentences(sentence.text, other.text);
  return difference && { ...difference, cited: sentence, other };
}

/** The sentence of the other version about the same matter. */
function counterpart(sentence: HeadedSentence, rivals: readonly HeadedSentence[]): HeadedSentence | undefined {
  const near = rivals.filter((rival) => rival.heading === sentence.heading);
  const narrows = sentence.heading !== '' && near.length <= fewSentences;
  let best: HeadedSentence | undefined;
  let bestLikeness = minLikeness;
  for (const rival of rivals) {
    const likeness = likenessOf(sentence.text, rival.text) + (narrows && near.includes(rival) ? headingWorth : 0);
    if (likeness < bestLikeness || (best && likeness === bestLikeness)) continue;
    best = rival;
    bestLikeness = likeness;
  }
  return best;
}

/**
 * Share of content words in common (Dice), without numbers and negators, because those are what changes: 0..1. Table
 * rows are similar only if their first cells are the same.
 */
function likenessOf(left: string, right: string): number {
  const rows = [firstCell(left), firstCell(right)];
  if (rows[0] !== rows[1]) return 0;
  const [one, other] = [topicOf(left), topicOf(right)];
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

/** Canonical rows are `Column: value; Column: value`. */
function firstCell(text: string): string {
  return /^([^.;:]+: [^;]+); [^;:]+:/.exec(text)?.[1] ?? '';
}

const negator = /^(?:not|no|never|none|nor|neith|witho|canno|excep|unles|nothi|nobod|exclu)$/;

function topicOf(text: string): Set<string> {
  return new Set([...contentStems(text)].filter((stem) => !/\d/.test(stem) && !negator.test(stem)));
}
