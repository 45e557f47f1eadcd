import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * What one asker says of a run; said again it replaces what was said before, and keeps its id.
 * Values: workspace, id, run, verdict, document ids, answer, comment, the judging key or null, its access groups or null, now.
 */
export const upsertFeedback = statement('learning.upsertFeedback', z.object({ feedback_id: z.string() }), `
  insert into feedback (workspace_id, feedback_id, run_id, verdict, document_ids, answer, comment, given_by, access_groups, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (workspace_id, run_id, given_by) do update
  set verdict = excluded.verdict, document_ids = excluded.document_ids, answer = excluded.answer, comment = excluded.comment,
      access_groups = excluded.access_groups, created_at = excluded.created_at
  returning feedback_id
`);
