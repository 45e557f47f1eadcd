import { statement } from '../../db/statement.ts';
import { budgetRow } from './budgetRow.ts';

/**
 * Sets those columns that are named, and leaves the others. Values: workspace, names of columns, then their new values, null for the product's
 * own: default milliseconds, rounds and tokens, largest milliseconds, rounds and tokens.
 */
export const setBudget = statement(
  'workspaces.setBudget',
  budgetRow,
  `
  update workspace set
    default_millis = case when 'default_millis' = any ($2::text[]) then $3 else default_millis end,
    default_rounds = case when 'default_rounds' = any ($2) then $4 else default_rounds end,
    default_tokens = case when 'default_tokens' = any ($2) then $5 else default_tokens end,
    max_millis = case when 'max_millis' = any ($2) then $6 else max_millis end,
    max_rounds = case when 'max_rounds' = any ($2) then $7 else max_rounds end,
    max_tokens = case when 'max_tokens' = any ($2) then $8 else max_tokens end
  where workspace_id = $1
  returning default_millis, default_rounds, default_tokens, max_millis, max_rounds, max_tokens
`,
);
