import { statement } from '../../db/statement.ts';
import { jobRow } from './jobRow.ts';

/** Jobs with what became of their items: by id, or a page, newest first. Values: workspace, ids or null, limit, created before, id before. */
export const findJobs = statement('knowledge.findJobs', jobRow, `
  select j.job_id, j.label, j.state, j.total, j.timings, j.error, j.created_at, j.started_at, j.finished_at,
    tally.done, tally.created, tally.updated, tally.unchanged, tally.moved, tally.deleted, tally.failed
  from ingest_job j
  cross join lateral (
    select count(*) filter (where i.state <> 'PENDING')::int as done,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(i.results, '$[*] ? (@.status == "CREATED")'))), 0)::int as created,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(i.results, '$[*] ? (@.status == "UPDATED")'))), 0)::int as updated,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(i.results, '$[*] ? (@.status == "UNCHANGED")'))), 0)::int as unchanged,
      count(*) filter (where i.action = 'MOVE' and i.state = 'DONE')::int as moved,
      count(*) filter (where i.action = 'DELETE' and i.state = 'DONE')::int as deleted,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(i.results, '$[*] ? (@.status == "FAILED")'))), 0)::int as failed
    from ingest_item i
    where i.workspace_id = $1 and i.job_id = j.job_id
  ) as tally
  where j.workspace_id = $1 and ($2::uuid[] is null or j.job_id = any ($2))
    and ($4::timestamptz is null or (j.created_at, j.job_id) < ($4, $5::uuid))
  order by j.created_at desc, j.job_id desc
  limit $3
`);
