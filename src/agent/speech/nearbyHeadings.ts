import { contentStems } from '../../grounding/checks/coverage.ts';
import { isUnspaced } from '../../knowledge/words.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { EvidenceState } from '../evidence/evidence.ts';
import { innerHeadings } from '../question/judgeQuestion.ts';
import { plainTitle } from './namedPlace.ts';

const most = 2;
/** A longer heading is a sentence, and reads as one inside another. */
const longest = 60;
/** Headings that stand in every document tell nothing about this one. */
const general =
  /^(?:overview|introduction|intro|summary|abstract|contents|table of contents|about|background|general|details?|notes?|tips?|examples?|steps?|how it works|what is new|faq|frequently asked questions|questions|see also|related|references|appendix|further reading|next steps|more|other|miscellaneous|prerequisites|requirements|conclusion|usage)$/i;

/** Shorter words of a heading seldom tell what it is about ("One label", "Move up"). */
const leastLetters = 5;
/** Of the question's known words by their weight, the share that a heading must have: "make" or "one" alone is none. */
const leastShared = 0.2;

/**
 * Up to two things that the nearest passages are about, by their headings and titles, each with words of the question and one that it does not have: sections of the nearest passage first,
 * then titles and sections of the others.
 * @param nearest best first
 * @param place how the message calls the nearest passage: it is not offered again
 */
export function nearbyHeadings(
  question: string,
  { idf, unknown }: Pick<EvidenceState, 'idf' | 'unknown'>,
  nearest: readonly Passage[],
  place: string,
): string[] {
  const [asked, told] = [contentStems(question), contentStems(place)];
  const known = idf.filter(([lexeme]) => !unknown.includes(lexeme));
  const isOffered = (heading: string) =>
    heading.length <= longest &&
    !general.test(heading) &&
    shareOf(heading, known, asked) >= leastShared &&
    saysMore(heading, asked) &&
    saysMore(heading, told);
  const [first, ...others] = nearest;
  const headings = [
    ...(first ? headingsIn(first) : []),
    ...others.map(({ documentTitle }) => documentTitle),
    ...others.flatMap(headingsIn),
  ];
  return distinct(headings.map(withoutMarks).filter(isOffered)).slice(0, most);
}

/** How much of the question a heading has: 0..1 by the weight of its lexemes, 0 or 1 where they have none. */
function shareOf(heading: string, known: EvidenceState['idf'], asked: ReadonlySet<string>): number {
  const stems = [...contentStems(heading)].filter((stem) => asked.has(stem));
  const all = known.reduce((sum, [, weight]) => sum + weight, 0);
  if (all === 0 || stems.length === 0) return Math.min(1, stems.length);
  return (
    known
      .filter(([lexeme]) =>
        stems.some((stem) => stem.startsWith(lexeme.slice(0, stem.length)) || lexeme.startsWith(stem)),
      )
      .reduce((sum, [, weight]) => sum + weight, 0) / all
  );
}

function headingsIn(passage: Passage): string[] {
  return [...passage.sectionPath.slice(-1), ...innerHeadings(passage)];
}

function withoutMarks(heading: string): string {
  return plainTitle(heading.replaceAll(/[*_#]/g, ''));
}

function saysMore(heading: string, than: ReadonlySet<string>): boolean {
  const words = heading.match(/[\p{L}\p{M}\d]+/gu) ?? [];
  return words.some(
    (word) =>
      (word.length >= leastLetters || isUnspaced(word)) && [...contentStems(word)].some((stem) => !than.has(stem)),
  );
}

/** Each once, whatever its case. */
function distinct(headings: readonly string[]): string[] {
  const seen = new Set<string>();
  return headings.filter((heading) => !seen.has(heading.toLowerCase()) && Boolean(seen.add(heading.toLowerCase())));
}
