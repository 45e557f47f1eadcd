/** The sentence behind the best one, where it is that one which decides: the deadline, the amount, the remedy. English. */
import { holdsType, quantityMatch } from '../../retrieval/question/answerType.ts';
import { contentRootsOf, holdsRoot, isSilent } from '../../knowledge/language/stems.ts';
import { besideIt, needsBefore } from './antecedent.ts';
import type { RankedSentence } from './rankSentences.ts';
import { onceFor, type Question } from '../../retrieval/question/question.ts';

const asksForDeadline =
  /\b(?:until|till|by) when\b|\bhow late\b|\bwhen is the (?:deadline|last)\b|\bdeadline\b|\blatest\b/i;
const deadline =
  /\b(?:by|until|till|before|within|no later than|not later than|at the latest|closes?|ends?|ended|expires?|lapses?|deadline|last day)\b/i;

/** Further behind, another matter has begun. */
const furthest = 3;

/**
 * The sentences with the one that decides first: "Five days can be carried over to the next year. They must be taken by 31
 * March." The question for the deadline is near the first, which has none; so is one for an amount. What follows must lean
 * on what stands before it, or have a word of the question. Where a question is about the trouble that a code stands for, the
 * sentence that has the code comes before what is said of it.
 * @param ranked best first
 */
export function decidingFirst(ranked: readonly RankedSentence[], question: Question): readonly RankedSentence[] {
  const [best] = ranked;
  if (!best) return ranked;
  const before = asksForRemedy(question) ? codeBefore(best, ranked) : undefined;
  if (before) return withFirst(before, ranked);
  const isStated = ({ candidate: { text } }: RankedSentence) =>
    asksForDeadline.test(question.text)
      ? deadline.test(text) && holdsType(text, 'DATE') && /\d|\b(?:end|start|first|last|\p{L}+day)\b/iu.test(text)
      : quantityMatch(question, [text]) === 'HOLDS';
  const decides = isStated(best) ? undefined : behindIt(best, question, ranked).find(isStated);
  return decides ? withFirst(decides, ranked) : ranked;
}

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

/** The sentences with another one first, which takes over the share of the one that was. */
export function withFirst(first: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence[] {
  const [best] = ranked;
  return [
    { ...first, share: best?.share ?? first.share },
    ...ranked.filter((each) => each !== first).map((each) => (each === best ? { ...each, share: first.share } : each)),
  ];
}

/** The sentences behind one that go on with it, in its paragraph. */
function behindIt(best: RankedSentence, question: Question, ranked: readonly RankedSentence[]): RankedSentence[] {
  const asked = question.roots;
  const found: RankedSentence[] = [];
  for (let last = best; found.length < furthest;) {
    const next = inItsLine(last, ranked);
    if (!next) break;
    found.push(next);
    last = next;
  }
  return found.filter(
    ({ candidate: { text } }, at) =>
      needsBefore(text, (found[at - 1] ?? best).candidate.text) ||
      contentRootsOf(text).some((root) => !isSilent(root) && holdsRoot(asked, root)),
  );
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
