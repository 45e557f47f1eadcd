import type { Database } from '../db/database.ts';
import { unsetBudget, type BudgetSettings, checkSettings, type BudgetChange } from './budget.ts';
import { noteEpoch } from './facts.ts';
import { type GateSetting, checkGate } from './gate.ts';
import { findSettings, type SettingsRow, type BudgetRow, setBudget, type GateRow, setGate } from './workspaces.sql.ts';

/** What a workspace has set for its questions. */
export interface WorkspaceSettings {
  readonly budget: BudgetSettings;
  /** Null: nothing. */
  readonly gate: GateSetting | null;
}

/**
 * Settings from a statement that read them among others; what is kept of the workspace is from now on that of the row's
 * epoch.
 */
export function noteSettings(database: Database, workspaceId: string, row: SettingsRow): WorkspaceSettings {
  noteEpoch(database, workspaceId, row.facts_epoch);
  return { budget: toSettings(row), gate: toGate(row) };
}

/**
 * Nothing for a workspace that is not there. Read with each question: a change holds for the next one, in every
 * process.
 */
export async function readSettings(
  database: Database,
  workspaceId: string,
  signal?: AbortSignal,
): Promise<WorkspaceSettings> {
  const [row] = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(findSettings, [workspaceId]),
    { signal },
  );
  return row ? noteSettings(database, workspaceId, row) : { budget: unsetBudget, gate: null };
}

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

/**
 * False when there is no such workspace. @param gate null: back to the product's own. @throws BAD_INPUT: then nothing
 * has changed
 */
export async function changeGate(database: Database, workspaceId: string, gate: GateSetting | null): Promise<boolean> {
  const checked = gate === null ? null : checkGate(gate);
  const values = typeof checked === 'number' ? [workspaceId, null, checked] : [workspaceId, checked, null];
  return (await database.inWorkspace(workspaceId, (transaction) => transaction.query(setGate, values))).length > 0;
}

/** Null: nothing is set. */
export function toGate({ gate_caution: caution, gate_from: from }: GateRow): GateSetting | null {
  return caution ?? from;
}
