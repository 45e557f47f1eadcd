import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Jobs that are not over and read no files of one machine. Values: workspace. */
export const listUnfinishedJobs = statement('knowledge.listUnfinishedJobs', z.object({ job_id: z.string(), state: z.string() }), `
  select job_id, state from ingest_job where workspace_id = $1 and source_id is null and state in ('RECEIVING', 'QUEUED', 'RUNNING') order by created_at
`);
