import { isOfManyLanguages } from '../models/embedder.ts';

/** What the cosines of an embedder mean. Thresholds on a cosine belong to its weights. */
export interface Cosines {
  /** The weights of the arms for questions in a language; null: those of the preset. */
  readonly weightsFor: (language: string) => { readonly vectorWeight?: number; readonly keywordWeight?: number } | null;
  /** From this on, a curated answer may match by its meaning alone, if a reader confirms it. */
  readonly curatedFrom: number;
  /** Nonsense is farther than this from everything. A distance. */
  readonly nonsenseFrom: number;
  /**
   * Below `unrelated`, the nearest passage is about something else; from `related` on, it is near whatever its words.
   * Between the two, the share of the question's words decides.
   */
  readonly unrelated: number;
  readonly related: number;
}

/**
 * The weight of the vector arm, beside a keyword weight of 1, where the English embedder is asked in another language,
 * which is noise to it. The best value from .1 to 1 for questions in Spanish, German, Russian, Turkish and Romanian over
 * English documents.
 */
const foreignVectorWeight = 0.1;

/**
 * Of all embedders but those below: measured with the English one. Nonsense is at .68 or more from everything, depending
 * on the processor (int8); a paraphrase is nearer.
 */
const usual: Cosines = {
  weightsFor: () => null,
  curatedFrom: 0.35,
  nonsenseFrom: 0.66,
  unrelated: 0.18,
  related: 0.26,
};

const english: Cosines = {
  ...usual,
  weightsFor: (language) => (language === 'en' ? null : { vectorWeight: foreignVectorWeight }),
};

/**
 * Texts of one language lie nearer together: a random passage at .33, and the best one of another subject at .48; in
 * another language than the question at .2 and .36. What is shared letters in another language is a hint at most.
 */
const multilingual: Cosines = {
  weightsFor: () => ({ keywordWeight: 0.2 }),
  curatedFrom: 0.5,
  nonsenseFrom: 0.7,
  unrelated: 0.32,
  related: 0.42,
};

/** @param fingerprint of an embedder */
export function cosinesOf(fingerprint: string): Cosines {
  if (fingerprint.startsWith('builtin:minilm')) return english;
  return isOfManyLanguages(fingerprint) ? multilingual : usual;
}
