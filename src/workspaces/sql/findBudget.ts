import { statement } from '../../db/statement.ts';
import { budgetRow } from './budgetRow.ts';

/** What a workspace has set for the budgets of its questions; counts nothing: it runs with each question. Values: workspace. */
export const findBudget = statement('workspaces.findBudget', budgetRow, `
  select default_millis, default_rounds, default_tokens, max_millis, max_rounds, max_tokens from workspace where workspace_id = $1
`);
