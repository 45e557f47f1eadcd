import type { Database, TransactionOptions } from '../../db/database.ts';
import { countChunksWithoutHypotheticals, listChunksWithoutHypotheticals } from './hypotheticals.sql.ts';
import { countTokens } from '../tokens.ts';
import { passageElement } from './prompt.ts';

/** A passage that is to be asked for. */
export interface BarePassage {
  readonly chunkId: string;
  readonly versionId: string;
  readonly title: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
}

export interface PassageScope extends TransactionOptions {
  readonly database: Database;
  readonly workspaceId: string;
  readonly now: Date;
  /** Null: all that are valid and published. */
  readonly versionIds: readonly string[] | null;
}

/** Passages read in one statement: some hundred kilobytes of text. */
const pageSize = 200;
/** More passages in one call make small models mix the numbers up; fewer repeat the instructions as often. */
const batchPassages = 8;
const batchTokens = 6_000;

/** How many passages have no hypotheticals yet. */
export async function countBare(scope: PassageScope): Promise<number> {
  const [row] = await scope.database.inWorkspace(
    scope.workspaceId,
    (transaction) =>
      transaction.query(countChunksWithoutHypotheticals, {
        workspaceId: scope.workspaceId,
        now: scope.now,
        versionIds: scope.versionIds,
      }),
    scope,
  );
  return row?.total ?? 0;
}

/**
 * The passages that have no hypotheticals yet, in batches for one model call each. Every passage comes once, whatever becomes of it:
 * the reading goes on behind the last one instead of beginning again. No transaction is open while a batch is out.
 */
export async function* bareBatches(scope: PassageScope): AsyncGenerator<BarePassage[]> {
  let after: { readonly versionId: string; readonly ordinal: number } | undefined;
  for (;;) {
    const values = {
      workspaceId: scope.workspaceId,
      now: scope.now,
      versionIds: scope.versionIds,
      afterVersionId: after?.versionId ?? null,
      afterOrdinal: after?.ordinal ?? null,
      limit: pageSize,
    };
    const rows = await scope.database.inWorkspace(
      scope.workspaceId,
      (transaction) => transaction.query(listChunksWithoutHypotheticals, values),
      scope,
    );
    yield* cutBatches(
      rows.map((row) => ({
        chunkId: row.chunk_id,
        versionId: row.version_id,
        title: row.title,
        sectionPath: row.section_path,
        text: row.body,
      })),
    );
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = { versionId: last.version_id, ordinal: last.ordinal };
  }
}

/** Lists of at most eight passages and 6,000 tokens as the prompt shows them; a larger passage stands alone. */
export function cutBatches(passages: readonly BarePassage[]): BarePassage[][] {
  const batches: BarePassage[][] = [];
  let tokens = 0;
  for (const passage of passages) {
    const size = countTokens(passageElement(passage, 1));
    const open = batches.at(-1);
    if (open && open.length < batchPassages && tokens + size <= batchTokens) {
      open.push(passage);
      tokens += size;
    } else {
      batches.push([passage]);
      tokens = size;
    }
  }
  return batches;
}
