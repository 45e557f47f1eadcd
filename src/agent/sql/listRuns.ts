import { statement } from '../../db/statement.ts';
import { runRow } from './runRow.ts';

/** A page of the runs whose askers could see no more than the reader can, newest first. Values: workspace, limit, outcome, tier, conversation, created before, id before, the reader's access groups or null, whether its own runs alone, its key. */
export const listRuns = statement(
  'agent.listRuns',
  runRow,
  `
  select run_id, record, access_groups, created_at from run
  where workspace_id = $1
    and ($3::text is null or outcome = $3)
    and ($4::text is null or tier = $4)
    and ($5::text is null or conversation_id = $5)
    and ($8::text[] is null or access_groups <@ $8)
    and (not $9::boolean or asked_by is not distinct from $10::uuid)
    and ($6::timestamptz is null or (created_at, run_id) < ($6, $7::uuid))
  order by created_at desc, run_id desc
  limit $2
`,
);
