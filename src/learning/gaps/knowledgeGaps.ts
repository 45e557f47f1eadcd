import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import type { Page } from '../../knowledge/document.ts';
import { assertPageSize, type PageRequest, foreignCursor } from '../../knowledge/page.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { type Feedback, majority, ofMajority, readFeedbackOf } from '../feedback/feedback.ts';
import { readDigests, normalisedQuestion, type RunDigest } from '../runDigest.ts';
import type { KnowledgeGap, GapReason, UnansweredRun } from './gap.ts';
import type { GroupRuns } from './keepGroups.ts';

interface GapParts {
  readonly database: Database;
  readonly group: GroupRuns;
}

export interface GapRequest extends PageRequest {
  /** Only runs from this time on. */
  readonly since?: Date | undefined;
  /** Only gaps with a passage that people chose as the answer (true), or only others (false). */
  readonly chosen?: boolean | undefined;
  /** COUNT: those with the most runs first; LAST_ASKED: those asked last first. Default: COUNT. */
  readonly orderBy?: GapOrder | undefined;
  readonly signal?: AbortSignal | undefined;
}

type GapOrder = 'COUNT' | 'LAST_ASKED';

/** The gap with the most runs comes first. */
export interface GapPage extends Page<KnowledgeGap> {
  /** Runs that were examined, and those among them that were not answered. */
  readonly runCount: number;
  readonly unansweredCount: number;
  readonly totalCount: number;
  /** True if the embedder failed: only questions with the same words are grouped. */
  readonly degraded: boolean;
}

/** The number of newest runs that are examined. */
const looksAt = 1_000;

/**
 * Returns what people ask about and the documents do not cover, from the newest runs that the caller may see. @throws
 * BAD_INPUT, CANCELLED
 */
export async function knowledgeGaps(
  { database, group }: GapParts,
  caller: Caller,
  { first, after, since, chosen, orderBy = 'COUNT', signal }: GapRequest,
): Promise<GapPage> {
  assertPageSize({ first });
  const place = after === undefined ? undefined : readPlace(after);
  const runs = await readDigests(database, caller, { since, limit: looksAt, parts: ['SOURCES', 'VECTOR'] }, signal);
  const open = unanswered(
    runs,
    await readFeedbackOf(
      database,
      caller,
      runs.map(({ id }) => id),
    ),
  );
  const { gaps: all, degraded } = await group(open, signal);
  // What the reader may not see is not chosen for them.
  const gaps =
    chosen === undefined
      ? all
      : (await withVisibleDocuments(database, caller, all)).filter((gap) => chosen === gap.chosen.length > 0);
  const order = orders[orderBy];
  const rest = gaps.toSorted(order).filter((gap) => place === undefined || order(placeOf(gap), place) > 0);
  const nodes = await withVisibleDocuments(database, caller, rest.slice(0, first));
  const cursors = nodes.map((gap) => writePlace(placeOf(gap)));
  return {
    nodes,
    cursors,
    hasNextPage: rest.length > first,
    endCursor: cursors.at(-1) ?? null,
    runCount: runs.length,
    unansweredCount: open.length,
    totalCount: gaps.length,
    degraded,
  };
}

/** The last gap of a page. */
type Place = Pick<KnowledgeGap, 'count' | 'lastAskedAt' | 'id'>;

const byCount = (left: Place, right: Place) => right.count - left.count;
const byTime = (left: Place, right: Place) => right.lastAskedAt.getTime() - left.lastAskedAt.getTime();
const byId = (left: Place, right: Place) => (left.id < right.id ? -1 : Number(left.id > right.id));

/** A cursor has the values of both orders, so that it holds its place in either. */
const orders: Readonly<Record<GapOrder, (left: Place, right: Place) => number>> = {
  COUNT: (left, right) => byCount(left, right) || byTime(left, right) || byId(left, right),
  LAST_ASKED: (left, right) => byTime(left, right) || byCount(left, right) || byId(left, right),
};

const placeOf = ({ count, lastAskedAt, id }: KnowledgeGap): Place => ({ count, lastAskedAt, id });

function writePlace({ count, lastAskedAt, id }: Place): string {
  return Buffer.from(`${count}|${lastAskedAt.toISOString()}|${id}`).toString('base64url');
}

/** @throws BAD_INPUT */
function readPlace(after: string): Place {
  const [count = '', time = '', id = ''] = Buffer.from(after, 'base64url').toString('utf8').split('|');
  const place = { count: Number(count), lastAskedAt: new Date(time), id };
  if (count === '' || !Number.isInteger(place.count) || Number.isNaN(place.lastAskedAt.getTime()) || !isUuid(id))
    throw foreignCursor();
  return place;
}

/** Leaves out documents that are now deleted or hidden: a run still lists what it read. */
async function withVisibleDocuments(
  database: Database,
  caller: Caller,
  gaps: readonly KnowledgeGap[],
): Promise<KnowledgeGap[]> {
  const ids = [
    ...new Set(gaps.flatMap((gap) => [...gap.nearestDocuments, ...gap.chosen].map(({ documentId }) => documentId))),
  ];
  const found = ids.length === 0 ? [] : await readDocuments(database, caller, ids);
  const visible = new Set(found.flatMap((document) => (document ? [document.id] : [])));
  return gaps.map((gap) => ({
    ...gap,
    nearestDocuments: gap.nearestDocuments.filter(({ documentId }) => visible.has(documentId)),
    chosen: gap.chosen.filter(({ documentId }) => visible.has(documentId)),
  }));
}

/** Greetings, and questions that no document could answer, such as a request for a joke. */
const notForDocuments: ReadonlySet<string> = new Set(['SMALL_TALK', 'OUT_OF_SCOPE']);
/** Refusals that are caused by the documents. A spent budget or an unavailable model is not. */
const tellsOfDocuments: ReadonlySet<string> = new Set<GapReason>([
  'WEAK_EVIDENCE',
  'OUT_OF_SCOPE',
  'CONFLICTING_EVIDENCE',
  'STALE_EVIDENCE',
  'VERIFICATION_FAILED',
]);

/**
 * Returns the runs whose questions the documents did not answer, in the order of `runs`. A question has been answered
 * if a later run with the same words was, and nobody objected. A refusal that people call needless is a fault of the
 * search, not a gap, unless they chose the passage that answers: then it can be given as the answer.
 * @param runs newest first; @param feedback of each, in the same order
 */
export function unanswered(runs: readonly RunDigest[], feedback: readonly (readonly Feedback[])[]): UnansweredRun[] {
  const answered = new Set<string>();
  const found: UnansweredRun[] = [];
  for (const [position, run] of runs.entries()) {
    const name = normalisedQuestion(run.standalone);
    const chosen = chosenOf(run, feedback[position] ?? []);
    const reason = chosen.length > 0 ? 'PASSAGE_CHOSEN' : reasonOf(run, feedback[position] ?? []);
    if (run.outcome === 'ANSWER' && reason === undefined) answered.add(name);
    if (reason !== undefined && !answered.has(name)) found.push({ run, reason, chosen });
  }
  return found;
}

/** The passages beside an outcome that most judges say answer instead, once for each who does. */
function chosenOf({ alternatives }: RunDigest, feedback: readonly Feedback[]): UnansweredRun['chosen'] {
  if (majority(feedback) !== 'NOT_RIGHT') return [];
  return ofMajority(feedback).flatMap(({ passageId }) => {
    const place = alternatives.find(({ chunkId }) => chunkId === passageId);
    if (!place) return [];
    const { chunkId, documentId, documentKey, sentence } = place;
    return [{ passageId: chunkId, documentId, documentKey, sentence }];
  });
}

function reasonOf(run: RunDigest, feedback: readonly Feedback[]): GapReason | undefined {
  if (run.kind !== null && notForDocuments.has(run.kind)) return undefined;
  const objected = majority(feedback) === 'NOT_RIGHT';
  if (run.outcome === 'ANSWER') return objected ? objectionTo(feedback) : undefined;
  if (objected) return undefined;
  return run.outcome === 'CLARIFICATION' ? reasonOfQuestionBack(run) : refusalReason(run);
}

/** Returns the reason for an objection to an answer. An answer that is only incomplete is not a gap. */
function objectionTo(feedback: readonly Feedback[]): GapReason | undefined {
  const verdicts = ofMajority(feedback).map(({ verdict }) => verdict);
  if (verdicts.includes('SHOULD_HAVE_REFUSED')) return 'JUDGED_UNANSWERABLE';
  return verdicts.includes('WRONG') ? 'JUDGED_WRONG' : undefined;
}

/**
 * A clarifying question is a gap only if a search found nothing. If it asked what was meant, there were answers to
 * choose from; without a search, the documents were not asked.
 */
function reasonOfQuestionBack({ stopReason, reflection }: RunDigest): GapReason | undefined {
  return stopReason === 'ZERO_HITS' && reflection !== null && reflection.gap !== 'SEVERAL_FACTS'
    ? 'NOTHING_FOUND'
    : undefined;
}

function refusalReason({ reason }: RunDigest): GapReason | undefined {
  return reason !== null && tellsOfDocuments.has(reason) ? (reason as GapReason) : undefined;
}
