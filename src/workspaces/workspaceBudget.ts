import type { Database } from '../db/database.ts';
import { checkSettings, type BudgetChange, type BudgetSettings } from './budget.ts';
import type { BudgetRow } from './sql/budgetRow.ts';
import { setBudget } from './sql/setBudget.ts';

/** False when there is no such workspace. @throws BAD_INPUT: then nothing has changed */
export async function changeBudget(
  database: Database,
  workspaceId: string,
  { defaults = {}, ceilings = {} }: BudgetChange,
): Promise<boolean> {
  checkSettings({ defaults, ceilings });
  const changes = {
    default_millis: defaults.maxMillis,
    default_rounds: defaults.maxRounds,
    default_tokens: defaults.maxTokens,
    max_millis: ceilings.maxMillis,
    max_rounds: ceilings.maxRounds,
    max_tokens: ceilings.maxTokens,
  } satisfies Record<keyof BudgetRow, unknown>;
  const named = Object.entries(changes).flatMap(([column, value]) => (value === undefined ? [] : [column]));
  return database.inWorkspace(workspaceId, async (transaction) => {
    const [row] = await transaction.query(setBudget, [
      workspaceId,
      named,
      ...Object.values(changes).map((value) => value ?? null),
    ]);
    // Checked as it is stored now, with what stayed: a fault takes the change back.
    if (row) checkSettings(toSettings(row));
    return row !== undefined;
  });
}

export function toSettings(row: BudgetRow): BudgetSettings {
  return {
    defaults: { maxMillis: row.default_millis, maxRounds: row.default_rounds, maxTokens: row.default_tokens },
    ceilings: { maxMillis: row.max_millis, maxRounds: row.max_rounds, maxTokens: row.max_tokens },
  };
}
