import { z } from 'zod';
import type { Database } from '../src/db/database.ts';
import { statement, vectorText } from '../src/db/statement.ts';
import { vectorArm } from '../src/retrieval/arms/searchArms.ts';
import type { Question } from './retrievalMeasure.ts';
import { fingerprint } from './retrievalLoad.ts';

const limit = 30;

/** Compares every window. All documents of a benchmark may be read. */
const exactScan = statement(
  'bench.exactScan',
  z.object({ parent_id: z.string() }),
  `
  select c.parent_id from chunk_window w
  join chunk c on c.workspace_id = $1 and c.chunk_id = w.chunk_id
  where w.workspace_id = $1 and w.model = $2 and not c.omitted
  group by c.parent_id
  order by min(w.embedding <#> $3::halfvec), c.parent_id
  limit $4
`,
);

export interface Recall {
  /** Shares of the exact best ten, and of the exact best thirty, that the arm returns among its thirty: 0..1. */
  readonly ten: number;
  readonly thirty: number;
}

/** Returns how much of the exact order the vector arm's first cut keeps. */
export async function vectorRecall(database: Database, questions: readonly Question[]): Promise<Recall> {
  const kept = { ten: 0, thirty: 0 };
  for (const { workspaceId, vector } of questions) {
    const exact = await database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(exactScan, [workspaceId, fingerprint, vectorText(vector), limit]),
    );
    const hits = await vectorArm(
      { database, workspaceId, asOf: new Date(), filter: {}, accessGroups: null },
      { vector, model: fingerprint, limit, maxDistance: 2 },
    );
    const found = new Set(hits.map(({ chunkId }) => chunkId));
    const share = (count: number) =>
      exact.slice(0, count).filter((row) => found.has(row.parent_id)).length /
      Math.min(count, exact.length) /
      questions.length;
    kept.ten += share(10);
    kept.thirty += share(limit);
  }
  return kept;
}
