import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** One part of an item's bytes. Values: workspace, job, ordinal, part. */
export const readPayload = statement('knowledge.readPayload', z.object({ bytes: z.instanceof(Uint8Array) }), `
  select bytes from ingest_payload where workspace_id = $1 and job_id = $2 and ordinal = $3 and part = $4
`);
