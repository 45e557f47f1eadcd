import { resolveBudget, nothingSpent } from '../src/agent/budget.ts';
import type { ReadingMeans } from '../src/agent/evidence/readEvidence.ts';
import { newId } from '../src/db/id.ts';

/** Means of a run that nothing hurries and that no chat model answers. */
export function unhurried(): ReadingMeans {
  const budget = resolveBudget({ maxTokens: 0 });
  return {
    runId: newId(),
    millisLeft: budget.maxMillis,
    budget,
    spent: nothingSpent,
    writes: false,
    signal: undefined,
    deadline: undefined,
  };
}
