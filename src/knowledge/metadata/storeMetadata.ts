import type { Transaction } from '../../db/database.ts';
import type { Metadata } from '../document.ts';
import { metadataEntries } from './entries.ts';
import { insertMetadata, removeMetadata } from './metadata.sql.ts';

interface OfDocument {
  readonly documentId: string;
  readonly metadata: Metadata;
}

/**
 * Stores what documents are found by of their metadata.
 * @param created documents of which nothing is stored yet
 * @param changed documents whose metadata is another now, or the same
 */
export async function storeMetadata(
  transaction: Transaction,
  workspaceId: string,
  created: readonly OfDocument[],
  changed: readonly OfDocument[],
): Promise<void> {
  const documentIds = changed.map(({ documentId }) => documentId);
  if (documentIds.length > 0) await transaction.query(removeMetadata, { workspaceId, documentIds });
  const rows = [...created, ...changed].flatMap(({ documentId, metadata }) =>
    metadataEntries(asStored(metadata)).map((entry, ordinal) => ({ documentId, ordinal, ...entry })),
  );
  if (rows.length === 0) return;
  await transaction.query(insertMetadata, {
    workspaceId,
    documentIds: rows.map((row) => row.documentId),
    ordinals: rows.map(({ ordinal }) => ordinal),
    names: rows.map(({ name }) => name),
    values: rows.map(({ value }) => value),
    numbers: rows.map(({ number }) => number),
    days: rows.map(({ day }) => day),
  });
}

/** YAML of the older kind has instants that are no texts. */
const asStored = (metadata: Metadata): Metadata => JSON.parse(JSON.stringify(metadata)) as Metadata;
