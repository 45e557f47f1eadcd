import type { ModelUsage } from './chat.ts';

export interface RerankOptions {
  /** Deadline and cancellation in one. */
  readonly signal?: AbortSignal | undefined;
  /** Called once for a call that reached a chat model, also when it failed: what it cost. */
  readonly onUsage?: ((usage: ModelUsage) => void) | undefined;
}

/** A model that reads question and passage together. Every implementation passes test/contracts/reranker.ts. */
export interface Reranker {
  /** Recorded with each run, e.g. `cohere:rerank-v3.5`. */
  readonly id: string;
  /**
   * Tokens of the chat model that `score` would spend, about; 0 for a reranker that is none. A caller with a budget
   * asks first.
   */
  tokensFor(question: string, texts: readonly string[]): number;
  /**
   * One relevance in 0..1 a text, in the order of `texts`. No texts: no call.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED; the caller keeps the fused order then.
   */
  score(question: string, texts: readonly string[], options?: RerankOptions): Promise<number[]>;
  /** Frees what the model holds. Safe to call twice. */
  close(): Promise<void>;
}

/** 0..1 from a raw logit. */
export function relevanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/**
 * Scores of one list as relevance in 0..1. Servers differ: some send probabilities, some raw logits. One score outside
 * 0..1 tells that all are logits; the whole list is then mapped, since a part of it would change the order.
 */
export function asRelevance(scores: readonly number[]): number[] {
  return scores.every((score) => score >= 0 && score <= 1) ? [...scores] : scores.map(relevanceOf);
}
