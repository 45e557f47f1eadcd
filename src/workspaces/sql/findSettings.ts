import { statement } from '../../db/statement.ts';
import { budgetRow } from './budgetRow.ts';
import { gateRow } from './gateRow.ts';

/** What a workspace has set for its questions: their budgets and their gate; counts nothing: it runs with each question. Values: workspace. */
export const findSettings = statement('workspaces.findSettings', budgetRow.extend(gateRow.shape), `
  select default_millis, default_rounds, default_tokens, max_millis, max_rounds, max_tokens, gate_caution, gate_from from workspace where workspace_id = $1
`);
