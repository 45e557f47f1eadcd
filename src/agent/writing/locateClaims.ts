import { uncertainFrom } from '../../confidence/score.ts';
import { refuseForeign, type DraftClaim, type VerifiedClaim, verifyClaim } from '../../grounding/claims/verifyClaim.ts';
import { plainWords } from '../../grounding/conflicts/compareSentences.ts';
import type { Candidate } from '../../grounding/sentences/candidates.ts';
import { essentialOf } from '../../grounding/sentences/essentialOf.ts';
import { sentences } from '../../knowledge/sentences.ts';
import { unescapeQuote } from '../../models/chat.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { chosenSentences } from '../evidence/sentenceEvidence.ts';
import type { AskState } from '../node.ts';
import { within } from './prompt.ts';

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

/** Checks a claim against the bytes that it cites. */
export function checked(draft: DraftClaim, passages: readonly Passage[]): VerifiedClaim {
  return refuseForeign(verifyClaim(draft, passages));
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

/** Whole sentences, each its own quote, including both sides of a conflict. A surer answer has fewer. */
export function extractiveDrafts(
  state: Pick<AskState, 'sentences' | 'partSentences' | 'conflicts' | 'evidence' | 'request' | 'confidence'>,
): DraftClaim[] {
  const sentences = state.request.preset.contextCharacters === null ? state.sentences : within(state, state.sentences);
  const parts =
    state.request.preset.contextCharacters === null
      ? state.partSentences
      : state.partSentences.map((part) => within(state, part));
  const all = chosenSentences(sentences, parts, state.evidence);
  const isSure = parts.length < 2 && (state.confidence?.value ?? 0) >= uncertainFrom;
  const question = { query: state.evidence.query, idf: new Map(state.evidence.idf) };
  const kept = isSure ? essentialOf(all, question, sentences) : all;
  const chosen = kept.map((sentence) => sentence.candidate);
  const disputed = state.conflicts.flatMap((conflict) =>
    conflict.sides.flatMap((side) => {
      const sentence = sentences.find(
        ({ candidate }) =>
          candidate.passage.versionId === side.versionId && candidate.sourceSpan.start === side.sourceSpan.start,
      );
      return sentence && sentence.candidate !== chosen[0] ? [sentence.candidate] : [];
    }),
  );
  // A dispute is shown by its two sides; more sentences would hide it.
  return (disputed.length > 0 ? [...chosen.slice(0, 1), ...disputed] : chosen).map(asDraft);
}

/** A sentence that is its own proof. */
export function asDraft({ text, passage }: Candidate): DraftClaim {
  return { text, chunkId: passage.chunkId, quote: text };
}
