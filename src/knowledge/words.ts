/** Scripts whose words are not parted by blanks. */
const unspacedScript = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** Runs of letters, accents and digits in lower case. */
export function lowerWords(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Without accents and other marks, compatibility forms made plain. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

/** How many units two texts have in common from their beginning. */
export function sharedStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/** Whether most letters are of a script that has no blanks between words: its "words" are then whole clauses. */
export function isUnspaced(text: string): boolean {
  const unspaced = text.match(unspacedScript)?.length ?? 0;
  return unspaced > 0 && unspaced * 2 > (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0);
}

/** Letters, accents and digits of scripts that part words by blanks. */
const letter =
  '(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}])[\\p{L}\\p{M}\\p{N}]';
const wordShape = new RegExp(`(?:${letter})+|[\\p{L}\\p{M}\\p{N}]`, 'gu');
const edgeLetter = new RegExp(letter, 'u');

export interface PhrasePlace {
  readonly start: number;
  readonly end: number;
}

/** The words of a text in lower case; of a script without blanks each character. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(wordShape) ?? [];
}

/**
 * Where a phrase first stands in a text as whole words, in UTF-16 units, ignoring case and how wide its blanks are. A
 * part of a code is no word of it: BP does not stand in BP-4, nor C in C++.
 */
export function findPhrase(text: string, phrase: string): PhrasePlace | undefined {
  const inner = phrase
    .trim()
    .split(/\s+/u)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&'))
    .join('\\s+');
  const before = startsInLetter(phrase) ? `(?<!${letter})(?<!(?:${letter})[-_.@])` : '';
  const after = endsInLetter(phrase) ? `(?!${letter}|[-_.@](?:${letter})|[+#_])` : '';
  const found = new RegExp(`${before}${inner}${after}`, 'iu').exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}

const startsInLetter = (phrase: string) => edgeLetter.test(String.fromCodePoint(phrase.codePointAt(0) ?? 32));
const endsInLetter = (phrase: string) => edgeLetter.test(Array.from(phrase).at(-1) ?? '');

/** Zero to nineteen, each at its own place. English. */
export const unitWords: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );

/** Twenty to ninety, by tens. English. */
export const tensWords: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
