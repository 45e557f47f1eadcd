import type { Database } from '../db/database.ts';
import { unsetBudget, type BudgetSettings } from './budget.ts';
import { noteEpoch } from './facts.ts';
import type { GateSetting } from './gate.ts';
import { findSettings } from './sql/findSettings.ts';
import type { SettingsRow } from './sql/settingsRow.ts';
import { toSettings } from './workspaceBudget.ts';
import { toGate } from './workspaceGate.ts';

/** What a workspace has set for its questions. */
export interface WorkspaceSettings {
  readonly budget: BudgetSettings;
  /** Null: nothing. */
  readonly gate: GateSetting | null;
}

/** Settings from a statement that read them among others; what is kept of the workspace is from now on that of the row's epoch. */
export function noteSettings(database: Database, workspaceId: string, row: SettingsRow): WorkspaceSettings {
  noteEpoch(database, workspaceId, row.facts_epoch);
  return { budget: toSettings(row), gate: toGate(row) };
}

/** Nothing for a workspace that is not there. Read with each question: a change holds for the next one, in every process. */
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
