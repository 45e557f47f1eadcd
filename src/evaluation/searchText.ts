import { detectQuestionLanguage } from '../knowledge/language.ts';
import { primaryLanguage } from '../knowledge/primaryLanguage.ts';
import type { Question } from './question.ts';

/** What retrieval is measured with: the question without its conversation, where the set has one so. */
export function searchText({ question, standaloneQuestion }: Pick<Question, 'question' | 'standaloneQuestion'>): string {
  return standaloneQuestion ?? question;
}

/** What a question is written in, ISO 639-1: as its set says, else as it looks. */
export function languageOf(question: Pick<Question, 'question' | 'standaloneQuestion' | 'language'>): string {
  return primaryLanguage(question.language ?? detectQuestionLanguage(searchText(question)));
}
