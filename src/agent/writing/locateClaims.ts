import { type ProvingQuote, type VerifiedClaim, checked } from '../../grounding/claims/verifyClaim.ts';
import { type DraftClaim } from '../../grounding/claim.ts';
import { plainWords } from '../../grounding/checks/compareSentences.ts';
import { isCrossed } from '../../grounding/claims/crossed.ts';
import { takenTogether } from '../../grounding/claims/takenTogether.ts';
import { asks, isVerbatim } from '../../grounding/claims/wording.ts';
import { type Candidate, asDraft, wholeRow } from '../../grounding/sentences/candidates.ts';
import { needsBefore } from '../../grounding/sentences/antecedent.ts';
import { governingOf } from '../../grounding/place/leadIn.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import type { Span } from '../../knowledge/document.ts';
import { sentences } from '../../knowledge/language/sentences.ts';
import { unescapeQuote } from '../../models/chat.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Question } from '../../retrieval/question/question.ts';

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
 * word is the proof, whatever number was given. Otherwise the sentences that the claim names are tried, one by one and
 * together, and then any other that proves it. A claim that none proves is checked against what it names, to say why
 * not. What is said twice counts once.
 * @param question a sentence that only repeats it is not a claim
 * @param passages what this run retrieved
 */
export function locateClaims(
  claims: readonly WordedClaim[],
  question: Question,
  shown: readonly Candidate[],
  passages: readonly Passage[],
): VerifiedClaim[] {
  const asked = plainWords(question.text);
  // Each sentence is checked on its own: a good one must not carry another past the checks.
  const located = claims.flatMap(({ text, sentences: numbers }) =>
    eachSentence(text)
      .filter((sentence) => plainWords(sentence) !== asked)
      .map((sentence) => {
        const named = sentencesOf(numbers, shown);
        const cited = placesOf(named, passages);
        const quotes = cited.map(({ quote }) => quote);
        const crossed = cited.length > 1 && isCrossed(sentence, quotes);
        const own = locate(sentence, named, shown, passages);
        const claim = crossed && own.wording !== 'VERBATIM' ? refuseCrossed(own) : own;
        const isRefused = claim.status !== 'SUPPORTED' && claim.decided && cited.length > 0;
        return { ...claim, cited, together: isRefused && !crossed ? takenTogether(sentence, cited) : undefined };
      }),
  );
  return located.filter(
    ({ draft }, position) => located.findIndex((one) => one.draft.text === draft.text) === position,
  );
}

function refuseCrossed(claim: VerifiedClaim): VerifiedClaim {
  const detail = 'The claim gives an amount of one sentence to what another is about.';
  const checks = [...claim.checks, { name: 'RELATION', passed: false, detail } as const];
  return { ...claim, status: 'CONTRADICTED', decided: true, checks };
}

/** Where the named sentences stand, without those that prove nothing: a heading, a question, an order. */
function placesOf(named: readonly Candidate[], passages: readonly Passage[]): readonly ProvingQuote[] {
  return named.flatMap((candidate) => {
    const { status, proof } = checked(asDraft(candidate), passages);
    return status === 'SUPPORTED' && proof ? [proof] : [];
  });
}

function locate(
  text: string,
  named: readonly Candidate[],
  shown: readonly Candidate[],
  passages: readonly Passage[],
): VerifiedClaim {
  const same = [...named, ...shown].find((candidate) => isVerbatim(text, candidate.text));
  if (same) return checked(asDraft(same), passages);
  const against = ({ chunkId, quote }: DraftClaim) => checked({ text, chunkId, quote }, passages);
  const own = [...named.map(asDraft), ...together(named)].map(against);
  const proof =
    own.find(({ status }) => status === 'SUPPORTED') ??
    shown
      .filter((candidate) => !named.includes(candidate))
      .map((candidate) => against(asDraft(candidate)))
      .find(({ status }) => status === 'SUPPORTED');
  if (proof) return proof;
  const nearest = own.toSorted(
    (left, right) => Number(left.decided) - Number(right.decided) || right.support - left.support,
  );
  return nearest[0] ?? against({ text, chunkId: '', quote: '' });
}

/**
 * The source's own words in place of a rewording that no entailment model has settled, if they are understood by
 * themselves: what is quoted, behind the sentence that it leans on. Otherwise the claim as it is. A claim that its quote
 * contradicts is left to be dropped: a model that says otherwise than its source is not to be trusted with the choice.
 * @param shown what the model was shown, in which the sentence before is looked for
 */
export function inItsOwnWords(
  claim: VerifiedClaim,
  shown: readonly Candidate[],
  passages: readonly Passage[],
): VerifiedClaim {
  const { draft, proof, wording, status, decided } = claim;
  if (!proof || wording !== 'REWORDED' || (status !== 'SUPPORTED' && decided)) return claim;
  const whole = readable(quotedBy(proof, shown));
  const quoted = whole === undefined ? claim : checked({ text: whole, chunkId: draft.chunkId, quote: whole }, passages);
  return quoted.status === 'SUPPORTED' && quoted.wording === 'VERBATIM' ? { ...quoted, said: draft.text } : claim;
}

/** A quoted stretch and what stands before it in its paragraph. */
interface Quoted {
  readonly text: string;
  readonly before: string;
}

function quotedBy(
  { passage, quote, sourceSpan }: NonNullable<VerifiedClaim['proof']>,
  shown: readonly Candidate[],
): Quoted {
  const first = shown.find(
    (candidate) => candidate.passage.chunkId === passage.chunkId && candidate.sourceSpan.start === sourceSpan.start,
  );
  const position = sourceSpan.start - passage.sourceSpan.start;
  const lineStart = passage.text.lastIndexOf('\n', position - 1) + 1;
  const ahead = passage.text.slice(lineStart, position);
  const spans = first?.isLead === true ? [] : sentences(ahead);
  const last = spans.at(-1);
  return { text: quote, before: last ? ahead.slice(last.start) : '' };
}

/** With fewer content words an item says nothing without the line above it: "Two users". */
const leastWords = 3;

/** The text, behind the sentence before it if it leans on that; undefined if it is not understood even so. */
function readable({ text, before }: Quoted): string | undefined {
  if (wholeRow.test(text)) return text;
  if (contentStems(text).size < leastWords) return undefined;
  if (!needsBefore(text, before)) return text;
  const whole = `${before}${text}`;
  return before === '' || whole.length > longestProof || needsBefore(before, '') ? undefined : whole;
}

/** Several named sentences of one passage, with the text between them, if nothing between them changes what is spoken of. */
function together(named: readonly Candidate[]): DraftClaim[] {
  const [first] = named;
  if (!first || named.length < 2 || named.some(({ passage }) => passage.chunkId !== first.passage.chunkId)) return [];
  const { passage } = first;
  if (named.some(({ sourceSpan }) => governedBy(passage, sourceSpan) !== governedBy(passage, first.sourceSpan)))
    return [];
  const start = Math.min(...named.map(({ sourceSpan }) => sourceSpan.start)) - passage.sourceSpan.start;
  const end = Math.max(...named.map(({ sourceSpan }) => sourceSpan.end)) - passage.sourceSpan.start;
  return end - start > longestProof
    ? []
    : [{ text: '', chunkId: passage.chunkId, quote: passage.text.slice(start, end) }];
}

/** The headings and lines above a place, as one text. */
const governedBy = (passage: Passage, span: Span): string =>
  governingOf(passage, span)
    .map(({ sourceSpan }) => sourceSpan.start)
    .join(' ');

/** Without questions: small models repeat the one that was asked, or ask one. Model text is data too: no line breaks, no marks that look like ours. */
function eachSentence(claim: string): string[] {
  const text = unescapeQuote(claim)
    .replaceAll(/\s*(?:\[\^?\d+(?:[\s,;–-]+\d+)*\]|【[^】]*】)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return sentences(text)
    .map((span) => text.slice(span.start, span.end))
    .filter((sentence) => !asks(sentence));
}
