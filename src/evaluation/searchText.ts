import type { Question } from './question.ts';

/** What retrieval is measured with: the question without its conversation, where the set has one so. */
export function searchText({ question, standaloneQuestion }: Pick<Question, 'question' | 'standaloneQuestion'>): string {
  return standaloneQuestion ?? question;
}
