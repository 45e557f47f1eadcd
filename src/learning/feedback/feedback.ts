import { isUnmetCondition } from '../../agent/state/reflection.ts';
import type { RunOutcome } from '../../agent/state/run.ts';
import type { LabelledQuestion } from '../../confidence/calibration/labelled.ts';
import { foundAnything } from '../../confidence/score.ts';
import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import type { Page } from '../../knowledge/document.ts';
import { type PageRequest, readCursor, toPage } from '../../knowledge/page.ts';
import { groupBy } from '../../stats.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { normalisedQuestion, readDigests, type RunDigest } from '../runDigest.ts';
import { countFeedback, type FeedbackRow, findFeedback, listFeedback, listFeedbackOfRuns } from './feedback.sql.ts';

/** What a person may say about an outcome. */
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

/** A person's judgement of a run. */
export interface Feedback {
  readonly id: string;
  readonly runId: string;
  /** The question of the run. */
  readonly question: string;
  readonly outcome: RunOutcome;
  readonly verdict: FeedbackVerdict;
  /** Some may no longer exist. */
  readonly documentIds: readonly string[];
  /** The passage of the run that was chosen as the answer; null: none. */
  readonly passageId: string | null;
  readonly answer: string | null;
  readonly comment: string | null;
  /** The API key; null: the keyless local mode and the command line. */
  readonly givenBy: string | null;
  readonly createdAt: Date;
}

/** Returns what was said about each run, newest first, in the order of `runIds`. */
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

/** Returns undefined for a judgement that is not there, or that the reader may not see. */
export async function readFeedback(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  id: string,
): Promise<Feedback | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findFeedback, { workspaceId, accessGroups, id }),
  );
  return row && toFeedback(row);
}

/** Returns the number of judgements on all pages of `pageOfFeedback`. */
export async function countOfFeedback(database: Database, { workspaceId, accessGroups }: Reader): Promise<number> {
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(countFeedback, { workspaceId, accessGroups }),
  );
  return row?.total ?? 0;
}

/** Returns a page of judgements, newest first. @throws BAD_INPUT */
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
    passageId: row.passage_id,
    answer: row.answer,
    comment: row.comment,
    givenBy: row.given_by,
    createdAt: row.created_at,
  };
}

/** The number of newest judged runs to learn from: 25 MB of digests. */
const mostJudged = 5_000;

interface JudgedFilter {
  /** Only runs from this time on. */
  readonly since?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns judged runs, newest first. A run is left out if all of its judges could see more than the reader. */
export async function readJudgedRuns(
  database: Database,
  reader: Reader,
  { since, signal }: JudgedFilter = {},
): Promise<JudgedRun[]> {
  const runs = await readDigests(
    database,
    reader,
    { since, judged: true, limit: mostJudged, parts: ['SIGNALS', 'SOURCES', 'ANSWER'] },
    signal,
  );
  const feedback = await readFeedbackOf(
    database,
    reader,
    runs.map(({ id }) => id),
  );
  return runs
    .map((run, position) => ({ run, feedback: feedback[position] ?? [] }))
    .filter((entry) => entry.feedback.length > 0);
}

/** A run with its judgements, newest first; never empty. */
export interface JudgedRun {
  readonly run: RunDigest;
  readonly feedback: readonly Feedback[];
}

/** Returns what most judges say: whether the outcome was right. Undefined in a tie. */
export function majority(feedback: readonly Feedback[]): 'RIGHT' | 'NOT_RIGHT' | undefined {
  const right = feedback.filter(({ verdict }) => verdict === 'CORRECT').length;
  const others = feedback.length - right;
  if (right === others) return undefined;
  return right > others ? 'RIGHT' : 'NOT_RIGHT';
}

/** Returns the judgements of the majority, newest first; empty if there is none. */
export function ofMajority(feedback: readonly Feedback[]): readonly Feedback[] {
  const side = majority(feedback);
  return side === undefined ? [] : feedback.filter(({ verdict }) => (verdict === 'CORRECT') === (side === 'RIGHT'));
}

/** Identifies the runs whose signals can be fitted together: other settings and other vectors yield other signals. */
interface LabelScope {
  readonly preset: string;
  readonly embedder: string;
}

interface FeedbackLabels {
  readonly labels: readonly LabelledQuestion[];
  /** The numbers of judged runs that yielded no label, by reason. */
  readonly leftOut: {
    readonly tied: number;
    readonly curated: number;
    readonly otherScope: number;
    readonly withoutSignals: number;
  };
}

/** Returns what the workspace's judged runs teach a calibration, as far as the reader may see them. */
export async function labelsFromFeedback(
  database: Database,
  reader: Reader,
  scope: LabelScope,
  signal?: AbortSignal,
): Promise<FeedbackLabels> {
  return toLabels(await readJudgedRuns(database, reader, { signal }), scope);
}

type Labelled = JudgedRun & { readonly run: RunDigest & { readonly signals: NonNullable<RunDigest['signals']> } };

/** Returns labels in the order of `judged`. Curated answers are left out because no gate decides on them. */
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

/** Whether a run has signals to fit. If nothing was found, every formula yields the confidence 0. */
export function hasSignals({ signals }: RunDigest): boolean {
  return signals !== null && foundAnything(signals);
}

/**
 * Whether the answer was right, or would have been. A refusal that was right would have been a wrong answer. A refusal
 * that was wrong would have been a right answer if its likeliest passage is the one that a person chose, or its best
 * passage is from a document that a person named. Otherwise nobody knows what it would have said, and it counts as
 * wrong.
 */
function isRight({ run, feedback }: JudgedRun): boolean {
  const right = majority(feedback) === 'RIGHT';
  if (run.outcome === 'ANSWER') return right;
  const [best, likeliest] = [run.sources[0], run.alternatives[0]];
  const tells = ({ passageId, documentIds }: Feedback) =>
    passageId !== null && likeliest !== undefined
      ? passageId === likeliest.chunkId
      : best !== undefined && documentIds.includes(best.documentId);
  return !right && ofMajority(feedback).some(tells);
}

/**
 * Returns one name for all runs that share a question or their best document, directly or through others. A question
 * that is asked again after the documents changed has another best document, and must not be on both sides of a split.
 * The name is the first run's question.
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
