import type { Tier } from '../../confidence/signals.ts';
import type { Span } from '../../knowledge/document.ts';
import { lines, sentences } from '../../knowledge/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../checks/coverage.ts';
import type { Citation } from '../claims/claim.ts';
import { holdsOrder } from '../claims/untrustedText.ts';
import { listMark } from '../sentences/candidates.ts';
import { compareSentences, plainWords, type SentenceDifference } from './compareSentences.ts';

type Replaceable = Pick<Passage, 'documentKey' | 'supersededBy'>;

/** Whether the version has ended by then. */
export function hasEnded({ effectiveUntil }: Pick<Passage, 'effectiveUntil'>, at: Date): boolean {
  return effectiveUntil !== null && effectiveUntil <= at;
}

/**
 * What a sentence of a replaced document counts beside its successor: it still answers what the successor is silent
 * about.
 */
export const replacedShare = 0.5;

export function isReplacedBy(older: Replaceable, newer: Replaceable): boolean {
  return older.supersededBy === newer.documentKey;
}

/** Ids of the documents whose successor is among the passages too. */
export function replacedAmong(passages: readonly Passage[]): ReadonlySet<string> {
  const keys = new Set(passages.map((passage) => passage.documentKey));
  return new Set(
    passages
      .filter((passage) => passage.supersededBy !== null && keys.has(passage.supersededBy))
      .map((passage) => passage.documentId),
  );
}

/**
 * The passages in their order, but none of a replaced document before the best of its successor. A circle of successors
 * keeps its order.
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

/** The one document that an answer rests on; undefined when it cites several, or none. */
export function soleSource(citations: readonly Cited[], passages: readonly Passage[]): Passage | undefined {
  const ids = new Set(citations.map(({ documentId }) => documentId));
  const [only] = ids;
  return ids.size === 1 ? passages.find(({ documentId }) => documentId === only) : undefined;
}

/** The cited passages that seem to give orders to whoever answers. */
export function suspiciousSources(
  citations: readonly Pick<Citation, 'chunkId'>[],
  passages: readonly Passage[],
): Passage[] {
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  return passages.filter((passage) => cited.has(passage.chunkId) && holdsOrder(passage));
}

/**
 * The tier, lowered to UNCERTAIN where nothing but untrusted documents says so, however many, and where a cited passage
 * seems to give orders.
 */
export function capBySources(tier: Tier, citations: readonly CitedChunk[], passages: readonly Passage[]): Tier {
  const cited = new Set(citations.map(({ documentId }) => documentId));
  const sources = passages.filter(({ documentId }) => cited.has(documentId));
  const doubtful = sources.length > 0 && sources.every(({ trust }) => trust === 'UNTRUSTED');
  return tier === 'CONFIDENT' && (doubtful || suspiciousSources(citations, passages).length > 0) ? 'UNCERTAIN' : tier;
}

/** A sentence where it stands. */
interface PlacedSentence {
  readonly text: string;
  /** In the canonical text of its version. */
  readonly span: Span;
}

/** What another version says instead of a cited sentence. */
export interface RevisionDifference extends SentenceDifference {
  readonly cited: PlacedSentence;
  /** Null when the other version says nothing of it. */
  readonly other: PlacedSentence | null;
}

/** A version beside another one of the same document, cut once for all quotes of it. */
export interface VersionPair {
  /** Lines of the cited version that the other one lacks. */
  readonly changed: readonly Line[];
  /** Sentences of the other version that the cited one lacks. */
  readonly rivals: readonly HeadedSentence[];
  /** The words of every sentence in the other version's changed lines. */
  readonly said: ReadonlySet<string>;
}

/**
 * Sentences that share less say something else. Measured on the two revised policies of the sample, both ways:
 * counterparts share .57 and more, but for three of few words that share .33 to .36 below the same heading; other
 * sentences at most .29 below the same heading and .50 below another. So a heading is worth what lies between.
 */
const minLikeness = 0.6;
const headingWorth = 0.3;
/** Below a heading with more changed sentences than this, it tells little which one was meant. */
const fewSentences = 3;

const telling: readonly SentenceDifference['kind'][] = ['NUMERIC', 'TEMPORAL', 'POLARITY', 'WORDING', 'ABSENT'];

/**
 * Lines that stand in both are left out first: cutting 145,000 characters into sentences takes 0.4 s when every line
 * changed, and 20 ms when one did.
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
 * How the other version differs from a quote; undefined when it says the same. Whole sentences are compared: a quote
 * may have left out the words that changed. Of several differences the most telling is given.
 * @param quote where it stands in the cited version
 */
export function findRevision({ changed, rivals, said }: VersionPair, quote: Span): RevisionDifference | undefined {
  const quoted = (span: Span) => span.start < quote.end && span.end > quote.start;
  const cited = changed
    .filter((line) => quoted(line))
    .flatMap((line) => sentencesOf(line))
    .filter(({ span }) => quoted(span));
  const differences = cited
    .filter((sentence) => !said.has(plainWords(sentence.text)))
    .flatMap((sentence) => differenceOf(sentence, rivals) ?? []);
  return differences.toSorted((left, right) => telling.indexOf(left.kind) - telling.indexOf(right.kind))[0];
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

/** The lines that do not stand, word for word, in the other text. */
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

/** The sentence of the other version that speaks of the same. */
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
 * Share of content words in common (Dice), numbers and negators aside, since those are what changes: 0..1. Rows of a
 * table are alike only in the same first cell.
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
