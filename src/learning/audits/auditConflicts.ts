/** Compares the valid versions of a workspace that were not compared yet, each with those that were. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { abortFault } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { newId } from '../../db/statement.ts';
import { headingOf } from '../../knowledge/cut/prepareChunks.ts';
import { isSaid } from '../../knowledge/editions/relations.ts';
import { readEditionsOf } from '../../knowledge/editions/editions.ts';
import { detectLanguage } from '../../knowledge/language/language.ts';
import { readVersions } from '../../knowledge/store/documents.ts';
import type { Embedder } from '../../models/embedder.ts';
import type { Reader } from '../../models/reader.ts';
import {
  findNear,
  findUnaudited,
  forgetConflicts,
  insertConflict,
  listMoved,
  moveSide,
  noteAudited,
  readAudited,
} from './audits.sql.ts';
import { answerEachOther, type AuditedPassage, type ReadingBounds } from './crosswise.ts';
import { type Difference, differencesBetween, statementsOf } from './differing.ts';

/** Of a version: windows that are compared, passages near each, how near they are, and readings. */
const [mostWindows, mostNear, farthest, mostReadings] = [200, 8, 0.6, 60];
const versionsAtOnce = 100;

interface AuditParts {
  readonly database: Database;
  readonly embedder: Pick<Embedder, 'fingerprint'>;
  readonly reader: Reader;
}

export interface AuditProgress {
  /** Versions that were compared, of those that were to be. */
  readonly done: number;
  readonly total: number;
  /** Conflicts that were not known before. */
  readonly found: number;
}

export interface AuditOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
}

/**
 * What is stopped goes on from there the next time: each version is noted once it was compared. A replaced edition is not
 * compared with what replaces it.
 * @throws CANCELLED, and what the reader throws
 */
export async function auditConflicts(
  parts: AuditParts,
  workspaceId: string,
  { signal, onProgress }: AuditOptions = {},
): Promise<AuditProgress> {
  const { database } = parts;
  let [progress, after]: [AuditProgress, string | null] = [{ done: 0, total: 0, found: 0 }, null];
  for (;;) {
    const values = { workspaceId, now: new Date(), limit: versionsAtOnce, after };
    const due: z.output<typeof findUnaudited.row>[] = await database.inWorkspace(
      workspaceId,
      (transaction) => transaction.query(findUnaudited, values),
      { signal, readOnly: true },
    );
    if (due.length === 0) return progress;
    progress = { ...progress, total: progress.done + (due[0]?.total ?? 0) };
    for (const { version_id: versionId, document_id: documentId } of due) {
      if (signal?.aborted) throw abortFault(signal);
      const found = await auditVersion(parts, workspaceId, { documentId, versionId }, signal);
      progress = { ...progress, done: progress.done + 1, found: progress.found + found };
      onProgress?.(progress);
      after = versionId;
    }
  }
}

interface Audited {
  readonly documentId: string;
  readonly versionId: string;
}

/** @returns how many conflicts were not known */
async function auditVersion(
  parts: AuditParts,
  workspaceId: string,
  audited: Audited,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { database } = parts;
  const options = { signal };
  await followVersion(database, workspaceId, audited);
  const found = await compared(parts, workspaceId, audited, signal);
  return database.inWorkspace(
    workspaceId,
    async (transaction) => {
      let count = 0;
      for (const conflict of found)
        count += (await transaction.query(insertConflict, { workspaceId, ...conflict })).length;
      await transaction.query(noteAudited, { workspaceId, versionId: audited.versionId });
      return count;
    },
    options,
  );
}

/** What a later version of a document says as before goes on with it, a person's word included; the rest is forgotten. */
async function followVersion(
  database: Database,
  workspaceId: string,
  { documentId, versionId }: Audited,
): Promise<void> {
  const [version] = await readVersions(database, { workspaceId, accessGroups: null }, [versionId]);
  if (!version) return;
  await database.inWorkspace(workspaceId, async (transaction) => {
    const sides = await transaction.query(listMoved, { workspaceId, documentId, versionId });
    const gone = new Set<string>();
    for (const { conflict_id: conflictId, is_first: isFirst, quote } of sides) {
      const start = version.text.indexOf(quote);
      if (start < 0) gone.add(conflictId);
      else await transaction.query(moveSide, { workspaceId, conflictId, isFirst, versionId, start });
    }
    if (gone.size > 0) await transaction.query(forgetConflicts, { workspaceId, ids: [...gone] });
  });
}

type NewConflict = Omit<Parameters<(typeof insertConflict)['inOrder']>[0], 'workspaceId'>;
type PassageRow = z.output<typeof readAudited.row>;

async function compared(
  { database, embedder, reader }: AuditParts,
  workspaceId: string,
  { documentId, versionId }: Audited,
  signal: AbortSignal | undefined,
): Promise<NewConflict[]> {
  const replaced = await editionsOf(database, workspaceId, documentId);
  if (replaced === null) return [];
  const { near, rows } = await database.inWorkspace(
    workspaceId,
    (transaction) => nearPassages(transaction, { workspaceId, versionId, model: embedder.fingerprint }),
    { signal, readOnly: true },
  );
  const passages = new Map(rows.map((row) => [row.chunk_id, { row, passage: passageOf(row, reader) }]));
  const bounds: ReadingBounds = { left: mostReadings, signal };
  const found: NewConflict[] = [];
  for (const { own_id: ownId, other_id: otherId } of near) {
    const [own, other] = [passages.get(ownId), passages.get(otherId)];
    if (!own?.passage || !other?.passage || replaced.has(other.row.document_id)) continue;
    for (const difference of differencesBetween(own.passage.statements, other.passage.statements)) {
      if (signal?.aborted) throw abortFault(signal);
      if (await answerEachOther(reader, difference, [own.passage, other.passage], bounds))
        found.push(conflictOf(difference, own.row, other.row));
    }
  }
  return found;
}

/** The editions that a document replaces; null: it is replaced itself, by another's word. */
async function editionsOf(database: Database, workspaceId: string, id: string): Promise<ReadonlySet<string> | null> {
  const [editions] = await readEditionsOf(database, { workspaceId, accessGroups: null }, [id]);
  const { successor, supersedes } = editions ?? { successor: null, supersedes: [] };
  if (successor && isSaid(successor)) return null;
  return new Set([...supersedes, ...(successor ? [successor.successorId] : [])]);
}

async function nearPassages(
  transaction: Transaction,
  {
    workspaceId,
    versionId,
    model,
  }: { readonly workspaceId: string; readonly versionId: string; readonly model: string },
) {
  const near = await transaction.query(findNear, {
    workspaceId,
    versionId,
    model,
    now: new Date(),
    limit: mostWindows,
    near: mostNear,
    farthest,
  });
  const chunkIds = [...new Set(near.flatMap(({ own_id: own, other_id: other }) => [own, other]))];
  return { near, rows: chunkIds.length === 0 ? [] : await transaction.query(readAudited, { workspaceId, chunkIds }) };
}

/** Undefined for a passage in a language that the reader does not read. */
function passageOf({ title, body, section_path: path }: PassageRow, reader: Reader): AuditedPassage | undefined {
  const language = detectLanguage(body);
  if (language !== null && reader.languages?.includes(language) === false) return undefined;
  const statements = statementsOf(body, language ?? 'en');
  const shown = {
    title: headingOf(title, path),
    text: body,
    sentences: statements.map(({ start, end }) => ({ start, end })),
  };
  return { shown, statements };
}

function conflictOf({ kind, ...difference }: Difference, own: PassageRow, other: PassageRow): NewConflict {
  const sides = [
    { row: own, statement: difference.first, said: difference.firstSaid },
    { row: other, statement: difference.second, said: difference.secondSaid },
  ].toSorted((one, two) => (one.row.document_id < two.row.document_id ? -1 : 1));
  const said = sides.map(({ row, statement: { text } }) => [row.document_id, text]);
  return {
    id: newId(),
    wording: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
    kind,
    documentIds: sides.map(({ row }) => row.document_id),
    versionIds: sides.map(({ row }) => row.version_id),
    starts: sides.map(({ row, statement }) => row.start_offset + statement.start),
    quotes: sides.map(({ statement }) => statement.text),
    sideValues: sides.map(({ said: words }) => words?.text ?? ''),
    now: new Date(),
  };
}
