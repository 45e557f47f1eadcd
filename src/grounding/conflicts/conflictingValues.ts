import type { Span } from '../../knowledge/document.ts';
import type { AnswerType } from '../answerability/answerType.ts';
import { alignWords, type Replacement, lowerTokens } from '../checks/edits.ts';
import { contentStems } from '../checks/coverage.ts';
import { samePolarity } from '../checks/polarity.ts';
import type { Conflict } from '../claims/claim.ts';
import { amountsOf, type Amount } from '../reading/amounts.ts';
import { datesOf, type FoundDate, sameDate } from '../reading/timeSpan.ts';

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
