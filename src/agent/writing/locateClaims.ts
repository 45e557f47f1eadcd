import { type DraftClaim, type VerifiedClaim, checked } from '../../grounding/claims/verifyClaim.ts';
import { plainWords } from '../../grounding/conflicts/compareSentences.ts';
import { type Candidate, asDraft } from '../../grounding/sentences/candidates.ts';
import { sentences } from '../../knowledge/sentences.ts';
import { unescapeQuote } from '../../models/chat.ts';
import type { Passage } from '../../retrieval/passage.ts';

/** A model's wording, with the numbers of the sentences that it cites for it. */
interface WordedClaim {
  readonly text: string;
  readonly sentences: readonly number[];
}

/** Sentences of a passage that span no more UTF-16 units than this are one proof. */
const longestProof = 700;

/** The sentences with these numbers, each once; numbers without a sentence are ignored. */
export function sentencesOf(numbers: readonly number[], shown: readonly Candidate[]): Candidate[] {
  return [...new Set(numbers)].flatMap((number) => shown[number - 1] ?? []);
}

/**
 * Checks a model's claims, one sentence each, against the shown sentence that proves them. The same sentence word for
 * word is the proof, whatever number was given. Otherwise the sentences that the claim names are tried, together and
 * one by one, and then any other that leaves no doubt. A claim that none proves is checked against what it names, to
 * say why not. What is said twice counts once.
 * @param question a sentence that only repeats it is not a claim
 * @param passages what this run retrieved
 */
export function locateClaims(
  claims: readonly WordedClaim[],
  question: string,
  shown: readonly Candidate[],
  passages: readonly Passage[],
): VerifiedClaim[] {
  const asked = plainWords(question);
  // Each sentence is checked on its own: a good one must not carry another past the checks.
  const located = claims.flatMap(({ text, sentences: numbers }) =>
    eachSentence(text)
      .filter((sentence) => plainWords(sentence) !== asked)
      .map((sentence) => locate(sentence, sentencesOf(numbers, shown), shown, passages)),
  );
  return located.filter(
    ({ draft }, position) => located.findIndex((one) => one.draft.text === draft.text) === position,
  );
}

function locate(
  text: string,
  named: readonly Candidate[],
  shown: readonly Candidate[],
  passages: readonly Passage[],
): VerifiedClaim {
  const words = plainWords(text);
  const same = [...named, ...shown].find((candidate) => plainWords(candidate.text) === words);
  if (same) return checked(asDraft(same), passages);
  const against = ({ chunkId, quote }: DraftClaim) => checked({ text, chunkId, quote }, passages);
  const own = [...together(named), ...named.map(asDraft)].map(against);
  const proof =
    own.find(({ status }) => status === 'SUPPORTED') ??
    // A sentence that was not named must leave no doubt: among twenty, one shares half of the words of almost anything.
    shown
      .filter((candidate) => !named.includes(candidate))
      .map(asDraft)
      .map(against)
      .find(({ status, decided }) => status === 'SUPPORTED' && decided);
  return proof ?? own[0] ?? against({ text, chunkId: '', quote: '' });
}

/** Several named sentences of one passage, with the text between them. */
function together(named: readonly Candidate[]): DraftClaim[] {
  const [first] = named;
  if (!first || named.length < 2 || named.some(({ passage }) => passage.chunkId !== first.passage.chunkId)) return [];
  const { passage } = first;
  const start = Math.min(...named.map(({ sourceSpan }) => sourceSpan.start)) - passage.sourceSpan.start;
  const end = Math.max(...named.map(({ sourceSpan }) => sourceSpan.end)) - passage.sourceSpan.start;
  return end - start > longestProof
    ? []
    : [{ text: '', chunkId: passage.chunkId, quote: passage.text.slice(start, end) }];
}

/**
 * A question states nothing, however many of its words are in a source. Small models repeat the question, or ask one.
 */
const asks = /[?？؟]\W*$/u;

/** Model text is data too: no line breaks, no marks that look like ours. */
function eachSentence(claim: string): string[] {
  const text = unescapeQuote(claim)
    .replaceAll(/\s*(?:\[\^?\d+(?:[\s,;–-]+\d+)*\]|【[^】]*】)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return sentences(text)
    .map((span) => text.slice(span.start, span.end))
    .filter((sentence) => !asks.test(sentence));
}
