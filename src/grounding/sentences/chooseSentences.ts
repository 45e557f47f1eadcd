/** Which of the ranked sentences are quoted, and in which order. */
import { fitted } from '../../confidence/fitted.ts';
import { asksForProcedure } from '../../retrieval/question/answerType.ts';
import { besideIt, antecedentOf } from './antecedent.ts';
import { codeBefore, isInLine, isOfIt, remedyBehind } from './whatFollows.ts';
import { byPlace, type RankedSentence } from './rankSentences.ts';
import { dissentersAmong } from './witnesses.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** A fourth sentence is not read, unless other documents say something else. */
export const maxSentences = 3;
const mostWithDissent = 4;
/** A step in prose: "Open Billing. Then press Cancel." */
const nextStep = /^(?:then|next|now|afterwards|finally|lastly|after (?:this|that)|once (?:this|that|it) is done)\b/i;

/**
 * The sentences that are quoted: the best one, others for as long as the chooser holds that each may have what those
 * before it lack, and one of each document that answers differently. Each comes with the sentence that it leans on; an
 * instruction is not broken off.
 * @param isSure whether the answer is CONFIDENT: fewer stand beside it, since what one of them adds is seldom lacking
 */
export function chooseSentences(
  ranked: readonly RankedSentence[],
  question: Question,
  isSure = false,
): RankedSentence[] {
  const [best] = ranked;
  if (!best) return [];
  const chosen = [best];
  // What was said before is no part of what holds now: a notice says it.
  const isPast = ({ features }: RankedSentence) => features.earlier === 1 && best.features.earlier === 0;
  const behind = remedyBehind(best, question, ranked);
  if (behind) chosen.push(behind);
  // Of another error its remedy may look alike.
  const isOther = (each: RankedSentence) => behind && isOfIt(best) && !isOfIt(each) && !isInLine(best, each);
  const from = quoteFrom(ranked, isSure);
  const rest = ranked
    .slice(1)
    .filter((each) => !each.isOtherRow && !isPast(each) && !isOther(each) && !isOfSibling(each, best, question));
  const dissenters = dissentersAmong(ranked, question);
  for (const sentence of rest) {
    const isWanted = chosen.length < maxSentences && sentence.share >= from;
    if (chosen.length === mostWithDissent || (!isWanted && !dissenters.includes(sentence))) continue;
    if (!chosen.some((other) => overlaps(other, sentence))) chosen.push(sentence);
  }
  const stated = asksForProcedure(question) ? withNextSteps(chosen, ranked) : chosen;
  const leaning = stated.flatMap((sentence) => {
    const before = antecedentOf(sentence, question, ranked) ?? codeBefore(sentence, ranked);
    return before && (stated.includes(before) || !stated.some((other) => overlaps(other, before)))
      ? [before, sentence]
      : [sentence];
  });
  return inOrder([...new Set(leaning)], best);
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether a sentence is of a document whose title is the best one's but for what the question names: of week 37, March or
 * Norway, where week 38, February or Sweden is asked for. At least half of the title is shared.
 */
function isOfSibling(each: RankedSentence, best: RankedSentence, question: Question): boolean {
  const [title = [], other = []] = [best, each].map(({ candidate }) => wordsIn(candidate.passage.documentTitle));
  const own = title.filter((word, at) => word !== other[at]);
  if (title.length !== other.length || own.length === 0 || own.length > title.length / 2) return false;
  const theirs = other.filter((word, at) => word !== title[at]);
  const asked = wordsIn(question.text);
  return own.some((word) => asked.includes(word)) && !theirs.some((word) => asked.includes(word));
}

/** The shares of sentences that were compared by their meaning alone are flatter. */
function quoteFrom(ranked: readonly RankedSentence[], isSure: boolean): number {
  const isMeant =
    ranked.every(({ answers }) => answers === null) && ranked.some(({ ownSimilarity }) => ownSimilarity !== null);
  if (isMeant) return fitted.chooser.meant.quoteFrom;
  return isSure ? fitted.quoteFrom.surely : fitted.quoteFrom.unsurely;
}

/** What is to be done after the best one is part of it. */
function withNextSteps(chosen: readonly RankedSentence[], ranked: readonly RankedSentence[]): RankedSentence[] {
  const all = [...chosen];
  for (let last = chosen[0]; last && all.length <= maxSentences;) {
    const next = besideIt(last, last.candidate.ordinal + 1, ranked);
    if (!next || next.candidate.isLead || !nextStep.test(next.candidate.text)) break;
    if (!all.some((other) => overlaps(other, next))) all.push(next);
    last = next;
  }
  return all;
}

/** Whether two share their place: an item also stands in the list below its lead-in. */
function overlaps({ candidate: left }: RankedSentence, { candidate: right }: RankedSentence): boolean {
  return (
    left.passage.chunkId === right.passage.chunkId &&
    left.sourceSpan.start < right.sourceSpan.end &&
    right.sourceSpan.start < left.sourceSpan.end
  );
}

/**
 * The passage of the best one first, with the best one behind no more than what it leans on; then the others, passage by
 * passage in their own order.
 */
function inOrder(chosen: readonly RankedSentence[], best: RankedSentence): RankedSentence[] {
  const { chunkId } = best.candidate.passage;
  const at = chosen.indexOf(best);
  const lead = chosen.slice(0, at + 1);
  const rest = chosen.slice(at + 1);
  const isBeside = ({ candidate }: RankedSentence) => candidate.passage.chunkId === chunkId;
  return [
    ...lead,
    ...rest.filter(isBeside).toSorted(byPlace),
    ...rest.filter((each) => !isBeside(each)).toSorted(byPlace),
  ];
}
