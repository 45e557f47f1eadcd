import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { groupBy } from '../../stats.ts';
import { readAddress } from '../../workspaces/documentAddress.ts';
import type { QueuedDocument } from '../jobs/jobs.ts';
import { filesOf, forgetFile, type ManifestFile, moveFile, type SyncDecision, writeFile } from './manifest.ts';
import { holdShrinking, type PlannedFile, planSync } from './planSync.ts';
import { listSourceDocuments, setRights } from './sources.sql.ts';
import { claimSource, noteResult, resultOf, type Source, sourceAt } from './sources.ts';

/** One document that an integration has, without its text. */
export interface SourceEntry {
  readonly key: string;
  /** Whatever changes with the text. From 32 hexadecimal digits on it identifies it. */
  readonly checksum: string;
  readonly url?: string | undefined;
  /** Undefined: the integration cannot tell; those of the source, or of its front matter. */
  readonly accessGroups?: readonly string[] | undefined;
  readonly updatedAt?: Date | undefined;
}

export interface PushedList {
  readonly source: string;
  readonly entries: readonly SourceEntry[];
  /** Who may read documents of which nothing else says it. Undefined: as before. */
  readonly accessGroups?: readonly string[] | undefined;
  /** Whether that is all there is. Default false: nothing is deleted. */
  readonly complete?: boolean | undefined;
  readonly allowShrink?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Keys by what was done, or with `dryRun` would be. */
export interface PushedPlan {
  /** Null: with `dryRun`, of a source that is new. */
  readonly source: Source | null;
  /** To be sent: new, or with another checksum. */
  readonly wanted: readonly string[];
  readonly moved: readonly string[];
  readonly otherRights: readonly string[];
  readonly deleted: readonly string[];
  readonly held: readonly string[];
}

const maxEntries = 20_000;
const rootOf = (name: string): string => `pushed:${name}`;

/**
 * Compares what an integration has with what came from it, and takes over what needs no text: moves, rights and
 * deletions, in one transaction. The rest is wanted.
 * @throws BAD_INPUT that names the entry
 */
export async function syncDocuments(database: Database, workspaceId: string, list: PushedList): Promise<PushedPlan> {
  const name = nameOfSource(list.source);
  const entries = checkEntries(list.entries);
  return database.inWorkspace(
    workspaceId,
    async (transaction) => {
      const stored = await sourceAt(transaction, workspaceId, rootOf(name));
      const { accessGroups } = list;
      const source = list.dryRun
        ? stored
        : await claimSource(transaction, workspaceId, { root: rootOf(name), kind: 'PUSHED', name, accessGroups });
      const groups = accessGroups ?? stored?.accessGroups ?? null;
      const manifest = source ? await filesOf(transaction, workspaceId, source.id) : [];
      const held = source ? await heldBy(transaction, workspaceId, source.id) : new Map<string, never>();
      const files = planEntries(entries, manifest, { groups, held, list });
      const work = { transaction, workspaceId, source, entries, groups, held };
      if (source && !list.dryRun) {
        for (const file of files) await carryOut(work, file);
        await noteResult(transaction, workspaceId, source, resultOf(files));
      }
      const now = list.dryRun ? stored : await sourceAt(transaction, workspaceId, rootOf(name));
      return { source: now ?? null, ...keysOf(files) };
    },
    { manyRows: true },
  );
}

/** @throws BAD_INPUT */
export function nameOfSource(given: string): string {
  const name = given.trim();
  if (name.length >= 1 && name.length <= 100) return name;
  throw new CandorError('BAD_INPUT', 'The name of a source has 1 to 100 characters.', { details: { field: 'source' } });
}

function checkEntries(entries: readonly SourceEntry[]): ReadonlyMap<string, SourceEntry> {
  const refuse = (problem: string, key: string) => {
    throw new CandorError('BAD_INPUT', `${problem}: ${JSON.stringify(key.slice(0, 200))}.`, {
      details: { field: 'entries', key },
    });
  };
  if (entries.length > maxEntries)
    throw new CandorError('BAD_INPUT', `A list has at most ${maxEntries.toLocaleString('en')} entries.`, {
      details: { field: 'entries' },
      remedy: 'Send the documents of several places as several sources.',
    });
  const byKey = new Map<string, SourceEntry>();
  for (const { key, ...entry } of entries) {
    if (key.trim() === '' || key.length > 500 || key !== key.trim())
      refuse('The key must have 1 to 500 characters', key);
    if (entry.checksum === '' || entry.checksum.length > 200) refuse('The checksum must have 1 to 200 characters', key);
    if (entry.url !== undefined && readAddress(entry.url) === undefined) refuse('The url is no address', key);
    if (byKey.has(key)) refuse('The key occurs twice', key);
    byKey.set(key, { key, ...entry });
  }
  return byKey;
}

interface Held {
  readonly document_id: string;
  readonly access_groups: readonly string[];
  readonly url: string | null;
}

async function heldBy(
  transaction: Transaction,
  workspaceId: string,
  sourceId: string,
): Promise<ReadonlyMap<string, readonly Held[]>> {
  const rows = await transaction.query(listSourceDocuments, { workspaceId, sourceId });
  return groupBy(rows, (row) => row.path);
}

/**
 * What is stored of an entry's text and, if it does not say its readers, of the groups of the source: if these change, the
 * document is wanted again, because its front matter may say something else.
 */
function stampOf({ checksum, accessGroups }: SourceEntry, groups: readonly string[] | null): string {
  const own = createHash('sha256')
    .update(JSON.stringify([...(groups ?? [])].sort()))
    .digest('hex')
    .slice(0, 8);
  return `${checksum}|${accessGroups ? '' : own}`;
}

const checksumOf = (stamp: string): string => stamp.slice(0, stamp.lastIndexOf('|'));

/** What identifies a text wherever it is; the number of a revision does not. */
const isDigest = (checksum: string): boolean => /^[0-9a-f]{32,}$/i.test(checksum);

interface PlanParts {
  readonly groups: readonly string[] | null;
  readonly held: ReadonlyMap<string, readonly Held[]>;
  readonly list: PushedList;
}

function planEntries(
  entries: ReadonlyMap<string, SourceEntry>,
  manifest: readonly ManifestFile[],
  { groups, held, list }: PlanParts,
): readonly PlannedFile[] {
  const before = new Map(manifest.map((file) => [file.path, file]));
  const orphans = new Set(
    manifest
      .filter(({ path, contentHash }) => !entries.has(path) && isDigest(checksumOf(contentHash)))
      .map(({ contentHash }) => checksumOf(contentHash)),
  );
  const hashed = [...entries.values()].map((entry) => {
    const known = before.get(entry.key)?.contentHash;
    const isSame = entry.accessGroups !== undefined && known !== undefined && checksumOf(known) === entry.checksum;
    return { path: entry.key, contentHash: isSame ? known : stampOf(entry, groups) };
  });
  const planned = planSync(
    list.complete
      ? manifest.map((file) => ({ ...file, contentHash: comparable(file.contentHash, file.path, entries, orphans) }))
      : manifest.filter(({ path }) => entries.has(path)),
    list.complete
      ? hashed.map((file) => ({
          ...file,
          contentHash: before.has(file.path)
            ? file.contentHash
            : comparable(file.contentHash, undefined, entries, orphans),
        }))
      : hashed,
  );
  const files = planned.map((file): PlannedFile => {
    const entry = entries.get(file.path);
    if (!entry || file.decision !== 'UNCHANGED' || !differs(entry, held.get(file.path) ?? [])) return file;
    return { path: file.path, decision: 'RIGHTS', reason: 'other readers, or another address' };
  });
  for (const { path, decision } of files)
    if ((decision === 'NEW' || decision === 'CHANGED') && !entries.get(path)?.accessGroups && groups === null)
      throw noRights(path);
  return holdShrinking(files, manifest, list.allowShrink === true);
}

/** Of a text that has gone from one key and come under another only its checksum counts. */
function comparable(
  stamp: string,
  path: string | undefined,
  entries: ReadonlyMap<string, SourceEntry>,
  orphans: ReadonlySet<string>,
): string {
  const isLoose = path === undefined || !entries.has(path);
  return isLoose && orphans.has(checksumOf(stamp)) ? checksumOf(stamp) : stamp;
}

function differs({ accessGroups, url }: SourceEntry, held: readonly Held[]): boolean {
  return held.some((document) => {
    const groups = new Set(document.access_groups);
    const others =
      accessGroups && (groups.size !== new Set(accessGroups).size || !accessGroups.every((group) => groups.has(group)));
    return others === true || (url !== undefined && readAddress(url) !== document.url);
  });
}

function noRights(key: string): CandorError {
  return new CandorError('BAD_INPUT', `Nothing says who may read ${JSON.stringify(key)}.`, {
    details: { field: 'accessGroups', key },
    remedy: 'Give accessGroups with the entry or with the list: the groups that may read it, or [] for everybody.',
  });
}

interface Work {
  readonly transaction: Transaction;
  readonly workspaceId: string;
  readonly source: Source | undefined;
  readonly entries: ReadonlyMap<string, SourceEntry>;
  readonly groups: readonly string[] | null;
  readonly held: ReadonlyMap<string, readonly Held[]>;
}

/** Does at once what needs no text. */
async function carryOut(work: Work, { path, decision, from, reason }: PlannedFile): Promise<void> {
  const { transaction, workspaceId, source, entries, groups, held } = work;
  if (!source) return;
  const file = { workspaceId, sourceId: source.id, path };
  const entry = entries.get(path);
  if (decision === 'DELETED') return forgetFile(transaction, file);
  if (!entry || (decision !== 'MOVED' && decision !== 'RIGHTS')) return;
  const modifiedAt = (entry.updatedAt ?? new Date()).toISOString();
  const stamp = { decision, contentHash: stampOf(entry, groups), size: 0, modifiedAt };
  if (from === undefined) await writeFile(transaction, file, stamp, decision, reason);
  else await moveFile(transaction, file, from, stamp);
  for (const document of held.get(from ?? path) ?? [])
    await transaction.query(setRights, {
      workspaceId,
      documentId: document.document_id,
      accessGroups: entry.accessGroups ?? document.access_groups,
      url: entry.url === undefined ? null : (readAddress(entry.url) ?? null),
    });
}

function keysOf(files: readonly PlannedFile[]): Omit<PushedPlan, 'source'> {
  const having = (...decisions: SyncDecision[]) =>
    files.filter(({ decision }) => decisions.includes(decision)).map(({ path }) => path);
  return {
    wanted: having('NEW', 'CHANGED'),
    moved: having('MOVED'),
    otherRights: having('RIGHTS'),
    deleted: having('DELETED'),
    held: having('HELD'),
  };
}

/** A document that is sent because it was wanted. */
export type SentDocument = QueuedDocument & { readonly checksum?: string | undefined };

/**
 * Adds to documents that they are part of a source, and who may read them.
 * @throws BAD_INPUT for a document without a checksum, or of which nothing says who may read it; NOT_FOUND for a source
 * that `syncDocuments` does not know
 */
export async function asSent(
  database: Database,
  workspaceId: string,
  name: string,
  documents: readonly SentDocument[],
): Promise<readonly QueuedDocument[]> {
  const source = await database.inWorkspace(workspaceId, (transaction) =>
    sourceAt(transaction, workspaceId, rootOf(nameOfSource(name))),
  );
  if (!source)
    throw new CandorError('NOT_FOUND', 'This workspace has no such source.', {
      details: { field: 'source' },
      remedy: 'Tell syncDocuments first what the source has; it says which documents it wants.',
    });
  return documents.map(({ checksum, ...document }) => {
    const { key, accessGroups, updatedAt, url } = document;
    if (!checksum)
      throw new CandorError('BAD_INPUT', `The document ${JSON.stringify(key)} of a source needs its checksum.`, {
        details: { field: 'checksum', key },
      });
    if (!accessGroups && source.accessGroups === null) throw noRights(key);
    const contentHash = stampOf({ key, checksum, accessGroups, url }, source.accessGroups);
    const modifiedAt = (updatedAt ?? new Date()).toISOString();
    return {
      ...document,
      sourceGroups: source.accessGroups ?? [],
      sent: { sourceId: source.id, decision: 'CHANGED', contentHash, size: 0, modifiedAt },
    } as const;
  });
}
