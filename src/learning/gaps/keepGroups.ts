import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UnansweredRun } from './gap.ts';
import type { GroupedGaps } from './groupQuestions.ts';

export type GroupRuns = (unanswered: readonly UnansweredRun[], signal?: AbortSignal) => Promise<GroupedGaps>;

interface KeptGroups {
  readonly group: GroupRuns;
  /** Clears what is kept about questions that people asked; called when some of them are erased. */
  forget(): void;
}

/** The number of cached lists. A thousand questions take 1 to 2 MB. */
const mostKept = 16;

/**
 * Returns `group` with a cache of its results: the next page of a list, or a second look at it, causes no wait. The key
 * is the list of runs. A run that was asked, judged or hidden since makes another list, so no entry becomes stale, and
 * no reader learns of a run that they may not see. A degraded result is not cached, because the embedder may be back.
 */
export function keepGroups(group: GroupRuns): KeptGroups {
  const kept = new LRUCache<string, GroupedGaps>({ max: mostKept });
  return {
    group: async (unanswered, signal) => {
      const key = nameOf(unanswered);
      const known = kept.get(key) ?? (await group(unanswered, signal));
      if (!known.degraded) kept.set(key, known);
      return known;
    },
    forget: () => kept.clear(),
  };
}

/** Returns a cache key. Runs never change, but the reason why one counts as unanswered may, and what is chosen. */
function nameOf(unanswered: readonly UnansweredRun[]): string {
  const hash = createHash('sha256');
  for (const { run, reason, chosen } of unanswered)
    hash.update(`${[run.id, reason, ...chosen.map(({ passageId }) => passageId)].join(' ')}\n`);
  return hash.digest('base64');
}
