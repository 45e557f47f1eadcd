import type { Transaction } from '../../db/database.ts';
import { isNearDuplicate } from '../cut/nearDuplicates.ts';
import { insertBands, listBandMates, setDuplicateGroup } from './storeVersion.sql.ts';

export interface BandedChunk {
  readonly id: string;
  readonly text: string;
  readonly bands: readonly bigint[];
}

/** Those that share most bands: a near-duplicate shares nearly all eight. */
const matesPerChunk = 3;

/** Stores the bands of new chunks, and puts each that nearly repeats a chunk of another document into that chunk's group. */
export async function linkDuplicates(
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
