import type { Database, TransactionOptions } from '../db/database.ts';
import type { Reader } from '../workspaces/caller.ts';
import { readHitFacts } from './hitFacts.ts';
import type { Passage } from './passage.ts';
import { toPassages } from './passages.ts';

/** Chunks of one statement: their texts come whole. */
const batchSize = 500;
const arm = { rank: null, rawScore: null, contribution: 0 };
const trace = { vector: arm, keyword: arm, adjustments: [], rerank: null };

/** Stored passages by id, in this order, that nobody searched for: their scores are 0. Those that the reader may not see are left out. */
export async function readChunks(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  chunkIds: readonly string[],
  options: TransactionOptions = {},
): Promise<Passage[]> {
  const scope = { ...options, database, workspaceId, accessGroups, asOf: new Date(), filter: {} };
  const found: Passage[] = [];
  for (let start = 0; start < chunkIds.length; start += batchSize) {
    const batch = chunkIds.slice(start, start + batchSize);
    const facts = await database.inWorkspace(
      workspaceId,
      (transaction) => readHitFacts(transaction, scope, batch, { vector: null, model: '' }),
      options,
    );
    found.push(
      ...toPassages(
        batch.map((chunkId) => ({ chunkId, score: 0, trace, duplicates: [] })),
        facts,
        () => 0,
      ),
    );
  }
  return found;
}
