/** The sentence without which another one is not understood. */
import { expectedType } from '../../retrieval/question/answerType.ts';
import type { RankedSentence } from './rankSentences.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** A consequence: what it follows from stands before it. */
const consequence =
  /^(?:the result (?:was|is)|as a (?:result|consequence)|predictably|consequently|therefore|thus|hence|accordingly|for this reason|because of (?:this|that))\b/i;
/** What goes on from the sentence before it: "Deleted data therefore disappear …", "In this case …", "Otherwise …". */
const goesOn =
  /^(?:(?:otherwise|instead(?! of)|however|then|afterwards|likewise|similarly|and|but|or|so)\b|(?:in|for|from|with) (?:this|that|these|those|both|such) cases?\b|(?:after|before|until) (?:this|that|then)\b|the (?:latter|former)\b|(?:[\p{L}\d’'-]+ ){1,4}(?:therefore|thus|hence|then) )/iu;
/** "Victims of their campaign …": who they are stands before it. */
const pronounEarly =
  /^(?:\p{Lu}?\p{Ll}+ ){0,2}(?:of|in|for|by|to|from|with|on|under|after|before|during|at|against|among) (?:their|its|his|her|this|these|those|them|him)\b/iu;
/** "Only the Owner can do this.": what is done stands before it. */
const doesThis =
  /^(?!to do |if |when )(?:[\p{L}’'-]+ ){1,8}(?:do|does|did|doing|done) (?:this|that|so|it)(?: \p{L}+){0,2}[.!]?$/iu;
const firstName = /^\p{Lu}[\p{L}'’-]{2,}/u;
const pronounFirst = /^(?:it|they|this|that|these|those|he|she|its|their|his|her|both|such)\b/i;

/**
 * The sentence without which one is not to be understood, if it was ranked. What stands first below a heading leans on
 * that and not on the section before.
 */
function sentenceBefore(sentence: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence | undefined {
  const { before, isLead, text } = sentence.candidate;
  const found = before === null || isLead ? undefined : besideIt(sentence, before, ranked);
  return found && needsBefore(text, found.candidate.text) ? found : undefined;
}

/**
 * Whether a sentence is not to be understood without the one before it: "Bowman was its director." behind "… a
 * geographer named Isiah Bowman."
 */
export function needsBefore(text: string, before: string): boolean {
  return leansByItsWords(text) || namesAgain(text, before);
}

/** Whether it begins with a surname whose full name stands before it, and leans by nothing else. */
function namesAgainOnly(text: string, before: string): boolean {
  return !leansByItsWords(text) && namesAgain(text, before);
}

const leansByItsWords = (text: string) =>
  [pronounFirst, consequence, goesOn, pronounEarly, doesThis].some((shape) => shape.test(text));

function namesAgain(text: string, before: string): boolean {
  const surname = firstName.exec(text)?.[0];
  if (surname === undefined || !before.includes(` ${surname}`)) return false;
  return new RegExp(`\\p{Lu}[\\p{L}.'’-]* ${surname}(?!\\p{L})`, 'u').test(before);
}

/** The sentence of the same passage with that ordinal, if it was ranked. */
export function besideIt(
  { candidate: { passage } }: RankedSentence,
  ordinal: number,
  ranked: readonly RankedSentence[],
): RankedSentence | undefined {
  return ranked.find(({ candidate }) => candidate.passage.chunkId === passage.chunkId && candidate.ordinal === ordinal);
}

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
 * person is, said nothing. Where the sentence before says "It …" too, it is the one above that says what.
 */
export function antecedentOf(
  sentence: RankedSentence,
  question: Question,
  ranked: readonly RankedSentence[],
): RankedSentence | undefined {
  const found = sentenceBefore(sentence, ranked);
  const { text } = sentence.candidate;
  if (!found || [expletive, saidLater, ofItself].some((shape) => shape.test(text))) return undefined;
  if (linked.test(text)) return asksForReason.test(question.text) ? found : undefined;
  if (namesAgainOnly(text, found.candidate.text)) return expectedType(question) === 'PERSON' ? found : undefined;
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
