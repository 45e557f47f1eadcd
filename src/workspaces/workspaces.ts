import { LRUCache } from 'lru-cache';
import type { Database, Transaction } from '../db/database.ts';
import { newId } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import {
  type AnswerWording,
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
import { checkSite } from './documentAddress.ts';
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
  setDocumentSite,
  setEmbedder,
  setGate,
  setRetention,
  setWording,
  type SettingsRow,
} from './workspaces.sql.ts';

/** A tenant, with counts of what can be found in it. */
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
  /** The limits of its questions. A preset with its own limits keeps them if the workspace has set no default. */
  readonly budget: WorkspaceBudget;
  /** How certain its answers must be if a question does not say; null: nothing is set. */
  readonly gate: GateSetting | null;
  /** Whose words its answers have if a question does not say; null: nothing is set. */
  readonly wording: AnswerWording | null;
  /** The site that relative addresses of its documents are paths of; null: none is set. */
  readonly documentSite: string | null;
}

export interface Workspaces {
  /** Creates the workspace if it does not exist; the name of an existing one stays. */
  ensure(id: string, name: string): Promise<Workspace>;
  /** Counts what readers of these groups can find. Default: everything. */
  find(id: string, accessGroups?: Reader['accessGroups']): Promise<Workspace | undefined>;
  /** @throws BAD_INPUT, NOT_FOUND */
  setRetention(id: string, days: number): Promise<Workspace>;
  /**
   * Limits that are left out stay; null restores the product's own. @throws BAD_INPUT, also for a default above its
   * ceiling; NOT_FOUND
   */
  setBudget(id: string, change: BudgetChange): Promise<Workspace>;
  /** Null restores the product's own. @throws BAD_INPUT, NOT_FOUND */
  setGate(id: string, gate: GateSetting | null): Promise<Workspace>;
  /** Deletes the workspace with everything in it. */
  remove(id: string): Promise<void>;
}

/** The default for a new workspace. */
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
        wording: row.wording,
        documentSite: row.document_site,
      }
    );
  };
  const change = async (id: string, work: (transaction: Transaction) => Promise<boolean>): Promise<Workspace> => {
    const workspace = (await database.inWorkspace(id, work)) ? await find(id) : undefined;
    if (!workspace) throw missingWorkspace(id);
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
          wording: null,
          documentSite: null,
        }
      );
    },
    setRetention: (id, days) => change(id, (transaction) => keepDeletedFor(transaction, id, days)),
    setBudget: (id, to) => change(id, (transaction) => changeBudget(transaction, id, to)),
    setGate: (id, gate) => change(id, (transaction) => changeGate(transaction, id, gate)),
    remove: async (id) => {
      await database.inWorkspace(id, (transaction) => transaction.query(removeWorkspace, [id]), { manyRows: true });
    },
  };
}

/** What a workspace has set for its questions. */
export interface WorkspaceSettings {
  readonly budget: BudgetSettings;
  /** Null: nothing is set. */
  readonly gate: GateSetting | null;
  /** Null: nothing is set. */
  readonly wording: AnswerWording | null;
  /** The fingerprint of its vectors; null while there are none. */
  readonly embedder: string | null;
}

/**
 * Reads settings from the row of a larger statement. From now on, facts cached for the workspace belong to the row's
 * epoch.
 */
export function noteSettings(database: Database, workspaceId: string, row: SettingsRow): WorkspaceSettings {
  noteEpoch(database, workspaceId, row.facts_epoch);
  return { budget: toSettings(row), gate: toGate(row), wording: row.wording, embedder: row.embedder };
}

/**
 * Returns the settings of a workspace, empty if it does not exist. They are read with each question, so a change
 * applies to the next one, in every process.
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
  return row
    ? noteSettings(database, workspaceId, row)
    : { budget: unsetBudget, gate: null, wording: null, embedder: null };
}

/**
 * Sets for how many days deleted documents can be restored, null: the default. Returns false if there is no such
 * workspace.
 * @throws BAD_INPUT
 */
export async function keepDeletedFor(
  transaction: Transaction,
  workspaceId: string,
  days: number | null,
): Promise<boolean> {
  const kept = days ?? defaultRetentionDays;
  if (!Number.isInteger(kept) || kept < 0 || kept > maxRetentionDays)
    throw new CandorError('BAD_INPUT', `days must be a whole number from 0 to ${maxRetentionDays}.`, {
      details: { field: 'days', value: days },
    });
  return (await transaction.query(setRetention, [workspaceId, kept])).length > 0;
}

/** Returns false if there is no such workspace. @throws BAD_INPUT; the transaction must then be rolled back */
export async function changeBudget(
  transaction: Transaction,
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
  const [row] = await transaction.query(setBudget, [
    workspaceId,
    named,
    ...Object.values(changes).map((value) => value ?? null),
  ]);
  // Checks the stored values, including the unchanged ones. A fault rolls the change back.
  if (row) checkSettings(toSettings(row));
  return row !== undefined;
}

function toSettings(row: BudgetRow): BudgetSettings {
  return {
    defaults: { maxMillis: row.default_millis, maxRounds: row.default_rounds, maxTokens: row.default_tokens },
    ceilings: { maxMillis: row.max_millis, maxRounds: row.max_rounds, maxTokens: row.max_tokens },
  };
}

/** Returns false if there is no such workspace. @param gate null: restores the product's own. @throws BAD_INPUT */
export async function changeGate(
  transaction: Transaction,
  workspaceId: string,
  gate: GateSetting | null,
): Promise<boolean> {
  const checked = gate === null ? null : checkGate(gate);
  const values = typeof checked === 'number' ? [workspaceId, null, checked] : [workspaceId, checked, null];
  return (await transaction.query(setGate, values)).length > 0;
}

/** Returns false if there is no such workspace. @param wording null: restores the product's own */
export async function changeWording(
  transaction: Transaction,
  workspaceId: string,
  wording: AnswerWording | null,
): Promise<boolean> {
  return (await transaction.query(setWording, { workspaceId, wording })).length > 0;
}

/** Returns false if there is no such workspace. @param site null: none. @throws BAD_INPUT */
export async function changeDocumentSite(
  transaction: Transaction,
  workspaceId: string,
  site: string | null,
): Promise<boolean> {
  const values = { workspaceId, site: site === null ? null : checkSite(site) };
  return (await transaction.query(setDocumentSite, values)).length > 0;
}

/** Null: nothing is set. */
function toGate({ gate_caution: caution, gate_from: from }: GateRow): GateSetting | null {
  return caution ?? from;
}

export function missingWorkspace(workspaceId: string): CandorError {
  return new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
}

/**
 * Binds a workspace to one model's vectors; the first model claims it.
 * @throws EMBEDDER_MISMATCH if it holds another model's vectors, NOT_FOUND if there is no such workspace
 */
export async function claimEmbedder(database: Database, workspaceId: string, fingerprint: string): Promise<void> {
  await database.inWorkspace(workspaceId, async (transaction) => {
    const [workspace] = await transaction.query(findEmbedder, [workspaceId]);
    if (!workspace) throw missingWorkspace(workspaceId);
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

/** The number of workspaces whose indexes a process keeps in memory. The least recently used goes first. */
const keptWorkspaces = 32;

/**
 * Returns a cache of a value for each workspace of a database that drops the least recently used. Two databases may
 * have the same workspace.
 */
export function perWorkspace<Kept extends object>(create: () => Kept): (database: object, key: string) => Kept {
  const databases = new WeakMap<object, LRUCache<string, Kept>>();
  return (database, key) => {
    const kept = databases.get(database) ?? new LRUCache<string, Kept>({ max: keptWorkspaces });
    databases.set(database, kept);
    const entry = kept.get(key) ?? create();
    kept.set(key, entry);
    return entry;
  };
}

/**
 * Limit on the facts of a workspace; more push out the oldest. A fact such as a scale may have one entry for each
 * language.
 */
const keptFacts = 50;

interface Kept {
  /** Undefined: no question has read it yet. */
  epoch: string | null | undefined;
  /**
   * Facts of that epoch only. Another epoch gets another map, and a read that began in the old epoch ends up in the old
   * map.
   */
  facts: Map<string, unknown>;
}

const keptOf = perWorkspace((): Kept => ({ epoch: undefined, facts: new Map() }));

/** Called by each question before it uses a fact. Facts of another epoch are dropped and read again. */
function noteEpoch(database: Database, workspaceId: string, epoch: string | null): void {
  const kept = keptOf(database.identity, workspaceId);
  if (kept.epoch === epoch) return;
  kept.epoch = epoch;
  kept.facts = new Map();
}

/**
 * Returns a fact of a workspace, read once for each epoch. Without a known epoch it reads what is stored now and caches
 * nothing.
 * @param name distinguishes it from the workspace's other facts
 * @param read runs after the epoch was recorded, so that it sees everything that was written before
 */
export async function keptFact<Fact>(
  database: Database,
  workspaceId: string,
  name: string,
  read: () => Promise<Fact>,
): Promise<Fact> {
  const { epoch, facts } = keptOf(database.identity, workspaceId);
  if (epoch === undefined) return read();
  // Only one caller uses this name, so the type is known.
  if (facts.has(name)) return facts.get(name) as Fact;
  const fact = await read();
  facts.set(name, fact);
  const [oldest] = facts.keys();
  if (facts.size > keptFacts && oldest !== undefined) facts.delete(oldest);
  return fact;
}

/** Must run in the transaction that writes a fact, so that readers see both changes or neither. */
export async function changeFacts(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.query(moveFacts, [workspaceId, newId()]);
}
