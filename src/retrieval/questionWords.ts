import type { Transaction } from '../db/database.ts';
import { searchConfigOf } from '../knowledge/searchConfig.ts';
import { searchText } from '../knowledge/searchText.ts';
import { askingLexemes } from './askingWords.ts';
import { analyseWords } from './sql/analyseWords.ts';
import type { Lookalike, Vocabulary } from './vocabulary.ts';

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
/**
 * From which similarity a word of the vocabulary stands for a word that is known, and for one that is not. Over eight English sets the look-alikes of all
 * words raise BM25F from .717 to .722 and the fused order from .733 to .742; questions in Spanish over English documents rise from .41 to .85.
 */
const leastSimilarity = 0.5;
const leastForUnknown = 0.4;
const mostLookalikes = 8;
/** A known word has itself: two bring as much as eight (.668 each), for half the rows. */
const mostForKnown = 2;
const mostCompletions = 20;
/** The same word written otherwise: accents, another script, or a beginning that was asked for. */
const same = 0.999;

/** Configurations whose stop words Postgres does not know: short words are left out instead. */
const withoutStopWords: ReadonlySet<string> = new Set(['arabic', 'armenian', 'basque', 'catalan', 'greek', 'hindi', 'indonesian', 'irish', 'lithuanian', 'romanian', 'serbian', 'tamil', 'yiddish']);

/** Reads the words of a question: quoted phrases, beginnings that end in an asterisk, and everything else by the documents' analysis. */
export async function questionWords(transaction: Transaction, { query, searchConfig, languages }: WordsQuery, vocabulary: Vocabulary): Promise<QuestionWords> {
  const { text, phrases, beginnings } = takeApart(query);
  const own = searchConfigOf(languages[0] ?? null);
  const rows = await transaction.query(analyseWords, [searchText(text, searchConfig), searchConfig, own]);
  const asking = languages[0] === 'en' ? askingLexemes(text) : new Set<string>();
  const foreign = own !== searchConfig && own !== 'simple';
  const words = rows
    .filter(({ lexeme }) => !asking.has(lexeme) || vocabulary.has(lexeme))
    .filter((row) => !foreign || (row.kept && !(withoutStopWords.has(own) && isShort(row.lexeme))))
    .map((row): QuestionWord => ({ lexeme: row.lexeme, count: row.count, lookalikes: lookalikesOf(row.lexeme, vocabulary) }));
  const begun = beginnings.map((beginning): QuestionWord => ({
    lexeme: beginning, count: 1, lookalikes: vocabulary.beginningWith(beginning, mostCompletions).filter((lexeme) => lexeme !== beginning).map((lexeme) => ({ lexeme, similarity: same })),
  }));
  const seen = new Set(words.map((word) => word.lexeme));
  return { words: [...words, ...begun.filter((word) => !seen.has(word.lexeme))].slice(0, mostWords), phrases: phrases.map((phrase) => searchText(phrase, searchConfig)) };
}

function isShort(lexeme: string): boolean {
  return lexeme.length <= 3 && !/\d/.test(lexeme);
}

/** Codes and numbers are exact: E1042 is not E1043. */
function lookalikesOf(lexeme: string, vocabulary: Vocabulary): Lookalike[] {
  if (/\d/.test(lexeme)) return [];
  const found = vocabulary.has(lexeme) ? vocabulary.similarTo(lexeme, leastSimilarity, mostForKnown) : vocabulary.similarTo(lexeme, leastForUnknown, mostLookalikes);
  return found.map(({ lexeme: other, similarity }) => ({ lexeme: other, similarity: Math.min(same, similarity) }));
}

interface Parts {
  readonly text: string;
  readonly phrases: readonly string[];
  readonly beginnings: readonly string[];
}

/** Phrases of two words or more count as words of their own, and their words by themselves, too. */
export function takeApart(query: string): Parts {
  const phrases = [...query.matchAll(/["\u201C\u201D\u00AB\u00BB]([^"\u201C\u201D\u00AB\u00BB]{3,120})["\u201C\u201D\u00AB\u00BB]/gu)].map((match) => (match[1] ?? '').trim());
  const beginnings = [...query.matchAll(/(?<![\p{L}\p{N}*])([\p{L}\p{N}]{3,40})\*(?![\p{L}\p{N}*])/gu)].map((match) => (match[1] ?? '').toLowerCase());
  return {
    text: query.replaceAll(/[\p{L}\p{N}]{3,40}\*/gu, ' '),
    phrases: [...new Set(phrases)].filter((phrase) => /\S\s+\S/.test(phrase)).slice(0, mostPhrases),
    beginnings: [...new Set(beginnings)].slice(0, mostPhrases),
  };
}
