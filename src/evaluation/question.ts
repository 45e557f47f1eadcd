import { z } from 'zod';
import { detectQuestionLanguage, primaryLanguage } from '../knowledge/language/language.ts';
import { createRandom, groupBy, shuffled } from '../stats.ts';

/** The right reaction, according to the question's author. */
const expectations = [
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
export const SetQuestion = z.object({
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
  /** Sentences of the source that contain the answer, if the reference answers are long. */
  evidenceSentences: z.array(z.string()).default([]),
  /** For a question that cannot be answered, the look-alike. */
  relevantDocIds: z.array(z.string()).default([]),
  /** The relevance grade of each of them, if the set has grades: above 0, higher is better. */
  relevance: z.record(z.string(), z.number().positive()).optional(),
  /** Earlier turns of the conversation, oldest first. */
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string().min(1) })).optional(),
  /** The question as it would be asked without the earlier turns. */
  standaloneQuestion: z.string().min(1).optional(),
  /** ISO 639-1, only for figures: a search is never given the language of a question. */
  language: z.string().optional(),
  asOf: z
    .string()
    .transform((text) => new Date(text))
    .optional(),
  /** Only these documents may be read. */
  corpusDocIds: z.array(z.string()).optional(),
  /** The file with these documents, instead of corpus.jsonl. */
  corpusFile: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
});
export type SetQuestion = z.infer<typeof SetQuestion>;

/** The text that retrieval is measured with: the standalone question if the set has one. */
export function searchText({
  question,
  standaloneQuestion,
}: Pick<SetQuestion, 'question' | 'standaloneQuestion'>): string {
  return standaloneQuestion ?? question;
}

/** The language of a question, ISO 639-1: the set's own, or the detected one. */
export function languageOf(question: Pick<SetQuestion, 'question' | 'standaloneQuestion' | 'language'>): string {
  return primaryLanguage(question.language ?? detectQuestionLanguage(searchText(question)));
}

/**
 * Draws `limit` items by `seed` and keeps their order. Each type gets its share, and at least one item while there is
 * room.
 */
export function sampleByType<Item extends { readonly type: string }>(
  items: readonly Item[],
  limit: number,
  seed: number,
): Item[] {
  if (limit >= items.length) return [...items];
  const random = createRandom(seed);
  const byType = groupBy(items, ({ type }) => type);
  const strata = [...byType.values()].map((members) => ({ members, quota: (limit * members.length) / items.length }));
  const counts = apportion(
    strata.map(({ quota }) => quota),
    limit,
  );
  const drawn = new Set(strata.flatMap(({ members }, index) => shuffled(members, random).slice(0, counts[index])));
  return items.filter((item) => drawn.has(item));
}

/**
 * Whole numbers near the quotas that add up to `total`: at least one for each while there is room, the rest by largest
 * remainder.
 */
export function apportion(quotas: readonly number[], total: number): number[] {
  const counts = quotas.map((quota) => Math.floor(quota));
  const byNeed = () =>
    quotas
      .map((quota, index) => ({ index, need: quota - (counts[index] ?? 0) + (counts[index] === 0 ? 1 : 0) }))
      .sort((left, right) => right.need - left.need || left.index - right.index);
  for (let left = total - counts.reduce((sum, count) => sum + count, 0); left > 0; left -= 1) {
    const neediest = byNeed()[0];
    if (neediest) counts[neediest.index] = (counts[neediest.index] ?? 0) + 1;
  }
  return counts;
}

/** Another set, whose questions the documents of this one do not answer. */
interface ForeignSet {
  readonly name: string;
  readonly questions: readonly SetQuestion[];
}

/** The type of a question that is borrowed from another set. */
export const foreignType = 'off-corpus';

/**
 * Questions from other sets, used as questions that this set must refuse. They are drawn by `seed`, equally from each
 * other set, up to `limit` in all. Left out are questions in a language other than that of most of this set's, those
 * that only make sense in their conversation, and those that this set asks itself.
 */
export function foreignQuestions(
  own: readonly SetQuestion[],
  others: readonly ForeignSet[],
  { limit, seed }: { readonly limit: number; readonly seed: number },
): SetQuestion[] {
  const language = mainLanguage(own);
  const asked = new Set(own.map(({ question }) => plain(question)));
  const fits = (question: SetQuestion) =>
    question.answerable &&
    standsAlone(question) &&
    languageOf(question) === language &&
    !asked.has(plain(searchText(question)));
  const random = createRandom(seed);
  const drawn = others.map(({ name, questions }) =>
    shuffled(questions.filter(fits), random).map((question) => toForeign(name, question)),
  );
  return takeTurns(drawn).slice(0, limit);
}

function toForeign(set: string, question: SetQuestion): SetQuestion {
  const { id, language } = question;
  return {
    id: `${set}:${id}`,
    question: searchText(question),
    type: foreignType,
    expected: 'abstain',
    answerable: false,
    answers: [],
    allAnswersRequired: false,
    wrongAnswers: [],
    evidenceSentences: [],
    relevantDocIds: [],
    ...(language === undefined ? {} : { language }),
  };
}

function standsAlone({ history, standaloneQuestion }: SetQuestion): boolean {
  return standaloneQuestion !== undefined || !history?.length;
}

function mainLanguage(questions: readonly SetQuestion[]): string | undefined {
  const groups = [...groupBy(questions, languageOf)].sort(([, left], [, right]) => right.length - left.length);
  return groups[0]?.[0];
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Takes one item of each list in turn until all are empty. */
function takeTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
