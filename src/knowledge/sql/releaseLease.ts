import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Gives a job back unfinished. Values: workspace, job, owner. */
export const releaseLease = statement('knowledge.releaseLease', z.object({}), `
  update ingest_job set state = 'QUEUED', lease_owner = null, lease_until = null
  where workspace_id = $1 and job_id = $2 and lease_owner = $3 and state = 'RUNNING'
`);
