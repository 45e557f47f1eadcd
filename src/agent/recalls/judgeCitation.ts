/** Whether what an answer quoted still stands. */
import { LRUCache } from 'lru-cache';
import { locateQuote } from '../../grounding/checks/locateQuote.ts';
import { plainWords } from '../../grounding/checks/compareSentences.ts';
import { samePolarity } from '../../grounding/checks/polarity.ts';
import type { CheckName } from '../../grounding/claim.ts';
import { verifyClaim } from '../../grounding/claims/verifyClaim.ts';
import {
  pairVersions,
  type RevisionDifference,
  revisionsOf,
  type VersionPair,
} from '../../grounding/editions/successors.ts';
import type { Document, DocumentVersion, Span } from '../../knowledge/document.ts';
import { readDocuments, readVersions } from '../../knowledge/store/documents.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { datesOf } from '../../knowledge/values/timeSpan.ts';
import { lastSuccessor, passageAround, type CitationReading, successorKey } from '../checking/citationToday.ts';

/**
 * STANDS: the quoted words are still there, or what they say is. CHANGED: something else stands in their place. GONE:
 * nothing does, or whoever asked can no longer read it; which of the two is not revealed.
 */
export type StandingVerdict = 'STANDS' | 'CHANGED' | 'GONE';

/** A stretch of a version. */
export interface PlaceNow {
  readonly documentId: string;
  readonly versionId: string;
  readonly sourceSpan: Span;
}

export interface JudgedCitation {
  readonly verdict: StandingVerdict;
  /** What stands instead; null unless the verdict is CHANGED, and where no single place does. */
  readonly now: PlaceNow | null;
  /** The document that replaced the quoted one, if it was read for this. */
  readonly successorId: string | null;
}

export interface QuotedPlace {
  readonly documentId: string;
  readonly versionId: string;
  readonly sourceSpan: Span;
  readonly quote: string;
  /** What the quote is to prove. */
  readonly claim: string;
}

/** Versions that are compared for many quotes. Texts of versions never change. */
export type PairsOfVersions = Pick<LRUCache<string, VersionPair>, 'get' | 'set'>;

export const keptPairs = (): PairsOfVersions => new LRUCache<string, VersionPair>({ max: 8 });

/** As in `readRevisions`: longer texts take seconds to compare, and only their words are looked for. */
const maxComparedLength = 200_000;

const gone: JudgedCitation = { verdict: 'GONE', now: null, successorId: null };
const stands: JudgedCitation = { verdict: 'STANDS', now: null, successorId: null };

/** @param reading as whom; what that reader may not read is not there */
export async function judgeCitation(
  reading: CitationReading,
  pairs: PairsOfVersions,
  quoted: QuotedPlace,
): Promise<JudgedCitation> {
  const [document] = await readDocuments(reading.database, reading.reader, [quoted.documentId]);
  if (document?.state !== 'PUBLISHED') return gone;
  const successor = await lastSuccessor(reading, await successorKey(reading, document));
  // A successor that nobody may find, or that says nothing yet, replaces nothing.
  const valid = successor?.currentVersionId ? successor : document;
  const judged = await judgeIn(reading, pairs, quoted, valid);
  return { ...judged, successorId: successor?.id ?? null };
}

async function judgeIn(
  reading: CitationReading,
  pairs: PairsOfVersions,
  quoted: QuotedPlace,
  { id, currentVersionId }: Pick<Document, 'id' | 'currentVersionId'>,
): Promise<JudgedCitation> {
  if (currentVersionId === null) return gone;
  if (currentVersionId === quoted.versionId) return stands;
  const { database, reader } = reading;
  const [cited, current] = await readVersions(database, reader, [quoted.versionId, currentVersionId]);
  if (!cited || !current) return gone;
  const changed: JudgedCitation = { verdict: 'CHANGED', now: null, successorId: null };
  if (Math.max(cited.text.length, current.text.length) > maxComparedLength)
    return holdsWords(current.text, quoted.quote) ? stands : changed;
  const pair = pairOf(pairs, cited, current);
  const differences = [...revisionsOf(pair, quoted.sourceSpan), ...elsewhere(cited.text, current.text, quoted)];
  if (differences.length === 0 && !holdsWords(current.text, quoted.quote)) return gone;
  for (const difference of differences) {
    if (await isStillSaid(reading, { current, pair }, quoted, difference)) continue;
    const { other } = difference;
    return other ? { ...changed, now: { documentId: id, versionId: current.id, sourceSpan: other.span } } : gone;
  }
  return stands;
}

function pairOf(pairs: PairsOfVersions, cited: DocumentVersion, current: DocumentVersion): VersionPair {
  const key = `${cited.id} ${current.id}`;
  const pair = pairs.get(key) ?? pairVersions(cited.text, current.text);
  pairs.set(key, pair);
  return pair;
}

const holdsWords = (text: string, words: string): boolean =>
  locateQuote(text, words) !== undefined || holds(plainWords(text), plainWords(words));
const holds = (words: string, wanted: string): boolean => wanted !== '' && ` ${words} `.includes(` ${wanted} `);

/**
 * Words that stand under several headings, "The deposit is 100 euros.", may have changed under one and stand under the
 * others: then only what stands under the heading of the quote counts.
 */
function elsewhere(citedText: string, currentText: string, { quote, sourceSpan }: QuotedPlace): RevisionDifference[] {
  const first = citedText.indexOf(quote);
  if (first === citedText.lastIndexOf(quote)) return [];
  const own = sectionAround(citedText, sourceSpan.start);
  const heading = own && plainWords(own.heading);
  const other = sectionsOf(currentText).find((section) => plainWords(section.heading) === heading);
  if (!own || !other || holdsWords(other.text, quote)) return [];
  const at = sourceSpan.start - own.start;
  const found = revisionsOf(pairVersions(own.text, other.text), { start: at, end: at + quote.length });
  return found.map((difference) => ({
    ...difference,
    other: difference.other && moved(difference.other, other.start),
  }));
}

type Placed = NonNullable<RevisionDifference['other']>;

const moved = ({ text, span }: Placed, by: number): Placed => ({
  text,
  span: { start: span.start + by, end: span.end + by },
});

interface Section {
  readonly heading: string;
  /** From its heading to the next. */
  readonly text: string;
  readonly start: number;
}

function sectionsOf(text: string): Section[] {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(({ index, 1: heading = '' }, place) => ({
    heading,
    start: index,
    text: text.slice(index, headings[place + 1]?.index),
  }));
}

const sectionAround = (text: string, position: number): Section | undefined =>
  sectionsOf(text).findLast(({ start }) => start <= position);

interface Compared {
  readonly current: DocumentVersion;
  readonly pair: VersionPair;
}

/** Checks of words that leave the value as it is. */
const ofWordsAlone: ReadonlySet<CheckName> = new Set<CheckName>(['ADDITIONS', 'COVERAGE', 'SCOPE']);

/** Whether the claim, or the sentence that was quoted, is proven by what stands in its place, or its value is there. */
async function isStillSaid(
  { database, reader, options }: CitationReading,
  { current, pair }: Compared,
  { claim }: QuotedPlace,
  { cited, other, kind }: RevisionDifference,
): Promise<boolean> {
  if (!other) {
    const wanted = plainWords(cited.text);
    return pair.rivals.some(({ text }) => holds(plainWords(text), wanted) && samePolarity(text, cited.text));
  }
  const passage = await passageAround(database, reader, current, other.span, options);
  if (!passage) return false;
  const verified = [claim, cited.text].map((text) =>
    verifyClaim({ text, chunkId: passage.chunkId, quote: other.text }, [passage]),
  );
  if (verified.some(({ status }) => status === 'SUPPORTED')) return true;
  const hasValue = amountsOf(cited.text).length + datesOf(cited.text).length > 0;
  return (
    kind === 'WORDING' &&
    hasValue &&
    verified.some(({ checks }) => checks.every(({ name, passed }) => passed || ofWordsAlone.has(name)))
  );
}
