import { setEmbedder } from '../../workspaces/workspaces.sql.ts';
import { changeFacts } from '../../workspaces/workspaces.ts';
import { embedWordings } from '../curated/curated.ts';
import { headingOf, type Window, windows } from '../cut/prepareChunks.ts';
import type { Database } from '../../db/database.ts';
import type { Embedder } from '../../models/embedder.ts';
import { embedWindows } from './pipeline.ts';
import type { IngestProgress } from '../document.ts';
import {
  type ChunkTextRow,
  countChunkTexts,
  listChunkTexts,
  listCurated,
  removeOtherCodes,
  removeOtherCuratedWindows,
  removeOtherWindows,
} from './reEmbed.sql.ts';
import { storeWindows } from '../store/storeVersions.ts';

/** A stopped run loses no more than this. */
const pageSize = 100;

interface ReEmbedParts {
  readonly database: Database;
  readonly embedder: Embedder;
}

export interface ReEmbedOptions {
  readonly signal?: AbortSignal | undefined;
  readonly continues?: boolean | undefined;
  readonly onProgress?: ((progress: Pick<IngestProgress, 'done' | 'total' | 'current'>) => void) | undefined;
}

/**
 * Embeds all stored text with a model. Then, in one transaction, it switches the workspace to that model and drops the
 * other vectors. It is safe to stop and to run again: stored vectors stay. Searches use the old vectors until the switch.
 * @param options.continues leaves out what already has vectors of the model: what was stopped goes on, and what was
 *   stored meanwhile is brought up
 */
export async function reEmbed(
  parts: ReEmbedParts,
  workspaceId: string,
  options: ReEmbedOptions = {},
): Promise<{ readonly windowCount: number }> {
  const { database, embedder } = parts;
  const { signal } = options;
  const lacking = embedder.fingerprint;
  let windowCount = await embedChunks(parts, workspaceId, options.continues ? lacking : null, options);
  windowCount += await reEmbedCurated(parts, workspaceId, signal);
  // Documents were stored meanwhile, with the vectors of before.
  for (let late = 1; late > 0; windowCount += late) late = await embedChunks(parts, workspaceId, lacking, options);
  await database.inWorkspace(
    workspaceId,
    async (transaction) => {
      await transaction.query(setEmbedder, [workspaceId, embedder.fingerprint]);
      await changeFacts(transaction, workspaceId);
      await transaction.query(removeOtherWindows, { workspaceId, model: embedder.fingerprint });
      await transaction.query(removeOtherCodes, { workspaceId, model: embedder.fingerprint });
      await transaction.query(removeOtherCuratedWindows, { workspaceId, model: embedder.fingerprint });
    },
    { signal },
  );
  if (windowCount > 0) await database.refreshStatistics();
  return { windowCount };
}

/** @param lacking embeds only what has no vectors of this model; null: everything. @returns the number of windows */
async function embedChunks(
  { database, embedder }: ReEmbedParts,
  workspaceId: string,
  lacking: string | null,
  { signal, onProgress }: ReEmbedOptions,
): Promise<number> {
  const [counted] = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(countChunkTexts, { workspaceId, lacking }),
    { signal },
  );
  const total = counted?.chunks ?? 0;
  let [windowCount, chunks] = [0, 0];
  let after: string | null = null;
  for (;;) {
    const values: { workspaceId: string; after: string | null; limit: number; lacking: string | null } = {
      workspaceId,
      after,
      limit: pageSize,
      lacking,
    };
    const page = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listChunkTexts, values), {
      signal,
    });
    if (page.length === 0) return windowCount;
    const lists = await embedWindows(
      embedder,
      page.map((row) => windowsOf(row, embedder.maxWords)),
      signal,
    );
    const ids = page.map((row) => row.chunk_id);
    await database.inWorkspace(
      workspaceId,
      (transaction) => storeWindows(transaction, workspaceId, embedder.fingerprint, ids, lists),
      { signal, manyRows: true },
    );
    windowCount += lists.flat().length;
    chunks += page.length;
    after = page.at(-1)?.chunk_id ?? null;
    onProgress?.({ done: chunks, total: Math.max(total, chunks), current: 'chunks' });
  }
}

/**
 * Cuts a chunk into windows as ingestion does: a passage with its heading, a generated text (which leads to a passage)
 * without one. Earlier versions get the current title of their document.
 */
function windowsOf({ kind, title, section_path: sectionPath, body }: ChunkTextRow, maxWords: number): Window[] {
  return windows(body, maxWords, kind === 'PASSAGE' ? headingOf(title, sectionPath) : '');
}

async function reEmbedCurated(
  parts: ReEmbedParts,
  workspaceId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const rows = await parts.database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(listCurated, { workspaceId, ids: null }),
    { signal },
  );
  let count = 0;
  for (const row of rows) {
    const store = await embedWordings(parts.embedder, row, signal);
    await parts.database.inWorkspace(workspaceId, (transaction) => store(transaction, workspaceId, row.curated_id), {
      signal,
    });
    count += 1 + row.alternatives.length;
  }
  return count;
}
