import type { Database } from '../../db/database.ts';
import { type ArmWeights, presets, resolveSettings, weightsFor } from '../presets.ts';
import { findFusionWeights, insertFusionWeights, listFusionWeights, removeFusionWeights } from './fittedWeights.sql.ts';

/** Weights of the fusion that were fitted on questions of one language, with their quality. */
export interface FittedWeights extends ArmWeights {
  /** ISO 639-1, or 'und' for every language without weights of its own. */
  readonly language: string;
  readonly questionCount: number;
  /** Mean nDCG@10 with the weights that were in use before. */
  readonly ndcgBefore: number;
  /** Mean nDCG@10 on questions that were held out of the fit. */
  readonly ndcgAfter: number;
  /** SHA-256 of the questions, in hexadecimal. */
  readonly dataHash: string;
}

export interface StoredWeights extends FittedWeights {
  /** Fingerprint of the embedder that they were fitted with. */
  readonly embedder: string;
  /** False: fitted with an embedder other than the configured one, and therefore not used. */
  readonly usable: boolean;
  readonly fittedAt: Date;
}

/** A workspace and the fingerprint of the embedder that searches it. */
interface WeightsScope {
  readonly database: Database;
  readonly workspaceId: string;
  readonly embedder: string;
}

/** All fitted weights of the workspace, including those of other embedders. */
export async function listWeights({
  database,
  workspaceId,
  embedder,
}: WeightsScope): Promise<readonly StoredWeights[]> {
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listFusionWeights, [workspaceId]),
  );
  return rows.map((row) => ({
    embedder: row.model,
    usable: row.model === embedder,
    language: row.language,
    vectorWeight: row.vector_weight,
    keywordWeight: row.keyword_weight,
    questionCount: row.question_count,
    ndcgBefore: row.ndcg_before,
    ndcgAfter: row.ndcg_after,
    dataHash: row.data_hash,
    fittedAt: row.fitted_at,
  }));
}

/** The arm weights that the default preset uses for questions in a language. */
export async function weightsInUse(
  { database, workspaceId, embedder }: WeightsScope,
  language: string,
): Promise<ArmWeights> {
  const { vectorWeight, keywordWeight } = presets.CANDOR.settings;
  const [fitted] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findFusionWeights, [workspaceId, embedder, language]),
  );
  return {
    vectorWeight,
    keywordWeight,
    ...weightsFor(
      fitted ? { vectorWeight: fitted.vector_weight, keywordWeight: fitted.keyword_weight } : null,
      embedder,
      language,
    ),
  };
}

/**
 * Saves all or none. Replaces weights of the same language and embedder. @throws BAD_INPUT for a weight out of range
 */
export async function saveWeights(
  { database, workspaceId, embedder }: WeightsScope,
  fitted: readonly FittedWeights[],
): Promise<void> {
  for (const { vectorWeight, keywordWeight } of fitted)
    resolveSettings(presets.CANDOR, { vectorWeight, keywordWeight });
  const now = new Date();
  await database.inWorkspace(workspaceId, async (transaction) => {
    for (const { language, vectorWeight, keywordWeight, questionCount, ndcgBefore, ndcgAfter, dataHash } of fitted) {
      await transaction.query(insertFusionWeights, [
        workspaceId,
        embedder,
        language,
        vectorWeight,
        keywordWeight,
        questionCount,
        ndcgBefore,
        ndcgAfter,
        dataHash,
        now,
      ]);
    }
  });
}

/** Returns how many were deleted, including those of other embedders. */
export async function removeWeights({ database, workspaceId }: WeightsScope): Promise<number> {
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(removeFusionWeights, [workspaceId]),
  );
  return rows.length;
}
