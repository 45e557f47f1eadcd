import { expectedType } from '../answerability/answerType.ts';
import { antecedentOf, besideIt, leansOnName } from './chooseSentences.ts';
import type { RankedSentence } from './rankSentences.ts';

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
