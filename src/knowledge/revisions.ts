import type { Database, TransactionOptions } from '../db/database.ts';
import type { Reader } from '../workspaces/caller.ts';
import { perWorkspace } from '../workspaces/workspaces.ts';
import { findSuccessors, listRevisions, hasOlderDocuments } from './revisions.sql.ts';

/** A version to compare. `text` is null if it is too long. */
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
  /** The version valid just before it; null if it is the first. */
  readonly previous: Revision | null;
  /** The version valid now; null if that is the asked or the previous one, or if none is valid. */
  readonly current: Revision | null;
}

/** A document that replaces another. */
export interface Successor {
  readonly documentId: string;
  readonly key: string;
  readonly title: string;
  /** What is valid now; null if nothing is or it is too long. */
  readonly text: string | null;
}

interface RevisionRequest {
  readonly versionIds: readonly string[];
  /** Keys of the documents that replace the cited ones. */
  readonly successorKeys: readonly string[];
  /** Null: everything may be read. */
  readonly accessGroups: readonly string[] | null;
  readonly now: Date;
}

/**
 * Longer texts are not compared: 200,000 characters are about 100 pages, and each version keeps three texts in memory.
 */
const maxComparedLength = 200_000;

/**
 * Returns by version id what the versions replaced and what replaced them, and by key the successors that exist and
 * that the reader may find.
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
          ? await transaction.query(findSuccessors, {
              workspaceId,
              keys: successorKeys,
              accessGroups,
              now,
              maxComparedLength,
            })
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
        { documentId: row.document_id, key: row.key, title: row.title, text: row.text },
      ]),
    ),
  };
}

/** A document is new for a week. By then most of its mistakes have been noticed. */
export const newForMillis = 7 * 86_400_000;

/** When the first document of a workspace was added, as far as this process knows: none can be added before it. */
const firstOf = perWorkspace((): { addedAt: Date | null } => ({ addedAt: null }));

/**
 * Whether most documents that the asker may read are older than `since`, so that a newer one stands out. In a workspace
 * that was filled this week nothing counts as new, and it is asked for that only once.
 */
export async function isMostlyOlder(
  database: Database,
  { workspaceId, accessGroups }: Pick<Reader, 'workspaceId' | 'accessGroups'>,
  since: Date,
  options: TransactionOptions,
): Promise<boolean> {
  const first = firstOf(database.identity, workspaceId);
  if (first.addedAt !== null && first.addedAt >= since) return false;
  const [row] = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(hasOlderDocuments, { workspaceId, since, accessGroups }),
    options,
  );
  first.addedAt = row?.first ?? null;
  return row?.mostly ?? false;
}
