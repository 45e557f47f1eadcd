import { isOneSlip, isSwap } from '../../models/slips.ts';
import type { WordList } from '../../models/wordList.ts';
import type { Passage } from '../../retrieval/passage.ts';

/** Passages whose words may be meant; one that was found for other words may stand further down. */
const readPassages = 10;
const leastLetters = 3;
/** In shorter words another letter makes another word ("pay" and "day"), and only a swap is a slip. */
const leastForOther = { passages: 4, language: 5 };

type Readable = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;

/**
 * The question with its slips of the pen mended: "whats teh feul surchage". Mended is what neither a document nor the language knows, and by a word one slip away: one that the passages use
 * first, else the commonest of the language.
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
