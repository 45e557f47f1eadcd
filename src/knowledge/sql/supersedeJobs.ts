import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Ends what was left of earlier jobs of a source: the new plan holds it all. Those somebody works on stay; $4 names the only process there can be, on the embedded database. Values: workspace, source, now, owner or null. */
export const supersedeJobs = statement('knowledge.supersedeJobs', z.object({}), `
  update ingest_job set state = 'CANCELLED', finished_at = $3, lease_owner = null, lease_until = null
  where workspace_id = $1 and source_id = $2 and state in ('QUEUED', 'RUNNING') and (lease_until is null or lease_until < $3 or lease_owner <> $4)
`);
