import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A job whose bytes have all arrived. Values: workspace, job, total. */
export const queueJob = statement('knowledge.queueJob', z.object({ job_id: z.string() }), `
  update ingest_job set state = 'QUEUED', total = $3 where workspace_id = $1 and job_id = $2 and state = 'RECEIVING' returning job_id
`);
