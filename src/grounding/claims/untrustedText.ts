import { sentences } from '../../knowledge/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../checks/coverage.ts';
import type { VerifiedClaim } from './verifyClaim.ts';

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
