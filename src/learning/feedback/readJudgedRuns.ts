import type { Database } from '../../db/database.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { readDigests, type RunDigest } from '../runDigest.ts';
import { readFeedbackOf } from './readFeedback.ts';
import type { Feedback } from './feedback.ts';

/** Newest judged runs that are learned from: 25 MB of digests. */
const mostJudged = 5_000;

export interface JudgedFilter {
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
