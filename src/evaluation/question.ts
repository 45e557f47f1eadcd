import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CandorError } from '../errors.ts';
import { readJsonl, type JsonLine } from '../knowledge/readJsonl.ts';

/** What a question's author says is the right thing to do. */
export const expectations = [
  'answer', 'answer-partly', 'abstain', 'clarify', 'chat', 'retrieve', 'mention-conflict', 'answer-all-or-clarify', 'follow-or-flag', 'report-only',
] as const;
export type Expectation = typeof expectations[number];

/** One line of questions.jsonl; the layout is explained in docs/evaluation.md. */
export const Question = z.object({
  id: z.string(),
  question: z.string(),
  type: z.string().default('all'),
  expected: z.enum(expectations),
  answerable: z.boolean(),
  answers: z.array(z.string()).default([]),
  /** Every group is required; strings within a group are alternatives. */
  answerGroups: z.array(z.array(z.string())).optional(),
  allAnswersRequired: z.boolean().default(false),
  wrongAnswers: z.array(z.string()).default([]),
  /** Sentences of the source that hold the answer, where the reference answers are long. */
  evidenceSentences: z.array(z.string()).default([]),
  /** For a question that cannot be answered: the look-alike. */
  relevantDocIds: z.array(z.string()).default([]),
  /** Earlier turns of the conversation, oldest first. */
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string().min(1) })).optional(),
  /** The question as it would be asked without them. */
  standaloneQuestion: z.string().min(1).optional(),
  /** ISO 639-1, for figures only: nobody tells a search which language a person writes. */
  language: z.string().optional(),
  asOf: z.string().transform((text) => new Date(text)).optional(),
  /** Only these documents may be read. */
  corpusDocIds: z.array(z.string()).optional(),
  /** The file that they come from, instead of corpus.jsonl. */
  corpusFile: z.string().regex(/^[\w.-]+$/).optional(),
});
export type Question = z.infer<typeof Question>;

/**
 * The questions of a set.
 * @throws BAD_INPUT when questions.jsonl is missing, empty or holds a bad line
 */
export async function readQuestions(folder: string, signal?: AbortSignal): Promise<Question[]> {
  const path = join(folder, 'questions.jsonl');
  const there = await access(path).then(() => true, () => false);
  if (!there) throw new CandorError('BAD_INPUT', `There is no ${path}.`, { remedy: 'Give a folder that holds questions.jsonl and corpus.jsonl.', details: { path } });
  const questions: Question[] = [];
  for await (const line of readJsonl(path, signal)) questions.push(parse(line, path));
  if (questions.length === 0) throw new CandorError('BAD_INPUT', `${path} holds no questions.`, { details: { path } });
  return questions;
}

function parse(line: JsonLine, path: string): Question {
  const parsed = 'problem' in line ? undefined : Question.safeParse(line.value);
  if (parsed?.success) return parsed.data;
  const problem = 'problem' in line ? line.problem : parsed?.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new CandorError('BAD_INPUT', `${path}:${line.number}: ${problem}`, { remedy: 'Correct the line.', details: { path, line: line.number } });
}
