import { spelledOut } from '../../grounding/reading/namedFacts.ts';
import type { AliasGroup } from '../../knowledge/curated/aliases.ts';
import { findPhrase, type PhrasePlace } from '../../knowledge/words.ts';
import { isOneSlip, isSwap, type WordList } from '../../models/wordList.ts';
import type { Passage } from '../../retrieval/passage.ts';

const maxVariants = 3;

/** A phrase of the question and what may stand in its place. */
interface Replaceable extends PhrasePlace {
  readonly others: readonly string[];
}

/**
 * The question with one known phrase replaced by another of its group: at most three, of the longest phrase first.
 * Everything else stays character by character. A phrase inside a longer known one is not replaced, and one that the
 * question has already brings no new words.
 */
export function aliasVariants(question: string, groups: readonly AliasGroup[]): string[] {
  const known = groups
    .flatMap((group) => replaceable(question, group))
    .toSorted((left, right) => length(right) - length(left) || left.start - right.start);
  const outermost = known.filter(
    (phrase) =>
      !known.some((other) => length(other) > length(phrase) && other.start <= phrase.start && phrase.end <= other.end),
  );
  const variants = outermost.flatMap(({ start, end, others }) =>
    others.map((other) => question.slice(0, start) + other + question.slice(end)),
  );
  return [...new Set(variants)].slice(0, maxVariants);
}

function replaceable(question: string, { term, synonyms }: AliasGroup): Replaceable[] {
  const places = [term, ...synonyms].map((phrase) => ({ phrase, place: findPhrase(question, phrase) }));
  const others = places.filter(({ place }) => !place).map(({ phrase }) => phrase);
  return places.flatMap(({ place }) => (place ? [{ ...place, others }] : []));
}

const length = ({ start, end }: PhrasePlace) => end - start;

/**
 * Passages whose titles and headings may spell an acronym out; one that was found for other words may stand further
 * down.
 */
const searchedPassages = 10;
const mostVariants = 2;
/** In capitals, or with a digit: other short words are no acronyms. */
const acronym = /(?<![\p{L}\d-])(?:\p{Lu}{3,6}|(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{3,6})(?![\p{L}\d-])/gu;

/**
 * The question with an acronym written as a title or heading of what was found writes it: "How do I enable 2FA?" beside
 * a page on two-factor authentication. In a sentence the same initials stand next to each other by chance.
 */
export function acronymVariants(
  question: string,
  passages: readonly Pick<Passage, 'documentTitle' | 'sectionPath'>[],
): string[] {
  const headings = passages
    .slice(0, searchedPassages)
    .flatMap(({ documentTitle, sectionPath }) => [documentTitle, ...sectionPath]);
  const variants = [...question.matchAll(acronym)].flatMap(({ 0: short, index }) => {
    const long = headings.map((heading) => spelledOut(heading, short)).find((words) => words !== null);
    return long === undefined ? [] : [`${question.slice(0, index)}${long}${question.slice(index + short.length)}`];
  });
  return [...new Set(variants)].slice(0, mostVariants);
}

/** Passages whose words may be meant; one that was found for other words may stand further down. */
const readPassages = 10;
const leastLetters = 3;
/** In shorter words another letter makes another word ("pay" and "day"), and only a swap is a slip. */
const leastForOther = { passages: 4, language: 5 };

type Readable = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;

/**
 * The question with its slips of the pen mended: "whats teh feul surchage". Mended is what neither a document nor the
 * language knows, and by a word one slip away: one that the passages use first, else the commonest of the language.
 * @param unknown words of the question that no document knows, as they stand there
 * @returns one reading, or none where nothing is to be mended
 */
export function spellingVariants(
  question: string,
  unknown: readonly string[],
  passages: readonly Readable[],
  words: WordList,
): string[] {
  const slips = unknown.filter((word) => /^[a-z]+$/.test(word) && word.length >= leastLetters && !words.has(word));
  if (slips.length === 0) return [];
  const counts = countWords(passages.slice(0, readPassages));
  const mended = slips.reduce((text, slip) => {
    const meant = meantBy(slip, counts, words);
    return meant === null ? text : text.replaceAll(new RegExp(`(?<![\\p{L}\\d])${slip}(?![\\p{L}\\d])`, 'gu'), meant);
  }, question);
  return mended === question ? [] : [mended];
}

function meantBy(slip: string, counts: ReadonlyMap<string, number>, words: WordList): string | null {
  const isLikely = (least: number) => (word: string) =>
    isOneSlip(slip, word) && (slip.length >= least || isSwap(slip, word));
  const inPassages = [...counts.keys()]
    .filter(isLikely(leastForOther.passages))
    .toSorted((left, right) => (counts.get(right) ?? 0) - (counts.get(left) ?? 0));
  return inPassages[0] ?? words.near(slip).find(isLikely(leastForOther.language)) ?? null;
}

/** How often the passages, their titles and headings use each word, in lower case. */
function countWords(passages: readonly Readable[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { documentTitle, sectionPath, text } of passages) {
    for (const word of [documentTitle, ...sectionPath, text]
      .join(' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
