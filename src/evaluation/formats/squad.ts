import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CandorError } from '../../errors.ts';
import type { DocumentInput } from '../../knowledge/document.ts';
import type { Source } from '../../knowledge/ingest/readPath.ts';
import { SetQuestion } from '../question.ts';

const Asked = z.object({
  id: z.string(),
  question: z.string(),
  is_impossible: z.boolean().default(false),
  answers: z.array(z.object({ text: z.string() })).default([]),
});
const Paragraph = z.object({ context: z.string(), qas: z.array(Asked) });
const SquadFile = z.object({ data: z.array(z.object({ title: z.string(), paragraphs: z.array(Paragraph) })) });

interface Article {
  readonly key: string;
  readonly title: string;
  readonly paragraph: z.infer<typeof Paragraph>;
}

/**
 * One document per paragraph: `Normans#3` is the third of its article. The whole file is held in memory; that is
 * acceptable for 42 MB (the training part).
 */
async function readParagraphs(file: string): Promise<Article[]> {
  const text = await readFile(file, 'utf8');
  const parsed = SquadFile.safeParse(jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CandorError('BAD_INPUT', `${file} is no JSON of SQuAD 2.0: ${issue?.path.join('.')}: ${issue?.message}`, {
      remedy: 'It holds {"data":[{"title","paragraphs":[{"context","qas"}]}]}.',
      details: { path: file },
    });
  }
  const counts = new Map<string, number>();
  return parsed.data.data.flatMap(({ title, paragraphs }) =>
    paragraphs.map((paragraph) => {
      // An article may occur in several parts.
      const count = (counts.get(title) ?? 0) + 1;
      counts.set(title, count);
      return { key: `${title}#${count}`, title: title.replaceAll('_', ' '), paragraph };
    }),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The questions. One marked `is_impossible` should be refused, and its paragraph is a look-alike. @throws BAD_INPUT for
 * another kind of file
 */
export async function readSquadQuestions(file: string): Promise<SetQuestion[]> {
  const paragraphs = await readParagraphs(file);
  const questions = paragraphs.flatMap(({ key, paragraph }) => paragraph.qas.map((asked) => toQuestion(asked, key)));
  if (questions.length === 0)
    throw new CandorError('BAD_INPUT', `${file} holds no questions.`, { details: { path: file } });
  return questions;
}

function toQuestion(
  { id, question, is_impossible: impossible, answers }: z.infer<typeof Asked>,
  key: string,
): SetQuestion {
  return SetQuestion.parse({
    id,
    question: question.trim(),
    relevantDocIds: [key],
    ...(impossible
      ? { type: 'impossible', expected: 'abstain', answerable: false }
      : {
          type: 'answerable',
          expected: 'answer',
          answerable: true,
          answers: [...new Set(answers.map(({ text }) => text))],
        }),
  });
}

/** The paragraphs as documents. @throws BAD_INPUT for another kind of file */
export async function openSquadCorpus(file: string): Promise<Source> {
  const paragraphs = await readParagraphs(file);
  return { total: paragraphs.length, documents: documentsOf(paragraphs), skipped: [] };
}

async function* documentsOf(paragraphs: readonly Article[]): AsyncGenerator<DocumentInput> {
  for (const { key, title, paragraph } of paragraphs)
    yield await Promise.resolve({ key, title, text: paragraph.context, format: 'PLAIN_TEXT' as const });
}
