import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Drops an item's bytes. Values: workspace, job, ordinal. */
export const removePayload = statement('knowledge.removePayload', z.object({}), `
  delete from ingest_payload where workspace_id = $1 and job_id = $2 and ordinal = $3
`);
