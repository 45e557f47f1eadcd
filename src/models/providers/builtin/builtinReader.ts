import { availableParallelism } from 'node:os';
import { CandorError } from '../../../errors.ts';
import { abortFault, orAbort } from '../../cancellation.ts';
import { nothingToRead, type Reader } from '../../reader.ts';
import { openModelLanes } from './modelThread.ts';

/** The number is raised by whatever moves scores: weights, tokenizer, or how a passage is cut. */
const id = 'builtin:reader@1';

/** More than two were not measured. */
const mostLanes = 2;

/**
 * The reader that needs no network and no key: a cross-encoder that says whether a passage answers a question, in which words and in which sentence (weights/reader/MODEL.md). English.
 * Each passage is read alone, in threads of its own.
 * @throws CandorError MODEL_WEIGHTS when the weights are missing or damaged.
 */
export async function openBuiltinReader(): Promise<Reader> {
  const lanes = await openModelLanes(Math.min(mostLanes, availableParallelism()), 'READER');
  let open = true;
  return {
    id,
    languages: ['en'],
    prompt: null,
    tokensFor: () => 0,
    async read(question, passages, { signal } = {}) {
      if (!open) throw new CandorError('INTERNAL', 'The reader was used after close().');
      if (passages.length === 0) return nothingToRead;
      if (signal?.aborted) throw abortFault(signal);
      const results = await orAbort(Promise.all(passages.map((passage) => lanes.run({ kind: 'READ', question, passages: [passage] }, signal))), signal, abortFault);
      return { passages: results.flatMap(({ readings = [] }) => readings), missing: '' };
    },
    async close() {
      open = false;
      await lanes.close();
    },
  };
}
