import { detectLanguage, languageOfQuestion } from './language.ts';

/** Of a shorter text a few words tell the language, as they do of a question. */
const fewLetters = 300;

/** The language of a passage, ISO 639-1; null: not recognised. */
export function languageOfPassage(text: string): string | null {
  return detectLanguage(text) ?? (text.length < fewLetters ? languageOfQuestion(text) : null);
}

/** Whether a passage is in another language than a question, as far as both can be determined. */
export function isInOtherLanguage(question: string, passage: string): boolean {
  const own = languageOfQuestion(question);
  return own !== null && own !== (languageOfPassage(passage) ?? own);
}

/** Whether a language begins every noun with a capital, which then marks no name. */
export const hasCapitalNouns = (language: string | null): boolean => language === 'de' || language === 'lb';

/** Whether one of both has few Latin letters: no other two languages share a script and are often met together. */
export function isOfOtherScript(question: string, passage: string): boolean {
  return !isLatin(question) || !isLatin(passage);
}

function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 >= letters;
}
