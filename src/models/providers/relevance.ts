/** 0..1 from a raw logit. */
export function relevanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/**
 * Scores of one list as relevance in 0..1. Servers differ: some send probabilities, some raw logits. One score outside 0..1 tells
 * that all are logits; the whole list is then mapped, since a part of it would change the order.
 */
export function asRelevance(scores: readonly number[]): number[] {
  return scores.every((score) => score >= 0 && score <= 1) ? [...scores] : scores.map(relevanceOf);
}
