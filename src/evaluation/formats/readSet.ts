import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CandorError, messageOf } from '../../errors.ts';
import { parseLine, readJsonl } from '../../knowledge/ingest/readJsonl.ts';
import { readPath, type Source } from '../../knowledge/ingest/readPath.ts';
import { SetQuestion } from '../question.ts';
import { type BeirPlace, openBeirCorpus, readBeirQuestions } from './beir.ts';
import { openSquadCorpus, readSquadQuestions } from './squad.ts';

/**
 * The questions of a set in any of the formats; see `findSet`.
 * @throws BAD_INPUT if there is no set, no such split, no question, or a bad line
 */
export async function readQuestions(path: string, signal?: AbortSignal, split?: string): Promise<SetQuestion[]> {
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

async function readOwnQuestions(path: string, signal: AbortSignal | undefined): Promise<SetQuestion[]> {
  const questions: SetQuestion[] = [];
  for await (const line of readJsonl(path, signal)) questions.push(parseLine(SetQuestion, line, path));
  if (questions.length === 0) throw new CandorError('BAD_INPUT', `${path} holds no questions.`, { details: { path } });
  return questions;
}

/**
 * The documents of a set, converted during reading; nothing is written. @param corpusFile another file in our own
 * layout, named by a question
 * @throws BAD_INPUT if there is no set or no corpus; CANCELLED
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

/** The location of a set's questions and documents, by detected format. */
type SetPlace =
  | { readonly format: 'CANDOR'; readonly folder: string }
  | ({ readonly format: 'BEIR' } & BeirPlace)
  | { readonly format: 'SQUAD'; readonly file: string };

/** Preferred splits if a folder holds several: those that are reserved for measuring. */
const preferredSplits = ['test', 'dev'];

/**
 * Detects the format of a set: questions.jsonl is our own layout; queries.jsonl, corpus.jsonl and qrels/*.tsv are BEIR;
 * a JSON file, or a folder that contains one, is SQuAD 2.0. `split` names the qrels file or a part of the JSON file's
 * name. Without it, a single file is used, or else `test` before `dev`.
 * @throws BAD_INPUT that says what was looked for
 */
async function findSet(path: string, split?: string): Promise<SetPlace> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry) throw new CandorError('BAD_INPUT', `There is no ${path}.`, { remedy: lookedFor, details: { path } });
  if (entry.isFile()) return squadFile(path);
  if (!entry.isDirectory()) throw unreadable(path, 'it is neither a file nor a folder');
  const names = await namesIn(path);
  await refuseFolders(
    path,
    fileNames.filter((name) => names.includes(name)),
  );
  if (names.includes('questions.jsonl')) return { format: 'CANDOR', folder: path };
  if (names.includes('queries.jsonl')) return findBeir(path, names, split);
  const json = names.filter((name) => name.toLowerCase().endsWith('.json'));
  if (json.length > 0) {
    const file = choose(json, path, split);
    await refuseFolders(path, [file]);
    return { format: 'SQUAD', file: join(path, file) };
  }
  throw new CandorError('BAD_INPUT', `${path} holds no set of questions.`, {
    remedy: lookedFor,
    details: { path, found: names.slice(0, 10) },
  });
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, messageOf(error), error);
  });
}

/**
 * Refuses folders where files are expected. Otherwise they would only fail when read, with a message that names no
 * file.
 */
async function refuseFolders(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    if (!(await stat(join(folder, name)).catch(() => undefined))?.isFile())
      throw unreadable(join(folder, name), 'it is no file');
}

const fileNames = ['questions.jsonl', 'queries.jsonl', 'corpus.jsonl'];

function unreadable(path: string, problem: string, cause?: unknown): CandorError {
  return new CandorError('BAD_INPUT', `Cannot read ${path}: ${problem}.`, {
    remedy: lookedFor,
    details: { path },
    ...(cause === undefined ? {} : { cause }),
  });
}

const lookedFor =
  'Looked for questions.jsonl with corpus.jsonl, for BEIR (queries.jsonl, corpus.jsonl and qrels/*.tsv), and for a JSON file of SQuAD 2.0. docs/evaluation.md explains each.';

function squadFile(path: string): SetPlace {
  if (path.toLowerCase().endsWith('.json')) return { format: 'SQUAD', file: path };
  throw new CandorError('BAD_INPUT', `${path} is neither a folder nor a JSON file.`, {
    remedy: lookedFor,
    details: { path },
  });
}

async function findBeir(folder: string, names: readonly string[], split: string | undefined): Promise<SetPlace> {
  const qrels = await readdir(join(folder, 'qrels'), { withFileTypes: true }).then(
    (found) => found.flatMap((each) => (each.name.endsWith('.tsv') && !each.isDirectory() ? [each.name] : [])),
    () => [],
  );
  if (qrels.length === 0 || !names.includes('corpus.jsonl')) {
    throw new CandorError(
      'BAD_INPUT',
      `${folder} holds queries.jsonl, but BEIR also needs corpus.jsonl and qrels/*.tsv.`,
      { remedy: 'Copy the whole set.', details: { path: folder } },
    );
  }
  return { format: 'BEIR', folder, qrels: join(folder, 'qrels', choose(qrels, join(folder, 'qrels'), split)) };
}

/** Picks the file of a split. */
function choose(files: readonly string[], folder: string, split: string | undefined): string {
  const sorted = files.toSorted();
  const named = (part: string) =>
    sorted.find((name) => basename(name).replace(/\.\w+$/, '') === part) ??
    sorted.find((name) => name.toLowerCase().includes(part.toLowerCase()));
  const only = sorted.length === 1 ? sorted[0] : undefined;
  const chosen =
    split === undefined ? (only ?? preferredSplits.map(named).find((name) => name !== undefined)) : named(split);
  if (chosen !== undefined) return chosen;
  const problem = split === undefined ? `${folder} holds several parts of a set` : `${folder} has no part "${split}"`;
  throw new CandorError('BAD_INPUT', `${problem}: ${sorted.slice(0, 5).join(', ')}.`, {
    remedy: 'Name one with --split.',
    details: { path: folder },
  });
}
