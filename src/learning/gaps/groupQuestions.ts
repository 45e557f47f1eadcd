import { setImmediate } from 'node:timers/promises';
import { isCandorError, messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embedder.ts';
import { groupBy } from '../../stats.ts';
import { normalisedQuestion } from '../runDigest.ts';
import type { KnowledgeGap, UnansweredRun } from './gap.ts';
import { questionSimilarity } from './questionSimilarity.ts';

export interface GroupedGaps {
  readonly gaps: readonly KnowledgeGap[];
  /** True if the embedder failed: only questions with the same words are grouped. */
  readonly degraded: boolean;
}

/** Runs of one question, newest first. */
interface Asked {
  readonly name: string;
  readonly runs: readonly UnansweredRun[];
}

/** Questions that are embedded at a time. A running process has most of them in its cache. */
const atATime = 8;

/** Groups the runs of similar questions, in no order. @param unanswered newest first; @throws CANCELLED */
export async function groupQuestions(
  unanswered: readonly UnansweredRun[],
  embedder: Embedder,
  log: Log,
  signal?: AbortSignal,
): Promise<GroupedGaps> {
  const byName = groupBy(unanswered, ({ run }) => normalisedQuestion(run.standalone));
  // In alphabetical order, so that the same questions always yield the same gaps.
  const asked = [...byName]
    .map(([name, runs]) => ({ name, runs }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  try {
    return { gaps: await byLikeness(asked, embedder, signal), degraded: false };
  } catch (error) {
    if (isCandorError(error, 'CANCELLED')) throw error;
    log.warn('knowledge gaps were grouped by equal words alone', { error: messageOf(error) });
    return { gaps: asked.map((question) => gapOf([question], question)), degraded: true };
  }
}

async function byLikeness(
  asked: readonly Asked[],
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<KnowledgeGap[]> {
  const vectors = await vectorsOf(asked, embedder, signal);
  const similarity = questionSimilarity(
    asked.map((question, position) => ({
      text: askedText(question),
      language: question.runs[0]?.run.language ?? 'und',
      missing: missingIn(question.runs.slice(0, 1)).map(({ text }) => text),
      vector: vectors[position] ?? new Float32Array(),
    })),
  );
  const clusters = await cluster(asked.length, sameGap, similarity);
  return clusters.map((positions) => {
    const members = positions.flatMap((position) => asked[position] ?? []);
    return gapOf(members, asked[mostCentral(positions, similarity, asked)]);
  });
}

/**
 * Returns the questions' vectors. It uses those stored with the runs: after a start, the built-in embedder took some
 * seconds for a thousand questions. Others are embedded a few at a time, because each waits for the same signal.
 */
async function vectorsOf(
  asked: readonly Asked[],
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors = asked.map(({ runs }) => keptVector(runs, embedder));
  const missing = asked.flatMap((question, position) => (vectors[position] ? [] : [{ question, position }]));
  for (let start = 0; start < missing.length; start += atATime) {
    const embedded = missing.slice(start, start + atATime).map(async ({ question, position }) => {
      vectors[position] = await embedder.embedQuery(askedText(question), signal ? { signal } : {});
    });
    await Promise.all(embedded);
  }
  return vectors.map((vector) => vector ?? new Float32Array());
}

/**
 * Returns the vector of the newest run, whose words represent the question; other runs may have worded it differently.
 */
function keptVector([newest]: readonly UnansweredRun[], { fingerprint, dimensions }: Embedder) {
  const { embedder, vector } = newest?.run ?? {};
  return embedder === fingerprint && vector?.length === dimensions ? vector : undefined;
}

/**
 * Returns the question that is most similar to all, itself included, each weighted by how often it was asked. Of equal
 * ones the first.
 */
function mostCentral(
  positions: readonly number[],
  similarity: (left: number, right: number) => number,
  asked: readonly Asked[],
): number {
  const timesOf = (position: number) => asked[position]?.runs.length ?? 0;
  const central = positions.map((position) => ({
    position,
    likeness: positions.reduce(
      (sum, other) => sum + timesOf(other) * (other === position ? 1 : similarity(position, other)),
      0,
    ),
  }));
  return central.reduce((best, entry) => (entry.likeness > best.likeness ? entry : best)).position;
}

function gapOf(members: readonly Asked[], representative: Asked | undefined): KnowledgeGap {
  const runs = members
    .flatMap((member) => member.runs)
    .sort((left, right) => right.run.createdAt.getTime() - left.run.createdAt.getTime());
  const { id, standalone } = (representative?.runs[0] ?? runs[0])?.run ?? { id: '', standalone: '' };
  return describeGap(runs, { id, text: standalone });
}

const askedText = ({ name, runs }: Asked): string => runs[0]?.run.standalone ?? name;

/**
 * From this similarity on, two questions are one gap. On 91 English questions about 30 things, some of them closely
 * related, 88 in 100 joined pairs belong together, and 54 in 100 pairs that belong together are joined. Split gaps cost a reader a second look, but mixed ones hide what is missing, so the threshold favours
 * precision.
 */
const sameGap = 0.36;

const missingIn = (runs: readonly UnansweredRun[]) =>
  runs.flatMap(({ run }) => run.reflection?.requirements.filter(({ coveredBy }) => coveredBy.length === 0) ?? []);

/** Documents that count as near for a run, and the most that are reported for a gap. */
const nearOfRun = 3;
const mostNearest = 5;
const mostMissing = 10;
const mostExamples = 5;
const mostChosen = 3;

/** @param runs of one gap, newest first, not empty; @param question the representative one, from these runs */
export function describeGap(
  runs: readonly UnansweredRun[],
  question: { readonly id: string; readonly text: string },
): KnowledgeGap {
  const times = runs.map(({ run }) => run.createdAt);
  const missing = missingIn(runs);
  const near = runs.flatMap(({ run }) => run.sources.slice(0, nearOfRun));
  return {
    id: question.id,
    question: question.text,
    count: runs.length,
    conversationCount: new Set(runs.map(({ run }) => run.conversationId ?? run.id)).size,
    firstAskedAt: times.at(-1) ?? new Date(0),
    lastAskedAt: times[0] ?? new Date(0),
    reasons: counted(runs, ({ reason }) => reason).map(([{ reason }, count]) => ({ reason, count })),
    missing: counted(missing, ({ kind, text }) => `${kind} ${text.toLowerCase()}`)
      .slice(0, mostMissing)
      .map(([{ kind, text }, count]) => ({ kind, text, count })),
    shortfalls: counted(
      runs.flatMap(({ run }) => (run.reflection === null || run.reflection.gap === 'NONE' ? [] : [run.reflection.gap])),
      (gap) => gap,
    ).map(([gap, count]) => ({ gap, count })),
    nearestDocuments: counted(near, ({ documentId }) => documentId)
      .slice(0, mostNearest)
      .map(([{ documentId, documentKey }, count]) => ({ documentId, documentKey, count })),
    chosen: counted(
      runs.flatMap(({ run, chosen }) => chosen.map((passage) => ({ ...passage, runId: run.id }))),
      ({ passageId }) => passageId,
    )
      .slice(0, mostChosen)
      .map(([passage, count]) => ({ ...passage, count })),
    exampleRunIds: runs.slice(0, mostExamples).map(({ run }) => run.id),
  };
}

/**
 * Returns the first of each kind with their number, the most frequent first. Equally frequent kinds keep their order.
 */
function counted<Item>(items: readonly Item[], keyOf: (item: Item) => string): (readonly [Item, number])[] {
  const groups = [...groupBy(items, keyOf).values()];
  return groups
    .flatMap((group) => group.slice(0, 1).map((first) => [first, group.length] as const))
    .sort((left, right) => right[1] - left[1]);
}

/** Rows of similarities between two turns of the event loop: 50 of 1,000 questions take about 20 ms. */
const rowsATurn = 50;

/**
 * Average-linkage clustering: repeatedly joins the two clusters whose members are most similar on average, as long as
 * that is at least `threshold`. Unlike leader clustering, the result does not depend on the order. Unlike single
 * linkage, no chain of intermediates joins dissimilar items. O(n²) calls of `similarity`, one for each pair.
 * @param similarity of two positions; -Infinity: they never share a cluster, however similar the others are
 * @returns the positions of each cluster's members, in order; clusters by their first member
 */
export async function cluster(
  count: number,
  threshold: number,
  similarity: (left: number, right: number) => number,
): Promise<number[][]> {
  const links = await similarities(count, similarity);
  const members: Members = new Map(Array.from({ length: count }, (_, position) => [position, [position]]));
  const nearest = new Map([...members.keys()].map((position) => [position, nearestTo(position, links, members)]));
  for (;;) {
    const [left, right, similar] = closestPair(nearest, links);
    if (right === undefined || similar < threshold) break;
    merge(left, right, links, members);
    nearest.delete(right);
    for (const [position, neighbour] of nearest) {
      if (position === left || neighbour === left || neighbour === right)
        nearest.set(position, nearestTo(position, links, members));
    }
  }
  return [...members.values()]
    .map((positions) => positions.sort((left, right) => left - right))
    .sort((left, right) => (left[0] ?? 0) - (right[0] ?? 0));
}

type Links = readonly Float64Array[];
type Members = Map<number, number[]>;

async function similarities(count: number, similarity: (left: number, right: number) => number): Promise<Links> {
  const links = Array.from({ length: count }, () => new Float64Array(count));
  for (let left = 0; left < count; left += 1) {
    for (let right = 0; right < left; right += 1) set(links, left, right, similarity(left, right));
    if (left % rowsATurn === rowsATurn - 1) await setImmediate();
  }
  return links;
}

function set(links: Links, left: number, right: number, similarity: number): void {
  const [row, column] = [links[left], links[right]];
  if (row) row[right] = similarity;
  if (column) column[left] = similarity;
}

const linkOf = (links: Links, left: number, right: number): number => links[left]?.[right] ?? -Infinity;

/** Returns the nearest cluster, the first of equally similar ones; undefined if there is no other. */
function nearestTo(position: number, links: Links, members: Members): number | undefined {
  let nearest: number | undefined;
  for (const other of members.keys()) {
    if (
      other !== position &&
      (nearest === undefined || linkOf(links, position, other) > linkOf(links, position, nearest))
    )
      nearest = other;
  }
  return nearest;
}

function closestPair(
  nearest: ReadonlyMap<number, number | undefined>,
  links: Links,
): [left: number, right: number | undefined, similarity: number] {
  let closest: [number, number | undefined, number] = [0, undefined, -Infinity];
  for (const [left, right] of nearest) {
    const similarity = right === undefined ? -Infinity : linkOf(links, left, right);
    if (similarity > closest[2]) closest = [left, right, similarity];
  }
  return closest;
}

/** Lance and Williams' update: the mean over all pairs of members. Clusters that must stay apart stay apart. */
function merge(left: number, right: number, links: Links, members: Members): void {
  const [mine, theirs] = [members.get(left) ?? [], members.get(right) ?? []];
  members.delete(right);
  for (const other of members.keys()) {
    if (other === left) continue;
    const mean =
      (mine.length * linkOf(links, left, other) + theirs.length * linkOf(links, right, other)) /
      (mine.length + theirs.length);
    set(links, left, other, mean);
  }
  members.set(left, [...mine, ...theirs]);
}
