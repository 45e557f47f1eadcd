import { groupBy } from '../../stats/groupBy.ts';
import type { Database } from '../../db/database.ts';
import type { Page } from '../../knowledge/document.ts';
import { readCursor, toPage, type PageRequest } from '../../knowledge/page.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { type FeedbackRow, listFeedback, listFeedbackOfRuns } from './feedback.sql.ts';
import type { Feedback } from './feedback.ts';

/** What was said of each run, newest first, in the order of `runIds`. */
export async function readFeedbackOf(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  runIds: readonly string[],
): Promise<Feedback[][]> {
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listFeedbackOfRuns, { workspaceId, accessGroups, runIds }),
  );
  const byRun = groupBy(
    rows.map((row) => toFeedback(row)),
    ({ runId }) => runId,
  );
  return runIds.map((id) => byRun.get(id) ?? []);
}

/** Newest first. @throws BAD_INPUT */
export async function pageOfFeedback(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  page: PageRequest,
): Promise<Page<Feedback>> {
  const cursor = readCursor(page);
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listFeedback, {
      workspaceId,
      accessGroups,
      givenBefore: cursor?.time ?? null,
      idBefore: cursor?.id ?? null,
      limit: page.first + 1,
    }),
  );
  return toPage(
    rows.map((row) => toFeedback(row)),
    page.first,
    ({ createdAt, id }) => ({ time: createdAt, id }),
  );
}

function toFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.feedback_id,
    runId: row.run_id,
    question: row.question,
    outcome: row.outcome,
    verdict: row.verdict,
    documentIds: row.document_ids,
    answer: row.answer,
    comment: row.comment,
    givenBy: row.given_by,
    createdAt: row.created_at,
  };
}
