import { contentStems } from '../../grounding/checks/coverage.ts';
import type { DependentQuery } from './plan.ts';

/** Parts that lose more of the question's words than this ask something else. */
const keptWords = 0.9;
const asksAgain =
  '(?:(?:for|up to|within|in|at|by|from|until|to|on|with) )?(?:how|what|when|where|who|which|why|is|are|do|does|can|will|must|may|should|did|was|were|has|have)';
const joined = new RegExp(
  `^(?<left>.{10,}?),? (?:and|but|or|compared (?:to|with)) (?<right>${asksAgain}\\b.{6,})$`,
  'i',
);
/** "Did the audit end before the office moved": two events, each told somewhere else. */
const ordered =
  /^(?<left>(?:did|was|were|has|have|had|is|are|do|does|will|who|what|which|when|where|how)\b.{12,}?),? (?:before|after|until|while|since) (?<right>.+)$/i;
/** "the time between the order and the delivery". */
const between = /^(?<lead>.*?)\bbetween (?<left>.{6,}?),? and (?<right>.{6,})$/i;
const order = contentStems('before after until while since');
/** What follows "before" is an event when it says who did what, and a time when it does not: "before noon". */
const event = /^(?:(?:the|a|an|he|she|they|it|we|you|i|his|her|their|its|our|your)\b|\p{Lu}|\p{L}+ing\b)(?=.*\s)/iu;

/**
 * The parts of a question that joins two by "and" or "or", by the order of two events, or by what lies between them.
 * Empty when it does not.
 */
export function splitQuestion(question: string): string[] {
  const text = question.trim().replace(/[?!.]+$/, '');
  const { left, right } = joined.exec(text)?.groups ?? {};
  // "…, and what to the UK?" asks nothing by itself.
  if (left && right && contentStems(right).size > 1)
    return checkedParts(question, [`${left}?`, withTopic(right, left)]);
  return splitEvents(question, text);
}

/** "chargeback: how long until …, and what if …". */
const announced = /^(?<topic>[^:?]{2,40}):\s/;
/** What the part before says. "One" after a count is a number of its own. */
const pointsBack = /\b(?:it|its|they|them|their|those|these|(?<!which |what |each )ones?)\b/i;
const mostTopicWords = 5;

/**
 * A part that is understood only behind the one before it takes the subject along: "can I see my own products in one
 * first? (free themes)".
 */
function withTopic(part: string, before: string): string {
  const topic = announced.exec(before)?.groups?.['topic'];
  if (topic) return `${topic}: ${part}?`;
  if (!pointsBack.test(part)) return `${part}?`;
  const own = contentStems(part);
  const words = before.split(/\s+/).filter((word) => [...contentStems(word)].some((stem) => !own.has(stem)));
  return words.length === 0 ? `${part}?` : `${part}? (${words.slice(-mostTopicWords).join(' ')})`;
}

function splitEvents(question: string, text: string): string[] {
  const { lead = '', left: first, right: second } = between.exec(text)?.groups ?? {};
  if (first && second && contentStems(first).size > 2 && contentStems(second).size > 2)
    return checkedParts(question, [first, second], contentStems(`${lead} between`));
  const { left, right } = ordered.exec(text)?.groups ?? {};
  if (!left || !right || !event.test(right) || contentStems(left).size < 3 || contentStems(right).size < 3) return [];
  return checkedParts(question, [`${left}?`, right], order);
}

/** Content words that a part may have beyond those of the question: a model names what a pronoun stands for. */
const addedWords = 1;

/**
 * Parts that a model proposes, taken only if they ask what the question asks: together they keep its words, and none
 * brings a subject of its own.
 */
export function faithfulParts(question: string, queries: readonly string[]): string[] {
  const asked = contentStems(question);
  const isFaithful = (query: string) =>
    [...contentStems(query)].filter((stem) => !asked.has(stem)).length <= addedWords;
  return queries.every(isFaithful) ? checkedParts(question, queries) : [];
}

/**
 * Parts are taken only if there are two and they keep the question's words together: a dropped condition would answer
 * another question.
 * @param joining stems of the words that join the parts, which need not be kept
 */
export function checkedParts(
  question: string,
  queries: readonly string[],
  joining: ReadonlySet<string> = new Set(),
): string[] {
  const distinct = [...new Set(queries.map((query) => query.trim()).filter((query) => query && query !== question))];
  if (distinct.length < 2) return [];
  const kept = contentStems(distinct.join(' '));
  const wanted = [...contentStems(question)].filter((stem) => !joining.has(stem));
  return wanted.filter((stem) => kept.has(stem)).length >= keptWords * wanted.length ? distinct : [];
}

const noun = String.raw`(?<noun>\p{L}[\p{L}\d'’-]*(?: \p{L}[\p{L}\d'’-]*)?)`;
/** "the plan that includes …", "the person who approves …", "the office where …". */
const relative = new RegExp(
  String.raw`^(?<main>.+?\b(?:the|a|an)) ${noun},? (?<link>that|which|who|where) (?<clause>.+)$`,
  'iu',
);
/** "the team responsible for …", "the device called …": a relative clause without its opening. */
const reduced = new RegExp(
  String.raw`^(?<main>.+?\b(?:the|a|an)) ${noun} (?<clause>(?:responsible for|in charge of|(?:\p{L}{3,}(?:ed|wn)|made|built|held|led|kept|sent|sold|bought) (?:by|in|for|to|with|at|on|from)) .+)$`,
  'iu',
);
const asking =
  /^(?:how|what|when|where|who|whose|which|why|is|are|do|does|can|will|must|may|should|did|was|were|has|have)\b/i;

/**
 * Words that stand before a noun and open no look-up of their own: "the first time that", "the reason that", "the way
 * that".
 */
const hollow = new Set(
  'time times reason way day fact thing one ones moment case extent number amount name'.split(' '),
);

/**
 * The two look-ups of a question about something that it describes instead of naming: "the fee of the plan that
 * includes support" asks first which plan includes support, and then for that plan's fee. English; null for every other
 * question.
 */
export function chainOf(question: string): DependentQuery | null {
  const text = question.trim().replace(/[?!.]+$/, '');
  const match = relative.exec(text) ?? reduced.exec(text);
  const { main = '', noun: thing = '', link = '', clause = '' } = match?.groups ?? {};
  const last = thing.split(' ').at(-1)?.toLowerCase() ?? '';
  if (!asking.test(text) || hollow.has(last) || contentStems(main).size === 0 || contentStems(clause).size < 2)
    return null;
  const asked = link.toLowerCase() === 'who' ? 'Who' : `Which ${thing}`;
  return { after: `${asked} ${clause}?`, template: `${main.replace(/ (?:the|a|an)$/i, '')} {answer}?` };
}

/** The dependent look-up, once something was found. */
export function fillIn({ template }: DependentQuery, answer: string): string {
  return template.replace('{answer}', () => answer);
}
