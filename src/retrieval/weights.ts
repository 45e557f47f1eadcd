import type { Transaction } from '../db/database.ts';
import type { RetrievalSettings } from './passage.ts';
import type { Preset } from './presets.ts';
import { findFusionWeights } from './sql/findFusionWeights.ts';

export type ArmWeights = Pick<RetrievalSettings, 'vectorWeight' | 'keywordWeight'>;

/** The language of the built-in embedder: it reads others as noise. */
const builtinLanguage = 'en';
/** Beside a keyword weight of .3. In this proportion (.4 to .65 then) it was the best for questions in Spanish, Romanian, German, Turkish and Russian over English documents. */
const foreignVectorWeight = 0.18;

/** Weights that were fitted on the workspace's own questions (`candor calibrate`), or what measured best for the embedder and a language; null: the preset's. */
export async function weightsFor(transaction: Transaction, workspaceId: string, embedder: string, language: string): Promise<Partial<ArmWeights> | null> {
  const [fitted] = await transaction.query(findFusionWeights, [workspaceId, embedder, language]);
  if (fitted) return { vectorWeight: fitted.vector_weight, keywordWeight: fitted.keyword_weight };
  return embedder.startsWith('builtin:') && language !== builtinLanguage ? { vectorWeight: foreignVectorWeight } : null;
}

/** The settings with the weights for a question. Weights that the request itself sets stay, and those of published recipes. */
export function withWeights(settings: RetrievalSettings, preset: Preset, weights: Partial<ArmWeights> | null): RetrievalSettings {
  const given = settings.vectorWeight !== preset.settings.vectorWeight || settings.keywordWeight !== preset.settings.keywordWeight;
  return weights === null || given || preset.keywordArm !== 'BM25' || settings.fusion !== preset.settings.fusion ? settings : { ...settings, ...weights };
}
