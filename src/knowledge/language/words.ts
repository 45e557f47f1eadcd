import { legibleText } from '../../models/legible.ts';
import { primaryLanguage } from './language.ts';

/** Scripts that write words without spaces between them. */
const unspacedScript = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** Returns the runs of letters, accents and digits, in lower case. */
export function lowerWords(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Returns the text in compatibility form (NFKD) without accents and other marks. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

/** Returns the length of the common prefix of two texts, in UTF-16 units. */
export function sharedStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/**
 * Whether most letters belong to a script without spaces between words. The "words" of such a text are whole clauses.
 */
export function isUnspaced(text: string): boolean {
  const unspaced = text.match(unspacedScript)?.length ?? 0;
  return unspaced > 0 && unspaced * 2 > (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0);
}

/** Letters, accents and digits of scripts that separate words with spaces. */
const letter =
  '(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}])[\\p{L}\\p{M}\\p{N}]';
const wordShape = new RegExp(`(?:${letter})+|[\\p{L}\\p{M}\\p{N}]`, 'gu');
const edgeLetter = new RegExp(letter, 'u');

export interface PhrasePlace {
  readonly start: number;
  readonly end: number;
}

/** Returns the words of a text in lower case. In a script without spaces, each character is a word. */
export function wordsOrCharacters(text: string): string[] {
  return text.toLowerCase().match(wordShape) ?? [];
}

/**
 * Returns the first place in a text where a phrase occurs as whole words, in UTF-16 units. Ignores case and the width
 * of spaces. A part of a code is not a word: BP is not found in BP-4, nor C in C++.
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

/** English words for zero to nineteen; the index is the value. */
export const unitWords: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );

/** English words for twenty to ninety, by tens. */
export const tensWords: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/**
 * ISO 639-1 codes and their Postgres text search configurations: the Snowball stemmers that every supported server has.
 * Estonian is left out: Postgres 18 added it, and a Postgres 17 server rejects the name.
 */
const configurations: ReadonlyMap<string, string> = new Map([
  ['ar', 'arabic'],
  ['ca', 'catalan'],
  ['da', 'danish'],
  ['de', 'german'],
  ['el', 'greek'],
  ['en', 'english'],
  ['es', 'spanish'],
  ['eu', 'basque'],
  ['fi', 'finnish'],
  ['fr', 'french'],
  ['ga', 'irish'],
  ['hi', 'hindi'],
  ['hu', 'hungarian'],
  ['hy', 'armenian'],
  ['id', 'indonesian'],
  ['it', 'italian'],
  ['lt', 'lithuanian'],
  ['nb', 'norwegian'],
  ['ne', 'nepali'],
  ['nl', 'dutch'],
  ['nn', 'norwegian'],
  ['no', 'norwegian'],
  ['pt', 'portuguese'],
  ['ro', 'romanian'],
  ['ru', 'russian'],
  ['sr', 'serbian'],
  ['sv', 'swedish'],
  ['ta', 'tamil'],
  ['tr', 'turkish'],
  ['yi', 'yiddish'],
]);

/** The language of the built-in embedder, and of everything that was stored before languages were detected. */
export const defaultSearchConfig = 'english';

/**
 * Returns the configuration for indexing and searching texts in a language, or `simple` (no stemming, no stop words) if
 * the language has none.
 * @param language ISO 639-1 or a BCP 47 tag; null: not recognised
 */
export function searchConfigOf(language: string | null): string {
  if (language === null) return defaultSearchConfig;
  return configurations.get(primaryLanguage(language)) ?? 'simple';
}

/** Returns the ISO 639-1 code of a configuration's language, or null for `simple`, which many languages share. */
export function languageOfConfig(searchConfig: string): string | null {
  return [...configurations].find(([, config]) => config === searchConfig)?.[0] ?? null;
}

/**
 * Scripts without spaces between words, with the number of characters in a token: two for ideographs and kana, as in
 * Lucene's CJK analysis; three for alphabets.
 */
const spaceless: readonly (readonly [RegExp, number])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]+/gu, 2],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu, 3],
];

/**
 * Letters and digits in parts joined by `-`, `_`, `/` or `.`. `isCode` checks the parts afterwards: a lookahead at each
 * position took 15 s for a line of 100,000 dashes.
 */
const inParts = /(?<![\p{L}\p{N}])[A-Za-z\d]+(?:[-_/.][A-Za-z\d]+)+(?![\p{L}\p{N}])/gu;

/**
 * Configurations whose stemmers and stop words have no accents. Other languages need their accents: without its accent,
 * Spanish más is no longer a stop word, and German schön becomes schon.
 */
const accentless: ReadonlySet<string> = new Set(['english', 'simple']);

/**
 * Returns the text that Postgres analyses in place of the original. A script without spaces becomes overlapping pieces.
 * A code in parts is repeated in one piece ("BP-4 BP4"). Latin letters lose their accents if the configuration ignores
 * accents. Questions and documents are treated the same way.
 * @param searchConfig the text search configuration that the result is analysed with
 */
export function searchText(text: string, searchConfig: string): string {
  const plain = legibleText(text);
  let result = accentless.has(searchConfig) ? withoutLatinAccents(plain) : plain;
  for (const [runs, size] of spaceless) result = result.replaceAll(runs, (run) => ` ${pieces(run, size)} `);
  return result.replaceAll(inParts, (parts) => (isCode(parts) ? `${parts} ${parts.replaceAll(/[-_/.]/g, '')}` : parts));
}

/**
 * Whether joined parts are a code: ORD-2291-B, BP-4, min_1. Plain numbers and versions (no letter, or only a leading v)
 * are not: Postgres already keeps them whole.
 */
function isCode(parts: string): boolean {
  return /[A-Za-z]/.test(parts) && /\d/.test(parts) && !/^v\d/i.test(parts);
}

function pieces(run: string, size: number): string {
  const letters = Array.from(run);
  if (letters.length <= size) return run;
  return letters
    .slice(0, letters.length - size + 1)
    .map((_, start) => letters.slice(start, start + size).join(''))
    .join(' ');
}

/** Strips accents from Latin letters only. In other scripts a mark is often a vowel. */
function withoutLatinAccents(text: string): string {
  return /[^\p{ASCII}]/u.test(text)
    ? text
        .normalize('NFD')
        .replaceAll(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
        .normalize('NFC')
    : text;
}
