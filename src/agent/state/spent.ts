/** What the chat model has cost so far. */
export interface Spent {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const nothingSpent: Spent = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

export function addSpent(left: Spent, right: Spent): Spent {
  return {
    modelCalls: left.modelCalls + right.modelCalls,
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
  };
}
