/** Which statements of two passages may contradict each other, before a reader is asked. */
import { sameUnit, sameValue } from '../../grounding/checks/numbers.ts';
import { denies } from '../../knowledge/language/negation.ts';
import { sentences } from '../../knowledge/language/sentences.ts';
import { contentRootsOf, holdsRoot, isSilent, plainWordsOf, rootOf, sameRoot } from '../../knowledge/language/stems.ts';
import { type Amount, amountsOf } from '../../knowledge/values/amounts.ts';
import { datesOf, type FoundDate, overlaps, sameDate } from '../../knowledge/values/timeSpan.ts';

type DifferenceKind = 'NUMERIC' | 'TEMPORAL' | 'POLARITY';

export interface AuditedStatement {
  /** UTF-16 offsets of the passage's text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isDenial: boolean;
  readonly amounts: readonly Amount[];
  readonly dates: readonly FoundDate[];
  /** Of its content words, without those of its figures. */
  readonly roots: readonly string[];
}

/** What one of two statements says and the other does not; offsets of the statement. Null: that it denies. */
export type Said = { readonly start: number; readonly end: number; readonly text: string } | null;

export interface Difference {
  readonly kind: DifferenceKind;
  readonly first: AuditedStatement;
  readonly second: AuditedStatement;
  readonly firstSaid: Said;
  readonly secondSaid: Said;
}

/** Shorter ones are headings and labels, longer ones no statement that a person compares at a glance. */
const [fewestWords, longest] = [3, 600];
/** Of the content words of the shorter one, what a statement and its denial share. */
const sharedByDenial = 0.5;

/** In the order of the text. @param language ISO 639-1 */
export function statementsOf(text: string, language: string): AuditedStatement[] {
  return sentences(text, language).flatMap(({ start, end }) => {
    const own = text.slice(start, end);
    if (own.startsWith('#') || own.length > longest || own.split(/\s+/u).length < fewestWords) return [];
    const [amounts, dates] = [amountsOf(own).filter(({ unit }) => unit !== ''), datesOf(own)];
    // A counted noun is what a statement is about: "one share".
    const figures = [...amounts, ...dates].filter(({ text: value }) => /\d/u.test(value));
    const roots = contentRootsOf(withoutValues(own, figures));
    return [{ start, end, text: own, isDenial: denies(own), amounts, dates, roots }];
  });
}

function withoutValues(text: string, values: readonly { readonly start: number; readonly end: number }[]): string {
  const characters = Array.from({ length: text.length }, (_, at) => text[at] ?? '');
  for (const { start, end } of values) characters.fill(' ', start, end);
  return characters.join('');
}

/** Each statement with those of the other passage that share a word with it and differ from it in one value or a denial. */
export function differencesBetween(
  left: readonly AuditedStatement[],
  right: readonly AuditedStatement[],
): Difference[] {
  return left.flatMap((first) => right.flatMap((second) => differencesOf(first, second)));
}

function differencesOf(first: AuditedStatement, second: AuditedStatement): Difference[] {
  const shared = first.roots.filter((root) => holdsRoot(second.roots, root)).length;
  if (shared === 0 || holdsOther(first, second) || areOfOther(first, second)) return [];
  const found: Difference[] = [];
  const pair = { first, second };
  for (const [firstSaid, secondSaid] of rivals(first.amounts, second.amounts, comparable, agree))
    found.push({ kind: 'NUMERIC', ...pair, firstSaid, secondSaid });
  for (const [firstSaid, secondSaid] of rivals(first.dates, second.dates, () => true, sameTime))
    found.push({ kind: 'TEMPORAL', ...pair, firstSaid, secondSaid });
  const fewest = Math.min(first.roots.length, second.roots.length);
  const isDenied = first.isDenial !== second.isDenial && shared >= 2 && shared >= sharedByDenial * fewest;
  if (found.length === 0 && isDenied && !shareValue(first, second))
    found.push({ kind: 'POLARITY', ...pair, firstSaid: null, secondSaid: null });
  return found;
}

/** What gives the same value says the same, whatever else one of them denies. */
function shareValue(first: AuditedStatement, second: AuditedStatement): boolean {
  return (
    first.amounts.some((one) => second.amounts.some((other) => comparable(one, other) && agree(one, other))) ||
    first.dates.some((one) => second.dates.some((other) => sameTime(one, other)))
  );
}

/** The one is the other with more said. */
function holdsOther(first: AuditedStatement, second: AuditedStatement): boolean {
  const [one, other] = [first, second].map(({ text }) => text.replace(/[.!;:\s]+$/u, ''));
  return one !== undefined && other !== undefined && (one.includes(other) || other.includes(one));
}

/** "the east zone" and "the west zone": before a word that both have stands another one in each, which the other lacks. */
function areOfOther(first: AuditedStatement, second: AuditedStatement): boolean {
  const [own, others] = [modifiersOf(first.text), modifiersOf(second.text)];
  return own.some(({ head, modifier }) =>
    others.some(
      (other) =>
        sameRoot(head, other.head) && !holdsRoot(second.roots, modifier) && !holdsRoot(first.roots, other.modifier),
    ),
  );
}

/** Each content word that stands directly behind another one, as roots. */
function modifiersOf(text: string): { readonly modifier: string; readonly head: string }[] {
  const words = plainWordsOf(text);
  return words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? '';
    return !isSilent(before) && !isSilent(word) ? [{ modifier: rootOf(before), head: rootOf(word) }] : [];
  });
}

/** Values of one kind that differ, of which neither stands in the other statement as well. */
function rivals<Value>(
  left: readonly Value[],
  right: readonly Value[],
  isComparable: (one: Value, other: Value) => boolean,
  isSame: (one: Value, other: Value) => boolean,
): [Value, Value][] {
  const own = left.filter((one) => !right.some((other) => isComparable(one, other) && isSame(one, other)));
  const others = right.filter((other) => !left.some((one) => isComparable(one, other) && isSame(one, other)));
  return own.flatMap((one) =>
    others.filter((other) => isComparable(one, other)).map((other): [Value, Value] => [one, other]),
  );
}

/** "15 euros a person" and "25 euros per head": what it is counted by may be said in many ways. */
function comparable(one: Amount, other: Amount): boolean {
  const counted = ({ unit }: Amount) => unit.split('/')[0] ?? '';
  return sameUnit(counted(one), counted(other));
}

const sameTime = (one: FoundDate, other: FoundDate): boolean => sameDate(one, other) || overlaps(one, other);

function agree(one: Amount, other: Amount): boolean {
  return sameValue(one, other) || bounds(one, other) || bounds(other, one) || rounds(one, other) || rounds(other, one);
}

/** "below 20" agrees with 18. */
function bounds({ comparator, low, high }: Amount, other: Amount): boolean {
  if (other.comparator !== 'EXACT' || low === null || high === null || other.low === null) return false;
  if (low !== high) return other.low >= low && other.low <= high;
  return isBelow(comparator) ? other.low <= high : isAbove(comparator) && other.low >= low;
}

const isBelow = (comparator: Amount['comparator']): boolean => comparator === 'AT_MOST' || comparator === 'LESS_THAN';
const isAbove = (comparator: Amount['comparator']): boolean => comparator === 'AT_LEAST' || comparator === 'MORE_THAN';

/** A value is another one rounded: 0.508 to as many figures as .5 has. */
function rounds(rough: Amount, exact: Amount): boolean {
  if (rough.low === null || exact.low === null || rough.low === 0 || exact.low === 0) return false;
  const figures = significantOf(rough.text);
  return figures < significantOf(exact.text) && Number(exact.low.toPrecision(figures)) === rough.low;
}

/** Of written figures those that count, at least one: 2 of "1.20", 2 of "1,200". */
function significantOf(text: string): number {
  const figures = text.replaceAll(/[^\d]/gu, '').replace(/^0+/u, '').replace(/0+$/u, '');
  return Math.max(1, figures.length);
}
