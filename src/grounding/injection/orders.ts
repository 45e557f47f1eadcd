/** Texts that give orders to whoever answers: data that tries to be an instruction. */
import { sentences } from '../../knowledge/language/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import { withoutAddresses } from './addresses.ts';

/** Instructions to the reader of a document. Documents describe their subject; these address a model. */
const orders = [
  /(?<!\b(?:not|never|don['’]t|must|may|shall|can) )\b(?:ignore|disregard|forget|override)\s(?:[^.!?]{0,40}\s)?(?:(?:all|any|your|the|previous|prior|above|earlier|these|those|my)\s+)+(?:instructions?|prompts?|rules|context|messages?|text)\b/i,
  /\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|whatever)\s+(?:that\s+)?(?:is\s+|was\s+|came\s+|said\s+)?(?:above|before|earlier|previously)\b/i,
  /\b(?:you are|act as|pretend to be)\b.{0,30}\b(?:assistant|chatbot|language model|AI|DAN)\b/i,
  /\b(?:system prompt|developer message|jailbreak)\b/i,
  /<\/?(?:system|assistant|passage|instructions?)\b[^>]*>/i,
  /\b(?:you are|you're|enter|switch to|activate) (?:now )?(?:in )?(?:developer|debug|admin(?:istrator)?|god|jailbreak|unrestricted) mode\b/i,
  /\b(?:assistant|chatbot|bot|language model|LLM|AI(?: model| system)?)s? (?:must|should|shall|has to|have to|is to|may only)(?: \w+)? (?:answer|say|reply|respond|output|state|claim|confirm|tell)\b(?: \w+){0,2} ?(?:\bthat\b|\bwith\b|\bonly\b|["“'‘:])/i,
  /(?:^|[.!?:;,]\s+|\n)\W*(?:please |now |and |then |always |instead,? )*(?:reply|respond|answer)(?: to (?:this|every|all|any)[^.!?]{0,40})? (?:only with|with only|with nothing but|nothing but|solely with|that (?!question|call|one\b|door))/i,
  /\b(?:and|then) (?:answer|reply|respond) (?:that (?!question|call|one\b|door)|only with\b)/i,
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

/** Whether any part of a passage, its title or a heading above it gives orders. */
export function holdsOrder(passage: Surroundings): boolean {
  if ([passage.documentTitle, ...passage.sectionPath, passage.text].some(suspicious)) return true;
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
