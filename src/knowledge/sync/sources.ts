import type { Database, Transaction } from '../../db/database.ts';
import { isUuid, newId } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import type { Page, UserError } from '../document.ts';
import { type PageRequest, readCursor, toPage } from '../page.ts';
import type { PlannedFile } from './planSync.ts';
import {
  countSources,
  findNamesake,
  listSources,
  listSourcesOf,
  noteReading,
  type SourceRow,
  upsertSource,
} from './sources.sql.ts';

/**
 * FOLDER: a local file or folder. RCLONE: a remote of the program rclone. SITE: pages of a web site. PUSHED: an
 * integration says what there is, and sends it.
 */
export type SourceKind = 'FOLDER' | 'RCLONE' | 'SITE' | 'PUSHED';

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

/** Where documents come from, and when they last did. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly where: string;
  /** Null: nobody said. */
  readonly accessGroups: readonly string[] | null;
  readonly lastReadAt: Date | null;
  readonly nextReadAt: Date | null;
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
  /** How often it is read; undefined: when somebody asks for it. */
  readonly everySeconds?: number | undefined;
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
    everySeconds: draft.everySeconds ?? null,
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
  const next = row.every_seconds !== null && row.read_at ? row.read_at.getTime() + row.every_seconds * 1_000 : null;
  return {
    id: row.source_id,
    name: row.name,
    kind: row.kind,
    where: row.root,
    accessGroups: row.access_groups,
    lastReadAt: row.read_at,
    nextReadAt: next === null ? null : new Date(next),
    lastResult: row.result,
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
  const readAt = result.error ? null : new Date();
  await transaction.query(noteReading, { workspaceId, sourceId, readAt, result: JSON.stringify(result) });
}
