import { detectQuestionLanguage } from '../../knowledge/language/language.ts';
import type { SearchFilter } from '../../retrieval/passage.ts';
import { betweenTurns, type Question } from '../../retrieval/question/question.ts';
import type { ClarificationOption } from '../state/outcome.ts';
import type { Turn } from '../state/request.ts';
import { fillSlot, wordElsewhere } from './otherLanguages.ts';
import { auxiliaries, phrasesOf, phraseWords, questionWords, relationWords, stemsOf } from './phrases.ts';
import { referencesIn, unexplainedIn } from './reference.ts';

/** How many of the newest turns are used to understand a question. */
export const maxTurns = 8;

/** A question in the light of the turns before it. */
export interface Understood {
  /** As it is asked, the option's question, or the earlier one with what is asked now in the place of its like. */
  readonly question: string;
  /** What was asked before, which it is searched and read behind; null: it needs none of it. */
  readonly after: string | null;
  /** NEW_TOPIC: there are earlier turns, and this question needs none of them. */
  readonly relation: 'FIRST' | 'NEW_TOPIC' | 'FOLLOW_UP' | 'OPTION';
  /** OPTION: the documents that the chosen option reads; otherwise empty. */
  readonly filter: SearchFilter;
  /** A word such as "it" or "that plan" that neither the question nor a turn explains; null: all is clear. */
  readonly unresolved: string | null;
  /** A few words that ask nothing on their own, after earlier turns: a model, if there is one, may word them better. */
  readonly isFragment: boolean;
}

/** A question is searched and stored, so it keeps to the limit for questions. */
const maxLength = 2_000;
/** Words in what an opener introduces. More than these are a question of their own. */
const longestSlot = 6;

const correction =
  /^(?:(?:oops|sorry|no|wait|hm+|ah|oh|well)[\s,.!:-]+)*(?:correction(?:\s+to)?|i\s+meant|i\s+mean|make\s+that|rather)[\s,:-]+(?:to\s+)?(?<given>.+)$/isu;
const whatAbout = /^(?:(?:and|but|ok|okay|so|then)[\s,]+)*(?:what|how)\s+about[\s,]+(?<given>.+)$/isu;
const andFor = /^(?:and|but|or|also)[\s,]+(?:then\s+)?(?<given>.+)$/isu;
const reasonWords = new Set(['why', 'how', 'when', 'where']);

/**
 * Whether, by rules, a question needs the turns before it. "And for guests?" takes the place of "for members" in the
 * question before; whatever else needs it is searched and read behind it, as it stands: "how long are clips kept / and
 * with plus?".
 * @param turns earlier ones, oldest first
 */
export function understand(question: string, turns: readonly Turn[]): Understood {
  const last = turns.at(-1);
  const option = chosenOption(question, turns);
  if (option)
    return {
      ...asItIs(option.question, 'OPTION'),
      filter: option.documentIds.length > 0 ? { documentIds: option.documentIds } : {},
    };
  const before = turns.findLast((turn) => phrasesOf(turn.standalone).some(({ names }) => names));
  const language = languageOf(question, last);
  if (before) {
    const worded =
      language === 'en' ? withSlot(question, before.standalone) : wordElsewhere(question, before.standalone, language);
    if (worded?.sure) return asItIs(worded.text.trim().slice(0, maxLength) || question, 'FOLLOW_UP');
    if (worded || (language === 'en' && needsTurns(question)))
      return { ...asItIs(question, 'FOLLOW_UP'), after: contextOf(before.standalone) };
  }
  // German "her" and Turkish "her" are not pronouns.
  const unresolved = before || language !== 'en' ? null : (unexplainedIn(question)?.text ?? null);
  return {
    ...asItIs(question, last ? 'NEW_TOPIC' : 'FIRST'),
    unresolved,
    isFragment: last !== undefined && isFragment(question),
  };
}

/** The question as it is searched and read: in its wording, or behind what it needs of the turns before it. */
export function asUnderstood(asked: Question, { question, after }: Understood): Question {
  return after === null ? asked.worded(question) : asked.behind(after);
}

/** Of what was asked before: the reader takes 48 pieces of a question. */
const mostWords = 24;
const mostCharacters = 300;

/** Of a chain of follow-ups, what it began with and the newest of them. */
function contextOf(standalone: string): string {
  const asked = standalone.split(betweenTurns);
  const [first = ''] = asked;
  return [first, ...asked.slice(1).slice(-1)]
    .map((each) => each.trim().split(/\s+/).slice(0, mostWords).join(' ').slice(0, mostCharacters))
    .join(betweenTurns);
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

function asItIs(question: string, relation: Understood['relation']): Understood {
  return { question, after: null, relation, filter: {}, unresolved: null, isFragment: false };
}

function needsTurns(question: string): boolean {
  return opensAsOne(question) || referencesIn(question).length > 0 || namesNothing(question);
}

/** What an opener introduces: "for teams" of "And for teams?", "the BP-4" of "I meant the BP-4". */
function introduced(question: string): { readonly given: string; readonly isTold: boolean } | null {
  const text = question.trim();
  const told = correction.exec(text) ?? whatAbout.exec(text);
  const given = (told ?? andFor.exec(text))?.groups?.['given'];
  return given === undefined ? null : { given, isTold: told !== null };
}

/** The earlier question with what an opener introduces in the place of its like, if it has such a place. */
function withSlot(question: string, earlier: string): ReturnType<typeof fillSlot> | null {
  const { given } = introduced(question) ?? { given: '' };
  if (stemsOf(given).size === 0 || isClause(given) || phraseWords(given).length > longestSlot) return null;
  return referencesIn(given).length > 0 ? null : fillSlot(earlier, given);
}

/** "And then?", "what about why it is late?". A question of its own may follow "and". */
function opensAsOne(question: string): boolean {
  const opened = introduced(question);
  if (!opened) return false;
  return isClause(opened.given) ? opened.isTold : phraseWords(opened.given).length <= longestSlot;
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

/** "How much?", "any awards?", "why?": a question that names nothing. */
function namesNothing(question: string): boolean {
  const words = phraseWords(question).map(({ lower }) => lower);
  if (words.length === 0 || phrasesOf(question).some(({ names }) => names)) return false;
  const [only = ''] = words;
  if (words.length === 1 && reasonWords.has(only)) return true;
  return words.some((word) => questionWords.has(word) || relationWords.has(word)) && !isOfTheAsker(words);
}

/** "Who are you?", "can you do this?" ask about Candor, not about a subject. */
function isOfTheAsker(words: readonly string[]): boolean {
  return words.includes('you') && !words.some((word) => relationWords.has(word));
}

/** A few words that do not ask anything on their own: "mortgage scams". */
function isFragment(question: string): boolean {
  const words = phraseWords(question).map(({ lower }) => lower);
  return (
    words.length > 0 && words.length <= 4 && !words.some((word) => questionWords.has(word) || auxiliaries.has(word))
  );
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
