import { setImmediate } from 'node:timers/promises';
import { isCandorError, messageOf } from '../../errors.ts';
import { contentStems } from '../../grounding/checks/coverage.ts';
import { namedFacts, type NamedFacts } from '../../grounding/reading/namedFacts.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embedder.ts';
import { groupBy } from '../../stats.ts';
import { normalisedQuestion } from '../runDigest.ts';
import type { KnowledgeGap, UnansweredRun } from './gap.ts';

interface GroupedGaps {
  readonly gaps: readonly KnowledgeGap[];
  /** True when the embedder failed: only questions of the same words are together. */
  readonly degraded: boolean;
}

/** Runs of one question, newest first. */
interface Asked {
  readonly name: string;
  readonly runs: readonly UnansweredRun[];
}

/** Questions that are embedded at a time; a live process has most of them in its cache. */
const atATime = 16;

/** Runs of alike questions together; in no order. @param unanswered newest first; @throws CANCELLED */
export async function groupQuestions(
  unanswered: readonly UnansweredRun[],
  embedder: Embedder,
  log: Log,
  signal?: AbortSignal,
): Promise<GroupedGaps> {
  const byName = groupBy(unanswered, ({ run }) => normalisedQuestion(run.standalone));
  // In the order of the words, so that the same questions always give the same gaps.
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
  const vectors: Float32Array[] = [];
  for (let start = 0; start < asked.length; start += atATime) {
    vectors.push(
      ...(await Promise.all(
        asked
          .slice(start, start + atATime)
          .map((question) => embedder.embedQuery(textOf(question), signal ? { signal } : {})),
      )),
    );
  }
  const similarity = questionSimilarity(
    asked.map((question, position) => ({
      text: textOf(question),
      language: question.runs[0]?.run.language ?? 'und',
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
 * The question that is most like the others, counting each as often as it was asked. Of equal ones the one that was
 * asked most.
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

const textOf = ({ name, runs }: Asked): string => runs[0]?.run.standalone ?? name;

interface ComparedQuestion {
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  /** The embedder's unit vector. */
  readonly vector: Float32Array;
}

/**
 * From here two questions are one gap. On 91 English questions about 30 things, neighbours among them (npx tsx
 * bench/gaps.ts), 86 of 100 pairs put together belong together, and 54 of 100 that do are. Split gaps cost a reader a
 * second look, mixed ones hide what is missing: so the precise end was taken.
 */
const sameGap = 0.36;

/**
 * How alike questions are, 0..1, by position: the geometric mean of their cosine and of the words that they share
 * (Dice's coefficient on stems, the words that few of these questions have counting more). By its best threshold the
 * built-in embedder's cosine alone comes to an F1 of .60 on those pairs and this to .67; in a language that it was not
 * trained on its cosines are all high and tell nothing (.18 on German, this .49); and another embedder's cosines begin
 * elsewhere, which matters less so. Questions that name different things are -Infinity.
 */
export function questionSimilarity(questions: readonly ComparedQuestion[]): (left: number, right: number) => number {
  const facts = questions.map(({ text, language }) => namedFacts(text, language));
  const stems = questions.map(({ text }) => contentStems(text));
  const weightOf = rarity(stems);
  const mass = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0);
  const masses = stems.map((words) => mass(words));
  return (left, right) => {
    const [mine, theirs] = [stems[left] ?? new Set<string>(), stems[right] ?? new Set<string>()];
    const [first, second] = [facts[left], facts[right]];
    if (first && second && namesOther(first, second)) return -Infinity;
    const shared = mass([...mine].filter((word) => theirs.has(word)));
    if (shared === 0) return 0;
    const dice = (2 * shared) / ((masses[left] ?? 0) + (masses[right] ?? 0));
    return Math.sqrt(Math.max(0, dot(questions[left]?.vector, questions[right]?.vector)) * dice);
  };
}

function rarity(texts: readonly ReadonlySet<string>[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + texts.length / (counts.get(word) ?? 1));
}

function dot(left: Float32Array | undefined, right: Float32Array | undefined): number {
  return left?.reduce((sum, value, position) => sum + value * (right?.[position] ?? 0), 0) ?? 0;
}

/**
 * Whether two questions name different things: other codes, be it that one has none, other numbers or dates, or names
 * of which none is the same. By meaning alone E1042 and E1043 are one question (cosine .985 with the built-in
 * embedder); a document about the one leaves the other unanswered.
 */
export function namesOther(left: NamedFacts, right: NamedFacts): boolean {
  const differ = (kind: 'codes' | 'numbers' | 'dates') =>
    lowered(left[kind]).join('|') !== lowered(right[kind]).join('|');
  const others = (['numbers', 'dates'] as const).some((kind) => bothName(left[kind], right[kind]) && differ(kind));
  return (
    differ('codes') ||
    others ||
    (bothName(left.names, right.names) && !lowered(left.names).some((name) => lowered(right.names).includes(name)))
  );
}

const bothName = (left: readonly string[], right: readonly string[]) => left.length > 0 && right.length > 0;
const lowered = (texts: readonly string[]) => texts.map((text) => text.toLowerCase()).sort();

/** Documents of a run that count as near, and of a gap that are told. */
const nearOfRun = 3;
const nearestTold = 5;
const missingTold = 10;
const examplesTold = 5;

/** @param runs of one gap, newest first, not empty; @param question the one that stands for them: one of theirs */
export function describeGap(
  runs: readonly UnansweredRun[],
  question: { readonly id: string; readonly text: string },
): KnowledgeGap {
  const times = runs.map(({ run }) => run.createdAt);
  const missing = runs.flatMap(
    ({ run }) => run.reflection?.requirements.filter(({ coveredBy }) => coveredBy.length === 0) ?? [],
  );
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
      .slice(0, missingTold)
      .map(([{ kind, text }, count]) => ({ kind, text, count })),
    shortfalls: counted(
      runs.flatMap(({ run }) => (run.reflection === null || run.reflection.gap === 'NONE' ? [] : [run.reflection.gap])),
      (gap) => gap,
    ).map(([gap, count]) => ({ gap, count })),
    nearestDocuments: counted(near, ({ documentId }) => documentId)
      .slice(0, nearestTold)
      .map(([{ documentId, documentKey }, count]) => ({ documentId, documentKey, count })),
    exampleRunIds: runs.slice(0, examplesTold).map(({ run }) => run.id),
  };
}

/**
 * The first of each kind with how many there are, the most frequent first; of equally frequent ones that which came
 * first.
 */
function counted<Item>(items: readonly Item[], keyOf: (item: Item) => string): (readonly [Item, number])[] {
  const groups = [...groupBy(items, keyOf).values()];
  return groups
    .flatMap((group) => group.slice(0, 1).map((first) => [first, group.length] as const))
    .sort((left, right) => right[1] - left[1]);
}

/** Rows of similarities between two turns of the event loop: 50 of 1,000 questions take some 20 ms. */
const rowsATurn = 50;

/**
 * Average-linkage clustering: the two clusters whose members are most similar on average become one, as long as that is
 * at least `threshold`. Unlike a leader's clusters these do not depend on which came first; unlike single linkage no
 * chain of in-betweens joins what is not alike. O(n²) calls of `similarity`, once a pair.
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

/** Undefined where there is no other cluster. Of equally similar ones the first. */
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

/** Lance and Williams' update: the mean over all pairs of members; what must stay apart stays so. */
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
