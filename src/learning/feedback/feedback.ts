import { isUnmetCondition } from '../../agent/gate/reflection.ts';
import type { RunOutcome } from '../../agent/runs/runs.ts';
import type { LabelledQuestion } from '../../confidence/calibration/labelled.ts';
import { foundAnything } from '../../confidence/score.ts';
import type { Database } from '../../db/database.ts';
import type { Page } from '../../knowledge/document.ts';
import { type PageRequest, readCursor, toPage } from '../../knowledge/page.ts';
import { groupBy } from '../../stats.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { normalisedQuestion, readDigests, type RunDigest } from '../runDigest.ts';
import { type FeedbackRow, listFeedback, listFeedbackOfRuns } from './feedback.sql.ts';

/** What a person says of an outcome. */
export const feedbackVerdicts = [
  'CORRECT',
  'WRONG',
  'INCOMPLETE',
  'SHOULD_HAVE_ANSWERED',
  'SHOULD_HAVE_REFUSED',
] as const;
export type FeedbackVerdict = (typeof feedbackVerdicts)[number];

export interface FeedbackInput {
  readonly runId: string;
  readonly verdict: FeedbackVerdict;
  /** The documents that hold the right answer. */
  readonly documentIds?: readonly string[] | undefined;
  /** The right answer in the person's words. */
  readonly answer?: string | undefined;
  readonly comment?: string | undefined;
}

/** One judgement of a person about a run. */
export interface Feedback {
  readonly id: string;
  readonly runId: string;
  /** As the run was asked. */
  readonly question: string;
  readonly outcome: RunOutcome;
  readonly verdict: FeedbackVerdict;
  /** Some may be gone since. */
  readonly documentIds: readonly string[];
  readonly answer: string | null;
  readonly comment: string | null;
  /** The API key; null: the keyless local mode and the command line. */
  readonly givenBy: string | null;
  readonly createdAt: Date;
}

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

/** The runs whose signals can be fitted together: other settings and other vectors give other signals. */
interface LabelScope {
  readonly preset: string;
  readonly embedder: string;
}

interface FeedbackLabels {
  readonly labels: readonly LabelledQuestion[];
  /** Judged runs that gave no label, and why. */
  readonly leftOut: {
    readonly tied: number;
    readonly curated: number;
    readonly otherScope: number;
    readonly withoutSignals: number;
  };
}

/** What the workspace's judged runs teach a calibration, as far as the reader may see them. */
export async function labelsFromFeedback(
  database: Database,
  reader: Reader,
  scope: LabelScope,
  signal?: AbortSignal,
): Promise<FeedbackLabels> {
  return toLabels(await readJudgedRuns(database, reader, { signal }), scope);
}

type Labelled = JudgedRun & { readonly run: RunDigest & { readonly signals: NonNullable<RunDigest['signals']> } };

/** Labels in the order of `judged`. Curated answers are left out, since no gate decides on them. */
export function toLabels(judged: readonly JudgedRun[], { preset, embedder }: LabelScope): FeedbackLabels {
  const inScope = judged.filter(({ run }) => run.preset === preset && run.embedder === embedder);
  const gated = inScope.filter(({ run }) => run.mode !== 'CURATED');
  const settled = gated.filter(({ feedback }) => majority(feedback) !== undefined);
  const kept = settled.filter((entry): entry is Labelled => hasSignals(entry.run));
  const families = familiesOf(kept.map(({ run }) => run));
  const labels = kept.map(({ run, feedback }, position): LabelledQuestion => ({
    family: families[position] ?? run.id,
    language: run.language,
    signals: run.signals,
    vetoed: run.reflection !== null && isUnmetCondition(run.reflection.gap),
    right: isRight({ run, feedback }),
  }));
  return {
    labels,
    leftOut: {
      otherScope: judged.length - inScope.length,
      curated: inScope.length - gated.length,
      tied: gated.length - settled.length,
      withoutSignals: settled.length - kept.length,
    },
  };
}

/** Where nothing was found the confidence is 0 by every formula: nothing is to be fitted. */
export function hasSignals({ signals }: RunDigest): boolean {
  return signals !== null && foundAnything(signals);
}

/**
 * Whether the answer was right, or would have been. A refusal that was right would have been a wrong answer. One that
 * was wrong would have been a right answer where its best passage is of a document that a person named; otherwise
 * nobody knows what it would have said, and it counts as wrong.
 */
function isRight({ run, feedback }: JudgedRun): boolean {
  const right = majority(feedback) === 'RIGHT';
  if (run.outcome === 'ANSWER') return right;
  const [best] = run.sources;
  return (
    !right &&
    best !== undefined &&
    ofMajority(feedback).some(({ documentIds }) => documentIds.includes(best.documentId))
  );
}

/**
 * One name for all runs that share a question or their best document, directly or through others: a question that is
 * asked again after the documents changed has another best document, and must not stand on both sides of a split. The
 * name is the first run's question.
 */
function familiesOf(runs: readonly Pick<RunDigest, 'standalone' | 'sources'>[]): string[] {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    const above = parent.get(key) ?? key;
    return above === key ? key : rootOf(above);
  };
  const keysOf = ({ standalone, sources: [best] }: Pick<RunDigest, 'standalone' | 'sources'>) => ({
    question: `q:${normalisedQuestion(standalone)}`,
    document: best && `d:${best.documentId}`,
  });
  for (const run of runs) {
    const { question, document } = keysOf(run);
    if (document !== undefined) parent.set(rootOf(document), rootOf(question));
  }
  return runs.map((run) => rootOf(keysOf(run).question));
}
