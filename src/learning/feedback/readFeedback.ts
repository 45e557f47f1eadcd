import type { Database } from '../../db/database.ts';
import type { Page } from '../../knowledge/document.ts';
import { type PageRequest, readCursor, toPage } from '../../knowledge/page.ts';
import { groupBy } from '../../stats.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { readDigests, type RunDigest } from '../runDigest.ts';
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

/** Newest judged runs that are learned from: 25 MB of digests. */
const mostJudged = 5_000;

interface JudgedFilter {
  /** Only runs from then on. */
  readonly since?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Newest first; a run all of whose judges could see more than the reader is left out. */
export async function readJudgedRuns(
  database: Database,
  reader: Reader,
  { since, signal }: JudgedFilter = {},
): Promise<JudgedRun[]> {
  const runs = await readDigests(database, reader, { since, judged: true, limit: mostJudged }, signal);
  const feedback = await readFeedbackOf(
    database,
    reader,
    runs.map(({ id }) => id),
  );
  return runs
    .map((run, position) => ({ run, feedback: feedback[position] ?? [] }))
    .filter((entry) => entry.feedback.length > 0);
}

/** A run with what was said of it, newest first; never empty. */
export interface JudgedRun {
  readonly run: RunDigest;
  readonly feedback: readonly Feedback[];
}

/** What most say: whether the outcome was right to be as it is. Undefined where as many say the one as the other. */
export function majority(feedback: readonly Feedback[]): 'RIGHT' | 'NOT_RIGHT' | undefined {
  const right = feedback.filter(({ verdict }) => verdict === 'CORRECT').length;
  const others = feedback.length - right;
  if (right === others) return undefined;
  return right > others ? 'RIGHT' : 'NOT_RIGHT';
}

/** The judgements of the majority, newest first; empty where there is none. */
export function ofMajority(feedback: readonly Feedback[]): readonly Feedback[] {
  const side = majority(feedback);
  return side === undefined ? [] : feedback.filter(({ verdict }) => (verdict === 'CORRECT') === (side === 'RIGHT'));
}
