import type { Database } from '../../db/database.ts';
import type { Page } from '../../knowledge/document.ts';
import type { PageRequest } from '../../knowledge/page.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { exportSet, type FeedbackSet } from './exportSet.ts';
import type { Feedback, FeedbackInput } from './feedback.ts';
import { labellingQueue, type LabellingQueue } from './labellingQueue.ts';
import { pageOfFeedback, readFeedbackOf } from './readFeedback.ts';
import { recordFeedback } from './recordFeedback.ts';

/** What people say of runs. Any role may judge, and read of, the runs that it may read. */
export interface FeedbackVerbs {
  /** Replaces what the same key said of the run before. @throws NOT_FOUND for a run or documents that the caller cannot see; BAD_INPUT, also for a verdict that does not fit the outcome */
  record(caller: Caller, input: FeedbackInput): Promise<Feedback>;
  /** Newest first. @throws BAD_INPUT */
  list(caller: Caller, page: PageRequest): Promise<Page<Feedback>>;
  /** What was said of each run, newest first, in the order of `runIds`. */
  ofRuns(caller: Caller, runIds: readonly string[]): Promise<readonly (readonly Feedback[])[]>;
  /** The unjudged runs that would teach most. @throws BAD_INPUT */
  queue(
    caller: Caller,
    first: number,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<LabellingQueue>;
  /** The judged runs and the published documents as an evaluation set. */
  exportSet(caller: Caller, options?: { readonly signal?: AbortSignal | undefined }): Promise<FeedbackSet>;
}

/** @param embedder the fingerprint of the one that is in use */
export function createFeedback(database: Database, embedder: string): FeedbackVerbs {
  return {
    record: (caller, input) => recordFeedback(database, caller, input),
    list: (caller, page) => pageOfFeedback(database, caller, page),
    ofRuns: (caller, runIds) => readFeedbackOf(database, caller, runIds),
    queue: (caller, first, { signal } = {}) => labellingQueue({ database, embedder }, caller, first, signal),
    exportSet: (caller, { signal } = {}) => exportSet(database, caller, signal),
  };
}
