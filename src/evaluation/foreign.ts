import { createRandom, groupBy, shuffled } from '../stats.ts';
import { type Question, languageOf, searchText } from './question.ts';

/** Another set, whose questions this set's documents do not answer. */
export interface ForeignSet {
  readonly name: string;
  readonly questions: readonly Question[];
}

/** The type of a question that another set lends. */
export const foreignType = 'off-corpus';

/**
 * Questions that other sets can answer, as questions that this one must refuse: drawn by `seed`, each other set alike,
 * `limit` in all or what there is. Left out are questions in another language than most of this set's, those that only
 * their conversation explains, and those that this set asks itself.
 */
export function foreignQuestions(
  own: readonly Question[],
  others: readonly ForeignSet[],
  { limit, seed }: { readonly limit: number; readonly seed: number },
): Question[] {
  const language = mainLanguage(own);
  const asked = new Set(own.map(({ question }) => plain(question)));
  const fits = (question: Question) =>
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

function toForeign(set: string, question: Question): Question {
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

function standsAlone({ history, standaloneQuestion }: Question): boolean {
  return standaloneQuestion !== undefined || !history?.length;
}

function mainLanguage(questions: readonly Question[]): string | undefined {
  const groups = [...groupBy(questions, languageOf)].sort(([, left], [, right]) => right.length - left.length);
  return groups[0]?.[0];
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One of each list after the other until all are empty. */
function takeTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
