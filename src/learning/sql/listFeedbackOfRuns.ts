import { statement } from '../../db/statement.ts';
import { feedbackRow } from './feedbackRow.ts';

/** The judgements of some runs, newest first, as far as the reader may see them. Values: workspace, the reader's access groups or null, run ids. */
export const listFeedbackOfRuns = statement('learning.listFeedbackOfRuns', feedbackRow, `
  select f.feedback_id, f.run_id, r.question, r.outcome, f.verdict, f.document_ids, f.answer, f.comment, f.given_by, f.created_at
  from feedback f join run r on r.workspace_id = $1 and r.run_id = f.run_id
  where f.workspace_id = $1 and f.run_id = any($3::uuid[])
    and ($2::text[] is null or (r.access_groups <@ $2 and f.access_groups <@ $2))
  order by f.created_at desc, f.feedback_id desc
`);
