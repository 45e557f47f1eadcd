import { canonicalDocument, type DraftDocument } from '../src/knowledge/ingest/canonical.ts';
import { claimEmbedder, createWorkspaces } from '../src/workspaces/workspaces.ts';
import { prepareChunks } from '../src/knowledge/cut/prepareChunks.ts';
import { embedWindows } from '../src/knowledge/ingest/pipeline.ts';
import { storeVersions, type PreparedDocument } from '../src/knowledge/store/storeVersions.ts';
import type { Embedder } from '../src/models/embedder.ts';
import { inlineParser } from '../test/support/parser.ts';
import type { MadeKnowledge } from './retrievalKnowledge.ts';
import type { Store } from './retrievalStore.ts';

export const fingerprint = 'bench:made-up@2:384';
/** Two windows a chunk, as the built-in embedder cuts prose: 1.3 to 1.7 over the sample and over manuals. */
const windowWords = 120;
const documentsPerTransaction = 50;

export interface Load extends Pick<Store, 'database' | 'analyze'> {
  readonly knowledge: MadeKnowledge;
  readonly workspaceIds: readonly string[];
  /** Per workspace; a document is rarely two chunks. */
  readonly chunks: number;
  /** Concurrent transactions. */
  readonly lanes: number;
  /** Embeds the texts; omitted: the vectors are made up too. */
  readonly embedder?: Embedder;
  readonly onProgress: (chunks: number) => void;
}

/**
 * Fills the workspaces through the function that ingestion uses to store, so that everything the schema derives exists.
 * Only reading, the ingestion's shorter transactions and the embedder are left out.
 */
export async function load(parts: Load): Promise<void> {
  const { database, workspaceIds, chunks, lanes } = parts;
  for (const [position, workspaceId] of workspaceIds.entries()) {
    await createWorkspaces(database).ensure(workspaceId, `bench ${position}`);
    await claimEmbedder(database, workspaceId, parts.embedder?.fingerprint ?? fingerprint);
  }
  let stored = 0;
  let analyzeAt = 0;
  for (let first = 0, cut = 0; cut < chunks; first += documentsPerTransaction) {
    const drafts = await draftBatch(parts.knowledge, first, chunks - cut);
    cut += countChunks(drafts);
    const waiting = [...workspaceIds.keys()];
    const work = async () => {
      for (let workspace = waiting.shift(); workspace !== undefined; workspace = waiting.shift()) {
        await store(parts, workspace, first, drafts);
        parts.onProgress((stored += countChunks(drafts)));
      }
    };
    await Promise.all(Array.from({ length: lanes }, work));
    // A load outruns autovacuum: without statistics the search for near-duplicates took 28 ms per document, with them
    // 0.9.
    if (stored < analyzeAt) continue;
    await parts.analyze();
    analyzeAt = stored * 2;
  }
}

const countChunks = (drafts: readonly DraftDocument[]) =>
  drafts.reduce((count, draft) => count + draft.chunks.length, 0);

async function draftBatch(knowledge: MadeKnowledge, first: number, missing: number): Promise<DraftDocument[]> {
  const drafts: DraftDocument[] = [];
  while (drafts.length < documentsPerTransaction && countChunks(drafts) < missing) {
    const number = first + drafts.length;
    const { title, text } = knowledge.document(number);
    const canonical = await canonicalDocument(
      { key: `document-${number}`, format: 'MARKDOWN', title, text, language: 'en' },
      { parser: inlineParser },
    );
    drafts.push({ canonical, chunks: prepareChunks(canonical, windowWords) });
  }
  return drafts;
}

async function store(
  { database, knowledge, workspaceIds, embedder }: Load,
  workspace: number,
  first: number,
  drafts: readonly DraftDocument[],
): Promise<void> {
  const workspaceId = workspaceIds[workspace]!;
  const prepared = embedder
    ? await embed(embedder, drafts)
    : drafts.map((draft, position) => prepare(draft, (count) => knowledge.vectors(workspace, first + position, count)));
  await database.inWorkspace(workspaceId, (transaction) => storeVersions(transaction, workspaceId, prepared));
}

async function embed(embedder: Embedder, drafts: readonly DraftDocument[]): Promise<PreparedDocument[]> {
  const embedded = await embedWindows(
    embedder,
    drafts.flatMap((draft) => draft.chunks.map((piece) => piece.windows)),
    undefined,
  );
  return drafts.map((draft) => ({
    ...draft,
    model: embedder.fingerprint,
    vectors: embedded.splice(0, draft.chunks.length),
  }));
}

function prepare(draft: DraftDocument, vectorsOf: (count: number) => Float32Array[]): PreparedDocument {
  const vectors = vectorsOf(draft.chunks.reduce((count, piece) => count + piece.windows.length, 0));
  return {
    ...draft,
    model: fingerprint,
    vectors: draft.chunks.map((piece) => piece.windows.map((window) => ({ window, vector: vectors.shift()! }))),
  };
}
