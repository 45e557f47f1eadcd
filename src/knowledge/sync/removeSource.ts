import type { Database } from '../../db/database.ts';
import { forgetFile } from './manifest.ts';
import { markAllDeleted } from './manifest.sql.ts';
import { holdSource } from './holdSource.ts';
import { cancelJobsOf, listHoldings, markRemoved, releaseDocuments, removeFilesOf } from './removeSource.sql.ts';
import { type Source, sourceNamed } from './sources.ts';

/** KEEP: its documents stay, as if they had been sent by hand. DELETE: they go, and can be restored for a while. */
export type WhatStays = 'KEEP' | 'DELETE';

export interface RemovedSource {
  readonly source: Source;
  /** How many documents stay, or were deleted. */
  readonly documentCount: number;
}

/**
 * Removes a source: it is read no more, and what was read from it is forgotten or deleted. If it is read again one day,
 * documents that were deleted are its own again; those that were kept are not.
 * @param which its name, its id or where it is
 * @throws NOT_FOUND; OVERLOADED while it is being read
 */
export async function removeSource(
  database: Database,
  workspaceId: string,
  which: string,
  stays: WhatStays,
): Promise<RemovedSource> {
  const source = await sourceNamed(database, workspaceId, which);
  const { id: sourceId } = source;
  const hold = await holdSource(database, workspaceId, source.where);
  try {
    const documentCount = await database.inWorkspace(
      workspaceId,
      async (transaction) => {
        const now = new Date();
        await transaction.query(cancelJobsOf, { workspaceId, sourceId, now });
        const held = await transaction.query(listHoldings, { workspaceId, sourceId });
        if (stays === 'KEEP') await transaction.query(releaseDocuments, { workspaceId, sourceId });
        else {
          // Of a document that another source holds, too, only the version from here goes.
          const shared = new Set(held.filter((row) => row.shared).map(({ path }) => path));
          for (const path of shared) await forgetFile(transaction, { workspaceId, sourceId, path });
          const own = held.filter((row) => !row.shared).map((row) => row.document_id);
          await transaction.query(markAllDeleted, { workspaceId, documentIds: [...new Set(own)], now });
        }
        await transaction.query(removeFilesOf, { workspaceId, sourceId });
        await transaction.query(markRemoved, { workspaceId, sourceId, now });
        return new Set(held.map((row) => row.document_id)).size;
      },
      { manyRows: true },
    );
    return { source, documentCount };
  } finally {
    await hold.release();
  }
}
