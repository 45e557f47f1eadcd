import { idfMass } from '../../retrieval/question/idf.ts';
import { asksForProcedure, asksHowItIsDone, isStep } from './procedure.ts';
import type { RankedSentence } from './rankSentences.ts';

/**
 * Share of the question, by weight, that title and headings above the steps hold: they are the steps of what is asked.
 */
const headed = 0.65;

export interface AskedProcedure {
  readonly query: string;
  /** Weight of each lexeme of the question. */
  readonly idf: ReadonlyMap<string, number>;
}

/**
 * Sentences for a question that asks how, with the steps before them where title and headings say what is asked and
 * nothing chosen is one of them: "How do I void a label?" under "Void a label" is answered by what stands there to do,
 * not by a sentence that says a label can be voided. Of several lists it is that under the heading nearest to the
 * question.
 * @param ranked all sentences, best first
 */
export function withHeadedStep(
  chosen: readonly RankedSentence[],
  ranked: readonly RankedSentence[],
  question: AskedProcedure,
): readonly RankedSentence[] {
  const [best] = ranked;
  if (!best || chosen.some(({ candidate }) => isStep(candidate))) return chosen;
  const steps = ranked
    .filter(({ candidate }) => candidate.passage.documentId === best.candidate.passage.documentId && isStep(candidate))
    .map((sentence) => ({ sentence, share: shareAbove(sentence, ranked, question) }))
    .filter(({ share }) => share >= headed);
  const [first] = steps.toSorted((left, right) => right.share - left.share);
  return first ? [first.sentence, ...chosen] : chosen;
}

/** Whether title and headings above a sentence say what is to be done. */
export function isHeadedAsAsked(
  sentence: RankedSentence,
  others: readonly RankedSentence[],
  question: AskedProcedure,
): boolean {
  return asksForProcedure(question.query) && shareAbove(sentence, others, question) >= headed;
}

/**
 * Share of the question's words, of those that any of the sentences has in or above it: whoever asks how tells more
 * than what is to be done, "bought it by mistake". Of a question that does not ask how in so many words, of all its
 * words.
 */
function shareAbove(
  { candidate }: RankedSentence,
  sentences: readonly RankedSentence[],
  { idf, query }: AskedProcedure,
): number {
  const known = asksHowItIsDone(query)
    ? sentences.flatMap(({ candidate: { lexemes, contextLexemes } }) => [...lexemes, ...contextLexemes])
    : idf.keys();
  const massOf = (words: Iterable<string>) => {
    const held = new Set(words);
    return idfMass(new Map([...idf].filter(([lexeme]) => held.has(lexeme))));
  };
  return massOf(candidate.contextLexemes) / (massOf(known) || 1);
}
