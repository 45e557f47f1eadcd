import { statement } from '../../db/statement.ts';
import { feedbackRow } from './feedbackRow.ts';

/** A page of judgements, newest first: those whose run and whose judge's own sight the reader has. Values: workspace, the reader's access groups or null, given before, id before, limit. */
export const listFeedback = statement('learning.listFeedback', feedbackRow, `
  select f.feedback_id, f.run_id, r.question, r.outcome, f.verdict, f.document_ids, f.answer, f.comment, f.given_by, f.created_at
  from feedback f join run r on r.workspace_id = $1 and r.run_id = f.run_id
  where f.workspace_id = $1
    and ($2::text[] is null or (r.access_groups <@ $2 and f.access_groups <@ $2))
    and ($3::timestamptz is null or (f.created_at, f.feedback_id) < ($3, $4::uuid))
  order by f.created_at desc, f.feedback_id desc
  limit $5
`);
