/** What stands beside the best sentence and belongs to it: the remedy behind a cause, the code before what is said of it. English. */
import { besideIt } from './antecedent.ts';
import type { RankedSentence } from './rankSentences.ts';
import { onceFor, type Question } from '../../retrieval/question/question.ts';

/**
 * The sentence before one that has the codes of the question, which that one lacks: "The printer BP-4 costs €149. It has a
 * warranty of 24 months."
 */
export function codeBefore(sentence: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence | undefined {
  const before = besideIt(sentence, sentence.candidate.ordinal - 1, ranked);
  return sentence.features.codes === -1 && before?.features.codes === 1 && isInLine(before, sentence)
    ? before
    : undefined;
}

const trouble =
  /\b(?:errors?|faults?|failures?|problems?|codes?|warnings?|alarms?)\b|\bwhat now\b|\bwhat (?:to|should|must|can|do|does)\b.*\bdo\b|\b(?:fix|solve|repair)\b|\b(?:does|do|is|are|will|can)(?: not\b|n['’]t\b)|\b(?:broken|stuck|fails?|failed)\b/i;
const bareCode = /^\W*[A-Z]*[-_ ]?\d[\w-]*\W*$/;
const asksForMeaning = /\b(?:means?|meaning|why|causes?|caused|reasons?)\b/i;

/**
 * For a question about an error, what stands behind its cause: "Error 809 appears when a firewall blocks the tunnel. Open
 * UDP ports 500 and 4500." Undefined for any other question, and where nothing follows.
 */
export function remedyBehind(
  best: RankedSentence,
  question: Question,
  ranked: readonly RankedSentence[],
): RankedSentence | undefined {
  return asksForRemedy(question) ? inItsLine(best, ranked) : undefined;
}

const asksForRemedy = onceFor(({ text }) => (trouble.test(text) && !asksForMeaning.test(text)) || bareCode.test(text));

/** Whether a sentence has what the question names, as the best one has: the number or the code of an error. */
export function isOfIt({ features }: Pick<RankedSentence, 'features'>): boolean {
  return features.codes === 1 || features.given === 1;
}

/** The next sentence, if it stands in the same paragraph. */
function inItsLine(sentence: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence | undefined {
  const next = besideIt(sentence, sentence.candidate.ordinal + 1, ranked);
  return next && isInLine(sentence, next) ? next : undefined;
}

export function isInLine({ candidate: left }: RankedSentence, { candidate: right }: RankedSentence): boolean {
  const { passage } = left;
  if (passage.chunkId !== right.passage.chunkId) return false;
  const [start, end] = [
    Math.min(left.sourceSpan.end, right.sourceSpan.end),
    Math.max(left.sourceSpan.start, right.sourceSpan.start),
  ].map((at) => at - passage.sourceSpan.start);
  return !passage.text.slice(start, end).includes('\n');
}
