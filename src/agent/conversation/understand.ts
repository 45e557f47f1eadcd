import { detectQuestionLanguage } from '../../knowledge/language/language.ts';
import type { SearchFilter } from '../../retrieval/passage.ts';
import type { ClarificationOption } from '../state/outcome.ts';
import { append, fillSlot, wordElsewhere } from './otherLanguages.ts';
import {
  phrasesOf,
  stemsOf,
  phraseWords,
  auxiliaries,
  genericNouns,
  kindNouns,
  prepositions,
  questionWords,
  relationWords,
} from './phrases.ts';
import { type Reference, referencesIn, unexplainedIn } from './reference.ts';
import { actionIn, isSpokenOf, personIn, phraseEndingIn, placeIn, subjectOf } from './subject.ts';
import { type Turn } from '../state/request.ts';

/** A question in the light of the turns before it. */
export interface Understood {
  /** As it would be asked without them. */
  readonly standalone: string;
  /** NEW_TOPIC: there are earlier turns, and this question needs none of them. */
  readonly relation: 'FIRST' | 'NEW_TOPIC' | 'FOLLOW_UP' | 'OPTION';
  /** OPTION: the documents that the chosen option reads; otherwise empty. */
  readonly filter: SearchFilter;
  /** A word such as "it" or "that plan" that neither the question nor a turn explains; null: all is clear. */
  readonly unresolved: string | null;
  /** Whether the rules are unsure of the wording; a model, if there is one, may word it better. */
  readonly unsure: boolean;
}

/** A standalone question is searched and stored, so it keeps to the limit for questions. */
const maxLength = 2_000;
/** Words in a slot. More than these are a question of their own. */
const longestSlot = 6;

const correction =
  /^(?:(?:oops|sorry|no|wait|hm+|ah|oh|well)[\s,.!:-]+)*(?:correction(?:\s+to)?|i\s+meant|i\s+mean|make\s+that|rather)[\s,:-]+(?:to\s+)?(?<given>.+)$/isu;
const whatAbout = /^(?:(?:and|but|ok|okay|so|then)[\s,]+)*(?:what|how)\s+about[\s,]+(?<given>.+)$/isu;
const andFor = /^(?:and|but|or|also)[\s,]+(?:then\s+)?(?<given>.+)$/isu;
const reasonWords = new Set(['why', 'how', 'when', 'where']);

/**
 * Understands a question by rules.
 * @param turns earlier ones, oldest first
 */
export function understand(question: string, turns: readonly Turn[]): Understood {
  const last = turns.at(-1);
  const language = languageOf(question, last);
  // German "her" and Turkish "her" are not pronouns.
  if (!last)
    return {
      ...asItIs(question, 'FIRST'),
      unresolved: language === 'en' ? (unexplainedIn(question)?.text ?? null) : null,
    };
  const option = chosenOption(question, turns);
  if (option)
    return {
      ...asItIs(option.question, 'OPTION'),
      filter: option.documentIds.length > 0 ? { documentIds: option.documentIds } : {},
    };
  if (language !== 'en') return inOtherLanguage(question, last, language);
  const understood = bySlot(question, turns, last) ?? byReference(question, turns) ?? byEllipsis(question, turns, last);
  if (!understood) return { ...asItIs(question, 'NEW_TOPIC'), unsure: isFragment(question) };
  return { ...understood, standalone: understood.standalone.trim().slice(0, maxLength) || question };
}

/**
 * The language of a question. One of a few words does not reveal it, so the question before it counts too, and also
 * decides for plain text that could be in several languages.
 */
function languageOf(question: string, last: Turn | undefined): string {
  const own = detectQuestionLanguage(
    last && question.trim().split(/\s+/).length < 5 ? `${last.standalone} ${question}` : question,
  );
  return own !== 'en' &&
    last &&
    /^[\p{ASCII}\p{P}]*$/u.test(question) &&
    detectQuestionLanguage(last.standalone) === 'en'
    ? 'en'
    : own;
}

function inOtherLanguage(question: string, last: Turn, language: string): Understood {
  const worded = wordElsewhere(question, last.standalone, language);
  return worded ? followUp(worded.text.slice(0, maxLength), !worded.sure) : asItIs(question, 'NEW_TOPIC');
}

function asItIs(standalone: string, relation: Understood['relation']): Understood {
  return { standalone, relation, filter: {}, unresolved: null, unsure: false };
}

function followUp(standalone: string, unsure: boolean): Understood {
  return { ...asItIs(standalone, 'FOLLOW_UP'), unsure };
}

/** "And for teams?", "what about the Pro plan?", "I meant the BP-4". */
function bySlot(question: string, turns: readonly Turn[], last: Turn): Understood | null {
  const text = question.trim();
  const corrected = correction.exec(text)?.groups?.['given'];
  const about = whatAbout.exec(text)?.groups?.['given'];
  const given = corrected ?? about ?? andFor.exec(text)?.groups?.['given'];
  if (given === undefined) return null;
  const words = phraseWords(given);
  const [first] = words;
  if (!first) return null;
  if (isClause(given)) return about === undefined && corrected === undefined ? null : understandClause(given, turns);
  if (words.length > longestSlot || referencesIn(given).length > 0) return null;
  if (
    stemsOf(given).size === 0 ||
    (corrected === undefined &&
      about === undefined &&
      !prepositions.has(first.lower) &&
      words.every(({ lower }) => relationWords.has(lower)))
  )
    return null;
  const filled = fillSlot(last.standalone, given);
  return followUp(filled.text, !filled.sure);
}

/** "What about why it is late?": a question after an opener. */
function understandClause(clause: string, turns: readonly Turn[]): Understood {
  const understood = understand(clause, turns);
  return understood.relation === 'NEW_TOPIC' ? followUp(clause, false) : understood;
}

function isClause(text: string): boolean {
  const words = phraseWords(text).map(({ lower }) => lower);
  const [first = ''] = words;
  return (
    questionWords.has(first) ||
    auxiliaries.has(first) ||
    first === 'if' ||
    words.some((word) => ['i', 'you', 'we', 'they', 'he', 'she'].includes(word))
  );
}

/** Replaces each word that refers to something by what the turns name. */
function byReference(question: string, turns: readonly Turn[]): Understood | null {
  const references = referencesIn(question);
  if (references.length === 0) return null;
  let standalone = question;
  let [sure, touched] = [true, false];
  for (const reference of references.toReversed()) {
    const found = resolveReference(reference, question, turns);
    if (found === 'UNRESOLVED') return { ...followUp(question, true), unresolved: reference.text };
    if (found === 'ITSELF') continue;
    touched = true;
    sure &&= found.sure;
    standalone = standalone.slice(0, reference.start) + found.text + standalone.slice(reference.end);
    if (found.appended !== '' && !standalone.includes(found.appended))
      standalone = append(standalone, `for ${found.appended}`);
  }
  return touched ? followUp(standalone, !sure) : null;
}

/** "How much?", "any awards?": a question that names nothing. */
function byEllipsis(question: string, turns: readonly Turn[], last: Turn): Understood | null {
  const words = phraseWords(question);
  if (words.length === 0 || phrasesOf(question).some(({ names }) => names)) return null;
  const asks = words.some(({ lower }) => questionWords.has(lower) || relationWords.has(lower));
  if (!asks || isOfTheAsker(words.map(({ lower }) => lower))) return null;
  const [first = ''] = phraseWords(last.standalone).map(({ lower }) => lower);
  const [only] = words;
  if (only && words.length === 1 && reasonWords.has(only.lower) && auxiliaries.has(first))
    return followUp(`${only.text} ${last.standalone.charAt(0).toLowerCase()}${last.standalone.slice(1)}`, false);
  const subject = subjectOf(turns);
  if (subject)
    return followUp(
      append(
        question,
        `for ${words.length <= 2 && isShort(last.standalone) ? contentOf(last.standalone) : subject.text}`,
      ),
      !subject.sure,
    );
  const content = contentOf(last.standalone);
  return content === '' ? null : followUp(append(question, `for ${content}`), true);
}

/** "Who are you?", "can you do this?" ask about Candor, not about a subject. */
function isOfTheAsker(words: readonly string[]): boolean {
  return words.includes('you') && !words.some((word) => relationWords.has(word));
}

/** Whether the question is short enough to be carried over whole. */
function isShort(question: string): boolean {
  const { length } = phraseWords(contentOf(question));
  return length > 0 && length <= 5;
}

function contentOf(question: string): string {
  return phrasesOf(question)
    .map(({ text }) => text)
    .join(' ');
}

/** A few words that do not ask anything on their own: "mortgage scams". */
function isFragment(question: string): boolean {
  const words = phraseWords(question);
  return (
    words.length > 0 &&
    words.length <= 4 &&
    !words.some(({ lower }) => questionWords.has(lower) || auxiliaries.has(lower))
  );
}

/** What replaces a word that refers to something. */
interface Resolved {
  readonly text: string;
  /** Further words that the question needs; "" for none. */
  readonly appended: string;
  readonly sure: boolean;
}

/** What a word refers to according to the turns. ITSELF: the question explains it. UNRESOLVED: nothing does. */
function resolveReference(
  reference: Reference,
  question: string,
  turns: readonly Turn[],
): Resolved | 'ITSELF' | 'UNRESOLVED' {
  if (reference.kind === 'KIND') return ofKind(reference, turns);
  if (reference.kind === 'PLACE') return placed(reference, turns);
  const person = reference.kind === 'PERSON' || reference.kind === 'PERSONS' ? personIn(turns) : null;
  const subject = subjectOf(turns);
  const text = person ?? subject?.text;
  if (text === undefined || !subject) return 'UNRESOLVED';
  const done = reference.kind === 'THING' && reference.tail === '' ? actionIn(turns) : null;
  if (done?.includes(text)) return { text: done, appended: '', sure: true };
  const sure = person !== null || (subject.sure && reference.kind !== 'PERSON' && reference.kind !== 'PERSONS');
  // What the question already names need not be named again. Compares whole words: "print" is not "printer".
  const known = new Set(phraseWords(question).map(({ lower }) => lower));
  if (phraseWords(text).every(({ lower }) => known.has(lower))) return 'ITSELF';
  if (reference.kind === 'ONE') return oneOf(reference, subject.phrase.kind === 'COMMON', text);
  const owner = reference.kind === 'WHOSE' || reference.kind === 'PERSONS' ? "'s" : '';
  const article = person === null && subject.phrase.kind === 'COMMON' ? 'the ' : '';
  return { text: `${article}${text}${owner}${reference.tail}`, appended: '', sure };
}

/** "A cheaper one" is another printer, or something other than the Pro plan. */
function oneOf(reference: Reference, isOrdinary: boolean, subject: string): Resolved {
  return isOrdinary
    ? { text: subject, appended: '', sure: true }
    : { text: reference.text, appended: subject, sure: false };
}

function placed(reference: Reference, turns: readonly Turn[]): Resolved | 'ITSELF' {
  const place = placeIn(turns);
  if (place === null) return 'ITSELF';
  return { text: `${reference.text} in ${place}`.replace(/^there in /i, 'in '), appended: '', sure: true };
}

function ofKind({ noun, named }: Reference, turns: readonly Turn[]): Resolved | 'ITSELF' | 'UNRESOLVED' {
  const longer = phraseEndingIn(noun, turns);
  const isBare = named.toLowerCase() === noun;
  if (longer !== null && isBare) return { text: `the ${longer}`, appended: '', sure: true };
  const subject = subjectOf(turns);
  if (isSpokenOf(noun, turns))
    return {
      text: `the ${named}`,
      appended: isBare && (genericNouns.has(noun) || kindNouns.has(noun)) ? (subject?.text ?? '') : '',
      sure: true,
    };
  if (!isBare) return 'ITSELF';
  if (subject && (genericNouns.has(noun) || (kindNouns.has(noun) && subject.phrase.kind !== 'COMMON')))
    return { text: subject.text, appended: '', sure: subject.sure };
  return 'UNRESOLVED';
}

/** Words in a choice. More than these are a question. */
const longestChoice = 5;

const ordinals: readonly (readonly string[])[] = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['sixth', '6th'],
];
const spokenNumbers = ['one', 'two', 'three', 'four', 'five', 'six'];
const leadIn = /^(?:(?:yes|ok|okay|please|sorry|um|well|i meant|i mean|the one about|i choose|i want|take)\s+)+/;
const politeEnd = /(?:\s+(?:please|thanks|thank you))+$/;
const byPlace = /^(?:(?:option|number|no|nr)\s+)?(?:the\s+)?([\p{L}\d]+)(?:\s+(?:one|option|choice))?$/u;

/**
 * The option of the newest turn's clarification that the reply chooses: by id, by its words, or by its position. Null:
 * none, or more than one.
 */
function chosenOption(reply: string, turns: readonly Turn[]): ClarificationOption | null {
  const options = turns.at(-1)?.options ?? [];
  if (options.length === 0) return null;
  const asked = reply.trim();
  const byId = options.find((option) => option.id === asked);
  if (byId) return byId;
  const words = plain(asked);
  const core = words.replace(leadIn, '').replace(politeEnd, '');
  const byText = options.filter(
    (option) => [words, core].includes(plain(option.text)) || plain(option.question) === words,
  );
  if (byText.length > 0) return byText.length === 1 ? (byText[0] ?? null) : null;
  const place = placeOf(core, options.length);
  return place === null ? byWords(core, options) : (options[place] ?? null);
}

/** "Pro" chooses "Pro plan" if no other option has the word. */
function byWords(words: string, options: readonly ClarificationOption[]): ClarificationOption | null {
  const named = [...stemsOf(words)];
  const [first = ''] = words.split(' ');
  if (
    named.length === 0 ||
    words.split(' ').length > longestChoice ||
    questionWords.has(first) ||
    auxiliaries.has(first)
  )
    return null;
  const fits = options.filter(({ text }) => {
    const there = stemsOf(text);
    return named.every((stem) => there.has(stem));
  });
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

function placeOf(words: string, count: number): number | null {
  const named = byPlace.exec(words)?.[1];
  if (named === undefined) return null;
  if (named === 'last') return count - 1;
  if (/^\d$/.test(named)) return Number(named) - 1;
  const ordinal = ordinals.findIndex((names) => names.includes(named));
  if (ordinal !== -1) return ordinal;
  const spoken = spokenNumbers.indexOf(named);
  return spoken === -1 ? null : spoken;
}

/** The text without differences of case, punctuation and spacing. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
