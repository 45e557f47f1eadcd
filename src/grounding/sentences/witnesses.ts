/** Documents that answer a question differently, each by the reader's word. */
import { trustRank } from '../../knowledge/document.ts';
import { contentRootsOf, holdsRoot } from '../../knowledge/language/stems.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { datesOf, type Interval, overlaps } from '../../knowledge/values/timeSpan.ts';
import { asksForProcedure, asksForSeveral } from '../../retrieval/question/answerType.ts';
import type { Question } from '../../retrieval/question/question.ts';
import { sameUnit, sameValue } from '../checks/numbers.ts';
import { successorOf } from '../editions/successors.ts';
import type { RankedSentence } from './rankSentences.ts';

/** What a document says: the sentence that answers best in it, and the words in it that do. */
interface Witness {
  readonly sentence: RankedSentence;
  readonly answers: number;
  readonly said: string;
}

/**
 * A witness answers at least so well, in the reader's logits, and by at most so much less than the best one. On ramdocs
 * 85 in 100 questions to which its documents give several answers have two such witnesses that say different things, of
 * those with one answer 14, of squad2 and clapnq 6 (docs/decisions/conflicts.md).
 */
const leastAnswer = -2;
const farthest = 6;
/** Of the content words of the shorter one, what two that say the same share. */
const sameShare = 0.5;

/**
 * The best sentence of each other document that answers and says something else than the best sentence, and than those
 * before it; none where the best one is of a replaced document, the question asks for several things, or nothing was
 * read. Replaced documents, those that are trusted less, what holds no longer and other rows of the same table have no
 * say.
 */
export function dissentersAmong(ranked: readonly RankedSentence[], question: Question): RankedSentence[] {
  const [best] = ranked;
  const own = best && witnessOf(best);
  if (!own || successorOf(best.candidate.passage) !== null) return [];
  if (asksForSeveral(question) || asksForProcedure(question)) return [];
  const heard: Witness[] = [own];
  const { trust } = best.candidate.passage;
  const others = witnesses(ranked).filter(
    ({ answers, sentence }) =>
      answers >= Math.max(leastAnswer, own.answers - farthest) &&
      trustRank[sentence.candidate.passage.trust] >= trustRank[trust],
  );
  for (const witness of others) if (!heard.some((other) => saySame(other, witness))) heard.push(witness);
  return heard.slice(1).map(({ sentence }) => sentence);
}

/** One a document, best first. */
function witnesses(ranked: readonly RankedSentence[]): Witness[] {
  const found = new Map<string, Witness>();
  for (const sentence of ranked) {
    const { passage } = sentence.candidate;
    const witness = sentence.isOtherRow || sentence.features.earlier === 1 ? undefined : witnessOf(sentence);
    const known = found.get(passage.documentId);
    if (witness && successorOf(passage) === null && witness.answers > (known?.answers ?? -Infinity))
      found.set(passage.documentId, witness);
  }
  return [...found.values()].toSorted((left, right) => right.answers - left.answers);
}

function witnessOf(sentence: RankedSentence): Witness | undefined {
  const { answers, words, candidate } = sentence;
  if (answers === null || words === null) return undefined;
  const { passage } = candidate;
  const said = passage.text.slice(words.start - passage.sourceSpan.start, words.end - passage.sourceSpan.start);
  return { sentence, answers, said };
}

/** By their values, if one has any; otherwise by their words. One that stands in the other's sentence says the same. */
function saySame(left: Witness, right: Witness): boolean {
  const [one, other] = [left.sentence.candidate, right.sentence.candidate];
  if (one.passage.documentId === other.passage.documentId) return true;
  if (standsIn(left.said, other.text) || standsIn(right.said, one.text)) return true;
  return !hasValue(left.said) && !hasValue(right.said) && shareWords(left.said, right.said);
}

const hasValue = (text: string): boolean => amountsOf(text).length > 0 || datesOf(text).length > 0;

/** Whether a text has all values of what was said; of words without any, all content words. */
function standsIn(said: string, text: string): boolean {
  if (!hasValue(said)) {
    const roots = contentRootsOf(text);
    return contentRootsOf(said).every((root) => holdsRoot(roots, root));
  }
  const [amounts, days] = [amountsOf(text), datesOf(text)];
  return (
    amountsOf(said).every(
      (amount) =>
        amounts.some((other) => sameUnit(amount.unit, other.unit) && sameValue(amount, other)) ||
        (amount.unit === '' && days.some((day) => yearsOf(day).includes(amount.low ?? 0))),
    ) &&
    datesOf(said).every(
      (day) =>
        days.some((other) => overlaps(day, other)) ||
        amounts.some(({ unit, low }) => unit === '' && yearsOf(day).includes(low ?? 0)),
    )
  );
}

const yearsOf = ({ from, until }: Interval): number[] => [from, until].flatMap((day) => day?.getUTCFullYear() ?? []);

function shareWords(left: string, right: string): boolean {
  const [some = [], others = []] = [contentRootsOf(left), contentRootsOf(right)].toSorted(
    (one, other) => one.length - other.length,
  );
  return some.filter((root) => holdsRoot(others, root)).length >= sameShare * some.length;
}
