import type { AnswerType } from '../answerability/answerType.ts';
import type { Candidate } from './candidates.ts';

/** Questions that are answered by a name: who, where, which, and "what team", but not "what is" and "what kind". */
const asksForName =
  /\b(?:who|whom|whose|where|which)\b|\bwhat (?!is|are|was|were|do|does|did|can|could|should|would|will|has|have|happen|kind|type|sort|way|if|about|else)\p{Ll}+/iu;
/** A capital inside a sentence. */
const nameShape = /(?<![.!?] |^)\b\p{Lu}[\p{L}\d]+/gu;
const month = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/**
 * Whether a question is answered by a name, and a sentence has one that neither the question nor the document's title
 * has. English.
 */
export function bringsName(question: string, type: AnswerType, { text, passage }: Candidate): boolean {
  if (type === 'NUMBER' || type === 'DATE' || !asksForName.test(question)) return false;
  const known = `${question}\n${passage.documentTitle}`.toLowerCase();
  return [...text.matchAll(nameShape)]
    .map((match) => match[0].toLowerCase())
    .some((name) => !known.includes(name) && !month.test(name));
}
