import { contentStems } from '../../knowledge/language/stems.ts';
import type { Preset } from '../../retrieval/presets.ts';
import type { DependentQuery, QuestionKind, Strategy } from '../state/plan.ts';
import type { SearchRole, SearchTask } from '../state/search.ts';
import { onceFor, type Question } from '../../retrieval/question/question.ts';

/** Searches of the same role, in order. */
export function tasksOf(
  { settings, filter, asOf }: Pick<SearchTask, 'settings' | 'filter' | 'asOf'>,
  queries: readonly Question[],
  role: SearchRole,
): SearchTask[] {
  return queries.map((query, position) => ({ query, role, settings, filter, asOf, without: null, position }));
}

const smallTalk =
  /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|bye|goodbye|how are you|ok(?:ay)?|cheers)(?: there| everyone)?\s*[!.?,]*\s*$/i;
/** What no document could contain: something to be made up, or the asker's own here and now. */
const outOfScope = new RegExp(
  [
    String.raw`^(?:please |can you |could you )*(?:tell|write|compose|sing|draw|make up|invent|recite)\b(?: me| us)?(?: up)? (?:a|an|another|some) (?:\p{L}+ )?(?:jokes?|poems?|stor(?:y|ies)|songs?|rap|riddles?|limericks?|haikus?|pictures?|images?|essays?)(?= (?:about|on|of|for|in)\b|[ ?!.]*$)`,
    String.raw`^(?:what(?:'s| is) the (?:weather|time|date|temperature)(?: like)?(?: right)?(?: now| today| tomorrow| outside)?|what time is it(?: now)?|what day is (?:it|today))\s*[?!.]*$`,
    String.raw`^(?:who (?:are|made|created) you|are you (?:a |an )?(?:human|robot|bot|ai|real|person|machine|sentient|chatgpt)|what(?:'s| is) your (?:name|favou?rite .{2,30})|do you (?:love|like|hate) .{2,30})\s*[?!.]*$`,
  ].join('|'),
  'iu',
);
const compares = /\b(?:compared? (?:to|with)|differences? between|versus|vs\.?)\b/i;
const joins = /\b(?:and also|as well as|both)\b/i;
const analyses =
  /\b(?:why|explain|compare|pros and cons|overview|summari[sz]e|how does .* work|what are the (?:steps|differences|options))\b/i;
/** In words. A longer question, or one that joins things, may have parts that a model finds and rules do not. */
const longQuestion = 25;

const thanks = /^\s*(?:thanks?|cheers|ok(?:ay)?|bye|goodbye)\b/i;

/** Whether small talk ends a talk rather than begins one: "thanks!", "ok". */
export function isThanks(smallTalk: string): boolean {
  return thanks.test(smallTalk);
}

/** The kind of a question, by its words. */
export const kindOf = onceFor(({ text: question }): QuestionKind => {
  if (smallTalk.test(question)) return 'SMALL_TALK';
  if (outOfScope.test(question.trim())) return 'OUT_OF_SCOPE';
  if (compares.test(question)) return 'COMPARISON';
  if (joins.test(question) || question.trim().split(/\s+/).length > longQuestion) return 'MULTI_HOP';
  return analyses.test(question) ? 'ANALYSIS' : 'LOOKUP';
});

/** A bare code has no meaning that could be near another, so only words find it. */
export function strategyOf(
  { text, facts: { codes } }: Question,
  { keywordArm, adjusts }: Pick<Preset, 'keywordArm' | 'adjusts'>,
): Strategy {
  if (keywordArm === null) return 'DENSE';
  const onlyCodes =
    codes.length > 0 && [...contentStems(codes.reduce((rest, code) => rest.replaceAll(code, ' '), text))].length === 0;
  return adjusts && onlyCodes ? 'SPARSE' : 'HYBRID';
}

const spread: ReadonlySet<QuestionKind> = new Set(['ANALYSIS', 'COMPARISON', 'MULTI_HOP']);

/**
 * How many passages are kept: half as many again if the answer is spread over several, unless the asker set a number.
 */
export function passagesFor(kind: QuestionKind, preset: Pick<Preset, 'adjusts' | 'settings'>, topK: number): number {
  return preset.adjusts && spread.has(kind) && topK === preset.settings.topK ? Math.ceil(1.5 * topK) : topK;
}

/** The share of the question's words that its parts must keep. Parts that keep fewer ask something else. */
const keptWords = 0.9;
const asksAgain =
  '(?:(?:for|up to|within|in|at|by|from|until|to|on|with) )?(?:how|what|when|where|who|which|why|is|are|do|does|can|will|must|may|should|did|was|were|has|have)';
const joined = new RegExp(
  `^(?<left>.{10,}?),? (?:and|but|or|compared (?:to|with)) (?<right>${asksAgain}\\b.{6,})$`,
  'i',
);
/** "Did the audit end before the office moved": two events, each described in a different place. */
const ordered =
  /^(?<left>(?:did|was|were|has|have|had|is|are|do|does|will|who|what|which|when|where|how)\b.{12,}?),? (?:before|after|until|while|since) (?<right>.+)$/i;
/** "the time between the order and the delivery". */
const between = /^(?<lead>.*?)\bbetween (?<left>.{6,}?),? and (?<right>.{6,})$/i;
const order = contentStems('before after until while since');
/** What follows "before" is an event when it says who did what, and a time when it does not: "before noon". */
const event = /^(?:(?:the|a|an|he|she|they|it|we|you|i|his|her|their|its|our|your)\b|\p{Lu}|\p{L}+ing\b)(?=.*\s)/iu;

/**
 * The parts of a question that joins two by "and" or "or", by the order of two events, or by what lies between them.
 * Empty if it joins none.
 */
export function splitQuestion(question: Question): string[] {
  const text = question.text.trim().replace(/[?!.]+$/, '');
  const { left, right } = joined.exec(text)?.groups ?? {};
  // "…, and what to the UK?" asks nothing on its own.
  if (left && right && contentStems(right).size > 1)
    return checkedParts(question, [`${left}?`, withTopic(right, left)]);
  return splitEvents(question, text);
}

/** "chargeback: how long until …, and what if …". */
const announced = /^(?<topic>[^:?]{2,40}):\s/;
/** Words that refer to the part before. "One" after "which", "what" or "each" does not. */
const pointsBack = /\b(?:it|its|they|them|their|those|these|(?<!which |what |each )ones?)\b/i;
const mostTopicWords = 5;

/**
 * A part that is understood only after the one before it takes that one's subject along: "can I see my own products in
 * one first? (free themes)".
 */
function withTopic(part: string, before: string): string {
  const topic = announced.exec(before)?.groups?.['topic'];
  if (topic) return `${topic}: ${part}?`;
  if (!pointsBack.test(part)) return `${part}?`;
  const own = contentStems(part);
  const words = before.split(/\s+/).filter((word) => [...contentStems(word)].some((stem) => !own.has(stem)));
  return words.length === 0 ? `${part}?` : `${part}? (${words.slice(-mostTopicWords).join(' ')})`;
}

function splitEvents(question: Question, text: string): string[] {
  const { lead = '', left: first, right: second } = between.exec(text)?.groups ?? {};
  if (first && second && contentStems(first).size > 2 && contentStems(second).size > 2)
    return checkedParts(question, [first, second], contentStems(`${lead} between`));
  const { left, right } = ordered.exec(text)?.groups ?? {};
  if (!left || !right || !event.test(right) || contentStems(left).size < 3 || contentStems(right).size < 3) return [];
  return checkedParts(question, [`${left}?`, right], order);
}

/** How many content words a part may add to those of the question: a model names what a pronoun refers to. */
const addedWords = 1;

/**
 * Parts that a model proposes, accepted only if they ask what the question asks: together they keep its words, and none
 * adds a subject of its own.
 */
export function faithfulParts(question: Question, queries: readonly string[]): string[] {
  const asked = question.stems;
  const isFaithful = (part: string) => [...contentStems(part)].filter((stem) => !asked.has(stem)).length <= addedWords;
  return queries.every(isFaithful) ? checkedParts(question, queries) : [];
}

/**
 * Accepts parts only if there are at least two and together they keep the question's words: without one of its
 * conditions, another question would be answered.
 * @param joining stems of the words that join the parts, which need not be kept
 */
export function checkedParts(
  question: Question,
  queries: readonly string[],
  joining: ReadonlySet<string> = new Set(),
): string[] {
  const distinct = [
    ...new Set(queries.map((query) => query.trim()).filter((query) => query && query !== question.text)),
  ];
  if (distinct.length < 2) return [];
  const kept = contentStems(distinct.join(' '));
  const wanted = [...question.stems].filter((stem) => !joining.has(stem));
  return wanted.filter((stem) => kept.has(stem)).length >= keptWords * wanted.length ? distinct : [];
}

const noun = String.raw`(?<noun>\p{L}[\p{L}\d'’-]*(?: \p{L}[\p{L}\d'’-]*)?)`;
/** "the plan that includes …", "the person who approves …", "the office where …". */
const relative = new RegExp(
  String.raw`^(?<main>.+?\b(?:the|a|an)) ${noun},? (?<link>that|which|who|where) (?<clause>.+)$`,
  'iu',
);
/** "the team responsible for …", "the device called …": a relative clause without its pronoun. */
const reduced = new RegExp(
  String.raw`^(?<main>.+?\b(?:the|a|an)) ${noun} (?<clause>(?:responsible for|in charge of|(?:\p{L}{3,}(?:ed|wn)|made|built|held|led|kept|sent|sold|bought) (?:by|in|for|to|with|at|on|from)) .+)$`,
  'iu',
);
const asking =
  /^(?:how|what|when|where|who|whose|which|why|is|are|do|does|can|will|must|may|should|did|was|were|has|have)\b/i;

/**
 * Nouns whose relative clause opens no look-up of its own: "the first time that", "the reason that", "the way that".
 */
const hollow = new Set(
  'time times reason way day fact thing one ones moment case extent number amount name'.split(' '),
);

/**
 * The two look-ups of a question about something that it describes instead of naming: "the fee of the plan that
 * includes support" first asks which plan includes support, and then for that plan's fee. English only; null for every
 * other question.
 */
export function chainOf(question: Question): DependentQuery | null {
  const text = question.text.trim().replace(/[?!.]+$/, '');
  const match = relative.exec(text) ?? reduced.exec(text);
  const { main = '', noun: thing = '', link = '', clause = '' } = match?.groups ?? {};
  const last = thing.split(' ').at(-1)?.toLowerCase() ?? '';
  if (!asking.test(text) || hollow.has(last) || contentStems(main).size === 0 || contentStems(clause).size < 2)
    return null;
  const asked = link.toLowerCase() === 'who' ? 'Who' : `Which ${thing}`;
  return { after: `${asked} ${clause}?`, template: `${main.replace(/ (?:the|a|an)$/i, '')} {answer}?` };
}

/** The dependent look-up, filled in with what was found. */
export function fillIn({ template }: DependentQuery, answer: string): string {
  return template.replace('{answer}', () => answer);
}
