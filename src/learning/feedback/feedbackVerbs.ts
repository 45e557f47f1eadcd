import type { Run } from '../../agent/state/run.ts';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import type { Page } from '../../knowledge/document.ts';
import type { PageRequest } from '../../knowledge/page.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { exportSet, type FeedbackSet } from './exportSet.ts';
import { upsertFeedback } from './feedback.sql.ts';
import { type ChoiceInput, requirePlace, requireRun } from './choice.ts';
import {
  countOfFeedback,
  type Feedback,
  type FeedbackInput,
  type FeedbackVerdict,
  pageOfFeedback,
  readFeedback,
  readFeedbackOf,
} from './feedback.ts';
import { labellingQueue, type LabellingQueue } from './labellingQueue.ts';

/** What people say about runs. Any role may judge the runs that it may read, and read their judgements. */
export interface FeedbackVerbs {
  /**
   * Replaces what the same key said about the run before. @throws NOT_FOUND for a run or documents that the caller
   * cannot see; BAD_INPUT, also for a verdict that does not fit the outcome
   */
  record(caller: Caller, input: FeedbackInput): Promise<Feedback>;
  /**
   * Records that the answer of a run, or a passage that it showed, answers the question. Replaces what the same key said
   * about the run; choosing the same again changes nothing. @throws NOT_FOUND for a run, or a passage of it, that the
   * caller cannot see; BAD_INPUT where there is no answer to choose
   */
  choose(caller: Caller, input: ChoiceInput): Promise<Feedback>;
  /** Undefined for a judgement that is not there, or that the caller may not see. */
  find(caller: Caller, id: string): Promise<Feedback | undefined>;
  /** How many `list` has on all pages. */
  count(caller: Caller): Promise<number>;
  /** Newest first. @throws BAD_INPUT */
  list(caller: Caller, page: PageRequest): Promise<Page<Feedback>>;
  /** Returns what was said about each run, newest first, in the order of `runIds`. */
  ofRuns(caller: Caller, runIds: readonly string[]): Promise<readonly (readonly Feedback[])[]>;
  /** Returns the unjudged runs whose judgement would teach most. @throws BAD_INPUT */
  queue(
    caller: Caller,
    first: number,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<LabellingQueue>;
  /** Returns the judged runs and the published documents as an evaluation set. */
  exportSet(caller: Caller, options?: { readonly signal?: AbortSignal | undefined }): Promise<FeedbackSet>;
}

/** @param embedderOf the fingerprint of a workspace's embedder */
export function createFeedback(
  database: Database,
  embedderOf: (workspaceId: string) => Promise<string>,
): FeedbackVerbs {
  return {
    record: (caller, input) => recordFeedback(database, caller, input),
    choose: (caller, input) => chooseAnswer(database, caller, input),
    find: (caller, id) => readFeedback(database, caller, id),
    count: (caller) => countOfFeedback(database, caller),
    list: (caller, page) => pageOfFeedback(database, caller, page),
    ofRuns: (caller, runIds) => readFeedbackOf(database, caller, runIds),
    queue: async (caller, first, { signal } = {}) =>
      labellingQueue({ database, embedder: await embedderOf(caller.workspaceId) }, caller, first, signal),
    exportSet: (caller, { signal } = {}) => exportSet(database, caller, signal),
  };
}

const maxDocuments = 20;
const maxAnswer = 4_000;
const maxComment = 2_000;

/**
 * Stores what a person says about a run that they may read. A new judgement by the same key replaces the earlier one.
 * @throws NOT_FOUND for a run or documents that the caller cannot see; BAD_INPUT for a verdict that does not fit the
 * outcome, and for texts that are too long
 */
export async function recordFeedback(database: Database, caller: Caller, input: FeedbackInput): Promise<Feedback> {
  const [answer, comment] = [
    checkText('answer', input.answer, maxAnswer),
    checkText('comment', input.comment, maxComment),
  ];
  const run = await requireRun(database, caller, input.runId);
  checkVerdict(run, input.verdict);
  const documentIds = await checkDocuments(database, caller, input.documentIds ?? []);
  return store(database, caller, {
    runId: run.id,
    verdict: input.verdict,
    documentIds,
    passageId: null,
    answer,
    comment,
  });
}

/** See `FeedbackVerbs.choose`. Beside an answer, an alternative says that the answer is wrong. */
async function chooseAnswer(database: Database, caller: Caller, { runId, passageId }: ChoiceInput): Promise<Feedback> {
  const run = await requireRun(database, caller, runId);
  const place = await requirePlace(database, caller, run, passageId);
  const verdict = run.outcome !== 'ANSWER' ? 'SHOULD_HAVE_ANSWERED' : place?.isAlternative ? 'WRONG' : 'CORRECT';
  const [given = []] = await readFeedbackOf(database, caller, [run.id]);
  const before = given.find(({ givenBy }) => givenBy === caller.keyId);
  if (before?.verdict === verdict && before.passageId === (place?.passageId ?? null)) return before;
  return store(database, caller, {
    runId: run.id,
    verdict,
    documentIds: place ? [place.documentId] : [],
    passageId: place?.passageId ?? null,
    answer: null,
    comment: null,
  });
}

type Judgement = Pick<Feedback, 'runId' | 'verdict' | 'documentIds' | 'passageId' | 'answer' | 'comment'>;

/** @throws NOT_FOUND if the run is deleted meanwhile */
async function store(database: Database, caller: Caller, judgement: Judgement): Promise<Feedback> {
  const { workspaceId, accessGroups, keyId } = caller;
  const values = { ...judgement, workspaceId, id: newId(), givenBy: keyId, accessGroups, now: new Date() };
  const [row] = await database.inWorkspace(workspaceId, (transaction) => transaction.query(upsertFeedback, values));
  const [given = []] = await readFeedbackOf(database, caller, [judgement.runId]);
  const kept = given.find(({ id }) => id === row?.feedback_id);
  if (!kept)
    throw new CandorError('NOT_FOUND', `The run ${judgement.runId} was deleted meanwhile.`, {
      details: { run: judgement.runId },
    });
  return kept;
}

const fitting: Readonly<Record<'answered' | 'refused', readonly FeedbackVerdict[]>> = {
  answered: ['CORRECT', 'WRONG', 'INCOMPLETE', 'SHOULD_HAVE_REFUSED'],
  refused: ['CORRECT', 'SHOULD_HAVE_ANSWERED'],
};

function checkVerdict({ id, outcome }: Run, verdict: FeedbackVerdict): void {
  const details = { field: 'verdict', run: id, outcome, verdict };
  if (outcome === null)
    throw new CandorError('BAD_INPUT', 'This run ended by a fault: there is no outcome to judge.', {
      details,
      remedy: 'Ask the question again and judge that run.',
    });
  const allowed = fitting[outcome === 'ANSWER' ? 'answered' : 'refused'];
  if (allowed.includes(verdict)) return;
  const what = outcome === 'ANSWER' ? 'an answer' : 'a run that gave no answer';
  throw new CandorError('BAD_INPUT', `${verdict} does not fit ${what}.`, {
    details,
    remedy: `Of ${what} say ${allowed.join(', ')}.`,
  });
}

/** Returns distinct ids. */
async function checkDocuments(database: Database, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const distinct = [...new Set(ids)];
  if (distinct.length > maxDocuments)
    throw new CandorError('BAD_INPUT', `documentIds takes at most ${maxDocuments} documents.`, {
      details: { field: 'documentIds' },
    });
  const found = distinct.length === 0 ? [] : await readDocuments(database, caller, distinct);
  const unknown = distinct.filter((_id, position) => !found[position]);
  if (unknown.length > 0)
    throw new CandorError('NOT_FOUND', `This workspace has no documents ${unknown.join(', ')}.`, {
      details: { field: 'documentIds', documents: unknown },
    });
  return distinct;
}

/** Returns null for a blank text. */
function checkText(field: 'answer' | 'comment', text: string | undefined, longest: number): string | null {
  const kept = text?.trim() ?? '';
  if (kept.length > longest)
    throw new CandorError('BAD_INPUT', `${field} has at most ${longest.toLocaleString('en')} characters.`, {
      details: { field, length: kept.length },
    });
  if (!kept.isWellFormed() || kept.includes('\u0000'))
    throw new CandorError('BAD_INPUT', `${field} holds characters that no text has.`, { details: { field } });
  return kept === '' ? null : kept;
}
