import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CandorError } from '../../errors.ts';
import type { FeedbackSet } from '../../learning/feedback/exportSet.ts';

/** Makes the folder. @throws BAD_INPUT for one that holds something: an older set must not be mixed with a new one */
export async function openSetFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length === 0) return;
  } catch (cause) {
    throw new CandorError('BAD_INPUT', `${folder} cannot be written to.`, {
      details: { path: folder },
      cause,
      remedy: 'Name a folder that can be made here.',
    });
  }
  throw new CandorError('BAD_INPUT', `${folder} is not empty.`, {
    details: { path: folder },
    remedy: 'Name a new folder.',
  });
}

/**
 * Writes questions.jsonl and corpus.jsonl; how many documents there were. Those come one at a time, so that no corpus
 * has to fit in the memory. @throws CANCELLED
 */
export async function writeSet(
  folder: string,
  { questions, documents }: Pick<FeedbackSet, 'questions' | 'documents'>,
  signal: AbortSignal,
): Promise<number> {
  await writeFile(
    join(folder, 'questions.jsonl'),
    questions.map((question) => `${JSON.stringify(question)}\n`).join(''),
  );
  const corpus = await open(join(folder, 'corpus.jsonl'), 'wx');
  let count = 0;
  try {
    for await (const document of documents) {
      if (signal.aborted) throw new CandorError('CANCELLED', 'The export was cancelled.');
      await corpus.write(`${JSON.stringify(document)}\n`);
      count += 1;
    }
  } finally {
    await corpus.close();
  }
  return count;
}
