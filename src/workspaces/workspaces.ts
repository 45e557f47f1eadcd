import type { Database, Transaction } from '../db/database.ts';
import { newId } from '../db/id.ts';
import { CandorError } from '../errors.ts';
import {
  type BudgetChange,
  type BudgetSettings,
  checkGate,
  checkSettings,
  effectiveBudget,
  type GateSetting,
  unsetBudget,
  type WorkspaceBudget,
} from './settings.ts';
import type { Reader } from './caller.ts';
import {
  type BudgetRow,
  findEmbedder,
  findSettings,
  findWorkspace,
  type GateRow,
  insertWorkspace,
  moveFacts,
  removeWorkspace,
  setBudget,
  setEmbedder,
  setGate,
  setRetention,
  type SettingsRow,
} from './workspaces.sql.ts';

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
const defaultRetentionDays = 30;
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
async function changeBudget(
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

function toSettings(row: BudgetRow): BudgetSettings {
  return {
    defaults: { maxMillis: row.default_millis, maxRounds: row.default_rounds, maxTokens: row.default_tokens },
    ceilings: { maxMillis: row.max_millis, maxRounds: row.max_rounds, maxTokens: row.max_tokens },
  };
}

/**
 * False when there is no such workspace. @param gate null: back to the product's own. @throws BAD_INPUT: then nothing
 * has changed
 */
async function changeGate(database: Database, workspaceId: string, gate: GateSetting | null): Promise<boolean> {
  const checked = gate === null ? null : checkGate(gate);
  const values = typeof checked === 'number' ? [workspaceId, null, checked] : [workspaceId, checked, null];
  return (await database.inWorkspace(workspaceId, (transaction) => transaction.query(setGate, values))).length > 0;
}

/** Null: nothing is set. */
function toGate({ gate_caution: caution, gate_from: from }: GateRow): GateSetting | null {
  return caution ?? from;
}

/**
 * Binds a workspace to one model's vectors: the first to come claims it.
 * @throws EMBEDDER_MISMATCH when it holds another model's vectors, NOT_FOUND when there is no such workspace
 */
export async function claimEmbedder(database: Database, workspaceId: string, fingerprint: string): Promise<void> {
  await database.inWorkspace(workspaceId, async (transaction) => {
    const [workspace] = await transaction.query(findEmbedder, [workspaceId]);
    if (!workspace) throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
    if (workspace.embedder === null) await transaction.query(setEmbedder, [workspaceId, fingerprint]);
    else assertSameEmbedder(workspace.embedder, fingerprint);
  });
}

/** @throws EMBEDDER_MISMATCH, whose remedy is the command that re-embeds */
export function assertSameEmbedder(stored: string, configured: string): void {
  if (stored === configured) return;
  throw new CandorError(
    'EMBEDDER_MISMATCH',
    `The stored vectors are of ${stored}, the configured embedder is ${configured}.`,
    { details: { stored, configured } },
  );
}

/** Workspaces whose indexes a process keeps in memory; the one that was asked longest ago goes first. */
const keptWorkspaces = 32;

/**
 * What a process keeps in memory of each workspace of a database, the least recently used forgotten. Two databases may
 * know the same workspace.
 */
export function perWorkspace<Kept>(create: () => Kept): (database: object, key: string) => Kept {
  const databases = new WeakMap<object, Map<string, Kept>>();
  return (database, key) => {
    const kept = databases.get(database) ?? new Map<string, Kept>();
    databases.set(database, kept);
    const entry = kept.get(key) ?? create();
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > keptWorkspaces && oldest !== undefined) kept.delete(oldest);
    return entry;
  };
}

/** Facts beyond it push the oldest out: scales of each language, and what else has several. */
const keptFacts = 50;

interface Kept {
  /** Undefined: no question has read it yet. */
  epoch: string | null | undefined;
  /**
   * Of that epoch alone: with another epoch comes another map, and what is still being read for the old one lands in
   * the old map.
   */
  facts: Map<string, unknown>;
}

const keptOf = perWorkspace((): Kept => ({ epoch: undefined, facts: new Map() }));

/** Told by each question before it uses any fact: one of another epoch than this is read again. */
function noteEpoch(database: Database, workspaceId: string, epoch: string | null): void {
  const kept = keptOf(database.identity, workspaceId);
  if (kept.epoch === epoch) return;
  kept.epoch = epoch;
  kept.facts = new Map();
}

/**
 * A fact of a workspace, read once for each epoch. Whoever noted no epoch first gets what is stored now, and nothing is
 * kept.
 * @param name tells it from the workspace's other facts
 * @param read runs after the epoch was noted, so that it sees all that was written before
 */
export async function keptFact<Fact>(
  database: Database,
  workspaceId: string,
  name: string,
  read: () => Promise<Fact>,
): Promise<Fact> {
  const { epoch, facts } = keptOf(database.identity, workspaceId);
  if (epoch === undefined) return read();
  // Known under this name alone, which one caller gives.
  if (facts.has(name)) return facts.get(name) as Fact;
  const fact = await read();
  facts.set(name, fact);
  const [oldest] = facts.keys();
  if (facts.size > keptFacts && oldest !== undefined) facts.delete(oldest);
  return fact;
}

/** Belongs into the transaction that writes a fact: then no reader sees the one without the other. */
export async function changeFacts(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.query(moveFacts, [workspaceId, newId()]);
}
