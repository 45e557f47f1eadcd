import { byScore, scoreOf, type FusedHit } from './fuse.ts';
import type { Fusion, RetrievalSettings } from '../passage.ts';
import type { Preset } from '../presets.ts';
import { isTimeSensitive } from '../question/timeSensitive.ts';

export interface Recency {
  readonly halfLifeDays: number;
  /** What a passage of today gains. */
  readonly weight: number;
}

/** A year: price lists, terms and handbooks are mostly renewed by the year. */
const halfLifeDays = 365;
/**
 * Of the best score that the fusion can give. Five pairs of an old and a new text (prices, notice, hours, release, home
 * office; built-in embedder): where the old one led, it led by .01, .02 and .12 of 1.5, and the best unrelated text lay
 * .34 and more behind: .065 in all settles the near ties alone. Reciprocal ranks lie closer, .02 of the best is one
 * rank in both arms.
 */
const shareOfBest: Readonly<Record<Fusion, number>> = { CONVEX: 0.033, LINEAR: 0.05, RRF: 0.02 };
const dayMillis = 86_400_000;

/**
 * What newness counts for in one search: nothing unless the question is about now, and nothing in the published recipes
 * that know no time.
 */
export function recencyOf(
  question: string,
  languages: readonly string[],
  preset: Preset,
  settings: RetrievalSettings,
): Recency | null {
  return preset.adjusts && isTimeSensitive(question, languages)
    ? { halfLifeDays, weight: shareOfBest[settings.fusion] * bestScore(settings) }
    : null;
}

/** Cosine and normalised keyword score end at 1, a reciprocal rank at 1 / (k + 1). */
function bestScore({ fusion, vectorWeight, keywordWeight, rrfK }: RetrievalSettings): number {
  return (vectorWeight + keywordWeight) / (fusion === 'RRF' ? rrfK + 1 : 1);
}

/**
 * Adds weight x 2^(-age / half-life) to each hit, and orders anew: among passages that are about as good the newer one
 * comes first. The gain is never above the weight, so that no date outweighs a better match. A hit without a date,
 * deleted since, gains nothing; one from after `asOf` is as new as can be.
 */
export function withRecency(
  hits: readonly FusedHit[],
  dateOf: (chunkId: string) => Date | undefined,
  asOf: Date,
  { halfLifeDays: halfLife, weight }: Recency,
): FusedHit[] {
  return hits
    .map((hit): FusedHit => {
      const date = dateOf(hit.chunkId);
      if (!date) return hit;
      const ageDays = Math.max(0, (asOf.getTime() - date.getTime()) / dayMillis);
      const trace = {
        ...hit.trace,
        adjustments: [
          ...hit.trace.adjustments,
          { kind: 'RECENCY' as const, contribution: weight * 2 ** (-ageDays / halfLife) },
        ],
      };
      return { ...hit, trace, score: scoreOf(trace) };
    })
    .sort(byScore);
}
