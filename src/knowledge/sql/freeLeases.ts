import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Takes jobs from processes that are gone. Values: workspace, the owner that is not. */
export const freeLeases = statement('knowledge.freeLeases', z.object({}), `
  update ingest_job set lease_owner = null, lease_until = null where workspace_id = $1 and state = 'RUNNING' and lease_owner <> $2
`);
