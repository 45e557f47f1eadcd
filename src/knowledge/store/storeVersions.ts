import { setImmediate as turn } from 'node:timers/promises';
import type { Transaction } from '../../db/database.ts';
import { newId, vectorText } from '../../db/statement.ts';
import { groupBy } from '../../stats.ts';
import type { PreparedChunk, Window } from '../cut/prepareChunks.ts';
import type { CanonicalDocument, DraftDocument } from '../ingest/canonical.ts';
import { seriesOf } from '../editions/series.ts';
import { isUncertain } from '../document.ts';
import { storeMetadata } from '../metadata/storeMetadata.ts';
import { indexedText } from '../values/values.ts';
import { blocksJson } from './chunks.ts';
import { restoreDeleted } from './documents.sql.ts';
import { type DuplicateGroups, findDuplicateGroups } from './duplicateGroups.ts';
import { beginDuplicateGroups, insertBands } from './duplicateGroups.sql.ts';
import { readStamps, rivalOf, sameRights, type StoredDocument } from './findUnchanged.ts';
import { isNewest, type Place, placeVersion, type VersionStamp } from './placeVersion.ts';
import {
  type Columns,
  type DocumentRow,
  endVersions,
  insertChunks,
  insertChunkTexts,
  insertCodes,
  insertDocuments,
  insertPostings,
  insertVersions,
  insertVersionTexts,
  insertVocabulary,
  insertWindows,
  listOmitOverrides,
  lockDocuments,
  readTransactionNumber,
  setAccessGroups,
  setChunkLengths,
  setVersionLengths,
  updateDocument,
} from './storeVersions.sql.ts';

export interface EmbeddedWindow {
  readonly window: Window;
  readonly vector: Float32Array;
}

/** A document that is cut, embedded and ready to be stored. `vectors[i]` are the windows of `chunks[i]`. */
export interface PreparedDocument extends DraftDocument {
  readonly vectors: readonly (readonly EmbeddedWindow[])[];
  readonly model: string;
}

/** A document that is being stored. */
interface Storing {
  readonly prepared: PreparedDocument;
  readonly documentId: string;
  readonly versionId: string;
  readonly isNew: boolean;
  readonly stamps: readonly VersionStamp[];
  readonly place: Place;
}

/**
 * Stores one version of each document with all its search data, with the same statements for all documents. One
 * transaction: the versions become searchable when it commits. A deleted document that is ingested again is restored
 * with its history.
 * @param documents must have different keys
 * @param onStored called within the transaction with the number of chunks that are written
 */
export async function storeVersions(
  transaction: Transaction,
  workspaceId: string,
  documents: readonly PreparedDocument[],
  onStored: (chunks: number) => void = () => undefined,
): Promise<StoredDocument[]> {
  const now = new Date();
  const keys = documents.map(({ canonical }) => canonical.key);
  const rows = await transaction.query(lockDocuments, { workspaceId, keys });
  const existing = new Map(rows.map((row) => [row.key, row]));
  const stamps = await readStamps(
    transaction,
    workspaceId,
    rows.map((row) => row.document_id),
  );
  const storing: Storing[] = [];
  const results: StoredDocument[] = [];
  for (const prepared of documents) {
    const { canonical } = prepared;
    const known = existing.get(canonical.key);
    const documentId = known?.document_id ?? newId();
    const restored = { workspaceId, id: documentId, accessGroups: null, restorableSince: new Date(0) };
    if (known?.deleted_at) await transaction.query(restoreDeleted, restored);
    const own = stamps.get(documentId) ?? [];
    const rival = rivalOf(own, canonical);
    if (known && rival?.contentHash === canonical.contentHash) {
      if (!sameRights(own, rival, canonical, known.access_groups))
        await transaction.query(setAccessGroups, { workspaceId, documentId, accessGroups: canonical.accessGroups });
      results.push({ documentId, versionId: rival.versionId, status: known.deleted_at ? 'UPDATED' : 'UNCHANGED' });
      continue;
    }
    const place = placeVersion(own, canonical.effectiveFrom ?? now, canonical.effectiveUntil ?? null);
    const versionId = newId();
    storing.push({ prepared, documentId, versionId, isNew: known === undefined, stamps: own, place });
    results.push({ documentId, versionId, status: known ? 'UPDATED' : 'CREATED' });
  }
  if (storing.length > 0) {
    await writeDocuments(transaction, workspaceId, storing, now);
    await writeVersions(transaction, workspaceId, storing, now);
    await turn();
    await writeChunks(transaction, workspaceId, storing, onStored);
  }
  return results;
}

async function writeDocuments(
  transaction: Transaction,
  workspaceId: string,
  storing: readonly Storing[],
  now: Date,
): Promise<void> {
  const created = storing.filter(({ isNew }) => isNew);
  if (created.length > 0)
    await transaction.query(insertDocuments, {
      workspaceId,
      ...columnsOf(
        created.map(({ documentId, prepared: { canonical } }) => ({
          ...rowOf(documentId, canonical, now),
          key: canonical.key,
          sourceId: canonical.sourceId ?? null,
        })),
      ),
      now,
    });
  const changed = storing.filter(({ isNew, stamps, place }) => !isNew && isNewest(stamps, place.effectiveFrom));
  for (const { prepared, documentId } of changed)
    await transaction.query(updateDocument, { workspaceId, ...rowOf(documentId, prepared.canonical, now) });
  await storeMetadata(transaction, workspaceId, created.map(metadataOf), changed.map(metadataOf));
}

const metadataOf = ({ documentId, prepared: { canonical } }: Storing) => ({ documentId, metadata: canonical.metadata });

async function writeVersions(
  transaction: Transaction,
  workspaceId: string,
  storing: readonly Storing[],
  now: Date,
): Promise<void> {
  const ended = storing.flatMap(({ place }) => place.ended);
  if (ended.length > 0)
    await transaction.query(endVersions, {
      workspaceId,
      versionIds: ended.map(({ versionId }) => versionId),
      effectiveUntils: ended.map(({ effectiveUntil }) => effectiveUntil),
    });
  const versionIds = storing.map(({ versionId }) => versionId);
  const texts = storing.map(({ prepared }) => prepared.canonical);
  await transaction.query(insertVersions, {
    workspaceId,
    versionIds,
    documentIds: storing.map(({ documentId }) => documentId),
    numbers: storing.map(({ place }) => place.number),
    contentHashes: texts.map(({ contentHash }) => contentHash),
    effectiveFroms: storing.map(({ place }) => place.effectiveFrom),
    effectiveUntils: storing.map(({ place }) => place.effectiveUntil),
    now,
    chunkCounts: storing.map(({ prepared }) => prepared.chunks.length),
    sourceTypes: texts.map(({ sourceType }) => sourceType),
    flags: texts.map(({ flags }) => arrayText(flags)),
    expiresAts: texts.map(({ effectiveUntil }) => effectiveUntil ?? null),
  });
  await transaction.query(insertVersionTexts, {
    workspaceId,
    versionIds,
    texts: texts.map(({ text }) => text),
    sourceMaps: texts.map(({ sourceMap }) => sourceMap && JSON.stringify(sourceMap)),
    blocks: texts.map(({ blocks }) => blocksJson(blocks)),
    problems: texts.map(({ problems }) => arrayText(problems ?? [])),
  });
}

function rowOf(id: string, canonical: CanonicalDocument, now: Date): DocumentRow {
  const { title, url, metadata, tags, sourceType, searchConfig, accessGroups, supersededBy } = canonical;
  const series = seriesOf(canonical);
  return {
    id,
    state: canonical.state ?? null,
    trust: canonical.trust ?? null,
    title,
    url,
    metadata: JSON.stringify(metadata),
    tags: arrayText(tags),
    updatedAt: canonical.updatedAt ?? canonical.effectiveFrom ?? now,
    sourceType,
    semanticType: canonical.semanticType ?? null,
    author: canonical.author ?? null,
    language: canonical.language ?? null,
    searchConfig,
    accessGroups: arrayText(accessGroups),
    supersededBy,
    ...series,
    replaces: arrayText(series.replaces),
    supersedes: canonical.supersedes ?? null,
  };
}

/** @param rows at least one, all with the same columns */
function columnsOf<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as unknown as Columns<Row>;
}

/** A chunk with its document and version. */
interface StoringChunk {
  readonly id: string;
  readonly ordinal: number;
  readonly piece: PreparedChunk;
  readonly of: Storing;
}

/**
 * Chunks that are written by the same statements. The embedded database blocks this process for as long as a statement
 * runs: for the postings of 4,600 chunks 18 s of processor time, in which nothing could be shown or cancelled. Slices of
 * 50 take 3 % more of it than those of 100.
 */
const chunksAtOnce = 50;

async function writeChunks(
  transaction: Transaction,
  workspaceId: string,
  storing: readonly Storing[],
  onStored: (chunks: number) => void,
): Promise<void> {
  const chunks = storing.flatMap((of) =>
    of.prepared.chunks.map((piece, ordinal): StoringChunk => ({ id: newId(), ordinal, piece, of })),
  );
  const overrides = await readOverrides(transaction, workspaceId, storing);
  const decided = new Map(
    chunks.map((chunk) => [chunk, overrides.get(chunk.of.documentId)?.get(chunk.piece.text) ?? null] as const),
  );
  const { bandsOf, groupOf } = await findGroups(transaction, workspaceId, chunks);
  for (let from = 0; from < chunks.length; from += chunksAtOnce) {
    const slice = chunks.slice(from, from + chunksAtOnce);
    const ids = slice.map(({ id }) => id);
    await transaction.query(insertChunks, {
      workspaceId,
      documentIds: slice.map(({ of }) => of.documentId),
      versionIds: slice.map(({ of }) => of.versionId),
      ids,
      ordinals: slice.map(({ ordinal }) => ordinal),
      starts: slice.map(({ piece }) => piece.start),
      ends: slice.map(({ piece }) => piece.end),
      omitted: slice.map((chunk) => decided.get(chunk) ?? chunk.piece.omitReason !== null),
      groups: ids.map((id) => groupOf.get(id) ?? null),
    });
    await writeChunkTexts(transaction, workspaceId, slice, decided);
    const rows = ids.flatMap((id) => (bandsOf.get(id) ?? []).map((hash) => ({ id, hash })));
    if (rows.length > 0)
      await transaction.query(insertBands, {
        workspaceId,
        ids: rows.map(({ id }) => id),
        hashes: rows.map(({ hash }) => hash),
      });
    await writeWindows(transaction, workspaceId, slice);
    await indexWords(transaction, workspaceId, ids);
    onStored(from + slice.length);
    // What waits for this process comes first: a cancellation, a reader of the progress.
    if (from + slice.length < chunks.length) await turn();
  }
  await transaction.query(setVersionLengths, { workspaceId, versionIds: storing.map(({ versionId }) => versionId) });
}

/** Returns the bands of chunks and the groups of near-duplicates that they join, by their ids, and begins the groups. */
async function findGroups(
  transaction: Transaction,
  workspaceId: string,
  chunks: readonly StoringChunk[],
): Promise<Pick<DuplicateGroups, 'groupOf'> & { readonly bandsOf: ReadonlyMap<string, readonly string[]> }> {
  const banded = chunks.map(({ id, piece: { text, bands }, of: { documentId } }) => ({
    id,
    documentId,
    text,
    bands: [...new Set(bands.map(String))],
  }));
  const { groupOf, begun } = await findDuplicateGroups(transaction, workspaceId, banded);
  if (begun.length > 0) await transaction.query(beginDuplicateGroups, { workspaceId, ids: begun });
  return { groupOf, bandsOf: new Map(banded.map(({ id, bands }) => [id, bands])) };
}

async function writeWindows(
  transaction: Transaction,
  workspaceId: string,
  chunks: readonly StoringChunk[],
): Promise<void> {
  for (const [model, own] of groupBy(chunks, ({ of }) => of.prepared.model))
    await storeWindows(
      transaction,
      workspaceId,
      model,
      own.map(({ id }) => id),
      own.map(({ of, ordinal }) => of.prepared.vectors[ordinal] ?? []),
    );
}

/** What a person decided about chunks. */
type Decisions = ReadonlyMap<StoringChunk, boolean | null>;

async function writeChunkTexts(
  transaction: Transaction,
  workspaceId: string,
  chunks: readonly StoringChunk[],
  decided: Decisions,
): Promise<void> {
  const canonicals = chunks.map(({ of }) => of.prepared.canonical);
  const analysed = (textOf: (chunk: StoringChunk) => string) =>
    chunks.map((chunk) => indexedText(textOf(chunk), chunk.of.prepared.canonical.searchConfig));
  await transaction.query(insertChunkTexts, {
    workspaceId,
    ids: chunks.map(({ id }) => id),
    bodies: chunks.map(({ piece }) => piece.text),
    sectionPaths: chunks.map(({ piece }) => arrayText(piece.sectionPath)),
    searchConfigs: canonicals.map(({ searchConfig }) => searchConfig),
    contentTypes: chunks.map(({ piece }) => piece.contentType),
    tokenCounts: chunks.map(({ piece }) => piece.tokenCount),
    qualities: chunks.map(({ piece }) => piece.quality),
    omitReasons: chunks.map(({ piece }) => piece.omitReason),
    omitOverrides: chunks.map((chunk) => decided.get(chunk) ?? null),
    analysedTitles: analysed(({ of }) => of.prepared.canonical.title),
    analysedBodies: analysed(({ piece }) => piece.text),
    analysedHeadings: analysed(({ piece }) => piece.sectionPath.join(' ')),
    layoutsUncertain: chunks.map(({ piece, of }) => isUncertain(of.prepared.canonical.sourceMap, piece)),
  });
}

/** Returns the text form of an array, for columns of several rows whose arrays differ in length. */
function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
}

/** Makes the words of chunks searchable. */
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

/** Reads a person's decisions about chunks, by document and chunk text, so that they carry over to the next version. */
async function readOverrides(
  transaction: Transaction,
  workspaceId: string,
  storing: readonly Storing[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, boolean>>> {
  const documentIds = storing.filter(({ isNew }) => !isNew).map(({ documentId }) => documentId);
  if (documentIds.length === 0) return new Map();
  const rows = await transaction.query(listOmitOverrides, { workspaceId, documentIds });
  return new Map(
    [...groupBy(rows, (row) => row.document_id)].map(([id, own]) => [
      id,
      new Map(own.map((row) => [row.body, row.omit_override])),
    ]),
  );
}

/**
 * Rows of one statement. 15,000 at once are 60 MB of text; the embedded database's memory grows by that and never
 * shrinks.
 */
const windowRows = 500;

/** Stores windows; `vectors[i]` are those of the chunk `ids[i]`. Existing vectors stay. */
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
