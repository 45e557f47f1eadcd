import { statement } from '../../db/statement.ts';
import { runRow } from './runRow.ts';

/** One run, if its asker could see no more than the reader can. Values: workspace, run, the reader's access groups or null, whether its own runs alone, its key. */
export const findRun = statement(
  'agent.findRun',
  runRow,
  `
  select run_id, record, access_groups, created_at from run
  where workspace_id = $1 and run_id = $2 and ($3::text[] is null or access_groups <@ $3)
    and (not $4::boolean or asked_by is not distinct from $5::uuid)
`,
);
