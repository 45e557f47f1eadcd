import { contentStems } from '../grounding/checks/coverage.ts';
import { isUnspaced } from '../knowledge/words.ts';
import type { Passage } from '../retrieval/passage.ts';
import { plainTitle } from './namedPlace.ts';

const most = 2;
/** A longer heading is a sentence, and reads as one inside another. */
const longest = 60;
const headingLine = /^#{1,6} (.+)$/gmu;
/** Headings that stand in every document tell nothing about this one. */
const general = /^(?:overview|introduction|intro|summary|abstract|contents|table of contents|about|background|general|details?|notes?|tips?|examples?|steps?|how it works|what is new|faq|frequently asked questions|questions|see also|related|references|appendix|further reading|next steps|more|other|miscellaneous|prerequisites|requirements|conclusion|usage)$/i;

/** Shorter words of a heading seldom tell what it is about ("One label", "Move up"). */
const leastLetters = 5;
/** Share of the question's words, by their weight, from which a document is offered whose title has none of them. */
const relatedFrom = 0.5;

/**
 * Up to two things that the nearest passages are about, by their headings and titles, each with a word that the question does not have: sections of the nearest passage that share a word with the question,
 * then titles and sections of the others that do, then titles of others that have much of the question in their text.
 * @param place how the message calls the nearest passage: it is not offered again
 */
export function nearbyHeadings(question: string, nearest: readonly Passage[], place: string): string[] {
  const [asked, told] = [contentStems(question), contentStems(place)];
  const sharesWord = (heading: string) => [...contentStems(heading)].some((stem) => asked.has(stem));
  const isOffered = (heading: string) => heading.length <= longest && !general.test(heading) && saysMore(heading, asked) && saysMore(heading, told);
  const others = nearest.slice(1);
  const titles = others.map(({ documentTitle }) => documentTitle);
  const related = others.filter(({ coverage }) => coverage >= relatedFrom).map(({ documentTitle }) => documentTitle);
  const shared = [...nearest.slice(0, 1).flatMap(headingsIn), ...titles, ...others.flatMap(headingsIn)].map(withoutMarks).filter(sharesWord);
  return distinct([...shared, ...related.map(withoutMarks)].filter(isOffered)).slice(0, most);
}

function headingsIn({ text, sectionPath }: Passage): string[] {
  return [...sectionPath.slice(-1), ...[...text.matchAll(headingLine)].map(([, heading = '']) => heading)];
}

function withoutMarks(heading: string): string {
  return plainTitle(heading.replaceAll(/[*_#]/g, ''));
}

function saysMore(heading: string, than: ReadonlySet<string>): boolean {
  const words = heading.match(/[\p{L}\p{M}\d]+/gu) ?? [];
  return words.some((word) => (word.length >= leastLetters || isUnspaced(word)) && [...contentStems(word)].some((stem) => !than.has(stem)));
}

/** Each once, whatever its case. */
function distinct(headings: readonly string[]): string[] {
  const seen = new Set<string>();
  return headings.filter((heading) => !seen.has(heading.toLowerCase()) && Boolean(seen.add(heading.toLowerCase())));
}
