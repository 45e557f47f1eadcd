import { byPlace, isItem, type RankedSentence } from './rankSentences.ts';

/**
 * Never more: a fourth sentence is not read (issue of taste, measured as containment: +3 points from two to three, +1
 * beyond).
 */
export const maxSentences = 3;
/**
 * A second sentence is worth reading when it is nearly as good as the first, or brings words of the question that the
 * first lacks.
 */
const nearlyAsGood = 0.7;
export const newMass = 0.12;
/**
 * A sentence that carries this much of the question, and what it asks for, needs no second one, unless another is as
 * good: "the main sources of primary law" beside "the three sources of European law".
 */
const wholeQuestion = 0.9;
export const asGood = 0.9;
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

/** Share of the question, by weight, that a sentence has beyond some words. */
export function gainOf(
  sentence: RankedSentence,
  covered: ReadonlySet<string>,
  idf: ReadonlyMap<string, number>,
): number {
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
    if (all.length >= maxSentences) break;
    const before = antecedentOf(sentence, ranked);
    if (before && !all.includes(before)) all.push(before);
  }
  return all;
}

/**
 * The sentence without which one is not to be understood, if it was ranked. What stands first below a heading leans on
 * that and not on the section before.
 */
export function antecedentOf(sentence: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence | undefined {
  const { before, isLead, text } = sentence.candidate;
  const found = before === null || isLead ? undefined : besideIt(sentence, before, ranked);
  return found && leansOn(text, found.candidate.text) ? found : undefined;
}

/** Whether a sentence goes on with "It …" from the one before it. */
export function goesOnFrom({ candidate }: RankedSentence): boolean {
  return !candidate.isLead && pronounFirst.test(candidate.text);
}

/**
 * Whether a sentence is not to be understood without the one before it: "Bowman was its director." behind "… a
 * geographer named Isiah Bowman."
 */
export function leansOn(text: string, before: string): boolean {
  return leansByItsWords(text) || namesAgain(text, before);
}

/** Whether it begins with a surname whose full name stands before it, and leans by nothing else. */
export function leansOnName(text: string, before: string): boolean {
  return !leansByItsWords(text) && namesAgain(text, before);
}

const leansByItsWords = (text: string) =>
  [pronounFirst, consequence, goesOn, pronounEarly].some((shape) => shape.test(text));

function namesAgain(text: string, before: string): boolean {
  const surname = firstName.exec(text)?.[0];
  return surname !== undefined && new RegExp(`\\p{Lu}[\\p{L}.'’-]* ${surname}(?!\\p{L})`, 'u').test(before);
}

/** A sentence is often the introduction of the one that goes on with "It …". */
function withFollower(chosen: readonly RankedSentence[], ranked: readonly RankedSentence[]): RankedSentence[] {
  const last = chosen.toSorted(byPlace).at(-1);
  if (!last || chosen.length >= maxSentences) return [...chosen];
  const next = besideIt(last, last.candidate.ordinal + 1, ranked);
  return next && !chosen.includes(next) && goesOnFrom(next) ? withFollower([...chosen, next], ranked) : [...chosen];
}

/** The sentence of the same passage with that ordinal, if it was ranked. */
export function besideIt(
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
  const { passage } = best.candidate;
  const leanedOn = antecedentOf(best, chosen);
  const placeOf = (sentence: RankedSentence) =>
    sentence === best ? 1 : sentence === leanedOn ? 0 : sentence.candidate.passage.chunkId === passage.chunkId ? 2 : 3;
  return chosen.toSorted((left, right) => placeOf(left) - placeOf(right) || byPlace(left, right));
}
