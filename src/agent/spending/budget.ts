import { CandorError } from '../../errors.ts';
import {
  budgetDefaults,
  budgetRanges,
  unsetBudget,
  type Budget,
  type BudgetSettings,
} from '../../workspaces/budget.ts';
import type { BudgetInput } from '../request.ts';

/**
 * The budget of a request: what is left out takes its workspace's default, else its preset's, else everybody's; what exceeds the workspace's
 * ceiling is cut to it, and then to the product's.
 * @throws BAD_INPUT for a number below the range, or one that is not whole
 */
export function resolveBudget(
  input: BudgetInput = {},
  ofPreset: BudgetInput = {},
  { defaults, ceilings }: BudgetSettings = unsetBudget,
): Budget {
  const resolve = (field: keyof Budget) => {
    const value = input[field] ?? defaults[field] ?? ofPreset[field] ?? budgetDefaults[field];
    const { from, to } = budgetRanges[field];
    if (Number.isInteger(value) && value >= from) return Math.min(value, ceilings[field] ?? to, to);
    throw new CandorError('BAD_INPUT', `budget.${field} must be a whole number from ${from} to ${to}.`, {
      details: { field: `budget.${field}`, value },
    });
  };
  return { maxMillis: resolve('maxMillis'), maxRounds: resolve('maxRounds'), maxTokens: resolve('maxTokens') };
}

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

/** Tokens that may still be spent. */
export function tokensLeft(budget: Budget, spent: Spent): number {
  return Math.max(0, budget.maxTokens - spent.inputTokens - spent.outputTokens);
}

/** About four characters of English a token: good enough to refuse a call that cannot fit. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
