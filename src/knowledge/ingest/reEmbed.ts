import { setEmbedder } from '../../workspaces/workspaces.sql.ts';
import { embedWordings } from '../curated/curated.ts';
import { headingOf, type Window, windows } from '../cut/prepareChunks.ts';
import { embedWindows, type IngestParts } from './ingest.ts';
import type { IngestProgress } from '../document.ts';
import {
  type ChunkTextRow,
  listChunkTexts,
  listCurated,
  removeOtherCodes,
  removeOtherCuratedWindows,
  removeOtherWindows,
} from './reEmbed.sql.ts';
import { storeWindows } from '../store/storeVersions.ts';

const pageSize = 200;

export interface ReEmbedOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Pick<IngestProgress, 'done' | 'total' | 'current'>) => void) | undefined;
}

/**
 * Embeds all stored text with the configured model. Then, in one transaction, it switches the workspace to that model
 * and drops the other vectors. It is safe to stop and to run again: stored vectors stay. Searches use the old vectors
 * until the switch.
 */
export async function reEmbed(
  parts: Pick<IngestParts, 'database' | 'embedder'>,
  workspaceId: string,
  options: ReEmbedOptions = {},
): Promise<{ readonly windowCount: number }> {
  const { database, embedder } = parts;
  const { signal } = options;
  let windowCount = 0;
  let chunks = 0;
  let after: string | null = null;
  for (;;) {
    const values: { workspaceId: string; after: string | null; limit: number } = {
      workspaceId,
      after,
      limit: pageSize,
    };
    const page = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listChunkTexts, values), {
      signal,
    });
    if (page.length === 0) break;
    const lists = await embedWindows(
      embedder,
      page.map((row) => windowsOf(row, embedder.maxWords)),
      signal,
    );
    await database.inWorkspace(
      workspaceId,
      (transaction) =>
        storeWindows(
          transaction,
          workspaceId,
          embedder.fingerprint,
          page.map((row) => row.chunk_id),
          lists,
        ),
      { signal },
    );
    windowCount += lists.flat().length;
    chunks += page.length;
    after = page.at(-1)?.chunk_id ?? null;
    options.onProgress?.({ done: chunks, total: chunks, current: 'chunks' });
  }
  windowCount += await reEmbedCurated(parts, workspaceId, signal);
  await database.inWorkspace(
    workspaceId,
    async (transaction) => {
      await transaction.query(setEmbedder, [workspaceId, embedder.fingerprint]);
      await transaction.query(removeOtherWindows, { workspaceId, model: embedder.fingerprint });
      await transaction.query(removeOtherCodes, { workspaceId, model: embedder.fingerprint });
      await transaction.query(removeOtherCuratedWindows, { workspaceId, model: embedder.fingerprint });
    },
    { signal },
  );
  if (windowCount > 0) await database.refreshStatistics();
  return { windowCount };
}

/**
 * Cuts a chunk into windows as ingestion does: a passage with its heading, a generated text (which leads to a passage)
 * without one. Earlier versions get the current title of their document.
 */
function windowsOf({ kind, title, section_path: sectionPath, body }: ChunkTextRow, maxWords: number): Window[] {
  return windows(body, maxWords, kind === 'PASSAGE' ? headingOf(title, sectionPath) : '');
}

async function reEmbedCurated(
  parts: Pick<IngestParts, 'database' | 'embedder'>,
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
