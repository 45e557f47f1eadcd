import { isCandorError } from '../errors.ts';

/** What a call cost, in the chat model's terms. */
export interface ModelUsage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a call that failed has cost, as far as its error tells; one call at least. */
export function usageOfFailure(error: unknown): ModelUsage {
  const details = isCandorError(error) ? error.details : {};
  const count = (field: string, fallback: number) => (typeof details[field] === 'number' ? details[field] : fallback);
  return {
    modelCalls: count('calls', 1),
    inputTokens: count('inputTokens', 0),
    outputTokens: count('outputTokens', 0),
  };
}

/** About four characters of English a token: good enough to refuse a call that cannot fit. */
export const charactersPerToken = 4;

/** Tokens of what a chat model would read, about. */
export function promptTokens(messages: readonly { readonly content: string }[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / charactersPerToken);
}
