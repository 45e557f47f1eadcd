import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes a job with its items and bytes. Values: workspace, job. */
export const removeJob = statement('knowledge.removeJob', z.object({}), `
  delete from ingest_job where workspace_id = $1 and job_id = $2
`);
