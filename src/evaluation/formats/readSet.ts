import { join } from 'node:path';
import { CandorError } from '../../errors.ts';
import { readJsonl, parseLine } from '../../knowledge/ingest/readJsonl.ts';
import { readPath, type Source } from '../../knowledge/ingest/readPath.ts';
import { Question } from '../question.ts';
import { openBeirCorpus, readBeirQuestions } from './beir.ts';
import { findSet } from './findSet.ts';
import { openSquadCorpus, readSquadQuestions } from './squad.ts';

/**
 * The questions of a set in any of the formats; see `findSet`.
 * @throws BAD_INPUT when there is no set, none of the split, no question or a bad line
 */
export async function readQuestions(path: string, signal?: AbortSignal, split?: string): Promise<Question[]> {
  const place = await findSet(path, split);
  switch (place.format) {
    case 'CANDOR':
      return readOwnQuestions(join(place.folder, 'questions.jsonl'), signal);
    case 'BEIR':
      return readBeirQuestions(place, signal);
    case 'SQUAD':
      return readSquadQuestions(place.file);
  }
}

async function readOwnQuestions(path: string, signal: AbortSignal | undefined): Promise<Question[]> {
  const questions: Question[] = [];
  for await (const line of readJsonl(path, signal)) questions.push(parseLine(Question, line, path));
  if (questions.length === 0) throw new CandorError('BAD_INPUT', `${path} holds no questions.`, { details: { path } });
  return questions;
}

/**
 * The documents of a set, converted while they are read: nothing is written. @param corpusFile another file of our own
 * layout, which a question names
 * @throws BAD_INPUT when there is no set or no corpus, CANCELLED
 */
export async function openCorpus(
  path: string,
  corpusFile = 'corpus.jsonl',
  signal?: AbortSignal,
  split?: string,
): Promise<Source> {
  const place = await findSet(path, split);
  switch (place.format) {
    case 'CANDOR':
      return readPath(join(place.folder, corpusFile), { signal });
    case 'BEIR':
      return openBeirCorpus(place, signal);
    case 'SQUAD':
      return openSquadCorpus(place.file);
  }
}
