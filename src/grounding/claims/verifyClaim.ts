import type { Span } from '../../knowledge/document.ts';
import { itemMark, lines, sentences } from '../../knowledge/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { checkAdditions, withRetold, checkCoverage } from '../checks/additions.ts';
import { contentCoverage, contentStems } from '../words/stems.ts';
import { checkDates } from '../checks/dates.ts';
import { checkModality } from '../checks/modality.ts';
import { checkNames } from '../checks/names.ts';
import { checkNumbers } from '../checks/numbers.ts';
import { checkPolarity } from '../checks/polarity.ts';
import { checkRelation } from '../checks/relation.ts';
import { checkScope } from '../checks/scope.ts';
import { isWholeSentence } from '../conflicts/compareSentences.ts';
import { amountsOf } from '../reading/amounts.ts';
import {
  type CheckName,
  type CitationCheck,
  type ClaimStatus,
  type Evidence,
  failed,
  passed,
  type Verdict,
  locateQuote,
} from './claim.ts';

/** A sentence with the evidence that its author cites. */
export interface DraftClaim {
  readonly text: string;
  readonly chunkId: string;
  readonly quote: string;
}

export interface VerifiedClaim {
  readonly draft: DraftClaim;
  readonly status: ClaimStatus;
  /** Share of the claim's content words that the quote contains: 0..1. */
  readonly support: number;
  readonly checks: readonly CitationCheck[];
  /** False if only the wording is in doubt, which an entailment model may settle. */
  readonly decided: boolean;
  /** Undefined when the quote could not be found. */
  readonly proof: { readonly passage: Passage; readonly quote: string; readonly sourceSpan: Span } | undefined;
}

/** A shorter quote proves nothing, because it occurs in many texts. */
const minQuoteWords = 4;
const minSentenceWords = 2;

type NamedVerdict = readonly [CheckName, Verdict];

/**
 * The checks of a claim against the text that it cites, in order; all must pass. A verbatim copy of whole sentences
 * passes the checks from NUMBERS to COVERAGE. If number, date, polarity, modality or relation contradicts the claim and
 * nothing else is wrong, the status is CONTRADICTED.
 * @param passages the passages that this run retrieved: a pointer to anything else fails
 */
export function verifyClaim(draft: DraftClaim, passages: readonly Passage[]): VerifiedClaim {
  const passage = passages.find((candidate) => candidate.chunkId === draft.chunkId);
  const span = passage && locateQuote(passage.text, draft.quote);
  const evidence = passage && span ? withRetold(draft.text, evidenceOf(passage, span)) : undefined;
  const coverage = evidence ? coverageOf(draft.text, evidence) : 0;
  const verdicts: NamedVerdict[] = [
    ['POINTER', passage ? passed : failed('The passage was not retrieved in this run.')],
    ['QUOTE', checkQuote(evidence, draft)],
    ...(evidence ? compare(draft.text, evidence, coverage) : []),
  ];
  return {
    draft,
    ...statusOf(verdicts),
    support: coverage,
    checks: verdicts.map(([name, { outcome, detail }]): CitationCheck => ({ name, passed: isPassed(outcome), detail })),
    proof:
      passage && span && evidence
        ? {
            passage,
            quote: evidence.quote,
            sourceSpan: { start: passage.sourceSpan.start + span.start, end: passage.sourceSpan.start + span.end },
          }
        : undefined,
  };
}

function isPassed(outcome: Verdict['outcome']): boolean {
  return outcome === 'PASSED' || outcome === 'UNDECIDED';
}

function statusOf(verdicts: readonly NamedVerdict[]): Pick<VerifiedClaim, 'status' | 'decided'> {
  const wrong = verdicts.filter(([, { outcome }]) => !isPassed(outcome));
  if (wrong.length === 0)
    return { status: 'SUPPORTED', decided: verdicts.every(([, { outcome }]) => outcome === 'PASSED') };
  // A contradicting value contradicts the claim whatever words were added.
  const telling = wrong.filter(([name]) => name !== 'ADDITIONS');
  const contradicts = telling.length > 0 && telling.every(([, { outcome }]) => outcome === 'CONTRADICTED');
  return {
    status: contradicts ? 'CONTRADICTED' : 'UNSUPPORTED',
    decided: wrong.some(([name]) => name !== 'COVERAGE' && name !== 'ADDITIONS'),
  };
}

function compare(claim: string, evidence: Evidence, coverage: number): NamedVerdict[] {
  const isCopy = isWholeSentence(claim, evidence.sentence);
  const verdict = (check: (text: string, told: Evidence) => Verdict) => (isCopy ? passed : check(claim, evidence));
  return [
    ['NUMBERS', verdict(checkNumbers)],
    ['DATES', verdict(checkDates)],
    ['NAMES', verdict(checkNames)],
    ['POLARITY', verdict(checkPolarity)],
    ['MODALITY', verdict(checkModality)],
    ['SCOPE', verdict(checkScope)],
    ['RELATION', verdict(checkRelation)],
    ['ADDITIONS', verdict(checkAdditions)],
    [
      'COVERAGE',
      verdict((text, { quote, headings, retold = [] }) =>
        checkCoverage(text, quote, [...headings, ...retold], coverage),
      ),
    ],
  ];
}

function checkQuote(evidence: Evidence | undefined, draft: DraftClaim): Verdict {
  if (!evidence) return failed('The quote does not stand in the passage.');
  return isLongEnough(evidence, draft) ? passed : failed('The quote has too few words to prove anything.');
}

/**
 * A sentence that is quoted whole proves itself, however short. A whole sentence of a few words may be evidence too.
 */
function isLongEnough({ quote, sentence }: Evidence, draft: DraftClaim): boolean {
  const words = contentStems(quote).size;
  return (
    words >= minQuoteWords ||
    quote === draft.text.trim() ||
    (words >= minSentenceWords && quote === sentence.replace(itemMark, ''))
  );
}

/** Amounts that the evidence supports count as covered, however they are worded: "half an hour" for "30 minutes". */
function coverageOf(claim: string, evidence: Evidence): number {
  const carried = checkNumbers(claim, evidence).outcome === 'PASSED' ? amountsOf(claim).map(({ text }) => text) : [];
  return contentCoverage(
    claim,
    evidence.quote,
    [...evidence.headings, ...carried, ...(evidence.retold ?? [])],
    weightOf,
  );
}

/** Short words occur in many sentences. */
function weightOf(stem: string): number {
  return stem.length <= 3 && !/\d/.test(stem) ? 0.5 : 1;
}

const heading = /^#{1,6} (.+)$/;
/** A sentence that begins with one of these words is about something in the previous sentence. */
const pointsBack =
  /^\W*(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|both|the (?:former|latter|same)|er|sie|es|diese\p{L}*|il|elle|ils|elles|este|esta|estos)\b/iu;

/**
 * A quote with the context that its reader sees: its whole sentences, the headings above, the line that introduces its
 * list, and the sentence that it refers back to.
 */
export function evidenceOf(
  {
    documentTitle,
    sectionPath,
    text,
    url,
  }: Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'> & Partial<Pick<Passage, 'url'>>,
  quote: Span,
): Evidence {
  const all = lines(text);
  const touched = all.filter((line) => line.start < quote.end && line.end > quote.start);
  const parts = touched.flatMap((line) =>
    sentences(text.slice(line.start, line.end)).map((span) => ({
      start: span.start + line.start,
      end: span.end + line.start,
    })),
  );
  const quoted = parts.filter((part) => part.start < quote.end && part.end > quote.start);
  const start = Math.min(quote.start, quoted[0]?.start ?? quote.start);
  const sentence = text.slice(start, Math.max(quote.end, quoted.at(-1)?.end ?? quote.end));
  const above = all.filter((line) => line.start < start).map((line) => text.slice(line.start, line.end));
  const before = parts.filter((part) => part.end <= start).at(-1);
  return {
    quote: text.slice(quote.start, quote.end),
    sentence,
    passage: text,
    ...(firstPerson.test(sentence) ? { authors: hostLabels(url ?? null) } : {}),
    headings: [
      documentTitle,
      ...sectionPath,
      ...headingsOf(above),
      ...leadOf(above, text.slice(touched[0]?.start ?? 0, quote.end)),
      ...(pointsBack.test(sentence) ? [before ? text.slice(before.start, before.end) : (above.at(-1) ?? '')] : []),
    ],
  };
}

const firstPerson = /\b(?:we|us|our|ours)\b/i;

/** The labels of the host name, which identify the publisher: on help.candor.example, "we" are Candor. */
function hostLabels(url: string | null): Set<string> {
  const host = url !== null && URL.canParse(url) ? new URL(url).hostname : '';
  return new Set(
    host
      .split('.')
      .slice(0, -1)
      .filter((label) => label.length > 3),
  );
}

/** The nearest heading inside the passage, if there is one. */
function headingsOf(above: readonly string[]): string[] {
  const title = heading.exec(above.findLast((line) => heading.test(line)) ?? '')?.[1];
  return title === undefined ? [] : [title];
}

/** The line that introduces a list, such as "Each plan includes:". */
function leadOf(above: readonly string[], line: string): string[] {
  if (!itemMark.test(line)) return [];
  const lead = above.findLast((other) => !itemMark.test(other));
  return lead !== undefined && /:\s*$/.test(lead) ? [lead] : [];
}

/** Instructions to the reader of a document. Documents describe their subject; these address a model. */
const orders = [
  /(?<!\b(?:not|never|don['’]t|must|may|shall|can) )\b(?:ignore|disregard|forget|override)\s(?:[^.!?]{0,40}\s)?(?:(?:all|any|your|the|previous|prior|above|earlier|these|those|my)\s+)+(?:instructions?|prompts?|rules|context|messages?|text)\b/i,
  /\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|whatever)\s+(?:that\s+)?(?:is\s+|was\s+|came\s+|said\s+)?(?:above|before|earlier|previously)\b/i,
  /\b(?:you are|act as|pretend to be)\b.{0,30}\b(?:assistant|chatbot|language model|AI|DAN)\b/i,
  /\b(?:system prompt|developer message|jailbreak)\b/i,
  /<\/?(?:system|assistant|passage|instructions?)\b[^>]*>/i,
  /\b(?:when|if) (?:asked|answering|you (?:are asked|answer|respond))\b.{0,60}\b(?:say|answer|reply|respond|output)\b/i,
];

/**
 * Requests that are common to a chat assistant and rare in a manual: to shape its answer, to write, to explain, to
 * translate. Customer service texts also mention "your reply", and letter templates ask people to write. Such requests
 * count only if the rest of the document is about something else.
 */
const requests = [
  // Shapes a reply. Waiting for one ("we look forward to your reply") is not an order.
  /^(?:please |kindly |also |now |and )*(?!\w+(?:ing|ly|ed)\b|(?:we|i|he|she|they|you|it|this|that|the|a|an|your|our|my|thanks?|for|on|in|at|to|once|after|before|when|if|as|unless|await|no|all)\b)[a-z]+\b.*\byour (?:answer|response|reply|message|output)(?:['’]s)?\b/i,
  /^in your (?:answer|response|reply|message|output),? [a-z]+/i,
  // Asks for a text to be written or made up.
  /^(?:please |kindly |can you |could you )?(?:write|compose|draft|develop|create|provide|generate|give|tell|show|recite)\b.{0,40}\b(?:poem|story|essay|letter|speech|song|joke|haiku|equivalent|translation|recipe|summary|python|php|javascript|example of how)\b/i,
  // Asks for an encyclopaedic explanation ("the theory of", "how it works"), or for a translation.
  /^(?:please |kindly |can you |could you )?(?:explain|describe|summari[sz]e|outline|break down|elaborate on)\b.*\b(?:(?:the|a) (?:\w+ )?\w+ (?:of|about|between)\b|how\b.*\bworks?\b|in (?:simple|plain|your own) (?:terms|words))/i,
  /^(?:please |kindly |can you |could you )?(?:translate|paraphrase|rewrite|summari[sz]e) (?:the|this|these|everything|all|your) (?:following|above|entire|whole|text|passage|document|sentence|paragraph|answer)\b/i,
];

/**
 * The largest share of a request's own words that may also be in the rest of the passage. Above it, the request belongs
 * to the passage's subject.
 */
const mostShared = 0.4;
/** Words of the request itself, which do not indicate a subject. */
const requestWords = contentStems(
  'please kindly answer response reply message output write compose draft develop create provide generate give tell show explain describe translate add include use',
);

type Surroundings = Pick<Passage, 'text' | 'documentTitle' | 'sectionPath'>;

/**
 * Whether a text seems to give orders to a model or an assistant. This is only a suspicion for people to check:
 * instructions in a text are never followed in any case. English only.
 */
export function suspicious(text: string): boolean {
  return orders.some((order) => order.test(text));
}

/** Whether a piece of a passage gives orders, or requests something unrelated to the passage's subject. */
export function isOrder(piece: string, passage: Surroundings): boolean {
  if (suspicious(piece)) return true;
  return (
    mayRequest(piece) &&
    sentences(piece).some(({ start, end }) => isAlienRequest(piece.slice(start, end).trim(), passage))
  );
}

/** Whether any part of a passage gives orders. */
export function holdsOrder(passage: Surroundings): boolean {
  if (suspicious(passage.text)) return true;
  return (
    mayRequest(passage.text) &&
    sentences(passage.text).some(({ start, end }) => isAlienRequest(passage.text.slice(start, end).trim(), passage))
  );
}

const requestVerb =
  /\b(?:answer|response|reply|message|output|write|compose|draft|develop|create|provide|generate|give|tell|show|recite|explain|describe|summari[sz]e|paraphrase|translate|rewrite|outline|break down|elaborate)\b/i;

/** A cheap filter for the many passages without a request. */
function mayRequest(text: string): boolean {
  return requestVerb.test(text);
}

function isAlienRequest(sentence: string, { text, documentTitle, sectionPath }: Surroundings): boolean {
  if (!requests.some((request) => request.test(sentence))) return false;
  const own = [...contentStems(sentence)].filter((stem) => !requestWords.has(stem));
  const rest = contentStems([documentTitle, ...sectionPath, text.replace(sentence, ' ')].join('\n'));
  const shared = own.filter((stem) => rest.has(stem)).length;
  return own.length > 0 && shared <= mostShared * own.length;
}

/** A link or an image in Markdown or HTML, which can hide an address behind other words. */
const markupShape = /!?\[[^\]\n]*\][([][^)\]\n]*[)\]]|<\/?[a-z!][^>\n]*>/giu;
/**
 * URLs with a scheme, web and email addresses, and bare domains: a label, a dot, and an ending of letters. Each part
 * has its maximum length (RFC 1035, RFC 5321). Without these bounds, a run of 20,000 letters took 9 s, because a search
 * to the end of the run started at each letter.
 */
const addressShape =
  /[a-z][a-z\d+.-]{1,30}:\/\/[^\s)\]>"'”’]+|\b(?:mailto|tel|data|javascript):[^\s)\]>"'”’]+|www\.[^\s)\]>"'”’]+|[\p{L}\d.+_-]{1,64}@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+|(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,20}\p{L}{2,}(?:[/?#:][^\s)\]>"'”’]*)?/giu;

/** The addresses of a text, in lower case, without trailing punctuation and without duplicates. */
function addressesOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(addressShape)].map(([address]) => address.toLowerCase().replace(/[.,;:!?…]+$/u, '')),
  );
}

function markupOf(text: string): Set<string> {
  return new Set([...text.matchAll(markupShape)].map(([markup]) => markup));
}

/**
 * Links, images and addresses of a text that its source does not have. Each is compared as a whole: a new label for a
 * genuine address is foreign too. Bare domains are addresses. A word with a dot inside may be mistaken for one, and
 * then has to be in the source too.
 */
export function foreignAddresses(text: string, source: string): string[] {
  const [addresses, markup] = [addressesOf(source), markupOf(source)];
  return [
    ...[...markupOf(text)].filter((found) => !markup.has(found)),
    ...[...addressesOf(text)].filter((found) => !addresses.has(found)),
  ];
}

/** The text with links and addresses replaced by ellipses. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(markupShape, '…').replaceAll(addressShape, '…');
}

/**
 * Marks a claim as unsupported if it has a link, an image or an address that its quote does not have. Such an address
 * could lead a reader into a trap.
 */
export function refuseForeign(claim: VerifiedClaim): VerifiedClaim {
  const foreign = foreignAddresses(claim.draft.text, claim.proof?.quote ?? '');
  if (foreign.length === 0) return claim;
  return {
    ...claim,
    decided: true,
    status: 'UNSUPPORTED',
    checks: [
      ...claim.checks,
      { name: 'NAMES', passed: false, detail: `Links or addresses that are not in the quote: ${foreign.join(', ')}` },
    ],
  };
}

const mostCharacters = 300;

/**
 * A model's reason in a form that is safe to show: one line of plain text without addresses and of limited length.
 * Empty if it gives orders, which a document may have injected.
 */
export function plainReason(text: string): string {
  if (suspicious(text)) return '';
  const line = withoutAddresses(text.replaceAll(/[\p{C}\s]+/gu, ' '))
    .replaceAll(/[<>`[\]]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1).trimEnd()}…`.toWellFormed() : line;
}

/** Checks a claim against the bytes that it cites. */
export function checked(draft: DraftClaim, passages: readonly Passage[]): VerifiedClaim {
  return refuseForeign(verifyClaim(draft, passages));
}
