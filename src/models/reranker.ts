import type { ModelUsage } from './chat.ts';

export interface RerankOptions {
  /** Deadline and cancellation in one. */
  readonly signal?: AbortSignal | undefined;
  /** Called once for a call that reached a chat model, even if it failed, with its cost. */
  readonly onUsage?: ((usage: ModelUsage) => void) | undefined;
}

/** A model that reads question and passage together. Every implementation passes test/contracts/reranker.ts. */
export interface Reranker {
  /** Recorded with each run, e.g. `cohere:rerank-v3.5`. */
  readonly id: string;
  /**
   * Approximate number of chat model tokens that `score` would spend; 0 for a reranker without a chat model. A caller
   * with a budget checks this first.
   */
  tokensFor(question: string, texts: readonly string[]): number;
  /**
   * Returns one relevance in 0..1 per text, in the order of `texts`. Without texts, no call is made.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED; the caller then keeps the fused order.
   */
  score(question: string, texts: readonly string[], options?: RerankOptions): Promise<number[]>;
  /** Frees the model's resources. Safe to call twice. */
  close(): Promise<void>;
}

/** Maps a raw logit to 0..1. */
export function relevanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/**
 * The scores of one list as relevance in 0..1. Some servers send probabilities, others raw logits. One score outside
 * 0..1 shows that all are logits. The whole list is then mapped, because mapping only a part would change the order.
 */
export function asRelevance(scores: readonly number[]): number[] {
  return scores.every((score) => score >= 0 && score <= 1) ? [...scores] : scores.map(relevanceOf);
}
