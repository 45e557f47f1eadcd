import { isMailHead } from '../../knowledge/formats/parsed.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import type { Question } from '../../retrieval/question/question.ts';
import type { Candidate } from './candidates.ts';

/** The names of its lines, and what is no word. */
const labels = /(?:^|; )(?:From|To|Cc|Date): |[\p{N}\p{P}]+/gu;

/**
 * Leaves out the heads of mails, which say who wrote to whom and answer no question about what was written. One whose
 * sender or recipient the question names stays: "When did Ann Lee write?".
 */
export function withoutMailHeads<C extends Pick<Candidate, 'text'>>(
  candidates: readonly C[],
  question: Pick<Question, 'text'>,
): readonly C[] {
  const asked = contentStems(question.text);
  const kept = candidates.filter(
    ({ text }) => !isMailHead(text) || [...contentStems(text.replaceAll(labels, ' '))].some((stem) => asked.has(stem)),
  );
  return kept.length > 0 ? kept : candidates;
}
