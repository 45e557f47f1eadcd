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
 * Where a phrase first stands in a text as whole words, in UTF-16 units, ignoring case and how wide its blanks are. A part of a code is no
 * word of it: BP does not stand in BP-4, nor C in C++.
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
