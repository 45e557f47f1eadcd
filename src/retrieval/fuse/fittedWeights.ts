import type { Database } from '../../db/database.ts';
import type { RetrievalSettings } from '../passage.ts';
import { type Preset, presets, resolveSettings } from '../presets.ts';
import { findFusionWeights, insertFusionWeights, listFusionWeights, removeFusionWeights } from './fittedWeights.sql.ts';

/** Weights of the fusion that were fitted on questions of one language, with how good they are. */
export interface FittedWeights extends ArmWeights {
  /** ISO 639-1; 'und': every language without weights of its own. */
  readonly language: string;
  readonly questionCount: number;
  /** Mean nDCG@10 with the weights that were in use. */
  readonly ndcgBefore: number;
  /** Mean nDCG@10 on questions that were held out of the fit. */
  readonly ndcgAfter: number;
  /** SHA-256 of the questions, in hexadecimal digits. */
  readonly dataHash: string;
}

export interface StoredWeights extends FittedWeights {
  /** Fingerprint of the model that they were fitted with. */
  readonly embedder: string;
  /** False: fitted with another model than the one that is configured, and not used. */
  readonly usable: boolean;
  readonly fittedAt: Date;
}

/** A workspace and the fingerprint of the model that it is searched with. */
interface WeightsScope {
  readonly database: Database;
  readonly workspaceId: string;
  readonly embedder: string;
}

/** All of the workspace, those of other models included. */
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

/** What the default preset weighs its arms with, for questions of a language. */
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

/** All or none; weights of the same language and model are replaced. @throws BAD_INPUT for a weight out of range */
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

/** How many were forgotten, those of other models included. */
export async function removeWeights({ database, workspaceId }: WeightsScope): Promise<number> {
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(removeFusionWeights, [workspaceId]),
  );
  return rows.length;
}

export type ArmWeights = Pick<RetrievalSettings, 'vectorWeight' | 'keywordWeight'>;

/** The language of the built-in embedder: it reads others as noise. */
const builtinLanguage = 'en';
/**
 * Beside a keyword weight of 1. Of .1 to 1 the best for questions in Spanish, German, Russian, Turkish and Romanian
 * over English documents.
 */
const foreignVectorWeight = 0.1;

/**
 * Weights that were fitted on the workspace's own questions (`candor calibrate`), or what measured best for the
 * embedder and a language; null: the preset's.
 */
export function weightsFor(fitted: ArmWeights | null, embedder: string, language: string): Partial<ArmWeights> | null {
  return (
    fitted ??
    (embedder.startsWith('builtin:') && language !== builtinLanguage ? { vectorWeight: foreignVectorWeight } : null)
  );
}

/**
 * The settings with the weights for a question. Weights that the request itself sets stay, and those of published
 * recipes.
 */
export function withWeights(
  settings: RetrievalSettings,
  preset: Preset,
  weights: Partial<ArmWeights> | null,
): RetrievalSettings {
  const given =
    settings.vectorWeight !== preset.settings.vectorWeight || settings.keywordWeight !== preset.settings.keywordWeight;
  return weights === null || given || preset.keywordArm !== 'BM25' || settings.fusion !== preset.settings.fusion
    ? settings
    : { ...settings, ...weights };
}
