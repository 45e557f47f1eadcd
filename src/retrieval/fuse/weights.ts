import type { RetrievalSettings } from '../passage.ts';
import type { Preset } from '../presets.ts';

export type ArmWeights = Pick<RetrievalSettings, 'vectorWeight' | 'keywordWeight'>;

/** The language of the built-in embedder: it reads others as noise. */
const builtinLanguage = 'en';
/** Beside a keyword weight of 1. Of .1 to 1 the best for questions in Spanish, German, Russian, Turkish and Romanian over English documents. */
const foreignVectorWeight = 0.1;

/** Weights that were fitted on the workspace's own questions (`candor calibrate`), or what measured best for the embedder and a language; null: the preset's. */
export function weightsFor(fitted: ArmWeights | null, embedder: string, language: string): Partial<ArmWeights> | null {
  return (
    fitted ??
    (embedder.startsWith('builtin:') && language !== builtinLanguage ? { vectorWeight: foreignVectorWeight } : null)
  );
}

/** The settings with the weights for a question. Weights that the request itself sets stay, and those of published recipes. */
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
