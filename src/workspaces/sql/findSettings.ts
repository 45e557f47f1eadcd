import { statement } from '../../db/statement.ts';
import { settingsRow } from './settingsRow.ts';

/** What a workspace has set for its questions: their budgets and their gate; and the epoch of what is kept of it. Counts nothing: it runs with each question. Values: workspace. */
export const findSettings = statement(
  'workspaces.findSettings',
  settingsRow,
  `
  select default_millis, default_rounds, default_tokens, max_millis, max_rounds, max_tokens, gate_caution, gate_from, facts_epoch
  from workspace where workspace_id = $1
`,
);
