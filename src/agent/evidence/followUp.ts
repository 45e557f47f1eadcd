import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { contentRootsOf, holdsRoot, isSilent } from '../../knowledge/language/stems.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** As sure as the reader has to be that a sentence answers. */
const leastAnswer = 0;

/**
 * The sentences for a follow-up, best first. "And for meals?" after a question for the hotel's limit is searched with
 * that question's words, and the old answer has most of them: a sentence that has what the follow-up itself says comes
 * before one that has none of it, which is then no longer an answer.
 * @param question as it was understood
 */
export function followUpFirst(ranked: readonly RankedSentence[], question: Question): readonly RankedSentence[] {
  const [best] = ranked;
  const { asked } = question;
  const roots = asked === question ? [] : asked.roots.filter((root) => !isSilent(root));
  if (!best || roots.length === 0) return ranked;
  const rootsIn = ({ candidate: { text } }: RankedSentence) => {
    const own = contentRootsOf(text);
    return roots.filter((root) => holdsRoot(own, root)).length;
  };
  const answering = ranked.filter(
    (sentence) => rootsIn(sentence) === roots.length && (sentence.answers ?? leastAnswer) >= leastAnswer,
  );
  if (rootsIn(best) > 0 || answering.length === 0) return ranked;
  const [first, ...others] = answering;
  const rest = ranked
    .filter((sentence) => !answering.includes(sentence))
    .map((sentence) => ({ ...sentence, share: 0 }));
  return [...(first ? [{ ...first, share: Math.max(first.share, best.share) }] : []), ...others, ...rest];
}
