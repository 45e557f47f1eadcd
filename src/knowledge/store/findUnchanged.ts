import type { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { groupBy } from '../../stats.ts';
import type { IngestedDocument } from '../document.ts';
import type { CanonicalDocument } from '../ingest/canonical.ts';
import { isNewest, type VersionStamp } from './placeVersion.ts';
import { listStoredVersions, listVersionStamps } from './storeVersions.sql.ts';

export type StoredDocument = Pick<IngestedDocument, 'status'> & {
  readonly documentId: string;
  readonly versionId: string;
};

/**
 * Returns which contents are already stored, and where, in the order of the documents. A content includes the title,
 * because every window begins with it: a new title means a new version with its own vectors.
 */
export async function findUnchanged(
  transaction: Transaction,
  workspaceId: string,
  documents: readonly CanonicalDocument[],
): Promise<(StoredDocument | undefined)[]> {
  const keys = [...new Set(documents.map(({ key }) => key))];
  const rows = groupBy(await transaction.query(listStoredVersions, { workspaceId, keys }), (row) => row.key);
  return documents.map((canonical) => {
    const ofKey = rows.get(canonical.key) ?? [];
    const stamps = ofKey.map(toStamp);
    const rival = rivalOf(stamps, canonical);
    const [document] = ofKey;
    return document &&
      rival?.contentHash === canonical.contentHash &&
      sameRights(stamps, rival, canonical, document.access_groups)
      ? { documentId: document.document_id, versionId: rival.versionId, status: 'UNCHANGED' }
      : undefined;
  });
}

/**
 * Whether a document that is already stored has the readers that it should have: its source may have given it others
 * since without a new version. An earlier version of a document says nothing about that.
 */
export function sameRights(
  stamps: readonly VersionStamp[],
  rival: VersionStamp,
  { accessGroups }: CanonicalDocument,
  stored: readonly string[],
): boolean {
  if (!isNewest(stamps, rival.effectiveFrom)) return true;
  const groups = new Set(stored);
  return groups.size === new Set(accessGroups).size && accessGroups.every((group) => groups.has(group));
}

/** Returns the versions of each document that has any, by document id, lowest number first. */
export async function readStamps(
  transaction: Transaction,
  workspaceId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly VersionStamp[]>> {
  if (documentIds.length === 0) return new Map();
  const rows = await transaction.query(listVersionStamps, { workspaceId, documentIds });
  return new Map([...groupBy(rows, (row) => row.document_id)].map(([id, own]) => [id, own.map(toStamp)]));
}

function toStamp(row: z.output<typeof listVersionStamps.row>): VersionStamp {
  return {
    versionId: row.version_id,
    number: row.number,
    contentHash: row.content_hash,
    effectiveFrom: row.effective_from,
    effectiveUntil: row.effective_until,
    expiresAt: row.expires_at,
  };
}

/**
 * Returns the stored version to compare a text with: for a dated text the version of its date, for an undated one the
 * newest. Going back to an earlier text is a change.
 */
export function rivalOf(stamps: readonly VersionStamp[], canonical: CanonicalDocument): VersionStamp | undefined {
  const date = canonical.effectiveFrom?.getTime();
  if (date !== undefined) return stamps.findLast((stamp) => stamp.effectiveFrom.getTime() === date);
  return stamps.findLast(
    (stamp) => stamp.effectiveUntil === null || stamp.effectiveUntil.getTime() === stamp.expiresAt?.getTime(),
  );
}
