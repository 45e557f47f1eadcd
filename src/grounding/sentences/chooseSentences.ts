import { asksForProcedure, expectedType } from '../answerability/answerType.ts';
import { isHeadedAsAsked, type AskedProcedure } from './procedure.ts';
import { codesOf } from '../reading/codes.ts';
import { contentRootsOf, holdsRoot } from '../words/stems.ts';
import { byPlace, firstCellOf, isItem, rowsWith, type RankedSentence } from './rankSentences.ts';

/**
 * Never more: a fourth sentence is not read (issue of taste, measured as containment: +3 points from two to three, +1
 * beyond).
 */
const maxSentences = 3;
/**
 * A second sentence is worth reading when it is nearly as good as the first, or brings words of the question that the
 * first lacks.
 */
const nearlyAsGood = 0.7;
const newMass = 0.12;
/**
 * A sentence that carries this much of the question, and what it asks for, needs no second one, unless another is as
 * good: "the main sources of primary law" beside "the three sources of European law".
 */
const wholeQuestion = 0.9;
const asGood = 0.9;
/**
 * Log odds by which a sentence of another passage may answer worse: a third fewer of them, for 1 answer in 100 (npm run
 * bench:units).
 */
const nearlyAsSure = 4;
/** Two sentences that share more of their lexemes than this say the same. */
const sameText = 0.7;
/** A consequence: what it follows from stands before it. */
const consequence =
  /^(?:the result (?:was|is)|as a (?:result|consequence)|predictably|consequently|therefore|thus|hence|accordingly|for this reason|because of (?:this|that))\b/i;
/** What goes on from the sentence before it: "Deleted data therefore disappear …", "In this case …", "Otherwise …". */
const goesOn =
  /^(?:(?:otherwise|instead(?! of)|however|then|afterwards|likewise|similarly|and|but|or|so)\b|(?:in|for|from|with) (?:this|that|these|those|both|such) cases?\b|(?:after|before|until) (?:this|that|then)\b|the (?:latter|former)\b|(?:[\p{L}\d’'-]+ ){1,4}(?:therefore|thus|hence|then) )/iu;
/** "Victims of their campaign …": who they are stands before it. */
const pronounEarly =
  /^(?:\p{Lu}?\p{Ll}+ ){0,2}(?:of|in|for|by|to|from|with|on|under|after|before|during|at|against|among) (?:their|its|his|her|this|these|those|them|him)\b/iu;
/** Who may do something, and when. */
const condition = /\b(?:only|must|needs?|requires?|required|before|unless|cannot|can't|never|not)\b/iu;
/** "An example: if the country is Poland, …": of what was said, and not more. */
const example = /^(?:an |for )?example\b/i;
const firstName = /^\p{Lu}[\p{L}'’-]{2,}/u;
const pronounFirst = /^(?:it|they|this|that|these|those|he|she|its|their|his|her|both|such)\b/i;

/**
 * The shortest set of sentences that carries the answer: the best one first, others while they add something, the
 * sentence that one of them leans on (a pronoun, a consequence, a surname alone), and the one that goes on with "It …".
 * @param idf weight of each lexeme of the question
 */
export function chooseSentences(ranked: readonly RankedSentence[], idf: ReadonlyMap<string, number>): RankedSentence[] {
  const best = ranked[0];
  if (!best) return [];
  const chosen: RankedSentence[] = [best];
  const covered = new Set(best.candidate.lexemes);
  const isWhole = best.softCoverage >= wholeQuestion && best.holdsType;
  for (const sentence of ranked.slice(1, 12)) {
    if (chosen.length >= maxSentences || (isWhole && (chosen.length > 1 || sentence.score < asGood * best.score)))
      break;
    if (
      isItem(sentence.candidate) ||
      isPadding(sentence, best) ||
      chosen.some((other) => similarity(other, sentence) > sameText)
    )
      continue;
    const gain = gainOf(sentence, covered, idf);
    const wanted =
      chosen.length === 1
        ? sentence.score >= nearlyAsGood * best.score || gain >= newMass
        : gain >= newMass && sentence.score >= 0.5 * best.score;
    if (!wanted) continue;
    chosen.push(sentence);
    for (const lexeme of sentence.candidate.lexemes) covered.add(lexeme);
  }
  return answerFirst(withFollower(withAntecedents(chosen, ranked), ranked), best);
}

/**
 * Chosen sentences without those that a sure answer does not need. Of 139 answers that passed the gate on three sets
 * the first sentence alone held what was asked for in 118 of the 126 right ones; with these kept it is 123, and of 131
 * further sentences 26 are left. Unsure answers need them: there the first sentence alone loses a quarter.
 * @param question where it asks for a procedure, steps behind what must be known first are part of it, and so are those
 * whose headings say what is asked
 */
export function essentialOf(chosen: readonly RankedSentence[], question: AskedProcedure): readonly RankedSentence[] {
  const [best] = chosen.toSorted((left, right) => right.score - left.score);
  if (!best || best.answers === null) return chosen;
  const steps = chosen.filter((sentence) => holdsSteps(sentence) && isHeadedAsAsked(sentence, chosen, question));
  if (steps.length > 0)
    return chosen.filter((sentence) => steps.includes(sentence) || steps.some((each) => isCondition(sentence, each)));
  const asked = {
    how: asksForProcedure(question.query),
    value: ['NUMBER', 'DATE'].includes(expectedType(question.query)) && best.holdsType,
  };
  const isOfOther = aboutOther(question.query, best.candidate.text);
  return chosen.filter(
    (sentence) =>
      sentence === best ||
      (isEssential(sentence, best, asked) &&
        !isRepeated(sentence, best) &&
        !isLooseCode(sentence, best) &&
        !isOfOther(sentence.candidate.text) &&
        !example.test(sentence.candidate.text)),
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

/**
 * What the best one leans on or goes on with, steps of a procedure that it introduces, or what is as good by its score
 * and by the reader or its meaning.
 */
function isEssential(
  sentence: RankedSentence,
  best: RankedSentence,
  asked: { readonly how: boolean; readonly value: boolean },
): boolean {
  if (sentence.candidate.passage.chunkId === best.candidate.passage.chunkId) {
    const distance = sentence.candidate.ordinal - best.candidate.ordinal;
    // Whoever asks how long has the answer: "It can be extended once" is of something else.
    if (distance === 1 && pronounFirst.test(sentence.candidate.text)) return !asked.value;
    if (distance === 1 && asked.how && holdsSteps(sentence) && !holdsSteps(best)) return true;
    if (distance === -1 && leansOn(best.candidate.text, sentence.candidate.text)) return true;
  }
  const isNearer = (sentence.ownSimilarity ?? 0) >= (best.ownSimilarity ?? 0);
  const isSurer = (sentence.answers ?? -Infinity) >= (best.answers ?? -Infinity);
  // Whoever asks how much is not told besides who may have it.
  return sentence.score >= asGood * best.score && (isNearer || isSurer) && (!asked.value || sentence.holdsType);
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
 * Whether a reader finds the very words in it that it finds in the best one: "€9" and "€9" are one answer told twice,
 * "180 days" and "90 days" are two.
 */
function isRepeated(sentence: RankedSentence, best: RankedSentence): boolean {
  const [first, again] = [wordsOf(best), wordsOf(sentence)];
  return first !== '' && first === again && !leansOn(sentence.candidate.text, best.candidate.text);
}

function wordsOf({ words, candidate: { passage } }: RankedSentence): string {
  if (words === null) return '';
  const { start } = passage.sourceSpan;
  return passage.text
    .slice(words.start - start, words.end - start)
    .trim()
    .toLowerCase();
}

const holdsSteps = ({ candidate }: RankedSentence) => /^\s*\d+\. /m.test(candidate.text);

/**
 * Of another passage, far less of an answer by the reader, and less near to the question than the best one: it only
 * looks like more.
 */
function isPadding(sentence: RankedSentence, best: RankedSentence): boolean {
  if (
    sentence.answers === null ||
    best.answers === null ||
    sentence.candidate.passage.chunkId === best.candidate.passage.chunkId
  )
    return false;
  return sentence.answers < best.answers - nearlyAsSure && (sentence.ownSimilarity ?? 0) < (best.ownSimilarity ?? 0);
}

function gainOf(sentence: RankedSentence, covered: ReadonlySet<string>, idf: ReadonlyMap<string, number>): number {
  let total = 0;
  let gain = 0;
  const own = new Set(sentence.candidate.lexemes);
  for (const [lexeme, weight] of idf) {
    total += weight;
    if (own.has(lexeme) && !covered.has(lexeme)) gain += weight;
  }
  return total === 0 ? 0 : gain / total;
}

function similarity(left: RankedSentence, right: RankedSentence): number {
  const other = new Set(right.candidate.lexemes);
  const shared = left.candidate.lexemes.filter((lexeme) => other.has(lexeme)).length;
  return shared / Math.max(1, Math.min(left.candidate.lexemes.length, other.size));
}

function withAntecedents(chosen: readonly RankedSentence[], ranked: readonly RankedSentence[]): RankedSentence[] {
  const all = [...chosen];
  for (const sentence of chosen) {
    const { candidate } = sentence;
    if (all.length >= maxSentences || candidate.before === null) continue;
    const before = besideIt(sentence, candidate.before, ranked);
    if (before && !all.includes(before) && leansOn(candidate.text, before.candidate.text)) all.push(before);
  }
  return all;
}

/**
 * Whether a sentence is not to be understood without the one before it: "Bowman was its director." behind "… a
 * geographer named Isiah Bowman."
 */
function leansOn(text: string, before: string): boolean {
  if ([pronounFirst, consequence, goesOn, pronounEarly].some((shape) => shape.test(text))) return true;
  const surname = firstName.exec(text)?.[0];
  return surname !== undefined && new RegExp(`\\p{Lu}[\\p{L}.'’-]* ${surname}(?!\\p{L})`, 'u').test(before);
}

/** A sentence is often the introduction of the one that goes on with "It …". */
function withFollower(chosen: readonly RankedSentence[], ranked: readonly RankedSentence[]): RankedSentence[] {
  const last = chosen.toSorted(byPlace).at(-1);
  if (!last || chosen.length >= maxSentences) return [...chosen];
  const next = besideIt(last, last.candidate.ordinal + 1, ranked);
  return next && !chosen.includes(next) && pronounFirst.test(next.candidate.text)
    ? withFollower([...chosen, next], ranked)
    : [...chosen];
}

/** The sentence of the same passage with that ordinal, if it was ranked. */
function besideIt(
  { candidate: { passage } }: RankedSentence,
  ordinal: number,
  ranked: readonly RankedSentence[],
): RankedSentence | undefined {
  return ranked.find(({ candidate }) => candidate.passage.chunkId === passage.chunkId && candidate.ordinal === ordinal);
}

/**
 * What answers is read first, behind the sentence that it leans on; then what goes with it, passage by passage in its
 * own order.
 */
function answerFirst(chosen: readonly RankedSentence[], best: RankedSentence): RankedSentence[] {
  const { passage, before, text } = best.candidate;
  const isLeanedOn = ({ candidate }: RankedSentence) =>
    candidate.passage.chunkId === passage.chunkId && candidate.ordinal === before && leansOn(text, candidate.text);
  const placeOf = (sentence: RankedSentence) =>
    sentence === best ? 1 : isLeanedOn(sentence) ? 0 : sentence.candidate.passage.chunkId === passage.chunkId ? 2 : 3;
  return chosen.toSorted((left, right) => placeOf(left) - placeOf(right) || byPlace(left, right));
}
