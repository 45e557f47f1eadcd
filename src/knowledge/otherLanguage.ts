import { detectLanguage, tellQuestionLanguage } from './language.ts';

/** Whether a text is in another language than a question, as far as both can be told: a few words show their script. */
export function isInOtherLanguage(question: string, text: string): boolean {
  const own = tellQuestionLanguage(question);
  return own !== null && (isLatin(question) !== isLatin(text) || own !== (detectLanguage(text) ?? own));
}

/** Whether one of both has few Latin letters: no other two languages share a script and are often met together. */
export function isOfOtherScript(question: string, text: string): boolean {
  return !isLatin(question) || !isLatin(text);
}

function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 >= letters;
}
