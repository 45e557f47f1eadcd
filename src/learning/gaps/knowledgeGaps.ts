import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/id.ts';
import { CandorError } from '../../errors.ts';
import type { Page } from '../../knowledge/document.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import { assertPageSize, type PageRequest } from '../../knowledge/page.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embedder.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { readFeedbackOf } from '../feedback/readFeedback.ts';
import { readDigests } from '../runDigest.ts';
import type { KnowledgeGap } from './gap.ts';
import { groupQuestions } from './groupQuestions.ts';
import { unanswered } from './unanswered.ts';

export interface GapParts {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly log: Log;
}

export interface GapRequest extends PageRequest {
  /** Only runs from then on. */
  readonly since?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Most asked first. */
export interface GapPage extends Page<KnowledgeGap> {
  /** Runs that were looked at, and those of them that were not answered. */
  readonly runCount: number;
  readonly unansweredCount: number;
  readonly totalCount: number;
  /** True when the embedder failed: only questions of the same words are together. */
  readonly degraded: boolean;
}

/** Newest runs that are looked at. */
const looksAt = 1_000;

/** What people ask and the documents do not tell, from the newest runs that the caller may see. Worked out anew for each page. @throws BAD_INPUT, CANCELLED */
export async function knowledgeGaps(
  { database, embedder, log }: GapParts,
  caller: Caller,
  { first, after, since, signal }: GapRequest,
): Promise<GapPage> {
  assertPageSize({ first });
  const place = after === undefined ? undefined : readPlace(after);
  const runs = await readDigests(database, caller, { since, limit: looksAt }, signal);
  const open = unanswered(
    runs,
    await readFeedbackOf(
      database,
      caller,
      runs.map(({ id }) => id),
    ),
  );
  const { gaps, degraded } = await groupQuestions(open, embedder, log, signal);
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

/** Where a page ends. */
type Place = Pick<KnowledgeGap, 'count' | 'lastAskedAt' | 'id'>;

/** What is asked most comes first, then what was asked last. */
function order(left: Place, right: Place): number {
  return (
    right.count - left.count ||
    right.lastAskedAt.getTime() - left.lastAskedAt.getTime() ||
    (left.id < right.id ? -1 : Number(left.id > right.id))
  );
}

const placeOf = ({ count, lastAskedAt, id }: KnowledgeGap): Place => ({ count, lastAskedAt, id });

function writePlace({ count, lastAskedAt, id }: Place): string {
  return Buffer.from(`${count}|${lastAskedAt.toISOString()}|${id}`).toString('base64url');
}

/** @throws BAD_INPUT */
function readPlace(after: string): Place {
  const [count = '', time = '', id = ''] = Buffer.from(after, 'base64url').toString('utf8').split('|');
  const place = { count: Number(count), lastAskedAt: new Date(time), id };
  if (count === '' || !Number.isInteger(place.count) || Number.isNaN(place.lastAskedAt.getTime()) || !isUuid(id))
    throw new CandorError('BAD_INPUT', 'after is not a cursor of this list.', { details: { field: 'after' } });
  return place;
}

/** A run keeps what it read; what is gone or hidden since is not named. A draft is not there for a READER. */
async function withVisibleDocuments(
  database: Database,
  caller: Caller,
  gaps: readonly KnowledgeGap[],
): Promise<KnowledgeGap[]> {
  const ids = [
    ...new Set(gaps.flatMap(({ nearestDocuments }) => nearestDocuments.map(({ documentId }) => documentId))),
  ];
  const found = ids.length === 0 ? [] : await readDocuments(database, caller, ids);
  const visible = new Set(
    found.flatMap((document) =>
      document && (document.state === 'PUBLISHED' || caller.role !== 'READER') ? [document.id] : [],
    ),
  );
  return gaps.map((gap) => ({
    ...gap,
    nearestDocuments: gap.nearestDocuments.filter(({ documentId }) => visible.has(documentId)),
  }));
}
