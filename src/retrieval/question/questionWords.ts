import type { Transaction } from '../../db/database.ts';
import { searchConfigOf, searchText } from '../../knowledge/searchText.ts';
import { completions, knownWords, type WordScope } from './knownWords.ts';
import type { Lookalike, Vocabulary } from './vocabulary.ts';

/**
 * A word of a question by one analysis: how often it stands there, and whether the analysis of the question's own
 * language keeps it.
 */
export interface OwnWord {
  readonly lexeme: string;
  readonly count: number;
  readonly kept: boolean;
}

/** One word of a question, as the keyword arm searches it. */
export interface QuestionWord {
  /** What tells it apart: its lexeme, or the phrase in quotes. */
  readonly lexeme: string;
  /** How often it is asked: a word that is said twice counts twice. */
  readonly count: number;
  /** Words of the vocabulary that stand for it, too. */
  readonly lookalikes: readonly Lookalike[];
}

export interface QuestionWords {
  readonly words: readonly QuestionWord[];
  /** Quoted phrases, each a word more behind `words`. */
  readonly phrases: readonly string[];
}

export interface WordsQuery {
  readonly query: string;
  readonly searchConfig: string;
  /** BCP 47 tags that it may be in, likeliest first. */
  readonly languages: readonly string[];
}

/** A long description has 60 (cisi); the first ones are kept. */
const mostWords = 64;
const mostPhrases = 4;
/** Configurations whose stop words Postgres does not know: short words are left out instead. */
const withoutStopWords: ReadonlySet<string> = new Set([
  'arabic',
  'armenian',
  'basque',
  'catalan',
  'greek',
  'hindi',
  'indonesian',
  'irish',
  'lithuanian',
  'romanian',
  'serbian',
  'tamil',
  'yiddish',
]);

/**
 * The words that a question is searched by: what the documents' analysis makes of it, with its quoted phrases and its
 * beginnings that end in an asterisk.
 * @param own its words by that analysis, in order
 */
export async function questionWords(
  transaction: Transaction,
  scope: WordScope,
  { query, searchConfig, languages }: WordsQuery,
  own: readonly OwnWord[],
  vocabulary: Vocabulary,
): Promise<QuestionWords> {
  const { text, phrases, beginnings } = takeApart(query);
  const ownConfig = searchConfigOf(languages[0] ?? null);
  const asking = languages[0] === 'en' ? askingLexemes(text) : new Set<string>();
  const foreign = ownConfig !== searchConfig && ownConfig !== 'simple';
  const kept = own
    .filter((word) => !foreign || (word.kept && !(withoutStopWords.has(ownConfig) && isShort(word.lexeme))))
    .slice(0, mostWords + asking.size);
  const standing = await knownWords(
    transaction,
    scope,
    kept.map(({ lexeme }) => lexeme),
    vocabulary,
  );
  const words = kept
    .filter(({ lexeme }) => !asking.has(lexeme) || standing(lexeme).known)
    .map(({ lexeme, count }): QuestionWord => ({ lexeme, count, lookalikes: standing(lexeme).lookalikes }));
  const completed = await completions(transaction, scope, beginnings, vocabulary);
  const begun = beginnings.map((beginning): QuestionWord => ({
    lexeme: beginning,
    count: 1,
    lookalikes: completed(beginning),
  }));
  const seen = new Set(words.map((word) => word.lexeme));
  return {
    words: [...words, ...begun.filter((word) => !seen.has(word.lexeme))].slice(0, mostWords),
    phrases: phrases.map((phrase) => searchText(phrase, searchConfig)),
  };
}

function isShort(lexeme: string): boolean {
  return lexeme.length <= 3 && !/\d/.test(lexeme);
}

interface Parts {
  readonly text: string;
  readonly phrases: readonly string[];
  readonly beginnings: readonly string[];
}

/** Phrases of two words or more count as words of their own, and their words by themselves, too. */
export function takeApart(query: string): Parts {
  const phrases = [
    ...query.matchAll(/["\u201C\u201D\u00AB\u00BB]([^"\u201C\u201D\u00AB\u00BB]{3,120})["\u201C\u201D\u00AB\u00BB]/gu),
  ].map((match) => (match[1] ?? '').trim());
  const beginnings = [...query.matchAll(/(?<![\p{L}\p{N}*])([\p{L}\p{N}]{3,40})\*(?![\p{L}\p{N}*])/gu)].map((match) =>
    (match[1] ?? '').toLowerCase(),
  );
  return {
    text: query.replaceAll(/[\p{L}\p{N}]{3,40}\*/gu, ' '),
    phrases: [...new Set(phrases)].filter((phrase) => /\S\s+\S/.test(phrase)).slice(0, mostPhrases),
    beginnings: [...new Set(beginnings)].slice(0, mostPhrases),
  };
}

/** What asks for an amount and is no stop word to Postgres. "What time zone" asks for a zone. */
const asking =
  /\bhow (?<amount>much|many|far|long|often|soon)\b|\b(?:what|which) (?<moment>time)(?! *(?:zone|sheet|slot|limit|frame|window)s?\b)/giu;
const lexemes: ReadonlyMap<string, string> = new Map([['many', 'mani']]);

/**
 * Lexemes of an English question that only ask. Where no document has one, it is no rare word that is missing: "How
 * much does a day ticket cost?" over one document that says it had a confidence of .43. Where documents have it, it
 * tells like every other word: left out always, 4.6 % of golden answers were wrong instead of 2.8 %.
 */
export function askingLexemes(question: string): ReadonlySet<string> {
  return new Set(
    [...question.matchAll(asking)]
      .map(({ groups }) => (groups?.['amount'] ?? groups?.['moment'] ?? '').toLowerCase())
      .map((word) => lexemes.get(word) ?? word),
  );
}
