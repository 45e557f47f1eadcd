import { createHash } from 'node:crypto';
import type { UnansweredRun } from './gap.ts';
import type { GroupedGaps } from './groupQuestions.ts';

export type GroupRuns = (unanswered: readonly UnansweredRun[], signal?: AbortSignal) => Promise<GroupedGaps>;

interface KeptGroups {
  readonly group: GroupRuns;
  /** What is kept of questions that people asked; called when some of them are erased. */
  forget(): void;
}

/** A thousand questions are 1 to 2 MB. */
const mostKept = 16;

/**
 * `group`, which remembers what it made of the same runs: the next page of a list, and whoever looks again, wait for
 * nothing. A run that was asked, judged or hidden since is another list of runs, so nothing that is kept grows old, and
 * nobody is told of a run that they may not see. What is degraded is not kept: the embedder may be back.
 */
export function keepGroups(group: GroupRuns): KeptGroups {
  const kept = new Map<string, GroupedGaps>();
  return {
    group: async (unanswered, signal) => {
      const key = nameOf(unanswered);
      const known = kept.get(key) ?? (await group(unanswered, signal));
      kept.delete(key);
      if (!known.degraded) kept.set(key, known);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return known;
    },
    forget: () => kept.clear(),
  };
}

/** Runs never change; why one counts as unanswered may. */
function nameOf(unanswered: readonly UnansweredRun[]): string {
  const hash = createHash('sha256');
  for (const { run, reason } of unanswered) hash.update(`${run.id} ${reason}\n`);
  return hash.digest('base64');
}
