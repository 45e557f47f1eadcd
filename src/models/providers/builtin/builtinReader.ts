import { availableParallelism } from 'node:os';
import { CandorError } from '../../../errors.ts';
import { abortFault, orAbort } from '../../../clock.ts';
import { nothingToRead, type PassageReading, type Reader, type ReadPassage } from '../../reader.ts';
import { openModelLanes, type ModelThread } from './modelThread.ts';

/** The number is raised by whatever moves scores: weights, tokenizer, or how a passage is cut. */
const id = 'builtin:reader@1';

/** More than two were not measured. */
const mostLanes = 2;

/** Readings that are kept, some 2 kB each: another round asks the same question of many of the same passages. */
const keptReadings = 500;

/**
 * The reader that needs no network and no key: a cross-encoder that says whether a passage answers a question, in which
 * words and in which sentence (weights/reader/MODEL.md). English. Each passage is read alone, in threads of its own;
 * what was read a moment ago is not read again.
 * @throws CandorError MODEL_WEIGHTS when the weights are missing or damaged.
 */
export async function openBuiltinReader(): Promise<Reader> {
  const lanes = await openModelLanes(Math.min(mostLanes, availableParallelism()), 'READER');
  const kept = new Map<string, PassageReading>();
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
      const readings = passages.map((passage) => {
        const key = JSON.stringify([question, passage.title, passage.text]);
        const known = kept.get(key);
        return known
          ? Promise.resolve(known)
          : readOne(lanes, question, passage, signal).then((reading) => keep(kept, key, reading));
      });
      return { passages: await orAbort(Promise.all(readings), signal, abortFault), missing: '' };
    },
    async close() {
      open = false;
      kept.clear();
      await lanes.close();
    },
  };
}

async function readOne(
  lanes: Pick<ModelThread, 'run'>,
  question: string,
  passage: ReadPassage,
  signal: AbortSignal | undefined,
): Promise<PassageReading> {
  const { readings: [reading] = [] } = await lanes.run({ kind: 'READ', question, passages: [passage] }, signal);
  if (reading) return reading;
  throw new CandorError('INTERNAL', 'The built-in reader gave no reading.');
}

function keep(kept: Map<string, PassageReading>, key: string, reading: PassageReading): PassageReading {
  kept.set(key, reading);
  const [oldest] = kept.keys();
  if (kept.size > keptReadings && oldest !== undefined) kept.delete(oldest);
  return reading;
}
