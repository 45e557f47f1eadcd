import { groupBy } from '../../stats/groupBy.ts';
import { isCandorError, messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embedder.ts';
import { normalisedQuestion } from '../runDigest.ts';
import { cluster } from './cluster.ts';
import { describeGap } from './describeGap.ts';
import type { KnowledgeGap, UnansweredRun } from './gap.ts';
import { questionSimilarity, sameGap } from './questionSimilarity.ts';

export interface GroupedGaps {
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

/** The question that is most like the others, counting each as often as it was asked. Of equal ones the one that was asked most. */
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
