import { resolveBudget } from '../src/agent/parts/budget.ts';
import { nothingSpent } from '../src/agent/state/spent.ts';
import type { ReadingMeans } from '../src/agent/evidence/readEvidence.ts';
import { newId } from '../src/db/statement.ts';

/** The means of a run without time pressure and without a chat model. */
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
