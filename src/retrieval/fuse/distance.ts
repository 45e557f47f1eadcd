import type { PassageTrace } from '../passage.ts';

/** Cosine distance between the question and a passage's nearest window, 0..2; null when the vector arm gave no score. */
export function distanceOf({ vector }: { readonly vector: Pick<PassageTrace['vector'], 'rawScore'> }): number | null {
  return vector.rawScore === null ? null : 1 - vector.rawScore;
}
