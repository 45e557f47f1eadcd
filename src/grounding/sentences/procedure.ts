import { expectedType } from '../answerability/answerType.ts';
import { stepMark } from '../../knowledge/sentences.ts';
import type { Candidate } from './candidates.ts';

/** "How do I …", "how to …", "steps to …"; and what is asked without asking for a value: "forgot my password". */
const asksHow = /\bhow (?:do|does|did|can|could|should|would|to)\b|\bsteps?\b/iu;
const asksElse =
  /^\W*(?:what|which|who|whom|whose|when|where|why|is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have)\b/iu;
/** Whether a question is answered by what to do, and not by a value. English. */
export function asksForProcedure(question: string): boolean {
  return expectedType(question) === 'ANY' && (asksHow.test(question) || !asksElse.test(question));
}

const asksHowTo = /\bhow (?:do|does|did|can|could|should|would|to)\b|\bsteps? (?:to|for)\b/iu;
/** Whether it asks so in so many words, and does not only name what is to be done: "void a label". English. */
export function asksHowItIsDone(question: string): boolean {
  return expectedType(question) === 'ANY' && asksHowTo.test(question);
}

/** Whether a candidate is, or stands in, a step of a numbered list: its line begins with the mark. */
export function isStep({ passage, sourceSpan }: Candidate): boolean {
  const position = sourceSpan.start - passage.sourceSpan.start;
  const lineStart = position === 0 ? 0 : passage.text.lastIndexOf('\n', position - 1) + 1;
  return stepMark.test(passage.text.slice(lineStart, sourceSpan.end - passage.sourceSpan.start));
}
