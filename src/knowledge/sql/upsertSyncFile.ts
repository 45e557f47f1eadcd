import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A file as it was taken in. Values: workspace, source, path, size, modified, content hash, decision, reason, decided. */
export const upsertSyncFile = statement('knowledge.upsertSyncFile', z.object({}), `
  insert into sync_file (workspace_id, source_id, path, size, modified_at, content_hash, decision, reason, decided_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (workspace_id, source_id, path) do update
  set size = excluded.size, modified_at = excluded.modified_at, content_hash = excluded.content_hash, decision = excluded.decision,
    reason = excluded.reason, decided_at = excluded.decided_at
`);
