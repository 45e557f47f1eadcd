import { listFacts, namedFacts } from '../grounding/reading/namedFacts.ts';

/** Whether another wording of a question names all that the question names: who loses a name, code, number or date asks for something else. @param language BCP 47 tag of both */
export function keepsFacts(question: string, wording: string, language: string): boolean {
  const lower = wording.toLowerCase();
  return wording !== question && listFacts(namedFacts(question, language)).every(({ text }) => lower.includes(text.toLowerCase()));
}
