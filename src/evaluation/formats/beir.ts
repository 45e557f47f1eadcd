import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CandorError } from '../../errors.ts';
import { boundedLines } from '../../lines.ts';
import type { DocumentInput } from '../../knowledge/document.ts';
import { parseLine, readJsonl } from '../../knowledge/ingest/readJsonl.ts';
import type { SkippedPath, Source } from '../../knowledge/ingest/readPath.ts';
import { SetQuestion } from '../question.ts';

/** The folder of a set, and its file of relevance judgements. */
export interface BeirPlace {
  readonly folder: string;
  readonly qrels: string;
}

const identifier = z.union([z.string().min(1), z.number()]).transform(String);
const Query = z.object({ _id: identifier, text: z.string().min(1) });
const CorpusLine = z.object({ _id: identifier, title: z.string().nullish(), text: z.string() });

/**
 * The queries with relevance judgements, each with its relevant documents, best first, and their grades. BEIR does not
 * say what a right answer is, so only retrieval counts.
 * @throws BAD_INPUT that names a bad line, or if no query is judged
 */
export async function readBeirQuestions({ folder, qrels }: BeirPlace, signal?: AbortSignal): Promise<SetQuestion[]> {
  const grades = await readGrades(qrels);
  const path = join(folder, 'queries.jsonl');
  const questions: SetQuestion[] = [];
  for await (const line of readJsonl(path, signal)) {
    const { _id: id, text } = parseLine(Query, line, path);
    const relevance = grades.get(id);
    if (relevance) questions.push(toQuestion(id, text, relevance));
  }
  if (questions.length === 0)
    throw new CandorError('BAD_INPUT', `No query of ${path} is judged in ${qrels}.`, { details: { path } });
  return questions;
}

function toQuestion(id: string, text: string, relevance: ReadonlyMap<string, number>): SetQuestion {
  const best = [...relevance].sort(([, left], [, right]) => right - left);
  return SetQuestion.parse({
    id,
    question: text,
    type: 'retrieval',
    expected: 'retrieve',
    answerable: true,
    relevantDocIds: best.map(([key]) => key),
    relevance: Object.fromEntries(best),
  });
}

/** Of two ids and a score. */
const maxLineBytes = 1024 * 1024;

/**
 * Grades above 0, by query and document. Lines are `query-id <tab> corpus-id <tab> score`, with or without that header.
 */
async function readGrades(path: string): Promise<Map<string, Map<string, number>>> {
  const grades = new Map<string, Map<string, number>>();
  let number = 0;
  for await (const bytes of boundedLines(createReadStream(path) as AsyncIterable<Buffer>, { longest: maxLineBytes })) {
    number += 1;
    const line = bytes?.toString('utf8').replace(/\r$/, '') ?? 'longer than a line may be';
    const [query, document, score, ...rest] = line.split('\t');
    if (line.trim() === '' || (number === 1 && Number.isNaN(Number(score)))) continue;
    const grade = Number(score);
    if (!query || !document || !score || Number.isNaN(grade) || rest.length > 0) {
      throw new CandorError(
        'BAD_INPUT',
        `${path}:${number}: not query-id, corpus-id and score with tabs between them.`,
        { details: { path, line: number } },
      );
    }
    if (grade > 0) grades.set(query, (grades.get(query) ?? new Map<string, number>()).set(document, grade));
  }
  return grades;
}

/** The documents, read during iteration; their number is not known in advance. */
export function openBeirCorpus({ folder }: Pick<BeirPlace, 'folder'>, signal?: AbortSignal): Source {
  const skipped: SkippedPath[] = [];
  return { total: null, documents: documentsOf(join(folder, 'corpus.jsonl'), skipped, signal), skipped };
}

async function* documentsOf(
  path: string,
  skipped: SkippedPath[],
  signal: AbortSignal | undefined,
): AsyncGenerator<DocumentInput> {
  for await (const line of readJsonl(path, signal)) {
    const parsed = 'problem' in line ? undefined : CorpusLine.safeParse(line.value);
    if (!parsed?.success) {
      skipped.push({
        path: `corpus.jsonl:${line.number}`,
        reason: 'problem' in line ? line.problem : 'not {"_id","title","text"}',
      });
      continue;
    }
    const { _id: key, title, text } = parsed.data;
    yield { key, text, format: 'PLAIN_TEXT', ...(title ? { title } : {}) };
  }
}
