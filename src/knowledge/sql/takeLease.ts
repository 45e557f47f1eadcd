import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Takes a job that is not over and that nobody works on. Values: workspace, job, owner, now, until. No row: it is over, or somebody has it. */
export const takeLease = statement('knowledge.takeLease', z.object({ source_id: z.string().nullable(), options: z.record(z.string(), z.unknown()) }), `
  update ingest_job set state = 'RUNNING', started_at = coalesce(started_at, $4), lease_owner = $3, lease_until = $5
  where workspace_id = $1 and job_id = $2 and state in ('QUEUED', 'RUNNING') and (lease_owner is null or lease_owner = $3 or lease_until < $4)
  returning source_id, options
`);
