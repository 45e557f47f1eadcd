import { setEmbedder } from '../../workspaces/workspaces.sql.ts';
import { embedWordings } from '../curated/curated.ts';
import { headingOf, type Window, windows } from '../cut/draftDocument.ts';
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
 * Embeds all stored text with the configured model, then switches the workspace to it and drops the other vectors, in
 * one transaction. Safe to stop and to run again: vectors that were stored stay. Until the switch, searches go on with
 * the old ones.
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
 * As they are embedded when they are ingested: a passage under its heading, a question that is to find one by itself.
 * Earlier versions get the title that their document has now.
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
