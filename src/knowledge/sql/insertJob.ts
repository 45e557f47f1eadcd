import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** An ingest job. Values: workspace, job, label, state, source or null, total, options as JSON, created. */
export const insertJob = statement('knowledge.insertJob', z.object({}), `
  insert into ingest_job (workspace_id, job_id, label, state, source_id, total, options, timings, created_at)
  values ($1, $2, $3, $4, $5, $6, $7::jsonb, 'null'::jsonb, $8)
`);
