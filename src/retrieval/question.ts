import type { Database, Transaction, TransactionOptions } from '../db/database.ts';
import { CandorError } from '../errors.ts';
import { assertSameEmbedder } from '../knowledge/claimEmbedder.ts';
import { primaryLanguage } from '../knowledge/primaryLanguage.ts';
import { defaultSearchConfig } from '../knowledge/searchConfig.ts';
import { searchText } from '../knowledge/searchText.ts';
import type { ArmScope } from './armScope.ts';
import { prepareQuestion } from './prepareQuestion.ts';
import { questionWords, type QuestionWords } from './questionWords.ts';
import { chooseSearchConfig } from './searchConfigs.ts';
import { analyse } from './sql/analyse.ts';
import { countSearchConfigs } from './sql/countSearchConfigs.ts';
import type { ArmWeights } from './weights.ts';

/** 100,000 terms burn 7 s in Postgres' parser and nested input overflows its stack: cut before it sees them. */
export const maxQueryLength = 2_000;

/** Four and more dashes without a word between them: websearch_to_tsquery nests a negation for each, and overflows its stack at some hundred. */
const dashes = /(?:-[^\p{L}\p{N}"-]*){4,}/gu;

/** A query that Postgres takes: bounded, without NUL and lone surrogates. The doors check a person's question; a chat model's own queries come unchecked. */
export function searchable(query: string): string {
  return query.slice(0, maxQueryLength).toWellFormed().replaceAll('\u0000', ' ').replaceAll(dashes, ' ');
}

/** The lexemes of each text, by the analysis of an index: stemmed, without stop words. In the order of `texts`. */
export async function lexemesOf(database: Database, workspaceId: string, texts: readonly string[], searchConfig: string, options: TransactionOptions = {}): Promise<string[][]> {
  if (texts.length === 0) return [];
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(analyse, [texts.map((text) => searchText(text, searchConfig)), searchConfig]), options);
  return rows.map((row) => row.lexemes);
}

export interface AnalysedQuestion {
  /** The text search configuration that it was analysed with. */
  readonly searchConfig: string;
  readonly lexemes: readonly string[];
  readonly words: QuestionWords;
  /** What the arms weigh for its language; null: what the preset says. */
  readonly weights: Partial<ArmWeights> | null;
}

export interface QuestionText {
  readonly query: string;
  /** BCP 47 tags that it may be in, likeliest first. */
  readonly languages: readonly string[];
}

/** The lexemes that a question is searched by, analysed as the documents are. @throws NOT_FOUND, EMBEDDER_MISMATCH: the workspace cannot be searched */
export async function analyseQuestion(scope: ArmScope, { query, languages }: QuestionText, embedder: string): Promise<AnalysedQuestion> {
  const { workspaceId } = scope;
  return scope.database.inWorkspace(workspaceId, async (transaction) => {
    const prepared = await prepareQuestion(transaction, scope, embedder, primaryLanguage(languages[0] ?? 'en'));
    if (!prepared) throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
    if (prepared.embedder !== null) assertSameEmbedder(prepared.embedder, embedder);
    const searchConfig = chooseSearchConfig(prepared.searchConfigs, languages) ?? await mostFrequentConfig(transaction, scope);
    const words = await questionWords(transaction, scope, { query, searchConfig, languages }, prepared.vocabulary);
    return { searchConfig, words, lexemes: words.words.map((word) => word.lexeme), weights: prepared.weights };
  }, scope);
}

async function mostFrequentConfig(transaction: Transaction, { workspaceId, accessGroups }: ArmScope): Promise<string> {
  const [most] = await transaction.query(countSearchConfigs, [workspaceId, accessGroups]);
  return most?.search_config ?? defaultSearchConfig;
}
