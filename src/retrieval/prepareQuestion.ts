import type { Transaction } from '../db/database.ts';
import type { ArmScope } from './armScope.ts';
import { prepareQuestion as prepare } from './sql/prepareQuestion.ts';
import { mostWords, vocabularyOf, type Vocabulary } from './vocabulary.ts';
import { weightsFor, type ArmWeights } from './weights.ts';

/** What a question is read with. */
export interface Prepared {
  /** The model that the workspace is searched with; null: it has no documents yet. */
  readonly embedder: string | null;
  /** Text search configurations of the documents that the asker can find, by name. */
  readonly searchConfigs: readonly string[];
  readonly weights: Partial<ArmWeights> | null;
  /** As it is now: each reading brings what was added since, in whatever order it was committed. */
  readonly vocabulary: Vocabulary;
}

/** @param language ISO 639-1. @returns undefined: there is no such workspace */
export async function prepareQuestion(transaction: Transaction, { database, workspaceId, accessGroups }: Pick<ArmScope, 'database' | 'workspaceId' | 'accessGroups'>, embedder: string, language: string): Promise<Prepared | undefined> {
  const vocabulary = vocabularyOf(database.identity, workspaceId);
  const [row] = await transaction.query(prepare, [workspaceId, accessGroups, vocabulary.horizon, mostWords, embedder, language]);
  if (!row) return undefined;
  vocabulary.take(row.lexemes, row.horizon);
  const fitted = row.vector_weight === null || row.keyword_weight === null ? null : { vectorWeight: row.vector_weight, keywordWeight: row.keyword_weight };
  return { embedder: row.embedder, searchConfigs: row.search_configs, weights: weightsFor(fitted, embedder, language), vocabulary };
}
