import type { Citation } from '../../grounding/claim.ts';
import type { Document } from '../../knowledge/document.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import type { ChunkPointer } from '../../knowledge/store/chunks.ts';
import { unmetConditions } from '../../retrieval/filter.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { presets } from '../../retrieval/presets.ts';
import type { RetrieveParts } from '../../retrieval/retrieve.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { contextOf } from '../evidence/context.ts';
import {
  belowTopKMessage,
  beyondDistanceMessage,
  contextMessage,
  deadlineMessage,
  draftMessage,
  filteredMessage,
  floorMessage,
  foldedMessage,
  foundTodayMessage,
  ingestedLaterMessage,
  mergedMessage,
  miss,
  type MissExplanation,
  notRetrievedMessage,
  notSearchedMessage,
  notValidMessage,
  qualityMessage,
  rerankedMessage,
  usedMessage,
  versionIngestedLaterMessage,
} from './missExplanation.ts';
import { findStanding, type Standing, readSubject, type MissSubject } from './missStanding.ts';
import { readRun } from '../runs/runs.ts';
import { type Run } from '../state/run.ts';

interface MissRequest {
  readonly runId: string;
  readonly documentId: string;
  readonly signal?: AbortSignal | undefined;
}

/** How many searches of a run are repeated: each costs up to three retrievals. */
const searchesAgain = 5;

/**
 * Explains why a document was not used in a run. Looks at the record first, then at what keeps the document from being
 * searched at all, and then repeats the run's own searches. Undefined for a run or a document that the caller may not
 * see. Another workspace's document, one of other access groups, a deleted one, a draft for a READER and an unknown id
 * all take the same two look-ups and return the same undefined.
 * @throws EMBEDDER_MISMATCH, DATABASE_FAILED, CANCELLED
 */
export async function explainMiss(
  parts: RetrieveParts,
  caller: Caller,
  { runId, documentId, signal }: MissRequest,
): Promise<MissExplanation | undefined> {
  const { database } = parts;
  const run = await readRun(database, caller, runId);
  const document = await visible(parts, caller, documentId);
  if (!run || !document) return undefined;
  const subject = await readSubject(database, caller.workspaceId, document, run);
  const recorded = fromRecord(run, subject);
  if (recorded) return withVisibleKeeper(parts, caller, recorded);
  return (
    beforeSearch(run, subject) ??
    withVisibleKeeper(parts, caller, await fromSearch(parts, caller, run, subject, signal))
  );
}

async function visible({ database }: RetrieveParts, caller: Caller, documentId: string): Promise<Document | undefined> {
  const [document] = await readDocuments(database, caller, [documentId]);
  return document;
}

/** A run keeps what it found, but an explanation does not point to what has been hidden since. */
async function withVisibleKeeper(
  parts: RetrieveParts,
  caller: Caller,
  explanation: MissExplanation,
): Promise<MissExplanation> {
  const { standsFor } = explanation;
  return standsFor === null || (await visible(parts, caller, standsFor.documentId))
    ? explanation
    : { ...explanation, standsFor: null };
}

/** What the record alone shows. */
function fromRecord(run: Run, subject: MissSubject): MissExplanation | undefined {
  const { documentId } = subject;
  const passage = run.passages.find((entry) => entry.documentId === documentId);
  const citation = run.result?.citations.find((entry) => entry.documentId === documentId);
  if (passage || citation) return usedOrCut(run, { documentId, passage, citation });
  const keeper = run.passages.find((entry) => entry.duplicates.some((copy) => copy.documentId === documentId));
  if (keeper) {
    const { chunkId, documentId: keeperId, documentKey, versionId } = keeper;
    return folded(subject, keeper.rank, { chunkId, documentId: keeperId, documentKey, versionId });
  }
  const own = new Set(subject.chunks.map((chunk) => chunk.chunkId));
  const rank = 1 + run.candidates.findIndex((candidate) => own.has(candidate.chunkId));
  return rank > 0 ? notKept(run, subject, rank) : undefined;
}

interface Recorded {
  readonly documentId: string;
  /** Its best passage among those that were judged. */
  readonly passage: Passage | undefined;
  readonly citation: Citation | undefined;
}

function usedOrCut(run: Run, { documentId, passage, citation }: Recorded): MissExplanation {
  const subject = { documentId, versionId: passage?.versionId ?? citation?.versionId ?? null };
  const place = passage ? { rank: passage.rank, kept: run.passages.length } : {};
  if (!citation && passage && beyondContext(run, documentId))
    return miss(subject, 'CUT_BY_BUDGET', contextMessage(passage.rank), place);
  return miss(subject, 'USED', usedMessage(passage?.rank ?? null, citation?.number ?? null), {
    ...place,
    cited: citation !== undefined,
  });
}

/**
 * Whether the answer was made from the passages before it alone: those of the preset's context, or those that a model
 * was shown.
 */
function beyondContext({ result, passages, preset, settings }: Run, documentId: string): boolean {
  if (result?.type !== 'Answer' || result.mode === 'CURATED') return false;
  if (result.mode === 'EXTRACTIVE' && presets[preset].contextCharacters === null) return false;
  return contextOf(passages, presets[preset], settings).every((passage) => passage.documentId !== documentId);
}

function folded(subject: MissSubject, rank: number, standsFor: ChunkPointer): MissExplanation {
  return miss(subject, 'FOLDED', foldedMessage(rank), { rank, standsFor });
}

/**
 * Explains a document that was fused but is not among the passages that were judged. Undefined if its rank does not
 * explain that.
 */
function notKept(run: Run, subject: MissSubject, rank: number): MissExplanation | undefined {
  const kept = run.settings.topK;
  const place = { rank, kept };
  if (rank > kept) return miss(subject, 'BELOW_TOP_K', belowTopKMessage(rank, kept), place);
  if (run.passages.some(({ trace }) => trace.rerank !== null))
    return miss(subject, 'BELOW_TOP_K', rerankedMessage(rank, kept), place);
  return run.queries.length > 1
    ? miss(subject, 'BELOW_TOP_K', mergedMessage(rank, kept, run.queries.length), place)
    : undefined;
}

/** What keeps the document, as it is today, from being searched at all. */
function beforeSearch(run: Run, subject: MissSubject): MissExplanation | undefined {
  const { document, versions, version } = subject;
  if (run.queries.length === 0)
    return run.stopReason === 'DEADLINE'
      ? miss(subject, 'CUT_BY_BUDGET', deadlineMessage)
      : miss(subject, 'NOT_SEARCHED', notSearchedMessage);
  if (document.state === 'DRAFT') return miss(subject, 'NOT_PUBLISHED', draftMessage);
  if (versions.length > 0 && versions.every(({ createdAt }) => createdAt > run.createdAt))
    return miss(subject, 'INGESTED_LATER', ingestedLaterMessage);
  if (!version) return miss(subject, 'NOT_VALID_THEN', notValidMessage(run.asOf, nearestVersion(subject, run.asOf)));
  if (version.createdAt > run.createdAt) return miss(subject, 'INGESTED_LATER', versionIngestedLaterMessage(run.asOf));
  const unmet = unmetConditions(document, run);
  if (unmet.length > 0) return miss(subject, 'FILTERED', filteredMessage(unmet), { unmet });
  return omitted(subject);
}

function nearestVersion({ versions }: MissSubject, asOf: Date) {
  return versions.findLast(({ effectiveFrom }) => effectiveFrom > asOf) ?? versions[0];
}

function omitted(subject: MissSubject): MissExplanation | undefined {
  const chunks = subject.chunks.filter((chunk) => chunk.versionId === subject.versionId);
  if (chunks.some((chunk) => chunk.omittedBy === null)) return undefined;
  const omitReasons = [...new Set(chunks.flatMap((chunk) => chunk.omittedBy ?? []))];
  return miss(subject, 'QUALITY_GATE', qualityMessage(chunks.length, omitReasons), { omitReasons });
}

/** Explains the miss by the search of the run that came nearest to the document. */
async function fromSearch(
  parts: RetrieveParts,
  { workspaceId }: Caller,
  run: Run,
  subject: MissSubject,
  signal: AbortSignal | undefined,
): Promise<MissExplanation> {
  let best: Standing | undefined;
  for (const query of run.queries.slice(0, searchesAgain)) {
    const standing = await findStanding(parts, { workspaceId, run, query, signal }, subject);
    if (!best || nearness(standing) < nearness(best)) best = standing;
  }
  return best ? ofStanding(run, subject, best) : miss(subject, 'NOT_SEARCHED', notSearchedMessage);
}

/** Less is nearer: the place in the fused order; without one, and behind all of these, the best rank in an arm. */
function nearness({ rank, keeper, vector, keyword }: Standing): number {
  const behind = 10_000;
  return rank ?? keeper?.rank ?? behind + Math.min(vector.rank ?? behind, keyword?.rank ?? behind);
}

function ofStanding(
  run: Run,
  subject: MissSubject,
  { query, rank, keeper, vector, keyword, distance, degraded }: Standing,
): MissExplanation {
  const { topK, maxDistance } = run.settings;
  const { scoreFloor } = presets[run.preset];
  const figures = { query, vector, keyword, distance, degraded };
  const place = rank ?? keeper?.rank ?? null;
  if (keeper && rank === null && keeper.rank <= topK)
    return { ...folded(subject, keeper.rank, keeper.passage), query, degraded };
  // A floor is a maximum distance for both arms: a cosine of .25 is a score of 25.
  const floorDistance = scoreFloor === null ? Infinity : 1 - scoreFloor / 100;
  if (place !== null && distance !== null && distance > floorDistance)
    return miss(subject, 'BEYOND_DISTANCE', floorMessage(distance, floorDistance), {
      ...figures,
      rank: place,
      kept: topK,
    });
  if (place !== null)
    return { ...fused(run, subject, place), ...figures, standsFor: keeper && rank === null ? keeper.passage : null };
  const beyond = distance !== null && distance > maxDistance;
  if (beyond && (keyword?.rawScore ?? null) === null)
    return miss(subject, 'BEYOND_DISTANCE', beyondDistanceMessage(distance, maxDistance), figures);
  return miss(subject, 'NOT_RETRIEVED', notRetrievedMessage(vector, keyword, beyond), figures);
}

/**
 * Explains a document that is fused today. If its rank does not explain the miss, something has changed since the run.
 */
function fused(run: Run, subject: MissSubject, rank: number): MissExplanation {
  const kept = run.settings.topK;
  return notKept(run, subject, rank) ?? miss(subject, 'FOUND_TODAY', foundTodayMessage(rank, kept), { rank, kept });
}
