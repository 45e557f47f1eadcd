import type { ChunkPointer } from '../knowledge/storedChunk.ts';
import type { ArmScope } from './armScope.ts';
import type { Copy } from './fold.ts';
import { describeHits } from './sql/describeHits.ts';

/** What is known of a hit before it is read. */
export interface HitFact extends ChunkPointer {
  /** Shared by the chunks that say the same; null: none does. */
  readonly group: string | null;
  /** Since when it says what it says. */
  readonly datedAt: Date;
}

/** By chunk id; one that was deleted since has none. */
export type HitFacts = ReadonlyMap<string, HitFact>;

export async function readHitFacts(scope: ArmScope, chunkIds: readonly string[]): Promise<HitFacts> {
  if (chunkIds.length === 0) return new Map();
  const rows = await scope.database.inWorkspace(scope.workspaceId, (transaction) => transaction.query(describeHits, [scope.workspaceId, chunkIds]), scope);
  return new Map(rows.map((row) => [row.chunk_id, { chunkId: row.chunk_id, documentId: row.document_id, documentKey: row.key, versionId: row.version_id, group: row.duplicate_group, datedAt: row.dated_at }]));
}

/** Those that say the same as another chunk. */
export function copiesOf(facts: HitFacts): Copy[] {
  return [...facts.values()].flatMap(({ datedAt: _datedAt, group, ...pointer }) => (group === null ? [] : [{ ...pointer, group }]));
}
