import type { Database, TransactionOptions } from '../db/database.ts';
import { findSuccessors, listRevisions, hasOlderDocuments } from './revisions.sql.ts';

/** A version for comparing. `text` is null when it is too long for that. */
export interface Revision {
  readonly versionId: string;
  readonly text: string | null;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  readonly expiresAt: Date | null;
}

/** A version among those of its document. */
export interface RevisionSet {
  readonly asked: Revision;
  /** Valid just before it; null when it is the first. */
  readonly previous: Revision | null;
  /** Valid now; null when that is the asked or the previous one, or none is. */
  readonly current: Revision | null;
}

/** A document that replaces another. */
export interface Successor {
  readonly documentId: string;
  readonly key: string;
  readonly title: string;
}

interface RevisionRequest {
  readonly versionIds: readonly string[];
  /** Keys of documents that replace cited ones. */
  readonly successorKeys: readonly string[];
  /** Null: everything may be read. */
  readonly accessGroups: readonly string[] | null;
  readonly now: Date;
}

/**
 * Longer texts are not compared: 200,000 characters are about 100 pages, and three of them are held for each version.
 */
const maxComparedLength = 200_000;

/**
 * What the versions replaced and what replaced them, by version id, and the successors that exist and may be found, by
 * key.
 * @throws DATABASE_FAILED, TIMEOUT, CANCELLED
 */
export async function readRevisions(
  database: Database,
  workspaceId: string,
  request: RevisionRequest,
  options: TransactionOptions,
) {
  const { versionIds, successorKeys, accessGroups, now } = request;
  const { rows, successors } = await database.inWorkspace(
    workspaceId,
    async (transaction) => ({
      rows: await transaction.query(listRevisions, { workspaceId, versionIds, now, maxComparedLength }),
      successors:
        successorKeys.length > 0
          ? await transaction.query(findSuccessors, { workspaceId, keys: successorKeys, accessGroups })
          : [],
    }),
    options,
  );
  const find = (id: string, relation: (typeof rows)[number]['relation']): Revision | null => {
    const row = rows.find((entry) => entry.asked_id === id && entry.relation === relation);
    return row
      ? {
          versionId: row.version_id,
          text: row.text,
          effectiveFrom: row.effective_from,
          effectiveUntil: row.effective_until,
          expiresAt: row.expires_at,
        }
      : null;
  };
  const sets = versionIds.flatMap((id): [string, RevisionSet][] => {
    const asked = find(id, 'ASKED');
    return asked ? [[id, { asked, previous: find(id, 'PREVIOUS'), current: find(id, 'CURRENT') }]] : [];
  });
  return {
    sets: new Map(sets),
    successors: new Map(
      successors.map((row): [string, Successor] => [
        row.key,
        { documentId: row.document_id, key: row.key, title: row.title },
      ]),
    ),
  };
}

/** A document is new for a week: what is wrong with it has mostly been noticed by then. */
export const newForMillis = 7 * 86_400_000;

/**
 * Whether a document that was first ingested since stands out: in a workspace that was filled this week nothing is new.
 * @throws DATABASE_FAILED, TIMEOUT, CANCELLED
 */
export async function isMostlyOlder(
  database: Database,
  workspaceId: string,
  since: Date,
  options: TransactionOptions,
): Promise<boolean> {
  const [row] = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(hasOlderDocuments, { workspaceId, since }),
    options,
  );
  return row?.mostly ?? false;
}
