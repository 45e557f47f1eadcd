/** What changed between the edition that is cited and another one, by the passages at hand. */
import type { Span } from '../../knowledge/document.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Citation } from '../claim.ts';
import { plainWords } from '../checks/compareSentences.ts';
import { findRevision, isReplacedBy, pairVersions, type RevisionDifference } from './successors.ts';

/** What an earlier edition says in place of what is cited. */
interface EarlierSaying {
  readonly passage: Passage;
  readonly cited: string;
  /** In `passage`. */
  readonly quote: string;
  readonly sourceSpan: Span;
}

type Cited = Pick<Citation, 'chunkId' | 'sourceSpan' | 'sectionPath' | 'governing'>;

/**
 * What an earlier edition among the passages says instead; undefined if it says the same or nothing of it. An edition
 * that the answer cites itself needs no telling.
 */
export function earlierSaying(
  citation: Cited,
  passages: readonly Passage[],
  cited: ReadonlySet<string>,
): EarlierSaying | undefined {
  const newer = passages.find(({ chunkId }) => chunkId === citation.chunkId);
  if (!newer) return undefined;
  const earlier = passages.filter((each) => isReplacedBy(each, newer) && !cited.has(each.documentId));
  for (const passage of earlier) {
    const difference = differenceOf(newer, passage, citation.sourceSpan);
    if (difference?.other)
      return {
        passage,
        cited: difference.cited.text,
        quote: difference.other.text,
        sourceSpan: shifted(difference.other.span, offsetOf(passage)),
      };
  }
  return undefined;
}

function differenceOf(newer: Passage, older: Passage, quote: Span): RevisionDifference | undefined {
  return findRevision(pairVersions(headed(newer), headed(older)), shifted(quote, -offsetOf(newer)));
}

/** A passage stands under a heading that is not in its text. */
const headingLine = ({ sectionPath }: Passage): string => (sectionPath.length > 1 ? `# ${sectionPath.at(-1)}\n` : '');
const headed = (passage: Passage): string => headingLine(passage) + passage.text;
/** From there to the text of the version. */
const offsetOf = (passage: Passage): number => passage.sourceSpan.start - headingLine(passage).length;
const shifted = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/**
 * The heading under which a replaced document says what is cited, if its successor has it too and nowhere says anything
 * like it; null: it was not dropped, or with its whole section.
 * @param successor the text of the successor
 */
export function droppedUnder(citation: Cited, passages: readonly Passage[], successor: string): string | null {
  const older = passages.find(({ chunkId }) => chunkId === citation.chunkId);
  const within = (citation.governing ?? []).filter(({ kind }) => kind === 'HEADING').map(({ quote }) => quote);
  const heading = [...citation.sectionPath.slice(1), ...within].at(-1);
  if (!older || heading === undefined) return null;
  const wanted = plainWords(heading);
  const headings = [...successor.matchAll(/^#{1,6} (.+)$/gm)].map(([, other = '']) => plainWords(other));
  if (!headings.includes(wanted)) return null;
  const pair = pairVersions(headed(older), successor);
  return findRevision(pair, shifted(citation.sourceSpan, -offsetOf(older)))?.kind === 'ABSENT' ? heading : null;
}
