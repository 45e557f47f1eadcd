import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Keeps a job and tells how far it is. Values: workspace, job, owner, until, timings as JSON. No row: it was cancelled, or another process took it. */
export const renewLease = statement('knowledge.renewLease', z.object({ state: z.string() }), `
  update ingest_job set lease_until = $4, timings = $5::jsonb
  where workspace_id = $1 and job_id = $2 and lease_owner = $3 and state = 'RUNNING'
  returning state
`);
