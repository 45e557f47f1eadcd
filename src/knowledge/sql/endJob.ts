import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Ends a job that is not over yet. Values: workspace, job, state, timings as JSON or null to keep them, error as JSON or null, finished. */
export const endJob = statement('knowledge.endJob', z.object({ job_id: z.string() }), `
  update ingest_job set state = $3, timings = coalesce($4::jsonb, timings), error = $5::jsonb, finished_at = $6, lease_owner = null, lease_until = null
  where workspace_id = $1 and job_id = $2 and state in ('RECEIVING', 'QUEUED', 'RUNNING')
  returning job_id
`);
