import type { Database } from '../../db/database.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { readDigests } from '../runDigest.ts';
import type { JudgedRun } from './judgedRun.ts';
import { readFeedbackOf } from './readFeedback.ts';

/** Newest judged runs that are learned from: 25 MB of digests. */
const mostJudged = 5_000;

export interface JudgedFilter {
  /** Only runs from then on. */
  readonly since?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Newest first; a run all of whose judges could see more than the reader is left out. */
export async function readJudgedRuns(database: Database, reader: Reader, { since, signal }: JudgedFilter = {}): Promise<JudgedRun[]> {
  const runs = await readDigests(database, reader, { since, judged: true, limit: mostJudged }, signal);
  const feedback = await readFeedbackOf(database, reader, runs.map(({ id }) => id));
  return runs.map((run, position) => ({ run, feedback: feedback[position] ?? [] })).filter((entry) => entry.feedback.length > 0);
}
