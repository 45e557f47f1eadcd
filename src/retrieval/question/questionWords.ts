import type { Transaction } from '../../db/database.ts';
import { valueForms } from '../../knowledge/values/values.ts';
import { askingWords } from '../../knowledge/language/functionWords.ts';
import { searchConfigOf, searchText, withoutAccents } from '../../knowledge/language/words.ts';
import type { ArmScope } from '../filter.ts';
import { onceFor, type Question } from './question.ts';
import { findKnownWords } from './question.sql.ts';
import type { Lookalike, Vocabulary } from './vocabulary.ts';

/**
 * A word of a question by one analysis: how often it occurs, and whether the analysis of the question's own language
 * keeps it.
 */
export interface OwnWord {
  readonly lexeme: string;
  readonly count: number;
  readonly kept: boolean;
}

/** One word of a question, as the keyword arm searches for it. */
interface QuestionWord {
  /** Its identity: the lexeme, or the quoted phrase. */
  readonly lexeme: string;
  /** How often it occurs in the question: a repeated word counts each time. */
  readonly count: number;
  /** Words of the vocabulary that are also accepted in its place. */
  readonly lookalikes: readonly Lookalike[];
}

export interface QuestionWords {
  readonly words: readonly QuestionWord[];
  /** Quoted phrases. Each counts as one more word, after `words`. */
  readonly phrases: readonly string[];
}

interface WordsQuery {
  readonly query: Question;
  readonly searchConfig: string;
}

/** A long description has 60 words (cisi). Beyond the limit only the first ones are kept. */
const mostWords = 64;
const mostPhrases = 4;
/** Configurations for which Postgres has no stop words. Short words are left out instead. */
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
 * The words that a question is searched by: the result of the documents' analysis, plus its quoted phrases and its word
 * beginnings (those that end in an asterisk).
 * @param own its words by that analysis, in order
 */
export async function questionWords(
  transaction: Transaction,
  scope: WordScope,
  { query, searchConfig }: WordsQuery,
  own: readonly OwnWord[],
  vocabulary: Vocabulary,
): Promise<QuestionWords> {
  const { text, phrases, beginnings } = takeApart(query);
  const { language } = query;
  const ownConfig = searchConfigOf(language);
  const asking = language === 'en' ? askingLexemes(text) : lexemesOfAsking(text, language, own);
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
  const values = valueForms(
    query.values,
    kept.map(({ lexeme }) => lexeme),
  );
  const words = kept
    .filter(({ lexeme }) => !asking.has(lexeme) || standing(lexeme).known)
    .map(({ lexeme, count }): QuestionWord => ({
      lexeme,
      count,
      lookalikes: [
        ...standing(lexeme).lookalikes,
        ...(values.get(lexeme) ?? []).filter((key) => key !== lexeme).map((key) => ({ lexeme: key, similarity: same })),
      ],
    }));
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

/** A phrase of two or more words counts as a word of its own, and its single words count too. */
export const takeApart = onceFor(({ searchable: query }): Parts => {
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
});

/** Words that ask for an amount or a time and are not stop words to Postgres. "What time zone" asks for a zone. */
const asking =
  /\bhow (?<amount>much|many|far|long|often|soon)\b|\b(?:what|which) (?<moment>time)(?! *(?:zone|sheet|slot|limit|frame|window)s?\b)/giu;
const lexemes: ReadonlyMap<string, string> = new Map([['many', 'mani']]);

/**
 * Lexemes of an English question that only ask. If no document contains one, it is not a rare word that is missing:
 * "How much does a day ticket cost?" had a confidence of .43 over one document that gives the answer. If documents
 * contain it, it is as informative as any other word: with these words always left out, 4.6 % of golden answers were
 * wrong instead of 2.8 %.
 */
export function askingLexemes(question: string): ReadonlySet<string> {
  return new Set(
    [...question.matchAll(asking)]
      .map(({ groups }) => (groups?.['amount'] ?? groups?.['moment'] ?? '').toLowerCase())
      .map((word) => lexemes.get(word) ?? word),
  );
}

/** The lexemes of words that only ask in another language, by whatever analysis: a stemmer changes their end alone. */
function lexemesOfAsking(question: string, language: string, own: readonly OwnWord[]): ReadonlySet<string> {
  const words = askingWords(question, language).map((word) => withoutAccents(word));
  const isOf = (lexeme: string) => (word: string) =>
    word === lexeme || (word.startsWith(lexeme) && word.length - lexeme.length <= 2 && lexeme.length > 2);
  return new Set(own.map(({ lexeme }) => lexeme).filter((lexeme) => words.some(isOf(withoutAccents(lexeme)))));
}

/** The scope in which words are looked up: what the asker may read, at the instant that the question is about. */
type WordScope = Pick<ArmScope, 'workspaceId' | 'asOf' | 'accessGroups'>;

/** A word with the similar words in the workspace's vocabulary, most similar first. */
interface Near {
  readonly word: string;
  readonly candidates: readonly Lookalike[];
  /** Whether there may be more candidates. */
  readonly more: boolean;
}

/** What the asker's readable documents have for a word: the word itself, and its similar words. */
interface KnownWord {
  readonly known: boolean;
  readonly lookalikes: readonly Lookalike[];
}

/**
 * The least similarity at which a word of the vocabulary may replace a word that is known, and one that is not. Over
 * eight English sets, similar words of all words raise BM25F from .717 to .722 and the fused order from .733 to .742;
 * questions in Spanish over English documents rise from .41 to .85.
 */
const leastSimilarity = 0.5;
const leastForUnknown = 0.4;
const mostLookalikes = 8;
/** A known word also matches itself. Two similar words bring as much as eight (.668 each), for half the rows. */
const mostForKnown = 2;
const mostCompletions = 20;
/**
 * Limits of candidates, tried in turn: enough for a known word, enough for an unknown one, and all of them if the asker
 * may not read the earlier ones. The last limit bounds the size of the statement, not the vocabulary.
 */
const rounds = [2 * mostForKnown, 3 * mostLookalikes, 5_000];
/** The same word in another spelling: accents, another script, or a completed beginning. */
const same = 0.999;

/**
 * Which words the asker's documents contain, and which similar words they have for each. The vocabulary in memory knows
 * every word of the workspace and proposes candidates; the database reports which ones the asker may read now. When
 * memory alone decided, a hidden document's "debate" took .36 from the confidence of "How much is a ticket?".
 */
async function knownWords(
  transaction: Transaction,
  scope: WordScope,
  words: readonly string[],
  vocabulary: Vocabulary,
): Promise<(word: string) => KnownWord> {
  const choices = await chooseAll(transaction, scope, words, {
    propose: (word, limit) => (hasDigit(word) ? [] : vocabulary.similarTo(word, leastForUnknown, limit)),
    choose: chooseLookalikes,
  });
  return (word) => choices.get(word) ?? { known: false, lookalikes: [] };
}

/** The words of the asker's documents that start with a beginning, shortest first, without the beginning itself. */
async function completions(
  transaction: Transaction,
  scope: WordScope,
  beginnings: readonly string[],
  vocabulary: Vocabulary,
): Promise<(beginning: string) => readonly Lookalike[]> {
  const choices = await chooseAll(transaction, scope, beginnings, {
    propose: (beginning, limit) =>
      vocabulary.beginningWith(beginning, limit).map((lexeme) => ({ lexeme, similarity: same })),
    choose: ({ word, candidates, more }, known) => {
      const lookalikes = candidates
        .filter(({ lexeme }) => lexeme !== word && known.has(lexeme))
        .slice(0, mostCompletions);
      return { known: known.has(word), lookalikes, complete: lookalikes.length === mostCompletions || !more };
    },
  });
  return (beginning) => choices.get(beginning)?.lookalikes ?? [];
}

interface Choice extends KnownWord {
  /** Whether more candidates would not change the choice. */
  readonly complete: boolean;
}

interface Chooser {
  /** Best first. */
  propose(word: string, limit: number): readonly Lookalike[];
  choose(near: Near, known: ReadonlySet<string>): Choice;
}

function chooseLookalikes({ word, candidates, more }: Near, words: ReadonlySet<string>): Choice {
  const known = words.has(word);
  const enough = known ? mostForKnown : mostLookalikes;
  const similar = candidates.filter(({ similarity }) => !known || similarity >= leastSimilarity);
  const lookalikes = similar.filter(({ lexeme }) => words.has(lexeme)).slice(0, enough);
  return {
    known,
    lookalikes: lookalikes.map(({ lexeme, similarity }) => ({ lexeme, similarity: Math.min(same, similarity) })),
    complete: lookalikes.length === enough || !more || similar.length < candidates.length,
  };
}

/**
 * Looks up a few candidates of each word first, and more only for words whose choice is still incomplete. Hidden words
 * thus never take the place of visible ones.
 */
async function chooseAll(
  transaction: Transaction,
  scope: WordScope,
  words: readonly string[],
  { propose, choose }: Chooser,
): Promise<ReadonlyMap<string, KnownWord>> {
  const choices = new Map<string, Choice>();
  const asked = new Set<string>();
  const known = new Set<string>();
  for (const limit of rounds) {
    const near = [...new Set(words)]
      .filter((word) => !choices.get(word)?.complete)
      .map((word) => nearOf(word, propose(word, limit + 1), limit));
    const lexemes = [
      ...new Set(near.flatMap(({ word, candidates }) => [word, ...candidates.map(({ lexeme }) => lexeme)])),
    ].filter((lexeme) => !asked.has(lexeme));
    if (lexemes.length > 0) {
      const rows = await transaction.query(findKnownWords, [
        scope.workspaceId,
        lexemes,
        scope.asOf,
        scope.accessGroups,
      ]);
      for (const { lexeme } of rows) known.add(lexeme);
      for (const lexeme of lexemes) asked.add(lexeme);
    }
    for (const one of near) choices.set(one.word, choose(one, known));
  }
  return choices;
}

function nearOf(word: string, proposed: readonly Lookalike[], limit: number): Near {
  return { word, candidates: proposed.slice(0, limit), more: proposed.length > limit };
}

/** Codes and numbers must match exactly: E1042 is not E1043. */
function hasDigit(word: string): boolean {
  return /\d/.test(word);
}
