import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { openCorpus, readQuestions } from '../src/evaluation/formats/readSet.ts';
import { type SetQuestion, sampleByType } from '../src/evaluation/question.ts';
import { isScorable } from '../src/evaluation/figures/retrievalFigures.ts';
import { canonicalDocument } from '../src/knowledge/ingest/canonical.ts';
import { prepareChunks } from '../src/knowledge/cut/prepareChunks.ts';
import { embedWindows } from '../src/knowledge/ingest/pipeline.ts';
import type { PreparedDocument } from '../src/knowledge/store/storeVersions.ts';
import { openBuiltinEmbedder } from '../src/models/providers/builtin/builtinModels.ts';
import { inlineParser } from '../test/support/parser.ts';
import { fingerprint } from './retrievalLoad.ts';

/**
 * A piece as the other libraries store it: a window with its vector. Several windows of a document are afterwards
 * collapsed into it, as in Candor.
 */
export interface Piece {
  readonly id: string;
  readonly key: string;
  readonly text: string;
  readonly vector: Float32Array;
}

export interface PeerQuestion {
  readonly question: SetQuestion;
  readonly vector: Float32Array;
}

/** The input of every contestant: read, cut and embedded once. */
export interface Material {
  readonly documents: readonly PreparedDocument[];
  readonly questions: readonly PeerQuestion[];
}

export function piecesOf({ documents }: Pick<Material, 'documents'>): Piece[] {
  return documents.flatMap(({ canonical: { key }, vectors }) =>
    vectors
      .flat()
      .map(({ window, vector }, position) => ({ id: `${key} ${position}`, key, text: window.text, vector })),
  );
}

/**
 * Reads, cuts and embeds the documents of some sets, and embeds their questions. Keys begin with the name of the set.
 */
export async function makeMaterial(root: string, sets: readonly string[], limit: number): Promise<Material> {
  const embedder = await openBuiltinEmbedder();
  const documents: PreparedDocument[] = [];
  const questions: PeerQuestion[] = [];
  for (const set of sets) {
    const folder = join(root, set);
    for await (const input of (await openCorpus(folder)).documents) {
      const canonical = await canonicalDocument(input, { parser: inlineParser });
      const chunks = prepareChunks(canonical, embedder.maxWords);
      const vectors = await embedWindows(
        embedder,
        chunks.map((piece) => piece.windows),
        undefined,
      );
      documents.push({
        canonical: { ...canonical, key: `${set}/${canonical.key}` },
        chunks,
        vectors,
        model: fingerprint,
      });
    }
    const scorable = (await readQuestions(folder)).filter(isScorable);
    for (const question of sampleByType(scorable, limit, 1)) {
      const relevantDocIds = question.relevantDocIds.map((id) => `${set}/${id}`);
      const relevance =
        question.relevance &&
        Object.fromEntries(Object.entries(question.relevance).map(([id, grade]) => [`${set}/${id}`, grade]));
      questions.push({
        question: { ...question, relevantDocIds, ...(relevance ? { relevance } : {}) },
        vector: await embedder.embedQuery(question.question),
      });
    }
  }
  await embedder.close();
  return { documents, questions };
}

/** Writes the material for the contestants, each of which runs in a separate process with its own memory. */
export async function writeMaterial(file: string, material: Material): Promise<void> {
  await writeFile(file, serialize(material));
}

export async function readMaterial(file: string): Promise<Material> {
  return deserialize(await readFile(file)) as Material;
}
