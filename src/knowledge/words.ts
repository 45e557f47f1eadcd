import { primaryLanguage } from './language.ts';

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

/**
 * ISO 639-1 to Postgres' text search configurations: the Snowball stemmers that every supported server has.
 * Estonian is left out: Postgres 18 brought it, and a server 17 refuses the name.
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

/** The language of the built-in embedder, and of everything that was stored before languages were told. */
export const defaultSearchConfig = 'english';

/**
 * The configuration that texts of a language are indexed and searched with; `simple` (no stemming, no stop words) where
 * there is none.
 * @param language ISO 639-1 or a BCP 47 tag; null: not recognised
 */
export function searchConfigOf(language: string | null): string {
  if (language === null) return defaultSearchConfig;
  return configurations.get(primaryLanguage(language)) ?? 'simple';
}

/** ISO 639-1 of the texts that a configuration was made for; null for `simple`, which is shared by many. */
export function languageOfConfig(searchConfig: string): string | null {
  return [...configurations].find(([, config]) => config === searchConfig)?.[0] ?? null;
}

/**
 * Scripts that put no space between words, and how many characters make a token of theirs: two for ideographs and kana
 * as in Lucene's CJK analysis, three for alphabets.
 */
const spaceless: readonly (readonly [RegExp, number])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]+/gu, 2],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu, 3],
];

/**
 * Letters and digits in parts. What they are is asked afterwards: looking ahead from each place took 15 s for a line of
 * 100,000 dashes.
 */
const inParts = /(?<![\p{L}\p{N}])[A-Za-z\d]+(?:[-_/.][A-Za-z\d]+)+(?![\p{L}\p{N}])/gu;

/**
 * Their stemmers and stop words do without accents. Others need theirs: without it Spanish mas is no stop word, and
 * German cannot tell schon from schoen.
 */
const accentless: ReadonlySet<string> = new Set(['english', 'simple']);

/**
 * What Postgres is given to analyse instead of a text: a script without spaces as overlapping pieces, a code in parts
 * once more in one piece ("BP-4 BP4"), and Latin letters without accents where the configuration takes them so.
 * Questions and documents go through it alike.
 * @param searchConfig the text search configuration that the result is analysed with
 */
export function searchText(text: string, searchConfig: string): string {
  let result = accentless.has(searchConfig) ? withoutLatinAccents(text.normalize('NFKC')) : text.normalize('NFKC');
  for (const [runs, size] of spaceless) result = result.replaceAll(runs, (run) => ` ${pieces(run, size)} `);
  return result.replaceAll(inParts, (parts) => (isCode(parts) ? `${parts} ${parts.replaceAll(/[-_/.]/g, '')}` : parts));
}

/** ORD-2291-B, BP-4, min_1. Versions and numbers have no letter, or only a leading v, and stay whole by themselves. */
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

/** Only Latin letters: a mark on another script's letter is often a vowel. */
function withoutLatinAccents(text: string): string {
  return /[^\p{ASCII}]/u.test(text)
    ? text
        .normalize('NFD')
        .replaceAll(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
        .normalize('NFC')
    : text;
}
