import { z } from 'zod';
import { detectQuestionLanguage, primaryLanguage } from '../knowledge/language.ts';

/** What a question's author says is the right thing to do. */
export const expectations = [
  'answer',
  'answer-partly',
  'abstain',
  'clarify',
  'chat',
  'retrieve',
  'mention-conflict',
  'answer-all-or-clarify',
  'follow-or-flag',
  'report-only',
] as const;
export type Expectation = (typeof expectations)[number];

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
  /** How relevant each of them is, where a set grades it: above 0, more is better. */
  relevance: z.record(z.string(), z.number().positive()).optional(),
  /** Earlier turns of the conversation, oldest first. */
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string().min(1) })).optional(),
  /** The question as it would be asked without them. */
  standaloneQuestion: z.string().min(1).optional(),
  /** ISO 639-1, for figures only: nobody tells a search which language a person writes. */
  language: z.string().optional(),
  asOf: z
    .string()
    .transform((text) => new Date(text))
    .optional(),
  /** Only these documents may be read. */
  corpusDocIds: z.array(z.string()).optional(),
  /** The file that they come from, instead of corpus.jsonl. */
  corpusFile: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
});
export type Question = z.infer<typeof Question>;

/** What retrieval is measured with: the question without its conversation, where the set has one so. */
export function searchText({
  question,
  standaloneQuestion,
}: Pick<Question, 'question' | 'standaloneQuestion'>): string {
  return standaloneQuestion ?? question;
}

/** What a question is written in, ISO 639-1: as its set says, else as it looks. */
export function languageOf(question: Pick<Question, 'question' | 'standaloneQuestion' | 'language'>): string {
  return primaryLanguage(question.language ?? detectQuestionLanguage(searchText(question)));
}
