import { lowerWords, withoutAccents } from '../knowledge/words.ts';

/** A question's words in one form: questions with the same are the same question. */
export function normalisedQuestion(question: string): string {
  return lowerWords(withoutAccents(question)).join(' ') || question.trim();
}
