import type { Database, Transaction } from '../db/database.ts';
import { newId } from '../db/id.ts';
import { moveFacts } from './workspaces.sql.ts';

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
export function noteEpoch(database: Database, workspaceId: string, epoch: string | null): void {
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
