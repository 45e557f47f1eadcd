import { contentStems } from '../../grounding/checks/coverage.ts';
import { isUnspaced, lowerWords } from '../../knowledge/words.ts';
import { searchText } from '../../knowledge/searchText.ts';
import type { Passage } from '../../retrieval/passage.ts';

const mostUnknown = 6;
const mostNearby = 4;
/** A text's shorter words are mostly function words; titles and headings have few of those. */
const leastLetters = { heading: 4, text: 7 };
/** Letters that tell words apart whatever their inflection, as in grounding/checks/coverage. */
const stemLength = 5;

const runs = /[\p{L}\p{M}\p{N}]+(?:[-_/.'’][\p{L}\p{M}\p{N}]+)*/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words as they are written; codes and hyphenated words whole, words of scripts without blanks by dictionary. */
function wordsOf(text: string): string[] {
  return (text.normalize('NFC').match(runs) ?? []).flatMap((run) =>
    isUnspaced(run)
      ? [...segmenter.segment(run)].filter((part) => part.isWordLike).map((part) => part.segment)
      : [run.replace(/['’]s$/u, '')],
  );
}

/** Lower case without accents: stemmers drop some of them. */
function folded(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '');
}

/**
 * Words of a question, as they stand there, that no document knows.
 * @param unknown lexemes of the question that stand in no document: stemmed, or pieces of a script without blanks
 */
export function unknownWords(question: string, unknown: readonly string[], searchConfig: string): string[] {
  if (unknown.length === 0) return [];
  const missing = (word: string) =>
    [word, ...lowerWords(searchText(word, searchConfig))].some((piece) =>
      unknown.some((lexeme) => isFormOf(piece, lexeme)),
    );
  return firstOfEach(wordsOf(question).filter((word) => contentStems(word).size > 0 && missing(word))).slice(
    0,
    mostUnknown,
  );
}

/** Stemmers change a word's end only, by a few letters; codes and numbers they leave alone. */
function isFormOf(word: string, lexeme: string): boolean {
  const [left, right] = [folded(word), folded(lexeme)];
  if (left === right) return true;
  if (/\d/.test(right) || isUnspaced(right)) return false;
  const shared = Array.from(right).findIndex((letter, position) => left[position] !== letter);
  const alike = shared === -1 ? right.length : shared;
  return alike >= Math.min(stemLength, Math.max(3, right.length - 1)) && left.length - right.length <= stemLength;
}

/**
 * Words that the nearest passages use and the question does not: of titles and headings first, then those that the
 * texts repeat most.
 */
export function nearbyWords(question: string, nearest: readonly Passage[]): string[] {
  const asked = new Set(
    wordsOf(question)
      .flatMap((word) => [word, ...lowerWords(word)])
      .map(stemOf),
  );
  const isNew = (least: number) => (word: string) =>
    /^[\p{L}\p{M}'’-]+$/u.test(word) &&
    !asked.has(stemOf(word)) &&
    contentStems(word).size > 0 &&
    (isUnspaced(word) ? word.length > 1 && !question.includes(word) : word.length >= least);
  const headings = nearest
    .flatMap((passage) => [passage.documentTitle, ...passage.sectionPath])
    .flatMap(wordsOf)
    .filter(isNew(leastLetters.heading));
  const counts = new Map<string, number>();
  const texts = nearest.flatMap((passage) => wordsOf(passage.text)).filter(isNew(leastLetters.text));
  for (const word of texts) counts.set(stemOf(word), (counts.get(stemOf(word)) ?? 0) + 1);
  const byCount = texts.toSorted((left, right) => (counts.get(stemOf(right)) ?? 0) - (counts.get(stemOf(left)) ?? 0));
  return firstOfEach([...headings, ...byCount]).slice(0, mostNearby);
}

function stemOf(word: string): string {
  return folded(word).slice(0, stemLength);
}

/** Each word once, whatever its inflection. */
function firstOfEach(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => !seen.has(stemOf(word)) && seen.add(stemOf(word)));
}
