/** What of the chosen sentences a sure answer needs, and the sentence without which one is not understood. */
import { asksForProcedure, expectedType } from '../answerability/answerType.ts';
import { codesOf } from '../reading/namedFacts.ts';
import { contentRootsOf, holdsRoot } from '../words/stems.ts';
import {
  asGood,
  besideIt,
  gainOf,
  goesOnFrom,
  leansOn,
  maxSentences,
  newMass,
  antecedentOf,
  leansOnName,
  isHeadedAsAsked,
  type AskedProcedure,
} from './chooseSentences.ts';
import { firstCellOf, rowsWith, type RankedSentence } from './rankSentences.ts';

/** Who may do something, and when. */
const condition = /\b(?:only|must|needs?|requires?|required|before|unless|cannot|can't|never|not)\b/iu;
/** "An example: if the country is Poland, …": of what was said, and not more. */
const example = /^(?:an |for )?example\b/i;
/** "The plan has:", what it leads in stands too far below: it tells nothing. */
const leadInAlone = /^[^\n]*:\s*$/;
/** A step told in prose: "Open Billing. Then press Cancel." */
const nextStep = /^(?:then|next|now|afterwards|finally|lastly|after (?:this|that)|once (?:this|that|it) is done)\b/i;
/** Log odds from which a reader holds that a sentence answers. */
const answersFrom = 0;
/** What answers better by the reader may lie this much further from the question; what answers this much better, any. */
const nearlyAsNear = 0.1;
const farSurer = 2;
/** What the reader holds for the worse answer stays where it lies this much nearer to the question. */
const farNearer = 0.05;

/**
 * Chosen sentences without those that a sure answer does not need, each behind the one that it leans on. Of 139 answers
 * that passed the gate on three sets the first sentence alone held what was asked for in 118 of the 126 right ones;
 * with these kept it is 123, and of 131 further sentences 26 are left. Unsure answers need them: there the first
 * sentence alone loses a quarter.
 * @param question where it asks for a procedure, steps behind what must be known first are part of it, and so are those
 * whose headings say what is asked
 * @param ranked all sentences, best first
 */
export function essentialOf(
  chosen: readonly RankedSentence[],
  question: AskedProcedure,
  ranked: readonly RankedSentence[] = chosen,
): readonly RankedSentence[] {
  const byScore = bestFirst(chosen, question.query);
  const [best] = byScore;
  if (!best || best.answers === null) return chosen;
  const steps = chosen.filter((sentence) => holdsSteps(sentence) && isHeadedAsAsked(sentence, chosen, question));
  if (steps.length > 0)
    return chosen.filter((sentence) => steps.includes(sentence) || steps.some((each) => isCondition(sentence, each)));
  const asked = {
    how: asksForProcedure(question.query),
    value: asksForValue(question.query) && best.holdsType,
  };
  const isOfOther = aboutOther(question.query, best.candidate.text);
  const isWanted = (sentence: RankedSentence, told: readonly RankedSentence[]) =>
    (goesWith(sentence, best, asked) || isAsGood(sentence, best, asked)) &&
    (holdsSteps(sentence) || addsTo(told, sentence, question.idf)) &&
    !isRepeated(sentence, best) &&
    !isLooseCode(sentence, best) &&
    !isOfOther(sentence.candidate.text) &&
    ![example, leadInAlone].some((shape) => shape.test(sentence.candidate.text));
  const untold = (sentence: RankedSentence, already: readonly RankedSentence[]) => {
    const before = leanedOn(sentence, question.query, ranked);
    return before && !already.some((other) => holds(other, before)) ? [before] : [];
  };
  const told: RankedSentence[] = [best];
  const kept: RankedSentence[] = [...untold(best, [best]), best];
  for (const sentence of byScore.slice(1)) {
    if (kept.includes(sentence) || !isWanted(sentence, told)) continue;
    const more = [...untold(sentence, kept), sentence];
    if (kept.length + more.length > maxSentences) continue;
    told.push(sentence);
    kept.push(...more);
  }
  // Each in its place, and what it leans on before it.
  const placed = chosen
    .filter((sentence) => told.includes(sentence))
    .flatMap((sentence) => [...untold(sentence, told), sentence]);
  return asked.how ? withNextSteps(placed, best, ranked) : placed;
}

/** What is to be done after the best one is part of it: an instruction that breaks off is none. */
function withNextSteps(
  kept: readonly RankedSentence[],
  best: RankedSentence,
  ranked: readonly RankedSentence[],
): readonly RankedSentence[] {
  const steps = [best];
  for (let last = best; kept.length + steps.length <= maxSentences; last = steps.at(-1) ?? best) {
    const next = besideIt(last, last.candidate.ordinal + 1, ranked);
    if (!next || next.candidate.isLead || !nextStep.test(next.candidate.text)) break;
    steps.push(next);
  }
  return kept.filter((each) => !steps.slice(1).includes(each)).flatMap((each) => (each === best ? steps : [each]));
}

/**
 * By score; but of those that are as good one comes first that the reader takes for an answer where it takes the best
 * one for none, or that has the number or date that is asked for where the best one has none.
 */
function bestFirst(chosen: readonly RankedSentence[], query: string): readonly RankedSentence[] {
  const byScore = chosen.toSorted((left, right) => right.score - left.score);
  const [top] = byScore;
  const isValue = asksForValue(query);
  const better = byScore.find(
    (other) =>
      top !== undefined &&
      other.score >= asGood * top.score &&
      (isDenied(top, other) || (isValue && !top.holdsType && other.holdsType && !isDenied(other, top))),
  );
  return better ? [better, ...byScore.filter((other) => other !== better)] : byScore;
}

const asksForValue = (query: string) => ['NUMBER', 'DATE'].includes(expectedType(query));

/** Whether a sentence, or the list that it was made, has all of another. */
function holds({ candidate: wide }: RankedSentence, { candidate }: RankedSentence): boolean {
  return (
    wide.passage.chunkId === candidate.passage.chunkId &&
    wide.sourceSpan.start <= candidate.sourceSpan.start &&
    wide.sourceSpan.end >= candidate.sourceSpan.end
  );
}

/**
 * Whether a text beside the best one is about another code, "E3017" where "E3014" is asked, or the row of another
 * thing: "Plan: Growth; …" where that of Scale is, or another weight than the one that is named.
 */
function aboutOther(question: string, best: string): (text: string) => boolean {
  const askedCodes = keysOf(question).filter((key) => keysOf(best).includes(key));
  const askedRoots = contentRootsOf(question);
  const isNamed = (cell: string) => contentRootsOf(cell).some((root) => holdsRoot(askedRoots, root));
  const isOfQuantity = rowsWith(question);
  const bestCell = firstCellOf(best);
  const namesRow = bestCell !== undefined && isNamed(bestCell);
  return (text) => {
    const codes = keysOf(text);
    if (askedCodes.length > 0 && codes.length > 0 && !codes.some((key) => askedCodes.includes(key))) return true;
    const cell = firstCellOf(text);
    if (cell === undefined) return false;
    return (namesRow && !isNamed(cell)) || (isOfQuantity(best) && !isOfQuantity(text));
  };
}

const keysOf = (text: string) => codesOf(text).map(({ value }) => value);

/** What goes on from the best one, or steps of a procedure that it introduces. */
function goesWith(
  sentence: RankedSentence,
  best: RankedSentence,
  asked: { readonly how: boolean; readonly value: boolean },
): boolean {
  if (sentence.candidate.passage.chunkId !== best.candidate.passage.chunkId) return false;
  if (sentence.candidate.ordinal !== best.candidate.ordinal + 1) return false;
  // Whoever asks how long has the answer: "It can be extended once" is of something else.
  if (goesOnFrom(sentence)) return !asked.value && !isDenied(sentence, best);
  return asked.how && holdsSteps(sentence) && !holdsSteps(best);
}

/** What is as good as the best one by its score. */
function isAsGood(sentence: RankedSentence, best: RankedSentence, asked: { readonly value: boolean }): boolean {
  // Whoever asks how much is not told besides who may have it.
  return sentence.score >= asGood * best.score && !isDenied(sentence, best) && (!asked.value || sentence.holdsType);
}

/**
 * Whether a sentence tells more than those that are told: it brings words of the question that none of them has, "and
 * the server logs"; else the reader holds that it answers better than the first, or it is clearly nearer in meaning.
 * Of nine that were a little nearer alone, that the reader denied, or that told what goes on, none was needed.
 */
function addsTo(told: readonly RankedSentence[], sentence: RankedSentence, idf: ReadonlyMap<string, number>): boolean {
  const [best] = told;
  if (!best || gainOf(sentence, new Set(told.flatMap(({ candidate }) => candidate.lexemes)), idf) >= newMass)
    return true;
  const [surer, nearer] = [surerBy(sentence, best), nearerBy(sentence, best)];
  return (
    (surer >= farSurer || nearer >= farNearer || (surer >= 0 && nearer >= -nearlyAsNear)) &&
    told.every((other) => nearerBy(sentence, other) >= 0 || surerBy(sentence, other) >= 0)
  );
}

const nearerBy = (sentence: RankedSentence, other: RankedSentence) =>
  (sentence.ownSimilarity ?? 0) - (other.ownSimilarity ?? 0);
const surerBy = (sentence: RankedSentence, other: RankedSentence) =>
  (sentence.answers ?? -Infinity) - (other.answers ?? -Infinity);

/** The reader takes the best one for an answer, and this one for none. */
function isDenied(sentence: RankedSentence, best: RankedSentence): boolean {
  return (best.answers ?? -Infinity) >= answersFrom && (sentence.answers ?? -Infinity) < answersFrom;
}

/** Whether a sentence above the steps tells who may take them, or when: "Only the Owner can close an account." */
function isCondition({ candidate }: RankedSentence, { candidate: steps }: RankedSentence): boolean {
  return (
    candidate.passage.chunkId === steps.passage.chunkId &&
    candidate.sourceSpan.end <= steps.sourceSpan.start &&
    condition.test(candidate.text)
  );
}

/**
 * Whether a sentence is code that the best one does not lead in: an example of something, behind an answer in words.
 */
function isLooseCode({ candidate }: RankedSentence, { candidate: best }: RankedSentence): boolean {
  const isLedIn = candidate.passage.chunkId === best.passage.chunkId && candidate.before === best.ordinal;
  return candidate.text.startsWith('    ') && !best.text.startsWith('    ') && !isLedIn;
}

/**
 * Whether a reader finds the very words in it that it finds in the best one, or part of them: "€9" and "€9 a month" are
 * one answer told twice, "180 days" and "90 days" are two.
 */
function isRepeated(sentence: RankedSentence, best: RankedSentence): boolean {
  const [short = '', long = ''] = [wordsOf(best), wordsOf(sentence)].toSorted(
    (one, other) => one.length - other.length,
  );
  return short !== '' && ` ${long} `.includes(` ${short} `) && !leansOn(sentence.candidate.text, best.candidate.text);
}

function wordsOf({ words, candidate: { passage } }: RankedSentence): string {
  if (words === null) return '';
  const { start } = passage.sourceSpan;
  return (
    passage.text
      .slice(words.start - start, words.end - start)
      .toLowerCase()
      .match(/[^\s,;:()“”"]+/gu) ?? []
  ).join(' ');
}

const holdsSteps = ({ candidate }: RankedSentence) => /^\s*\d+\. /m.test(candidate.text);

/** "It is possible to …": nothing stands before that this "it" means. */
const expletive =
  /^it (?:is|was|can be|may be|might be|would be|seems|takes)(?: \p{L}+)? (?:possible|impossible|important|necessary|recommended|advisable|best|better|worth|easy|hard|difficult|common|usual|clear|likely|unlikely|known|estimated|believed|thought|said|required|safe|enough)\b.* (?:to|that|whether|if|for)\b/iu;
/** "With its benches, the garden …", "For shops with their own domain": who is meant is said in the sentence itself. */
const saidLater =
  /^(?:With|Due to|In|For|By|From|After|Before|Despite|Unlike|Like|On|At|During|Because of|Thanks to|Given|Through|Under) (?:its|their|his|her)\b.*, (?:the )?\p{Lu}/u;
const ofItself = /^(?:\p{L}+ ){1,4}(?:its|their|his|her) own\b/iu;
/** It follows, or is said against, what stands before; what it says is understood without that. */
const linked =
  /^(?:(?:however|likewise|similarly|and|but|or|so|then|predictably|consequently|therefore|thus|hence|accordingly)\b|(?:[\p{L}\d’'-]+ ){1,4}(?:therefore|thus|hence|then) )/iu;
const asksForReason = /\b(?:why|how|reason|reasons|cause|causes|caused)\b/iu;
/** What this means may stand further above, in the sentence that names it. */
const personal = /^(?:it|its|they|their|he|his|she|her)\b/iu;
const furthestAbove = 3;

/**
 * The sentence that one is not to be understood without. Read in some 60 answers of squad2 and 30 of documentation,
 * what stood before "It is also possible to …", "Thus, on 1 August …" where the day is asked, or a surname where no
 * person is, told nothing. Where the sentence before says "It …" too, it is the one above that says what.
 */
export function leanedOn(
  sentence: RankedSentence,
  question: string,
  ranked: readonly RankedSentence[],
): RankedSentence | undefined {
  const found = antecedentOf(sentence, ranked);
  const { text } = sentence.candidate;
  if (!found || [expletive, saidLater, ofItself].some((shape) => shape.test(text))) return undefined;
  if (linked.test(text)) return asksForReason.test(question) ? found : undefined;
  if (leansOnName(text, found.candidate.text)) return expectedType(question) === 'PERSON' ? found : undefined;
  return personal.test(text) ? named(found, ranked) : found;
}

/** The sentence itself, or the nearest above it that does not begin with "It …". */
function named(sentence: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence {
  let above = sentence;
  for (let step = 0; step < furthestAbove && personal.test(above.candidate.text); step += 1) {
    const next = besideIt(above, above.candidate.ordinal - 1, ranked);
    if (!next || above.candidate.isLead) return sentence;
    above = next;
  }
  return above;
}
