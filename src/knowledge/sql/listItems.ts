import { statement } from '../../db/statement.ts';
import { itemRow } from './itemRow.ts';

/** Items of a job in order. Values: workspace, job, ordinal to go on after, limit, state or null, action or null. */
export const listItems = statement('knowledge.listItems', itemRow, `
  select ordinal, name, action, source, reason, state, results, finished_at from ingest_item
  where workspace_id = $1 and job_id = $2 and ordinal > $3 and ($5::text is null or state = $5) and ($6::text is null or action = $6)
  order by ordinal
  limit $4
`);
