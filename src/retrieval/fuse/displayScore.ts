import type { Passage } from '../passage.ts';

type Scored = Pick<Passage, 'trace'>;

/**
 * A passage's score as the two-tier recipe shows it, 0..100: the cosine of its best window. A fused rank could not be meant: scaled to its highest,
 * 2 / (k + 1), thirty candidates of one arm lie between 34 and 50, so that a floor of 25 would drop none and a mean of 40 pass all. Null: no vector.
 */
export function displayScore({ trace }: Scored): number | null {
  const similarity = trace.vector.rawScore;
  return similarity === null ? null : 100 * Math.min(1, Math.max(0, similarity));
}

/** The passages that reach the floor. One without a score is kept: it only lacks one when the vector arm failed. */
export function aboveFloor<Item extends Scored>(passages: readonly Item[], floor: number | null): readonly Item[] {
  return floor === null ? passages : passages.filter((passage) => (displayScore(passage) ?? floor) >= floor);
}
