import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { groupBy } from '../../stats.ts';
import {
  type BandedText,
  comparedTexts,
  enter,
  isNearDuplicate,
  type TextsOfBands,
  textsSharing,
} from '../cut/nearDuplicates.ts';
import { listBandMates } from './duplicateGroups.sql.ts';

export interface DuplicateGroups {
  /** The group of each new chunk that has one, by its id. */
  readonly groupOf: ReadonlyMap<string, string>;
  /** Stored chunks that had no group and now begin one. */
  readonly begun: readonly string[];
}

interface Mate {
  readonly id: string;
  /** The number of shared bands. */
  readonly shared: number;
  readonly group: string | null;
  readonly text: string;
}

/**
 * Returns the groups that new chunks join: a chunk that nearly repeats a chunk of another document joins its group. One
 * query covers the chunks of several documents. Each document is also compared here with those before it, as if they
 * were already stored.
 * @param chunks the bands of a chunk must be distinct
 */
export async function findDuplicateGroups(
  transaction: Transaction,
  workspaceId: string,
  chunks: readonly BandedText[],
): Promise<DuplicateGroups> {
  const groupOf = new Map<string, string>();
  const begun = new Set<string>();
  const stored = groupBy(await storedMates(transaction, workspaceId, chunks), (row) => row.chunk_id);
  const earlier: TextsOfBands = new Map();
  for (const ofDocument of groupBy(chunks, ({ documentId }) => documentId).values()) {
    for (const chunk of ofDocument) {
      const known = (stored.get(chunk.id) ?? []).map((row) => ({
        id: row.mate_id,
        shared: row.shared,
        group: row.duplicate_group,
        text: row.body,
      }));
      const fresh = [...textsSharing(chunk, earlier)].map(([{ id, text }, shared]) => ({
        id,
        shared,
        group: null,
        text,
      }));
      const mates = [...known, ...fresh]
        .map((mate): Mate => ({ ...mate, group: mate.group ?? groupOf.get(mate.id) ?? null }))
        .sort(nearestFirst);
      const twin = mates.slice(0, comparedTexts).find((mate) => isNearDuplicate(chunk.text, mate.text));
      if (!twin) continue;
      groupOf.set(chunk.id, twin.group ?? twin.id);
      if (twin.group !== null) continue;
      groupOf.set(twin.id, twin.id);
      if (known.some(({ id }) => id === twin.id)) begun.add(twin.id);
    }
    // Not before: a document that repeats itself would meet itself in every band.
    for (const chunk of ofDocument) enter(earlier, chunk);
  }
  return { groupOf, begun: [...begun] };
}

/** Chunks whose mates one statement finds: the embedded database blocks this process meanwhile, 1 s for 4,000. */
const chunksAtOnce = 500;

/** Returns the stored chunks that share bands with new ones. */
async function storedMates(transaction: Transaction, workspaceId: string, chunks: readonly BandedText[]) {
  const found: z.infer<typeof listBandMates.row>[] = [];
  for (let from = 0; from < chunks.length; from += chunksAtOnce) {
    const rows = chunks
      .slice(from, from + chunksAtOnce)
      .flatMap(({ id, documentId, bands }) => bands.map((band) => ({ id, documentId, hash: String(band) })));
    if (rows.length === 0) continue;
    if (from > 0) await turn();
    const mates = await transaction.query(listBandMates, {
      workspaceId,
      ids: rows.map(({ id }) => id),
      documentIds: rows.map(({ documentId }) => documentId),
      hashes: rows.map(({ hash }) => hash),
      matesPerChunk: comparedTexts,
    });
    for (const mate of mates) found.push(mate);
  }
  return found;
}

/** The same order as in listBandMates. */
function nearestFirst(left: Mate, right: Mate): number {
  return (
    right.shared - left.shared ||
    Number(left.group === null) - Number(right.group === null) ||
    (left.id < right.id ? -1 : 1)
  );
}
