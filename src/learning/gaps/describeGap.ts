import { groupBy } from '../../stats/groupBy.ts';
import type { KnowledgeGap, UnansweredRun } from './gap.ts';

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

/** The first of each kind with how many there are, the most frequent first; of equally frequent ones that which came first. */
function counted<Item>(items: readonly Item[], keyOf: (item: Item) => string): (readonly [Item, number])[] {
  const groups = [...groupBy(items, keyOf).values()];
  return groups
    .flatMap((group) => group.slice(0, 1).map((first) => [first, group.length] as const))
    .sort((left, right) => right[1] - left[1]);
}
