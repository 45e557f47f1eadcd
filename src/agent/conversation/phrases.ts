import { functionWords, relationWords, settings } from './vocabulary.ts';

/** A word with its place in the text. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Whether punctuation stands between it and the word before. */
  readonly apart: boolean;
  /** Whether it begins a sentence. */
  readonly opens: boolean;
}

/** Neighbouring words that name something: "Pro plan", "E1042", "capital gain". */
export interface Phrase {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
  /** A code, something written with a capital, or common words. */
  readonly kind: 'CODE' | 'NAME' | 'COMMON';
  /** The function word right before it, "" for none. */
  readonly before: string;
  /** Says something beyond a relation such as "price" or "how to apply". */
  readonly names: boolean;
}

const wordShape = /[\p{L}\p{N}](?:[\p{L}\p{N}®™]|[.&](?=[\p{L}\p{N}])|[-'’/](?=[\p{L}\p{N}]))*/gu;
const codeShape = /^(?=.*\d)(?=.*\p{L})[\p{L}\d-]+$/u;
/** A name goes on over these: "Prince of Wales". */
const bridges = new Set(['of', 'de', 'von', 'van', 'del', 'der', 'la']);
const determiners = new Set(['the', 'a', 'an', 'my', 'our', 'your', 'this', 'that', 'these', 'those', 'any', 'some']);

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(wordShape)) {
    const gap = text.slice(words.at(-1)?.end ?? 0, match.index);
    words.push({
      text: match[0],
      lower: match[0].toLowerCase().replaceAll('’', "'"),
      start: match.index,
      end: match.index + match[0].length,
      apart: words.length > 0 && /[^\s®™]/u.test(gap),
      opens: words.length === 0 || /[.!?;:\n]/.test(gap),
    });
  }
  return words;
}

export function isCode(word: string): boolean {
  return codeShape.test(word);
}

const hasCapital = (word: Word) => /\p{Lu}/u.test(word.text) && word.lower !== 'i';

/** Whether the word is written as a name: a capital inside a sentence, or several anywhere. */
export function isName(word: Word): boolean {
  return hasCapital(word) && (!word.opens || /\p{L}.*\p{Lu}/u.test(word.text));
}

const isContent = (word: Word) =>
  !functionWords.has(word.lower) || (isName(word) && word.text.length > 1 && !word.opens && word.lower !== 'i');

/** Everything that a text names, in its order. */
export function phrasesOf(text: string): Phrase[] {
  const words = wordsOf(text);
  const phrases: Phrase[] = [];
  let at = 0;
  while (at < words.length) {
    const end = phraseEnd(words, at);
    if (end > at) phrases.push(toPhrase(text, words, at, end));
    at = Math.max(end, at + 1);
  }
  return phrases;
}

function phraseEnd(words: readonly Word[], from: number): number {
  let at = from;
  while (at < words.length) {
    const word = words[at];
    if (!word || (at > from && word.apart)) break;
    const [before, after] = [words[at - 1], words[at + 1]];
    const bridged =
      at > from && bridges.has(word.lower) && before && after && isName(before) && isName(after) && !after.apart;
    // "Solo plan cost": what is asked of a name is no part of it.
    if (
      !bridged &&
      (!isContent(word) ||
        (!isName(word) && relationWords.has(word.lower) && words.slice(from, at).some((named) => isName(named))))
    )
      break;
    at += 1;
  }
  return at;
}

function toPhrase(text: string, words: readonly Word[], from: number, to: number): Phrase {
  const inside = words.slice(from, to);
  const [first, last] = [inside[0], inside.at(-1)];
  const [start, end] = [first?.start ?? 0, last?.end ?? 0];
  const kind = inside.some((word) => isCode(word.lower))
    ? 'CODE'
    : inside.some((word) => isName(word))
      ? 'NAME'
      : 'COMMON';
  return {
    text: text.slice(start, end),
    start,
    end,
    words: inside,
    kind,
    before: first?.apart ? '' : precedingWord(words, from),
    names: kind !== 'COMMON' || inside.some((word) => !relationWords.has(word.lower)),
  };
}

const people = new Set(['i', 'you', 'we', 'they', 'he', 'she']);
/** Between one of these and a thing stands a verb: "how to clean the printer", "I want to visit Oslo". */
const infinitives = new Set([
  'how',
  'want',
  'need',
  'like',
  'wish',
  'plan',
  'able',
  'have',
  'try',
  'trying',
  'possible',
  'required',
  'allowed',
]);

/**
 * A phrase without the verb that it begins with and the words around it that name nothing: "printer" of "I clean
 * printer", "estate planning" of "estate planning expensive". Null: nothing is left.
 */
export function coreOf(text: string, phrase: Phrase): Phrase | null {
  const words = wordsOf(text);
  let from = words.findIndex((word) => word.start === phrase.start);
  let to = from + phrase.words.length;
  const isVerb =
    people.has(words[from - 1]?.lower ?? '') ||
    (words[from - 1]?.lower === 'to' && infinitives.has(words[from - 2]?.lower ?? ''));
  const first = words[from];
  if (isVerb && first && !isName(first)) from += 1;
  const empty = (word: Word | undefined) =>
    word !== undefined && !isName(word) && !isCode(word.lower) && relationWords.has(word.lower);
  while (from < to && empty(words[from])) from += 1;
  while (from < to && (empty(words[to - 1]) || /^\p{Ll}+ed$/u.test(words[to - 1]?.text ?? ''))) to -= 1;
  return from < to ? toPhrase(text, words, from, to) : null;
}

/** The word before, over an article: "in" for "in the Pro plan". */
function precedingWord(words: readonly Word[], at: number): string {
  const before = words[at - 1]?.lower ?? '';
  const further = words[at - 2]?.lower ?? '';
  return determiners.has(before) && settings.has(further) ? further : before;
}

/**
 * Letters that decide whether two words are the same: enough to tell them apart, few enough that a plural does not
 * matter.
 */
const stemLength = 5;

export function stemOf(word: string): string {
  const bare = word.toLowerCase().replace(/['’]s$/, '');
  return (bare.length > 3 ? bare.replace(/(?:ies|y)$/, 'i').replace(/(?<!s)s$/, '') : bare).slice(0, stemLength);
}

/** Stems of what the text names. */
export function stemsOf(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !functionWords.has(word.lower))
      .map((word) => stemOf(word.lower)),
  );
}
