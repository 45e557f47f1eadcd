import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** What became of an item. Values: workspace, job, ordinal, state, results as JSON, finished. */
export const endItem = statement('knowledge.endItem', z.object({}), `
  update ingest_item set state = $4, results = $5::jsonb, finished_at = $6
  where workspace_id = $1 and job_id = $2 and ordinal = $3
`);
