import type { Database, Transaction } from '../../db/database.ts';
import { isUuid } from '../../db/id.ts';
import { CandorError } from '../../errors.ts';
import { type Reader, readsDrafts } from '../../workspaces/caller.ts';
import type { Page } from '../document.ts';
import { assertPageSize, type PageRequest } from '../page.ts';
import { type ChunkRow, findChunk, listChunks, listDuplicates, setOmitOverride, setOmitted } from './chunks.sql.ts';
import { setVersionLengths } from './storeVersion.sql.ts';
import type { ChunkPointer, StoredChunk } from './storedChunk.ts';

/** A boilerplate line may stand in thousands of documents. */
const shownDuplicates = 20;

/**
 * The same page of each version, in the order of `versionIds`; empty where the reader can see no such version.
 * @throws BAD_INPUT for a page size or cursor that is not usable
 */
export async function pagesOfChunks(
  database: Database,
  reader: Reader,
  versionIds: readonly string[],
  page: PageRequest,
): Promise<Page<StoredChunk>[]> {
  assertPageSize(page);
  const { workspaceId, accessGroups } = reader;
  const after = readOrdinal(page.after);
  const chunks = await database.inWorkspace(workspaceId, async (transaction) => {
    const rows = await transaction.query(listChunks, {
      workspaceId,
      versionIds: versionIds.filter((id) => isUuid(id)),
      accessGroups,
      drafts: readsDrafts(reader),
      after,
      limit: page.first + 1,
    });
    return withDuplicates(transaction, reader, rows);
  });
  return versionIds.map((id) =>
    toPage(
      chunks.filter((chunk) => chunk.versionId === id),
      page.first,
    ),
  );
}

/**
 * Takes a chunk out of retrieval, or puts it back, against the rule's verdict; null lets the rule decide again.
 * @throws NOT_FOUND
 */
export async function setChunkOmitted(
  database: Database,
  reader: Reader,
  chunkId: string,
  omitted: boolean | null,
): Promise<StoredChunk> {
  const { workspaceId, accessGroups } = reader;
  return database.inWorkspace(workspaceId, async (transaction) => {
    const read = async () =>
      isUuid(chunkId) ? transaction.query(findChunk, { workspaceId, chunkId, accessGroups }) : [];
    const [chunk] = await read();
    if (!chunk) throw new CandorError('NOT_FOUND', 'This workspace has no such chunk.', { details: { id: chunkId } });
    await transaction.query(setOmitOverride, { workspaceId, chunkId, omitted });
    await transaction.query(setOmitted, {
      workspaceId,
      versionId: chunk.version_id,
      chunkId,
      omitted: omitted ?? chunk.omit_reason !== null,
    });
    await transaction.query(setVersionLengths, { workspaceId, versionId: chunk.version_id });
    const [changed] = await withDuplicates(transaction, reader, await read());
    if (!changed) throw new CandorError('INTERNAL', 'A chunk was gone inside its own transaction.');
    return changed;
  });
}

async function withDuplicates(
  transaction: Transaction,
  reader: Reader,
  rows: readonly ChunkRow[],
): Promise<StoredChunk[]> {
  const { workspaceId, accessGroups } = reader;
  const drafts = readsDrafts(reader);
  const groups = [...new Set(rows.flatMap((row) => row.duplicate_group ?? []))];
  const members =
    groups.length > 0
      ? await transaction.query(listDuplicates, {
          workspaceId,
          groups,
          accessGroups,
          drafts,
          limit: shownDuplicates + 1,
        })
      : [];
  return rows.map((row) =>
    toChunk(
      row,
      members
        .filter((member) => member.duplicate_group === row.duplicate_group && member.chunk_id !== row.chunk_id)
        .slice(0, shownDuplicates)
        .map((member) => ({
          chunkId: member.chunk_id,
          documentId: member.document_id,
          documentKey: member.key,
          versionId: member.version_id,
        })),
    ),
  );
}

function toChunk(row: ChunkRow, duplicates: readonly ChunkPointer[]): StoredChunk {
  return {
    id: row.chunk_id,
    versionId: row.version_id,
    ordinal: row.ordinal,
    text: row.body,
    sourceSpan: { start: row.start_offset, end: row.end_offset },
    sectionPath: row.section_path,
    contentType: row.content_type,
    tokenCount: row.token_count,
    quality: row.quality,
    omitted: row.omitted,
    omitReason: row.omit_reason,
    omitOverride: row.omit_override,
    duplicates,
    hypotheticalCount: row.hypothetical_count,
  };
}

/** The cursor of a page of chunks is the ordinal of its last. */
function readOrdinal(after: string | undefined): number {
  if (after === undefined) return -1;
  const text = Buffer.from(after, 'base64url').toString('utf8');
  if (/^c\d{1,9}$/.test(text)) return Number(text.slice(1));
  throw new CandorError('BAD_INPUT', 'after is not a cursor of this list.', { details: { field: 'after' } });
}

function toPage(chunks: readonly StoredChunk[], first: number): Page<StoredChunk> {
  const nodes = chunks.slice(0, first);
  const cursors = nodes.map(({ ordinal }) => Buffer.from(`c${ordinal}`).toString('base64url'));
  return { nodes, cursors, hasNextPage: chunks.length > first, endCursor: cursors.at(-1) ?? null };
}
