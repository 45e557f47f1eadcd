import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** The columns of a judgement and of the run that it judges. */
const feedbackRow = z.object({
  feedback_id: z.string(),
  run_id: z.string(),
  question: z.string(),
  outcome: z.enum(['ANSWER', 'CLARIFICATION', 'ABSTENTION']),
  verdict: z.enum(['CORRECT', 'WRONG', 'INCOMPLETE', 'SHOULD_HAVE_ANSWERED', 'SHOULD_HAVE_REFUSED']),
  document_ids: z.array(z.string()),
  passage_id: z.string().nullable(),
  answer: z.string().nullable(),
  comment: z.string().nullable(),
  given_by: z.string().nullable(),
  created_at: z.date(),
});

export type FeedbackRow = z.infer<typeof feedbackRow>;

const columns = sql`f.feedback_id, f.run_id, r.question, r.outcome, f.verdict, f.document_ids, f.passage_id, f.answer, f.comment, f.given_by, f.created_at`;

/**
 * Selects a page of judgements, newest first: those whose run the reader may see, and whose judge could see no more
 * than the reader.
 */
export const listFeedback = statement(
  'learning.listFeedback',
  feedbackRow,
  (
    v: Named<{
      accessGroups: readonly string[] | null;
      givenBefore: Date | null;
      idBefore: string | null;
      limit: number;
    }>,
  ) => sql`
  select ${columns}
  from feedback f join run r on r.workspace_id = ${v.workspaceId} and r.run_id = f.run_id
  where f.workspace_id = ${v.workspaceId}
    and (${v.accessGroups}::text[] is null or (r.access_groups <@ ${v.accessGroups} and f.access_groups <@ ${v.accessGroups}))
    and (${v.givenBefore}::timestamptz is null or (f.created_at, f.feedback_id) < (${v.givenBefore}, ${v.idBefore}::uuid))
  order by f.created_at desc, f.feedback_id desc
  limit ${v.limit}
`,
);

/** Selects a judgement, as far as the reader may see it. */
export const findFeedback = statement(
  'learning.findFeedback',
  feedbackRow,
  (v: Named<{ accessGroups: readonly string[] | null; id: string }>) => sql`
  select ${columns}
  from feedback f join run r on r.workspace_id = ${v.workspaceId} and r.run_id = f.run_id
  where f.workspace_id = ${v.workspaceId} and f.feedback_id = ${v.id}::uuid
    and (${v.accessGroups}::text[] is null or (r.access_groups <@ ${v.accessGroups} and f.access_groups <@ ${v.accessGroups}))
`,
);

/** Counts the judgements on all pages. */
export const countFeedback = statement(
  'learning.countFeedback',
  z.object({ total: z.number() }),
  (v: Named<{ accessGroups: readonly string[] | null }>) => sql`
  select count(*)::int as total
  from feedback f join run r on r.workspace_id = ${v.workspaceId} and r.run_id = f.run_id
  where f.workspace_id = ${v.workspaceId}
    and (${v.accessGroups}::text[] is null or (r.access_groups <@ ${v.accessGroups} and f.access_groups <@ ${v.accessGroups}))
`,
);

/** Selects the judgements of some runs, newest first, as far as the reader may see them. */
export const listFeedbackOfRuns = statement(
  'learning.listFeedbackOfRuns',
  feedbackRow,
  (v: Named<{ accessGroups: readonly string[] | null; runIds: readonly string[] }>) => sql`
  select ${columns}
  from feedback f join run r on r.workspace_id = ${v.workspaceId} and r.run_id = f.run_id
  where f.workspace_id = ${v.workspaceId} and f.run_id = any(${v.runIds}::uuid[])
    and (${v.accessGroups}::text[] is null or (r.access_groups <@ ${v.accessGroups} and f.access_groups <@ ${v.accessGroups}))
  order by f.created_at desc, f.feedback_id desc
`,
);

/** Stores what one asker says about a run. A new judgement replaces the earlier one and keeps its id. */
export const upsertFeedback = statement(
  'learning.upsertFeedback',
  z.object({ feedback_id: z.string() }),
  (
    v: Named<{
      id: string;
      runId: string;
      verdict: string;
      documentIds: readonly string[];
      passageId: string | null;
      answer: string | null;
      comment: string | null;
      givenBy: string | null;
      accessGroups: readonly string[] | null;
      now: Date;
    }>,
  ) => sql`
  insert into feedback (workspace_id, feedback_id, run_id, verdict, document_ids, passage_id, answer, comment, given_by, access_groups, created_at)
  values (${v.workspaceId}, ${v.id}, ${v.runId}, ${v.verdict}, ${v.documentIds}, ${v.passageId}::uuid, ${v.answer}, ${v.comment}, ${v.givenBy}, ${v.accessGroups}, ${v.now})
  on conflict (workspace_id, run_id, given_by) do update
  set verdict = excluded.verdict, document_ids = excluded.document_ids, passage_id = excluded.passage_id, answer = excluded.answer, comment = excluded.comment,
      access_groups = excluded.access_groups, created_at = excluded.created_at
  returning feedback_id
`,
);
