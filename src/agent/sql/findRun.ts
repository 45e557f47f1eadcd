import { statement } from '../../db/statement.ts';
import { runRow } from './runRow.ts';

/** One run. Values: workspace, run. */
export const findRun = statement('agent.findRun', runRow, `
  select run_id, record, created_at from run where workspace_id = $1 and run_id = $2
`);
