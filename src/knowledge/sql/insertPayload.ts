import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** One part of an item's bytes. Values: workspace, job, ordinal, part, bytes. */
export const insertPayload = statement('knowledge.insertPayload', z.object({}), `
  insert into ingest_payload (workspace_id, job_id, ordinal, part, bytes) values ($1, $2, $3, $4, $5)
`);
