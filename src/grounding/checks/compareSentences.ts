/**
 * How two sentences differ: whether they are about one thing, and where the one states another value or the opposite.
 */
import { itemMark, sentences } from '../../knowledge/language/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import { samePolarity } from './polarity.ts';
import { type Amount, amountsOf } from '../../knowledge/values/amounts.ts';
import { sameUnit, sameValue } from './numbers.ts';
import { datesOf, type FoundDate, sameDate } from '../../knowledge/values/timeSpan.ts';
import { holdsCode } from '../../retrieval/question/namedFacts.ts';
import { alignWords, type Replacement, lowerTokens } from './edits.ts';
import type { Span } from '../../knowledge/document.ts';
import type { AnswerType } from '../../retrieval/question/answerType.ts';
import type { Conflict } from '../claim.ts';
import type { Question } from '../../retrieval/question/question.ts';
import { editionOf } from '../../knowledge/editions/edition.ts';

type Titled = Pick<Passage, 'documentKey' | 'documentTitle' | 'sectionPath' | 'text'>;

/** "Springfield (Ohio)" at the start of a title, or of a text without one. */
const qualified = /^[^()\n.;:!?]{3,60}? ?\( ?(?<qualifier>[^()\n]{2,40}?) ?\)/u;
/** Words that distinguish documents about one subject, but not subjects. */
const kindsOfText =
  /^(?:a|an|the|our|your|faqs?|terms?|conditions?|polic(?:y|ies)|guides?|rules?|manuals?|handbooks?|notes?|overview|drafts?|final|cop(?:y|ies)|old|new|sheets?|pages?|questions?|answers?|announcements?|summary|details?|information|info|wiki|help|intro(?:duction)?)$/i;

/** A sentence of a passage. */
interface Placed {
  readonly text: string;
  readonly passage: Titled;
}

/**
 * Whether two sentences may be about the same thing. What the question names must be in both or in neither; for two
 * separate texts, the whole passages may make up for a difference. No title, heading or qualifier in brackets may
 * distinguish them.
 * @param disputed the values that differ between two copies of one text: "George Horner (died 1677)" and "(died 1777)"
 * are distinguished only by the dispute itself. Undefined if the texts are separate
 */
export function sameSubject(
  { facts }: Pick<Question, 'facts'>,
  left: Placed,
  right: Placed,
  disputed?: readonly [string, string],
): boolean {
  const named = [...facts.names, ...facts.codes];
  const differs = (one: string, other: string) => named.some((name) => holdsCode(one, name) !== holdsCode(other, name));
  if (
    differs(left.text, right.text) &&
    (disputed !== undefined || differs(wholeText(left.passage), wholeText(right.passage)))
  )
    return false;
  return (
    !areNamesakes(left.passage, right.passage, disputed) &&
    !areSiblings(titleOf(left.passage), titleOf(right.passage), disputed) &&
    !areSiblings(left.passage.sectionPath.at(-1) ?? '', right.passage.sectionPath.at(-1) ?? '', disputed)
  );
}

function wholeText({ sectionPath, text, ...titled }: Titled): string {
  return [titleOf({ sectionPath, text, ...titled }), ...sectionPath, text].join('\n');
}

/** The key serves as the title of a document without one, and keys carry no meaning. */
function titleOf({ documentTitle, documentKey }: Titled): string {
  return documentTitle === documentKey ? '' : documentTitle;
}

function areNamesakes(left: Titled, right: Titled, disputed: readonly [string, string] | undefined): boolean {
  const [own, others] = [qualifierOf(left), qualifierOf(right)];
  if (own === undefined || others === undefined || own.toLowerCase() === others.toLowerCase()) return false;
  return disputed === undefined || !(touches(own, disputed[0]) && touches(others, disputed[1]));
}

function qualifierOf(passage: Titled): string | undefined {
  return [titleOf(passage), passage.text]
    .map((text) => qualified.exec(text)?.groups?.['qualifier'])
    .find((qualifier) => qualifier !== undefined);
}

/** Whether the two share a content word. */
function touches(qualifier: string, value: string): boolean {
  const words = contentStems(value);
  return [...contentStems(qualifier)].some((word) => words.has(word));
}

/**
 * "Shipping to Norway" and "Shipping to Sweden": titles that differ in one place only. Editions of one document are not
 * siblings.
 */
function areSiblings(left: string, right: string, disputed: readonly [string, string] | undefined): boolean {
  if (left === '' || right === '') return false;
  const [own, others] = [editionOf(left).name, editionOf(right).name];
  const { replaced, shared } = alignWords(own, others);
  const [only] = replaced;
  if (shared === 0 || replaced.length !== 1 || !only) return false;
  const words = [own.slice(only.left.start, only.left.end), others.slice(only.right.start, only.right.end)] as const;
  if (
    words.some(
      (word) => word === '' || word.split(/[^\p{L}\p{N}]+/u).every((entry) => entry === '' || kindsOfText.test(entry)),
    )
  )
    return false;
  return disputed === undefined || !(touches(words[0], disputed[0]) && touches(words[1], disputed[1]));
}

export interface SentenceDifference {
  readonly kind: 'NUMERIC' | 'TEMPORAL' | 'POLARITY' | 'WORDING' | 'ABSENT';
  /** What each side says, for a difference of number, date or polarity. */
  readonly values: readonly [string, string] | null;
}

/**
 * How two sentences about the same thing differ; undefined if they have the same words apart from articles, punctuation
 * and emphasis. Any other difference in words counts, whatever they mean: nothing else reveals `must` for `may`, or one
 * name for another.
 */
export function compareSentences(left: string, right: string): SentenceDifference | undefined {
  if (plainWords(left) === plainWords(right)) return undefined;
  const amounts = differing(
    amountsOf(left),
    amountsOf(right),
    (one, other) => sameUnit(one.unit, other.unit),
    (one, other) => sameUnit(one.unit, other.unit) && sameValue(one, other),
  );
  if (amounts) return { kind: 'NUMERIC', values: amounts };
  const dates = differing(datesOf(left), datesOf(right), isAlike, sameDate);
  if (dates) return { kind: 'TEMPORAL', values: dates };
  if (samePolarity(left, right)) return { kind: 'WORDING', values: null };
  return { kind: 'POLARITY', values: samePolarity(left, 'not') ? ['says not', 'says so'] : ['says so', 'says not'] };
}

/** Words, numbers, and the signs that change what a number means. */
const tokenShape = /(?<![\p{L}\d])-(?=\d)|[<>≤≥=±+°€$£¥%]|[\p{L}\p{M}]+(?:'\p{L}+)?|\d+(?:[.,:]\d+)*/gu;

/** The words of a text in lower case, without articles, emphasis, list marks and punctuation. */
export function plainWords(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(itemMark, '')
    .replaceAll('\u2212', '-')
    .replaceAll('\u2019', "'");
  return (plain.match(tokenShape) ?? []).filter((word) => !/^(?:a|an|the)$/.test(word)).join(' ');
}

/** A pair of comparable values, each of which the other side lacks. */
function differing<Value extends Amount | FoundDate>(
  left: readonly Value[],
  right: readonly Value[],
  isComparable: (one: Value, other: Value) => boolean,
  isSame: (one: Value, other: Value) => boolean,
): [string, string] | undefined {
  const lacks = (values: readonly Value[], wanted: Value) => !values.some((value) => isSame(value, wanted));
  for (const value of left.filter((entry) => lacks(right, entry))) {
    const other = right.find((entry) => isComparable(value, entry) && lacks(left, entry));
    if (other) return [value.text, other.text];
  }
  return undefined;
}

function isAlike(left: FoundDate, right: FoundDate): boolean {
  return left.yearless === right.yearless;
}

/** Whether a claim is a verbatim copy of one or several adjacent sentences, items or rows of a text. */
export function isWholeSentence(claim: string, text: string): boolean {
  const wanted = plainWords(claim);
  if (wanted === plainWords(text)) return true;
  const parts = sentences(text).map(({ start, end }) => plainWords(text.slice(start, end)));
  return holdsRun(parts, wanted);
}

/** Whether a text is adjacent ones of these, joined by a blank. */
export function holdsRun(parts: readonly string[], wanted: string): boolean {
  return parts.some((_part, first) => {
    let joined = '';
    for (const part of parts.slice(first)) {
      joined = joined === '' ? part : `${joined} ${part}`;
      if (joined.length >= wanted.length) break;
    }
    return joined === wanted;
  });
}

/** The values in which two sentences about the same thing differ. */
export interface ConflictingValues {
  readonly kind: Conflict['kind'];
  readonly values: readonly [string, string];
}

/** A sentence that is parsed once, however many others it is compared with. */
export interface ReadSentence {
  readonly text: string;
  /** How often each word and number occurs, as `alignWords` compares them. */
  readonly words: ReadonlyMap<string, number>;
  readonly dates: readonly FoundDate[];
  readonly amounts: readonly Amount[];
}

/** Longer replacements are different statements, not different values. */
const maxValueLength = 80;
/** "may not be" in the place of "is": characters of both sides together. */
const longestNegation = 40;
/** The share of letters in the same order from which two names count as spellings of one. */
const misspelt = 0.8;
/** A year or decade agrees with a day in it; a reign does not. */
const longestPoint = 3_653 * 86_400_000;
const year = 366 * 86_400_000;
const kindsOf: Readonly<Record<AnswerType, readonly Conflict['kind'][]>> = {
  NUMBER: ['NUMERIC', 'TEMPORAL'],
  DATE: ['TEMPORAL', 'NUMERIC'],
  PERSON: ['ENTITY'],
  PLACE: ['ENTITY'],
  ANY: ['ENTITY', 'NUMERIC'],
};

export function readSentence(text: string): ReadSentence {
  const words = new Map<string, number>();
  for (const { lower } of lowerTokens(text)) words.set(lower, (words.get(lower) ?? 0) + 1);
  return { text, words, dates: datesOf(text), amounts: amountsOf(text) };
}

/** The first pair of values of the requested type that replace one another between the two sentences. */
export function replacedValue(
  left: ReadSentence,
  right: ReadSentence,
  type: AnswerType,
  replaced: readonly Replacement[],
): ConflictingValues | undefined {
  const found = replaced
    .map((replacement) => valuesAt(left, right, replacement))
    .find((values) => values && kindsOf[type].includes(values.kind));
  return found && (found.kind === 'TEMPORAL' || !ofOtherTimes(left, right)) ? found : undefined;
}

/** "3,849 in 2020" does not contradict "4,008 in 2010". */
function ofOtherTimes(left: ReadSentence, right: ReadSentence): boolean {
  return apart(left.dates, right.dates, sameTime) !== undefined;
}

/** Values of one unit, or times, if the sentences have none in common. */
export function statedValue(
  left: ReadSentence,
  right: ReadSentence,
  type: 'NUMBER' | 'DATE',
): ConflictingValues | undefined {
  const times = type === 'DATE' ? apart(left.dates, right.dates, sameTime) : undefined;
  if (times) return { kind: 'TEMPORAL', values: times };
  for (const { unit } of left.amounts) {
    const ofUnit = (amount: Amount) => amount.unit === unit;
    const amounts = apart(left.amounts.filter(ofUnit), right.amounts.filter(ofUnit), sameAmount);
    if (amounts) return ofOtherTimes(left, right) ? undefined : { kind: 'NUMERIC', values: amounts };
  }
  return undefined;
}

/** One sentence negates, and little else differs at that place. */
export function opposedPolarity(
  left: ReadSentence,
  right: ReadSentence,
  replaced: readonly Replacement[],
): ConflictingValues | undefined {
  if (samePolarity(left.text, right.text)) return undefined;
  const words = replaced.map(
    (at) => [left.text.slice(at.left.start, at.left.end), right.text.slice(at.right.start, at.right.end)] as const,
  );
  if (!words.some(([one, other]) => !samePolarity(one, other) && one.length + other.length <= longestNegation))
    return undefined;
  return {
    kind: 'POLARITY',
    values: samePolarity(left.text, 'not') ? ['says not', 'says so'] : ['says so', 'says not'],
  };
}

function valuesAt(left: ReadSentence, right: ReadSentence, at: Replacement): ConflictingValues | undefined {
  const dates = apart(left.dates.filter(within(at.left)), right.dates.filter(within(at.right)), sameTime);
  if (dates) return { kind: 'TEMPORAL', values: dates };
  const amounts = apart(
    left.amounts.filter(within(at.left)),
    right.amounts.filter(within(at.right)),
    (one, other) => one.unit !== other.unit || sameAmount(one, other),
  );
  if (amounts) return { kind: 'NUMERIC', values: amounts };
  const words = [left.text.slice(at.left.start, at.left.end), right.text.slice(at.right.start, at.right.end)] as const;
  return isEntity(words[0]) && isEntity(words[1]) && !sameName(...words)
    ? { kind: 'ENTITY', values: words }
    : undefined;
}

const within = (span: Span) => (value: { readonly start: number; readonly end: number }) =>
  value.start < span.end && span.start < value.end;

/** The first value of each side, if no value of one side agrees with any of the other. */
function apart<Value extends { readonly text: string }>(
  left: readonly Value[],
  right: readonly Value[],
  agrees: (one: Value, other: Value) => boolean,
): readonly [string, string] | undefined {
  const [one, other] = [left[0], right[0]];
  return one && other && left.every((value) => right.every((entry) => !agrees(value, entry)))
    ? [one.text, other.text]
    : undefined;
}

/** Ranges that overlap agree, and so does a number with its rounded form. */
function sameAmount(left: Amount, right: Amount): boolean {
  if (left.low === null || right.low === null) return left.text === right.text;
  if (left.low <= (right.high ?? right.low) && right.low <= (left.high ?? left.low)) return true;
  return isRounded(left.low, right.low) || isRounded(right.low, left.low);
}

function isRounded(exact: number, rounded: number): boolean {
  return !Number.isInteger(exact) && Math.abs(exact) > 1 && Math.round(exact) === rounded;
}

/** A year agrees with a day in it, and a lifetime with the day on which it began or ended. */
function sameTime(left: FoundDate, right: FoundDate): boolean {
  return sameDate(left, right) || (left.yearless === right.yearless && (holds(left, right) || holds(right, left)));
}

function isPoint({ from, until }: FoundDate, longest = longestPoint): boolean {
  return from !== null && until !== null && until.getTime() - from.getTime() <= longest;
}

function holds(outer: FoundDate, inner: FoundDate): boolean {
  if (outer.from === null || outer.until === null || inner.from === null || inner.until === null) return false;
  if (isPoint(outer)) return outer.from <= inner.from && inner.until <= outer.until;
  return (
    isPoint(inner, year) &&
    (outer.from.getTime() === inner.from.getTime() || outer.until.getTime() === inner.until.getTime())
  );
}

function isEntity(words: string): boolean {
  return (
    words.length > 0 &&
    words.length <= maxValueLength &&
    !/\d/.test(words) &&
    contentStems(words).size > 0 &&
    samePolarity(words, '')
  );
}

/** "chuch" is "church", and "Loggins" is "Kenny Loggins". */
function sameName(left: string, right: string): boolean {
  const [one, other] = [contentStems(left), contentStems(right)];
  const [shorter, longer] = one.size <= other.size ? [one, other] : [other, one];
  if ([...shorter].every((stem) => longer.has(stem))) return true;
  const letters = (words: string) => Array.from(words.toLowerCase().replaceAll(/[^\p{L}]/gu, '')).join(' ');
  return alignWords(letters(left), letters(right)).likeness >= misspelt;
}
