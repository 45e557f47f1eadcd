import { CandorError } from '../../../errors.ts';
import { openSession } from './session.ts';
import { openWordPieces, separatorPiece, startPiece } from './wordPieces.ts';

/** Length of every vector. */
export const dimensions = 384;
/** Trained on 128 pieces, reads 256 well; what lies beyond is cut. */
export const maxPieces = 256;

/** all-MiniLM-L6-v2 in this thread: about 8 ms for 128 pieces, 20 ms for 256. */
export interface SentenceModel {
  /** A unit vector; zeros for blank text. */
  embed(text: string): Promise<Float32Array>;
  release(): Promise<void>;
}

/** @throws CandorError MODEL_WEIGHTS */
export async function openSentenceModel(folder?: string): Promise<SentenceModel> {
  const [pieces, session] = await Promise.all([openWordPieces(folder), openSession('embedder/model.onnx', folder)]);
  return {
    async embed(text) {
      const { ids } = pieces.encode(text, maxPieces - 2);
      if (ids.length === 0) return new Float32Array(dimensions);
      const row = [startPiece, ...ids, separatorPiece];
      const { embedding } = await session.run({ input_ids: row, attention_mask: row.map(() => 1) });
      if (embedding?.length === dimensions) return embedding;
      throw new CandorError('INTERNAL', `The built-in embedder gave no vector of ${dimensions} floats.`);
    },
    release: () => session.release(),
  };
}
