import type { Transaction } from '../../db/database.ts';
import { noteSettings, type WorkspaceSettings } from '../../workspaces/workspaces.ts';
import type { ArmScope } from '../arms/armScope.ts';
import type { OwnWord } from './questionWords.ts';
import { readPreparation as prepare, readHorizon } from './question.sql.ts';
import { mostWords, vocabularyOf, type Vocabulary } from './vocabulary.ts';
import { type ArmWeights, weightsFor } from '../fuse/fittedWeights.ts';

/** What a question is read with. */
export interface Prepared {
  readonly settings: WorkspaceSettings;
  /** The model that the workspace is searched with; null: it has no documents yet. */
  readonly embedder: string | null;
  /** Text search configurations of the documents that the asker can find, by name. */
  readonly searchConfigs: readonly string[];
  readonly weights: Partial<ArmWeights> | null;
  /** As it is now: each reading brings what was added since, in whatever order it was committed. */
  readonly vocabulary: Vocabulary;
  /** The question's words in order, by the configuration that was asked for. */
  readonly words: readonly OwnWord[];
}

export interface Preparing {
  readonly embedder: string;
  /** ISO 639-1. */
  readonly language: string;
  /** What is analysed, and the text search configurations that it probably gets and that its own language has. */
  readonly text: string;
  readonly searchConfig: string;
  readonly ownConfig: string;
}

/** @returns undefined: there is no such workspace */
export async function prepareQuestion(
  transaction: Transaction,
  { database, workspaceId, accessGroups }: Pick<ArmScope, 'database' | 'workspaceId' | 'accessGroups'>,
  { embedder, language, text, searchConfig, ownConfig }: Preparing,
): Promise<Prepared | undefined> {
  const vocabulary = vocabularyOf(database.identity, workspaceId);
  // On Citus the words lie on a node that counts its own transactions: the number comes from the server that gave it to
  // them, and before them, so that what is committed between the two is read again.
  const [before] = database.distributed ? await transaction.query(readHorizon, []) : [];
  const [row] = await transaction.query(prepare, [
    workspaceId,
    accessGroups,
    vocabulary.horizon,
    mostWords,
    embedder,
    language,
    text,
    searchConfig,
    ownConfig,
  ]);
  if (!row) return undefined;
  vocabulary.take(row.lexemes, before?.horizon ?? row.horizon);
  const fitted =
    row.vector_weight === null || row.keyword_weight === null
      ? null
      : { vectorWeight: row.vector_weight, keywordWeight: row.keyword_weight };
  return {
    settings: noteSettings(database, workspaceId, row),
    embedder: row.embedder,
    searchConfigs: row.search_configs,
    weights: weightsFor(fitted, embedder, language),
    vocabulary,
    words: row.own_lexemes.map((lexeme, position) => ({
      lexeme,
      count: row.own_counts[position] ?? 1,
      kept: row.own_kept[position] ?? false,
    })),
  };
}
