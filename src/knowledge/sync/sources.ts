import type { Database, Transaction } from '../../db/database.ts';
import { isUuid, newId } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import type { DocumentFacts, Page, UserError } from '../document.ts';
import { nearest } from '../language/nearest.ts';
import { type PageRequest, readCursor, toPage } from '../page.ts';
import type { PlannedFile } from './planSync.ts';
import {
  countSources,
  findNamed,
  findNamesake,
  listSources,
  listSourcesOf,
  noteReading,
  setEvery,
  type SourceRow,
  upsertSource,
} from './sources.sql.ts';

/**
 * FOLDER: a local file or folder. RCLONE: a remote of the program rclone. SITE: pages of a web site. PUSHED: an
 * integration says what there is, and sends it. FETCHED: addresses that were given one by one.
 */
export type SourceKind = 'FOLDER' | 'RCLONE' | 'SITE' | 'PUSHED' | 'FETCHED';

/** What came of a reading: numbers of files, pages or entries. */
export interface SourceResult {
  readonly new: number;
  readonly changed: number;
  readonly moved: number;
  readonly deleted: number;
  readonly rights: number;
  readonly held: number;
  readonly failed: number;
  /** Why it was not read to the end, in which case nothing was deleted. */
  readonly error: UserError | null;
}

/** What is said of each reading of a source. */
export interface ReadingOptions {
  readonly facts: DocumentFacts;
  /** Of a site. */
  readonly maxPages?: number | undefined;
  readonly perSecond?: number | undefined;
}

/**
 * A reading that is under way: how many files or pages it has looked at. The job that takes them in has a progress of its
 * own.
 */
export interface SourceReading {
  /** ISO 8601. */
  readonly since: string;
  readonly done: number;
  readonly total: number;
}

/** Where documents come from, and when they last did. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly where: string;
  /** Null: nobody said. */
  readonly accessGroups: readonly string[] | null;
  /** Null: it is read when somebody asks for it. */
  readonly everySeconds: number | null;
  /** Null: nobody said, as before they were kept, or nobody reads it here. */
  readonly options: ReadingOptions | null;
  readonly lastReadAt: Date | null;
  readonly nextReadAt: Date | null;
  /** A `SourceResult`, and while it is read a `SourceReading` as `reading`. */
  readonly lastResult: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
}

/** What is said of a source when it is read. */
export interface SourceDraft {
  readonly root: string;
  readonly kind: SourceKind;
  /** Undefined: as before; of a new source, its root. */
  readonly name?: string | undefined;
  /** Undefined: as before. */
  readonly accessGroups?: readonly string[] | undefined;
  readonly options?: ReadingOptions | undefined;
  /** How often it is read; null: when somebody asks for it; undefined: as before. */
  readonly everySeconds?: number | null | undefined;
}

/** Last created first. @throws BAD_INPUT */
export async function pageOfSources(database: Database, workspaceId: string, page: PageRequest): Promise<Page<Source>> {
  const cursor = readCursor(page);
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listSources, {
      workspaceId,
      ids: null,
      root: null,
      limit: page.first + 1,
      createdBefore: cursor?.time ?? null,
      idBefore: cursor?.id ?? null,
    }),
  );
  return toPage(rows.map(toSource), page.first, ({ createdAt, id }) => ({ time: createdAt, id }));
}

export async function countOfSources(database: Database, workspaceId: string): Promise<number> {
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(countSources, { workspaceId }),
  );
  return row?.total ?? 0;
}

export async function readSource(database: Database, workspaceId: string, id: string): Promise<Source | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await database.inWorkspace(workspaceId, (transaction) => rowsOf(transaction, workspaceId, [id], null));
  return row && toSource(row);
}

/**
 * The source that a person means by its name, its id or where it is.
 * @throws NOT_FOUND with the nearest name
 */
export async function sourceNamed(database: Database, workspaceId: string, which: string): Promise<Source> {
  return database.inWorkspace(workspaceId, async (transaction) => {
    const [found] = await transaction.query(findNamed, { workspaceId, which });
    const [row] = found ? await rowsOf(transaction, workspaceId, [found.source_id], null) : [];
    if (row) return toSource(row);
    const page = { ids: null, root: null, limit: mostListed, createdBefore: null, idBefore: null };
    const names = (await transaction.query(listSources, { workspaceId, ...page })).map(({ name }) => name);
    const near = nearest(which, names);
    throw new CandorError('NOT_FOUND', `This workspace has no source "${which}".`, {
      details: { field: 'source', source: which },
      remedy: near === undefined ? '"candor sources" and `sources` list them.' : `Did you mean "${near}"?`,
    });
  });
}

/** Sets how often a source is read; null: when somebody asks for it. @throws NOT_FOUND, BAD_INPUT */
export async function setSchedule(
  database: Database,
  workspaceId: string,
  which: string,
  everySeconds: number | null,
): Promise<Source> {
  const source = await sourceNamed(database, workspaceId, which);
  if (everySeconds !== null) demandReadHere(source);
  await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(setEvery, { workspaceId, sourceId: source.id, everySeconds }),
  );
  return (await readSource(database, workspaceId, source.id)) ?? source;
}

/** @throws BAD_INPUT for a source that whoever serves cannot read */
export function demandReadHere({ kind, name }: Pick<Source, 'kind' | 'name'>): void {
  if (kind !== 'FOLDER' && kind !== 'PUSHED') return;
  throw new CandorError('BAD_INPUT', `"${name}" is not read by whoever serves.`, {
    details: { field: 'source' },
    remedy:
      kind === 'FOLDER'
        ? '"candor ingest PATH" reads a folder, with --watch again and again.'
        : 'Its integration sends what it has; `entries` say what that is.',
  });
}

/** The source that each document came from, in the order of `documentIds`; undefined for one that was sent by hand. */
export async function sourcesOf(
  database: Database,
  workspaceId: string,
  documentIds: readonly string[],
): Promise<(Source | undefined)[]> {
  return database.inWorkspace(workspaceId, async (transaction) => {
    const links = await transaction.query(listSourcesOf, { workspaceId, documentIds: documentIds.filter(isUuid) });
    const ids = [...new Set(links.map((link) => link.source_id))];
    const rows = ids.length === 0 ? [] : await rowsOf(transaction, workspaceId, ids, null);
    const byId = new Map(rows.map((row) => [row.source_id, toSource(row)]));
    const sourceOf = new Map(links.map((link) => [link.document_id, byId.get(link.source_id)]));
    return documentIds.map((id) => sourceOf.get(id));
  });
}

/** More names are not searched for the nearest. */
const mostListed = 1_000;

/** Returns the source with a root; undefined: nothing was read from there yet. */
export async function sourceAt(
  transaction: Transaction,
  workspaceId: string,
  root: string,
): Promise<Source | undefined> {
  const [row] = await rowsOf(transaction, workspaceId, null, root);
  return row && toSource(row);
}

/**
 * Returns the source with a root, which is created if it is new, as it is now said to be.
 * @throws BAD_INPUT for a name that another source has
 */
export async function claimSource(transaction: Transaction, workspaceId: string, draft: SourceDraft): Promise<Source> {
  const { root, kind } = draft;
  const name = draft.name?.trim() || null;
  const [other] = name === null ? [] : await transaction.query(findNamesake, { workspaceId, name, root });
  if (name !== null && other)
    throw new CandorError('BAD_INPUT', `Another source has the name "${name}": ${other.root}.`, {
      details: { field: 'name' },
      remedy: 'Give this one another name, or leave it out.',
    });
  await transaction.query(upsertSource, {
    workspaceId,
    sourceId: newId(),
    root,
    kind,
    name,
    accessGroups: draft.accessGroups ?? null,
    options: draft.options === undefined ? null : JSON.stringify(draft.options),
    everySeconds: draft.everySeconds ?? null,
    keepsSchedule: draft.everySeconds === undefined,
    now: new Date(),
  });
  const source = await sourceAt(transaction, workspaceId, root);
  if (source) return source;
  throw new CandorError('INTERNAL', 'A source that was stored is not there.');
}

function rowsOf(transaction: Transaction, workspaceId: string, ids: readonly string[] | null, root: string | null) {
  const limit = ids?.length ?? 1;
  return transaction.query(listSources, { workspaceId, ids, root, limit, createdBefore: null, idBefore: null });
}

function toSource(row: SourceRow): Source {
  const { every_seconds: everySeconds, read_at: readAt, tried_at: triedAt, result, reading } = row;
  const last = Math.max(row.created_at.getTime(), readAt?.getTime() ?? 0, triedAt?.getTime() ?? 0);
  return {
    id: row.source_id,
    name: row.name,
    kind: row.kind,
    where: row.root,
    accessGroups: row.access_groups,
    everySeconds,
    options: row.options as ReadingOptions | null,
    lastReadAt: readAt,
    nextReadAt: everySeconds === null ? null : new Date(last + everySeconds * 1_000),
    lastResult: reading === null ? result : { ...result, reading },
    createdAt: row.created_at,
  };
}

/** Counts what a plan does. `failed` and `error` are known when it is carried out. */
export function resultOf(
  files: readonly PlannedFile[],
  {
    failed = 0,
    error = null,
  }: { readonly failed?: number | undefined; readonly error?: UserError | null | undefined } = {},
): SourceResult {
  const count = (decision: PlannedFile['decision']) => files.filter((file) => file.decision === decision).length;
  return {
    new: count('NEW'),
    changed: count('CHANGED'),
    moved: count('MOVED'),
    deleted: count('DELETED'),
    rights: count('RIGHTS'),
    held: count('HELD'),
    failed: failed + count('FAILED'),
    error,
  };
}

/** Notes what came of a reading, and, if it was read to the end, when. */
export async function noteResult(
  transaction: Transaction,
  workspaceId: string,
  { id: sourceId }: Pick<Source, 'id'>,
  result: SourceResult,
): Promise<void> {
  const triedAt = new Date();
  const readAt = result.error ? null : triedAt;
  await transaction.query(noteReading, { workspaceId, sourceId, readAt, triedAt, result: JSON.stringify(result) });
}
