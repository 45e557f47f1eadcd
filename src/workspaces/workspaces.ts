import type { Database } from '../db/database.ts';
import { CandorError } from '../errors.ts';
import { effectiveBudget, unsetBudget, type BudgetChange, type WorkspaceBudget } from './budget.ts';
import type { Reader } from './caller.ts';
import type { GateSetting } from './gate.ts';
import { findWorkspace, insertWorkspace, removeWorkspace, setRetention } from './workspaces.sql.ts';
import { changeBudget, toSettings, changeGate, toGate } from './settings.ts';

/** A tenant with the size of what can be found in it. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly documentCount: number;
  readonly chunkCount: number;
  readonly curatedAnswerCount: number;
  /** The fingerprint of the stored vectors; null while there are none. */
  readonly embedder: string | null;
  /** For how many days a deleted document can be restored; 0: not at all. */
  readonly retentionDays: number;
  /**
   * What its questions may spend. A preset with limits of its own keeps them where the workspace has set no default.
   */
  readonly budget: WorkspaceBudget;
  /** How sure its answers must be, where a question does not say; null: nothing is set. */
  readonly gate: GateSetting | null;
}

export interface Workspaces {
  /** Makes the workspace if it is not there; its name stays when it is. */
  ensure(id: string, name: string): Promise<Workspace>;
  /** With counts of what readers of these groups can find. Default: of everything. */
  find(id: string, accessGroups?: Reader['accessGroups']): Promise<Workspace | undefined>;
  /** @throws BAD_INPUT, NOT_FOUND */
  setRetention(id: string, days: number): Promise<Workspace>;
  /**
   * What is left out stays, null goes back to the product's own. @throws BAD_INPUT, also for a default above its
   * ceiling; NOT_FOUND
   */
  setBudget(id: string, change: BudgetChange): Promise<Workspace>;
  /** Null goes back to the product's own. @throws BAD_INPUT, NOT_FOUND */
  setGate(id: string, gate: GateSetting | null): Promise<Workspace>;
  /** Deletes the workspace with everything in it. */
  remove(id: string): Promise<void>;
}

/** Of a new workspace. */
export const defaultRetentionDays = 30;
const maxRetentionDays = 3_650;

export function createWorkspaces(database: Database): Workspaces {
  const find = async (id: string, accessGroups: Reader['accessGroups'] = null): Promise<Workspace | undefined> => {
    const [row] = await database.inWorkspace(id, (transaction) =>
      transaction.query(findWorkspace, { workspaceId: id, now: new Date(), accessGroups }),
    );
    return (
      row && {
        id: row.workspace_id,
        name: row.name,
        documentCount: row.document_count,
        chunkCount: row.chunk_count,
        curatedAnswerCount: row.curated_count,
        embedder: row.embedder,
        retentionDays: row.retention_days,
        budget: effectiveBudget(toSettings(row)),
        gate: toGate(row),
      }
    );
  };
  const findChanged = async (id: string, changed: boolean): Promise<Workspace> => {
    const workspace = changed ? await find(id) : undefined;
    if (!workspace) throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId: id } });
    return workspace;
  };
  return {
    find,
    ensure: async (id, name) => {
      await database.inWorkspace(id, (transaction) =>
        transaction.query(insertWorkspace, [id, name, defaultRetentionDays, new Date()]),
      );
      return (
        (await find(id)) ?? {
          id,
          name,
          documentCount: 0,
          chunkCount: 0,
          curatedAnswerCount: 0,
          embedder: null,
          retentionDays: defaultRetentionDays,
          budget: effectiveBudget(unsetBudget),
          gate: null,
        }
      );
    },
    setRetention: async (id, days) => {
      if (!Number.isInteger(days) || days < 0 || days > maxRetentionDays) {
        throw new CandorError('BAD_INPUT', `days must be a whole number from 0 to ${maxRetentionDays}.`, {
          details: { field: 'days', value: days },
        });
      }
      const changed = await database.inWorkspace(id, (transaction) => transaction.query(setRetention, [id, days]));
      return findChanged(id, changed.length > 0);
    },
    setBudget: async (id, change) => findChanged(id, await changeBudget(database, id, change)),
    setGate: async (id, gate) => findChanged(id, await changeGate(database, id, gate)),
    remove: async (id) => {
      await database.inWorkspace(id, (transaction) => transaction.query(removeWorkspace, [id]));
    },
  };
}
