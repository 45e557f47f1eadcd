import type { Database, Transaction } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import { type Reader, readsDrafts } from '../../workspaces/caller.ts';
import { type ContentType, titleSpan } from '../cut/chunk.ts';
import { certaintyOf, type DocumentVersion, doubtfulIn, type Page, type Span } from '../document.ts';
import type { Block } from '../formats/parsed.ts';
import { assertPageSize, type PageRequest, pageWithCursors, foreignCursor } from '../page.ts';
import { type ChunkRow, findChunks, listChunks, listDuplicates, setOmitOverride, setOmitted } from './chunks.sql.ts';
import { listBlocks } from './documents.sql.ts';
import { setVersionLengths } from './storeVersions.sql.ts';

/** A chunk that says the same as another. */
export interface ChunkPointer {
  readonly chunkId: string;
  readonly documentId: string;
  readonly documentKey: string;
  readonly versionId: string;
}

/** A piece of a version as it was stored, with its measured quality. */
export interface StoredChunk {
  readonly id: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly ordinal: number;
  readonly text: string;
  readonly sourceSpan: Span;
  readonly sectionPath: readonly string[];
  readonly contentType: ContentType;
  readonly tokenCount: number;
  /** 0..1. */
  readonly quality: number;
  /** Whether retrieval skips it, by the rule's verdict or a person's. */
  readonly omitted: boolean;
  /** The rule that omits it; null: none does. */
  readonly omitReason: string | null;
  /** A person's decision, which overrides the rule; null: the rule's verdict applies. */
  readonly omitOverride: boolean | null;
  /** Other chunks that say the same, as far as the reader may see them. */
  readonly duplicates: readonly ChunkPointer[];
  /** The number of generated paraphrases and questions that help to find it. */
  readonly hypotheticalCount: number;
}

/** A boilerplate line may occur in thousands of documents. */
const shownDuplicates = 20;

/**
 * Returns the same page of each version, in the order of `versionIds`; empty for a version that the reader cannot see.
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

/** In the order of `ids`; undefined if the reader cannot see its document, or it is not a chunk of a version. */
export async function readStoredChunks(
  database: Database,
  reader: Reader,
  ids: readonly string[],
): Promise<(StoredChunk | undefined)[]> {
  const chunkIds = ids.filter((id) => isUuid(id));
  if (chunkIds.length === 0) return ids.map(() => undefined);
  const { workspaceId, accessGroups } = reader;
  const chunks = await database.inWorkspace(workspaceId, async (transaction) => {
    const values = { workspaceId, chunkIds, accessGroups, drafts: readsDrafts(reader) };
    return withDuplicates(transaction, reader, await transaction.query(findChunks, values));
  });
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  return ids.map((id) => byId.get(id));
}

/** Removes a chunk from retrieval, or puts it back, against the rule's verdict; null lets the rule decide again. */
export async function setChunkOmitted(
  database: Database,
  reader: Reader,
  chunkId: string,
  omitted: boolean | null,
): Promise<StoredChunk> {
  const { workspaceId, accessGroups } = reader;
  return database.inWorkspace(workspaceId, async (transaction) => {
    const read = async () =>
      isUuid(chunkId)
        ? transaction.query(findChunks, { workspaceId, chunkIds: [chunkId], accessGroups, drafts: readsDrafts(reader) })
        : [];
    const [chunk] = await read();
    if (!chunk) throw new CandorError('NOT_FOUND', 'This workspace has no such chunk.', { details: { id: chunkId } });
    await transaction.query(setOmitOverride, { workspaceId, chunkId, omitted });
    await transaction.query(setOmitted, {
      workspaceId,
      versionId: chunk.version_id,
      chunkId,
      omitted: omitted ?? chunk.omit_reason !== null,
    });
    await transaction.query(setVersionLengths, { workspaceId, versionIds: [chunk.version_id] });
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
    documentId: row.document_id,
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

/** Reads a cursor: the ordinal of the last chunk of a page. */
function readOrdinal(after: string | undefined): number {
  if (after === undefined) return -1;
  const text = Buffer.from(after, 'base64url').toString('utf8');
  if (/^c\d{1,9}$/.test(text)) return Number(text.slice(1));
  throw foreignCursor();
}

function toPage(chunks: readonly StoredChunk[], first: number): Page<StoredChunk> {
  return pageWithCursors(chunks, first, ({ ordinal }) => Buffer.from(`c${ordinal}`).toString('base64url'));
}

/** A span of a version's canonical text, as the parser classified it. */
export interface StoredBlock {
  readonly kind: Block['kind'];
  /** In the version's text. */
  readonly span: Span;
  readonly text: string;
  /** 1 to 6 for a heading; null for other blocks. */
  readonly level: number | null;
  /** The headings above it, outermost first, without their marks. */
  readonly headingPath: readonly string[];
  /** The average certainty of the recognition of its page, 0 to 1; null if its text did not need recognition. */
  readonly certainty: number | null;
  /** Words that were recognised with doubt, as spans of the version's text. */
  readonly doubtful: readonly Span[];
}

/** Returns blocks in their stored form. It is short, because a table of data has 20,000. */
export function blocksJson(blocks: readonly Block[]): string {
  return JSON.stringify(
    blocks.map(({ kind, start, end, depth }) => (depth === undefined ? [kind, start, end] : [kind, start, end, depth])),
  );
}

/**
 * Returns all blocks of each version, in the order of `versionIds`. Null if the reader cannot see the version, or if it
 * was stored before blocks were kept.
 */
export async function readBlocks(
  database: Database,
  reader: Reader,
  versionIds: readonly string[],
): Promise<(readonly StoredBlock[] | null)[]> {
  const { workspaceId, accessGroups } = reader;
  const drafts = readsDrafts(reader);
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listBlocks, {
      workspaceId,
      versionIds: versionIds.filter((id) => isUuid(id)),
      accessGroups,
      drafts,
    }),
  );
  const byVersion = new Map(
    rows.map(({ version_id: id, source_map: sourceMap, text, blocks }) => [
      id,
      blocks &&
        storedBlocks(
          { text, sourceMap },
          blocks.map(([kind, start, end, depth]) => ({ kind, start, end, ...(depth === undefined ? {} : { depth }) })),
        ),
    ]),
  );
  return versionIds.map((id) => byVersion.get(id) ?? null);
}

function storedBlocks(
  { text, sourceMap }: Pick<DocumentVersion, 'text' | 'sourceMap'>,
  blocks: readonly Block[],
): StoredBlock[] {
  let above: { readonly level: number; readonly title: string }[] = [];
  return blocks.map((block) => {
    const { kind, start, end, depth } = block;
    if (kind === 'HEADING') above = above.filter(({ level }) => level < (depth ?? 1));
    const headingPath = above.map(({ title }) => title);
    if (kind === 'HEADING')
      above = [...above, { level: depth ?? 1, title: text.slice(titleSpan(text, block).start, end).trim() }];
    const span = { start, end };
    return {
      kind,
      span,
      text: text.slice(start, end),
      level: depth ?? null,
      headingPath,
      certainty: certaintyOf(sourceMap, span),
      doubtful: doubtfulIn(sourceMap, span),
    };
  });
}
