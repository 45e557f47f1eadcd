import type { Transaction } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import type { DraftDocument, PreparedChunk, Window } from '../cut/draftDocument.ts';
import { isNearDuplicate } from '../cut/nearDuplicates.ts';
import { type IngestedDocument, isUncertain } from '../document.ts';
import type { CanonicalDocument } from '../ingest/canonical.ts';
import { searchText } from '../words.ts';
import { blocksJson } from './chunks.ts';
import { restoreDeleted } from './documents.sql.ts';
import { type Place, placeVersion, type VersionStamp } from './placeVersion.ts';
import {
  type DocumentFacts,
  endVersion,
  findDocumentByKey,
  insertBands,
  insertChunks,
  insertChunkTexts,
  insertCodes,
  insertDocument,
  insertPostings,
  insertVersion,
  insertVersionText,
  insertVocabulary,
  insertWindows,
  listBandMates,
  listOmitOverrides,
  listVersionStamps,
  readTransactionNumber,
  setChunkLengths,
  setDuplicateGroup,
  setVersionLengths,
  updateDocument,
} from './storeVersion.sql.ts';

export interface EmbeddedWindow {
  readonly window: Window;
  readonly vector: Float32Array;
}

/** A document cut and embedded, ready to be stored. `vectors[i]` are the windows of `chunks[i]`. */
export interface PreparedDocument extends DraftDocument {
  readonly vectors: readonly (readonly EmbeddedWindow[])[];
  readonly model: string;
}

export type StoredDocument = Pick<IngestedDocument, 'status'> & {
  readonly documentId: string;
  readonly versionId: string;
};

/**
 * Whether the content is stored already: where it is when it is. The title is part of it, as every window begins with
 * it: a new title is a new version with vectors of its own.
 */
export async function findUnchanged(
  transaction: Transaction,
  workspaceId: string,
  canonical: CanonicalDocument,
): Promise<StoredDocument | undefined> {
  const [document] = await transaction.query(findDocumentByKey, { workspaceId, key: canonical.key });
  if (!document || document.deleted_at) return undefined;
  const rival = rivalOf(await readStamps(transaction, workspaceId, document.document_id), canonical);
  return rival?.contentHash === canonical.contentHash
    ? { documentId: document.document_id, versionId: rival.versionId, status: 'UNCHANGED' }
    : undefined;
}

/**
 * Stores one version with everything that finds it. One transaction: searchable when it commits, invisible before.
 * A deleted document that comes again is restored with its history.
 */
export async function storeVersion(
  transaction: Transaction,
  workspaceId: string,
  prepared: PreparedDocument,
): Promise<StoredDocument> {
  const { canonical } = prepared;
  const now = new Date();
  const [existing] = await transaction.query(findDocumentByKey, { workspaceId, key: canonical.key });
  const documentId = existing?.document_id ?? newId();
  const stamps = existing ? await readStamps(transaction, workspaceId, documentId) : [];
  if (existing?.deleted_at)
    await transaction.query(restoreDeleted, {
      workspaceId,
      id: documentId,
      accessGroups: null,
      restorableSince: new Date(0),
    });
  const rival = rivalOf(stamps, canonical);
  if (rival?.contentHash === canonical.contentHash)
    return { documentId, versionId: rival.versionId, status: existing?.deleted_at ? 'UPDATED' : 'UNCHANGED' };
  const place = placeVersion(stamps, canonical.effectiveFrom ?? now, canonical.effectiveUntil ?? null);
  if (!existing)
    await transaction.query(insertDocument, {
      workspaceId,
      documentId,
      key: canonical.key,
      ...factsOf(canonical, now),
      state: canonical.state ?? 'PUBLISHED',
      trust: canonical.trust ?? 'NORMAL',
      now,
    });
  else if (isNewest(stamps, place.effectiveFrom))
    await transaction.query(updateDocument, {
      workspaceId,
      documentId,
      ...factsOf(canonical, now),
      state: canonical.state ?? null,
      trust: canonical.trust ?? null,
    });
  for (const ended of place.ended)
    await transaction.query(endVersion, {
      workspaceId,
      versionId: ended.versionId,
      effectiveUntil: ended.effectiveUntil,
    });
  const versionId = newId();
  await insertText(transaction, { workspaceId, documentId, versionId }, prepared, place, now);
  await storeChunks(transaction, workspaceId, { documentId, versionId }, prepared);
  return { documentId, versionId, status: existing ? 'UPDATED' : 'CREATED' };
}

async function insertText(
  transaction: Transaction,
  ids: Ids & { readonly workspaceId: string },
  { canonical, chunks }: PreparedDocument,
  place: Place,
  now: Date,
): Promise<void> {
  await transaction.query(insertVersion, {
    ...ids,
    number: place.number,
    contentHash: canonical.contentHash,
    effectiveFrom: place.effectiveFrom,
    effectiveUntil: place.effectiveUntil,
    now,
    chunkCount: chunks.length,
    sourceType: canonical.sourceType,
    flags: canonical.flags,
    expiresAt: canonical.effectiveUntil ?? null,
  });
  await transaction.query(insertVersionText, {
    workspaceId: ids.workspaceId,
    versionId: ids.versionId,
    text: canonical.text,
    sourceMap: canonical.sourceMap && JSON.stringify(canonical.sourceMap),
    blocks: blocksJson(canonical.blocks),
    problems: canonical.problems ?? [],
  });
}

function factsOf(canonical: CanonicalDocument, now: Date): DocumentFacts {
  return {
    title: canonical.title,
    url: canonical.url,
    metadata: JSON.stringify(canonical.metadata),
    tags: canonical.tags,
    updatedAt: canonical.updatedAt ?? canonical.effectiveFrom ?? now,
    sourceType: canonical.sourceType,
    semanticType: canonical.semanticType ?? null,
    author: canonical.author ?? null,
    language: canonical.language ?? null,
    searchConfig: canonical.searchConfig,
    accessGroups: canonical.accessGroups,
    supersededBy: canonical.supersededBy,
  };
}

/** The facts of a document are those of its newest version. */
function isNewest(stamps: readonly VersionStamp[], effectiveFrom: Date): boolean {
  return stamps.every((stamp) => stamp.effectiveFrom.getTime() <= effectiveFrom.getTime());
}

export async function readStamps(
  transaction: Transaction,
  workspaceId: string,
  documentId: string,
): Promise<VersionStamp[]> {
  const rows = await transaction.query(listVersionStamps, { workspaceId, documentId });
  return rows.map((row) => ({
    versionId: row.version_id,
    number: row.number,
    contentHash: row.content_hash,
    effectiveFrom: row.effective_from,
    effectiveUntil: row.effective_until,
    expiresAt: row.expires_at,
  }));
}

/**
 * A dated text is compared with the version of its date, an undated one with the newest: going back to an earlier text
 * is a change.
 */
function rivalOf(stamps: readonly VersionStamp[], canonical: CanonicalDocument): VersionStamp | undefined {
  const date = canonical.effectiveFrom?.getTime();
  if (date !== undefined) return stamps.findLast((stamp) => stamp.effectiveFrom.getTime() === date);
  return stamps.findLast(
    (stamp) => stamp.effectiveUntil === null || stamp.effectiveUntil.getTime() === stamp.expiresAt?.getTime(),
  );
}

interface Ids {
  readonly documentId: string;
  readonly versionId: string;
}

async function storeChunks(
  transaction: Transaction,
  workspaceId: string,
  { documentId, versionId }: Ids,
  prepared: PreparedDocument,
): Promise<void> {
  const { chunks, canonical } = prepared;
  const ids = chunks.map(() => newId());
  const overrides = await readOverrides(transaction, workspaceId, documentId, chunks);
  await transaction.query(insertChunks, {
    workspaceId,
    documentId,
    versionId,
    ids,
    ordinals: chunks.map((_, ordinal) => ordinal),
    starts: chunks.map((piece) => piece.start),
    ends: chunks.map((piece) => piece.end),
    omitted: chunks.map((piece) => overrides.get(piece.text) ?? piece.omitReason !== null),
  });
  await transaction.query(insertChunkTexts, {
    workspaceId,
    analysedTitle: searchText(canonical.title, canonical.searchConfig),
    ids,
    bodies: chunks.map((piece) => piece.text),
    sectionPaths: chunks.map((piece) => JSON.stringify(piece.sectionPath)),
    searchConfig: canonical.searchConfig,
    contentTypes: chunks.map((piece) => piece.contentType),
    tokenCounts: chunks.map((piece) => piece.tokenCount),
    qualities: chunks.map((piece) => piece.quality),
    omitReasons: chunks.map((piece) => piece.omitReason),
    omitOverrides: chunks.map((piece) => overrides.get(piece.text) ?? null),
    analysedBodies: chunks.map((piece) => searchText(piece.text, canonical.searchConfig)),
    analysedHeadings: chunks.map((piece) => searchText(piece.sectionPath.join(' '), canonical.searchConfig)),
    layoutsUncertain: chunks.map((piece) => isUncertain(canonical.sourceMap, piece)),
  });
  await indexWords(transaction, workspaceId, ids);
  await transaction.query(setVersionLengths, { workspaceId, versionId });
  await storeWindows(transaction, workspaceId, prepared.model, ids, prepared.vectors);
  await linkDuplicates(
    transaction,
    workspaceId,
    documentId,
    chunks.map(({ text, bands }, position) => ({ id: ids[position] ?? '', text, bands })),
  );
}

/** Makes the words of chunks findable. */
export async function indexWords(
  transaction: Transaction,
  workspaceId: string,
  chunkIds: readonly string[],
): Promise<void> {
  await transaction.query(insertPostings, { workspaceId, chunkIds });
  await transaction.query(setChunkLengths, { workspaceId, chunkIds });
  const [transactionOfNow] = await transaction.query(readTransactionNumber, []);
  await transaction.query(insertVocabulary, {
    workspaceId,
    chunkIds,
    transactionNumber: transactionOfNow?.number ?? '',
  });
}

/** What a person decided about a chunk's text stays decided in the next version. */
async function readOverrides(
  transaction: Transaction,
  workspaceId: string,
  documentId: string,
  chunks: readonly PreparedChunk[],
): Promise<ReadonlyMap<string, boolean>> {
  const texts = new Set(chunks.map((piece) => piece.text));
  const rows = await transaction.query(listOmitOverrides, { workspaceId, documentId });
  return new Map(rows.filter((row) => texts.has(row.body)).map((row) => [row.body, row.omit_override]));
}

/**
 * Rows of one statement: 15,000 at once are 60 MB of text, which the embedded database's memory grows by and never
 * gives back.
 */
const windowRows = 500;

/** `vectors[i]` are the windows of the chunk `ids[i]`. Vectors that are there already stay. */
export async function storeWindows(
  transaction: Transaction,
  workspaceId: string,
  model: string,
  ids: readonly string[],
  vectors: PreparedDocument['vectors'],
): Promise<void> {
  const rows = vectors.flatMap((list, position) =>
    list.map(({ window, vector }, ordinal) => ({ id: ids[position] ?? '', ordinal, window, vector })),
  );
  for (let from = 0; from < rows.length; from += windowRows) {
    const slice = rows.slice(from, from + windowRows);
    await transaction.query(insertWindows, {
      workspaceId,
      model,
      ids: slice.map((row) => row.id),
      ordinals: slice.map((row) => row.ordinal),
      starts: slice.map((row) => row.window.start),
      ends: slice.map((row) => row.window.end),
      vectors: slice.map((row) => vectorText(row.vector)),
    });
  }
  await transaction.query(insertCodes, { workspaceId, model, ids });
}

/** pgvector's text form. Five decimals: halfvec keeps about three significant ones. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`;
}

interface BandedChunk {
  readonly id: string;
  readonly text: string;
  readonly bands: readonly bigint[];
}

/** Those that share most bands: a near-duplicate shares nearly all eight. */
const matesPerChunk = 3;

/**
 * Stores the bands of new chunks, and puts each that nearly repeats a chunk of another document into that chunk's
 * group.
 */
async function linkDuplicates(
  transaction: Transaction,
  workspaceId: string,
  documentId: string,
  chunks: readonly BandedChunk[],
): Promise<void> {
  const banded = chunks.filter(({ bands }) => bands.length > 0);
  if (banded.length === 0) return;
  const rows = banded.flatMap(({ id, bands }) => [...new Set(bands)].map((band) => ({ id, hash: String(band) })));
  const [ids, hashes] = [rows.map(({ id }) => id), rows.map(({ hash }) => hash)];
  // Asked before they are stored: a document that repeats itself would meet itself in every band.
  const mates = await transaction.query(listBandMates, { workspaceId, documentId, ids, hashes, matesPerChunk });
  await transaction.query(insertBands, { workspaceId, ids, hashes });
  for (const { id, text } of banded) {
    const twin = mates.find((mate) => mate.chunk_id === id && isNearDuplicate(text, mate.body));
    if (twin)
      await transaction.query(setDuplicateGroup, {
        workspaceId,
        ids: [id, twin.mate_id],
        group: twin.duplicate_group ?? twin.mate_id,
      });
  }
}
