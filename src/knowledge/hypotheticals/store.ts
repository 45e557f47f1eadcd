import type { Database, Transaction, TransactionOptions } from '../../db/database.ts';
import { newId } from '../../db/statement.ts';
import type { Embedder } from '../../models/embedder.ts';
import { searchText } from '../language/words.ts';
import { indexWords, storeWindows } from '../store/storeVersions.ts';
import { countTokens } from '../tokens.ts';
import {
  countChunksWithoutHypotheticals,
  insertHypotheticals,
  insertHypotheticalTexts,
  listChunksWithoutHypotheticals,
  markHypotheticals,
} from './hypotheticals.sql.ts';
import { type AskedPassage, type BarePassage, passageElement } from './askQuestions.ts';

export interface StoreParts extends TransactionOptions {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly workspaceId: string;
}

interface Hypothetical {
  readonly id: string;
  readonly parentId: string;
  /** Within the parent, from 0. */
  readonly position: number;
  readonly text: string;
  readonly searchConfig: string;
  readonly vector: Float32Array;
}

/** Ordinals reserved for each passage, and so the most questions that can be requested. */
export const maxPerChunk = 10;

/**
 * Embeds the questions, then stores them and marks their passages in one transaction. A passage that was deleted or
 * marked in the meantime is left alone.
 * @returns how many passages were marked and how many hypotheticals were stored
 * @throws any error of the embedder; CANCELLED, DATABASE_FAILED
 */
export async function storeHypotheticals(
  parts: StoreParts,
  asked: readonly AskedPassage[],
): Promise<{ readonly chunkCount: number; readonly hypotheticalCount: number }> {
  const drafts = asked.flatMap(({ passage, questions }) =>
    questions.map((text, position) => ({
      id: newId(),
      parentId: passage.chunkId,
      position,
      text,
      searchConfig: passage.searchConfig,
    })),
  );
  const texts = drafts.map((draft) => draft.text);
  const vectors =
    texts.length > 0 ? await parts.embedder.embedDocuments(texts, parts.signal ? { signal: parts.signal } : {}) : [];
  const embedded = drafts.map((draft, index): Hypothetical => ({
    ...draft,
    vector: vectors[index] ?? new Float32Array(parts.embedder.dimensions),
  }));
  return parts.database.inWorkspace(
    parts.workspaceId,
    async (transaction) => {
      const marked = await mark(
        transaction,
        parts.workspaceId,
        asked.map(({ passage }) => passage),
      );
      const own = embedded.filter((draft) => marked.has(draft.parentId));
      if (own.length > 0) await insert(transaction, parts, own);
      return { chunkCount: marked.size, hypotheticalCount: own.length };
    },
    { ...parts, manyRows: true },
  );
}

async function mark(
  transaction: Transaction,
  workspaceId: string,
  passages: readonly BarePassage[],
): Promise<Set<string>> {
  const versionIds = [...new Set(passages.map((passage) => passage.versionId))];
  const rows = await transaction.query(markHypotheticals, {
    workspaceId,
    chunkIds: passages.map((passage) => passage.chunkId),
    versionIds,
    now: new Date(),
  });
  return new Set(rows.map((row) => row.chunk_id));
}

async function insert(
  transaction: Transaction,
  { workspaceId, embedder }: StoreParts,
  drafts: readonly Hypothetical[],
): Promise<void> {
  const ids = drafts.map((draft) => draft.id);
  const texts = drafts.map((draft) => draft.text);
  await transaction.query(insertHypotheticals, {
    workspaceId,
    ids,
    parentIds: drafts.map((draft) => draft.parentId),
    positions: drafts.map((draft) => draft.position),
    maxPerChunk,
  });
  await transaction.query(insertHypotheticalTexts, {
    workspaceId,
    ids,
    texts,
    tokenCounts: texts.map((text) => countTokens(text)),
    analysedTexts: drafts.map((draft) => searchText(draft.text, draft.searchConfig)),
  });
  await indexWords(transaction, workspaceId, ids);
  // One window is enough: at most 300 characters, about what the built-in embedder reads at once.
  await storeWindows(
    transaction,
    workspaceId,
    embedder.fingerprint,
    ids,
    drafts.map(({ text, vector }) => [{ window: { start: 0, end: text.length, text }, vector }]),
  );
}

export interface PassageScope extends TransactionOptions {
  readonly database: Database;
  readonly workspaceId: string;
  readonly now: Date;
  /** Null: all versions that are valid and published. */
  readonly versionIds: readonly string[] | null;
}

/** Passages read in one statement: a few hundred kilobytes of text. */
const pageSize = 200;
/**
 * With more passages in one call, small models confuse the numbers. Fewer passages repeat the instructions more often.
 */
const batchPassages = 8;
const batchTokens = 6_000;

/** Counts the passages that have no hypotheticals yet. */
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
 * Yields the passages that have no hypotheticals yet, in batches for one model call each. Every passage comes once,
 * whatever its outcome: reading continues after the last passage and does not start again. No transaction is open while
 * a batch is being processed.
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
        searchConfig: row.search_config,
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

/**
 * Cuts passages into batches of at most eight passages and 6,000 tokens as the prompt shows them. A larger passage is a
 * batch of its own.
 */
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
