import { z } from 'zod';

const limit = z.number().nullable();

/** What a workspace has set for the budgets of its questions, as the statements of this folder select it. */
export const budgetRow = z.object({
  default_millis: limit,
  default_rounds: limit,
  default_tokens: limit,
  max_millis: limit,
  max_rounds: limit,
  max_tokens: limit,
});

export type BudgetRow = z.infer<typeof budgetRow>;
