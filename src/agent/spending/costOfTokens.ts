import type { Spent } from './budget.ts';

/** US dollars for a million tokens that the chat model reads and writes. */
export interface ChatPrices {
  readonly input: number;
  readonly output: number;
}

/** US dollars; null where no price is configured. */
export function costOfTokens(
  { inputTokens, outputTokens }: Pick<Spent, 'inputTokens' | 'outputTokens'>,
  prices: ChatPrices | null | undefined,
): number | null {
  return prices ? (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000 : null;
}
