import { createHash } from 'node:crypto';
import { openCorpus } from './formats/readSet.ts';
import { readPath } from '../knowledge/readPath.ts';
import type { Question } from './question.ts';
import type { EvaluationPlan } from './runEvaluation.ts';

/** The hash of every question and document of a set, whatever its format: 16 hexadecimal digits. @throws as the reading does */
export async function setHash({ folder, split, corpusPath }: Pick<EvaluationPlan, 'folder' | 'split' | 'corpusPath'>, questions: readonly Question[], signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (const question of questions) hash.update(JSON.stringify(question));
  for (const corpusFile of new Set(questions.map((question) => question.corpusFile))) {
    const source = corpusFile === undefined && corpusPath !== undefined ? await readPath(corpusPath, { signal }) : await openCorpus(folder, corpusFile, signal, split);
    for await (const { key, text, bytes } of source.documents) hash.update(JSON.stringify([key, text ?? ''])).update(bytes ?? '');
  }
  return hash.digest('hex').slice(0, 16);
}
