import type { Budget } from '../../workspaces/budget.ts';
import { tokensLeft, type Spent } from './budget.ts';

/**
 * What is given up when time or tokens run short, in this order: the reranker, the reading of the passages, and last the model's writing, which leaves
 * whole sentences of the sources. Each of the first two must leave enough for what comes after it; writing is tried with whatever there is.
 */
export type Luxury = 'RERANK' | 'READ';

/** What a chat model usually takes for the steps that come after. */
const keptMillis: Readonly<Record<Luxury, number>> = { RERANK: 4_000, READ: 2_500 };
/** A prompt with ten passages, and the reply. */
const keptTokens = 4_000;
/** Of a small budget, the share that is kept: else a short question would be answered with half of what it was given unused. */
const mostKept = 0.5;

export interface Means {
  readonly millisLeft: number;
  readonly budget: Budget;
  readonly spent: Spent;
  /** Whether a chat model is asked afterwards: else nothing needs to be kept. */
  readonly chat: boolean;
}

/** Why a step is left out; null: there is time and there are tokens for it. @param tokens what it takes of the run's tokens */
export function tooDear(
  luxury: Luxury,
  { millisLeft, budget, spent, chat }: Means,
  tokens: number,
): 'TOKEN_BUDGET' | 'DEADLINE' | null {
  const follows = chat && budget.maxTokens > 0;
  const kept = follows && tokens > 0 ? Math.min(keptTokens, mostKept * budget.maxTokens) : 0;
  if (tokens > 0 && tokens + kept > tokensLeft(budget, spent)) return 'TOKEN_BUDGET';
  return millisLeft <= (follows ? Math.min(keptMillis[luxury], mostKept * budget.maxMillis) : 0) ? 'DEADLINE' : null;
}
