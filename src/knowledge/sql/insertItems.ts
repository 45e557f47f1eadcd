import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The items of a job. Values: workspace, job, ordinals, names, actions, sources as JSON, reasons. */
export const insertItems = statement('knowledge.insertItems', z.object({}), `
  insert into ingest_item (workspace_id, job_id, ordinal, name, action, source, reason, state, results)
  select $1, $2, item.ordinal, item.name, item.action, item.source::jsonb, item.reason, 'PENDING', '[]'::jsonb
  from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) as item (ordinal, name, action, source, reason)
`);
