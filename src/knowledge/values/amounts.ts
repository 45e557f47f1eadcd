import { blankDays } from './calendar.ts';
import {
  type DecimalMark,
  decimalMarkOf,
  numberWord,
  scan,
  type Token,
  valueOfDigits,
  numberAt,
  type NumberRead,
} from './numerals.ts';
import { unitAt } from './readUnit.ts';
import { isCurrency, magnitudeOf, measuredUnit } from './units.ts';

type Comparator = 'EXACT' | 'AT_LEAST' | 'MORE_THAN' | 'AT_MOST' | 'LESS_THAN' | 'ABOUT';

const before: Readonly<Record<Exclude<Comparator, 'EXACT'>, string>> = {
  AT_LEAST:
    'at least|no less than|no smaller than|not smaller than|no shorter than|no lower than|not lower than|not less than|no fewer than|not fewer than|a minimum of|minimum of|the minimum of|minimum|min|min .|no earlier than|not earlier than|not under|not below|not before|starting at|starting from|> =|≥|mindestens|au moins|al menos|como mínimo|wenigstens|no younger than',
  MORE_THAN:
    'more than|over|above|greater than|exceeding|exceeds|exceed|exceeded|longer than|higher than|older than|larger than|bigger than|heavier than|beyond|in excess of|upwards of|later than|>|mehr als|über|plus de|más de',
  AT_MOST:
    "at most|at the most|up to|no bigger than|not bigger than|no heavier than|not heavier than|as many as|as much as|as long as|no more than|not more than|no greater than|not greater than|no longer than|not longer than|no later than|not later than|no higher than|not higher than|no larger than|not larger than|not exceeding|not exceed|cannot exceed|never exceed|not exceed a|a maximum of|the maximum of|maximum of|maximum|max|max .|a limit of|limited to|capped at|not over|not above|never more than|< =|≤|within|höchstens|maximal|bis zu|au plus|au maximum|jusqu'à|como máximo|hasta|a lo sumo|never over|no older than",
  LESS_THAN:
    'less than|fewer than|under|below|smaller than|shorter than|younger than|lower than|lighter than|just under|earlier than|<|weniger als|unter|moins de|menos de',
  ABOUT:
    'about|around|approximately|approx|approx .|roughly|circa|ca|ca .|some|nearly|almost|an estimated|estimated|close to|~|≈|etwa|ungefähr|environ|aproximadamente|unos|rund',
};

const behind: Readonly<Record<Exclude<Comparator, 'EXACT'>, string>> = {
  AT_LEAST:
    'or more|or above|or over|or longer|or older|or newer|or higher|or later|or greater|or larger|or up|and above|and over|and up|and more|and older|and newer|or better|upwards|minimum|min .|at least|at the least|+|oder mehr|ou plus|o más',
  MORE_THAN: '',
  AT_MOST:
    'or less|and less|or fewer|or under|or below|or younger|or shorter|or earlier|or lower|or smaller|and under|and below|and younger|at most|at the most|maximum|max .|at the latest|oder weniger|ou moins|o menos',
  LESS_THAN: '',
  ABOUT: 'or so|approximately|approx .',
};

const longest = 4;
const index = (table: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(table).flatMap(([comparator, phrases]) =>
      phrases
        .split('|')
        .filter((phrase) => phrase !== '')
        .map((phrase) => [phrase, comparator as Comparator] as const),
    ),
  );
const beforeIndex = index(before);
const behindIndex = index(behind);
/** The words next to the amount: for nearly all amounts they suffice to rule out a comparator. */
const lastWords = new Set([...beforeIndex.keys()].map((phrase) => phrase.slice(phrase.lastIndexOf(' ') + 1)));
const firstWords = new Set([...behindIndex.keys()].map((phrase) => phrase.split(' ')[0]));

interface FoundComparator {
  readonly comparator: Comparator;
  /** As written, in lower case, with signs as separate tokens; '' for none. */
  readonly marker: string;
}

const exactly: FoundComparator = { comparator: 'EXACT', marker: '' };

/** @param words the lower-case tokens before an amount, nearest last */
function comparatorBefore(words: readonly string[]): FoundComparator {
  return !lastWords.has(words.at(-1) ?? '') ? exactly : longestOf(beforeIndex, (length) => words.slice(-length));
}

/** @param words the lower-case tokens behind an amount, nearest first */
function comparatorBehind(words: readonly string[]): FoundComparator {
  return !firstWords.has(words[0]) ? exactly : longestOf(behindIndex, (length) => words.slice(0, length));
}

function longestOf(
  phrases: ReadonlyMap<string, Comparator>,
  take: (length: number) => readonly string[],
): FoundComparator {
  for (let length = longest; length > 0; length -= 1) {
    const marker = take(length).join(' ');
    const comparator = phrases.get(marker);
    if (comparator) return { comparator, marker };
  }
  return exactly;
}

/** A number with what it counts, as written in a text. */
export interface Amount {
  /** The words of the number and its unit, without the comparator: "€5", "30 business days". */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /**
   * Both ends of a range in canonical units; equal for a single number. Null for `1.000`, which may be a thousand or
   * one: only its digits can be compared.
   */
  readonly low: number | null;
  readonly high: number | null;
  readonly comparator: Comparator;
  /** The comparator as written, in lower case, such as "at least"; '' for none. */
  readonly marker: string;
  /**
   * Canonical: second, month, byte, EUR, %, time, the stem of a counted noun, or "EUR/month" with denominators; '' for
   * none. Convertible units are converted: 24 hours and 1 day are both 86400 seconds.
   */
  readonly unit: string;
}

const raises =
  /^(?:rais|increas|rose|rise|grew|grow|drop|fell|fall|chang|cut|reduc|lower|decreas|went|go|jump|climb|declin|extend|shorten|mov|upgrad|downgrad|convert|switch)/;

/** A number with its unit, from token `first` up to but excluding `next`. */
interface Measured {
  readonly first: number;
  readonly next: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly unit: string;
  /** How many canonical units one written unit is worth: 60 for minutes. */
  readonly one: number;
}

/**
 * The amounts of a text, in order. Dates, ids, codes, versions and labelled numbers ("step 3") are not amounts. Linear
 * in the length of the text.
 */
export function amountsOf(text: string): Amount[] {
  if (!/\p{N}/u.test(text) && !/\p{L}{3}/u.test(text)) return [];
  const tokens = scan(blankDays(text));
  const mark = decimalMarkOf(text);
  const amounts: Amount[] = [];
  for (let position = 0; position < tokens.length;) {
    const measured = rangeAt(tokens, position, mark);
    if (!measured) {
      position += 1;
      continue;
    }
    const joined = join(tokens, measured, mark);
    amounts.push(toAmount(text, tokens, joined));
    position = Math.max(position + 1, joined.next);
  }
  return amounts;
}

function toAmount(text: string, tokens: readonly Token[], { first, next, low, high, unit }: Measured): Amount {
  const start = tokens[first]?.start ?? 0;
  const end = tokens[next - 1]?.end ?? start;
  return { text: text.slice(start, end), start, end, low, high, unit, ...comparatorOf(tokens, first, next) };
}

function comparatorOf(tokens: readonly Token[], first: number, next: number): FoundComparator {
  const lower = (from: number, until: number) => tokens.slice(Math.max(0, from), until).map((token) => token.lower);
  const leading = comparatorBefore(lower(first - 4, first));
  if (leading.comparator !== 'EXACT') return leading;
  // "a 30-day minimum", "at least a 5 % share"
  const behind = comparatorBehind(lower(next, next + 4));
  if (behind.comparator !== 'EXACT') return behind;
  if (tokens.slice(first, next).some((token) => token.text === '+' && token.glued))
    return { comparator: 'AT_LEAST', marker: '+' };
  return /^(?:an?|the|its|their|your)$/.test(tokens[first - 1]?.lower ?? '')
    ? comparatorBefore(lower(first - 5, first - 1))
    : exactly;
}

/**
 * "1 hour 45 minutes" is one amount: the second part is less than one unit of the first. "5 days and 3 days" are two.
 */
function join(tokens: readonly Token[], measured: Measured, mark: DecimalMark): Measured {
  if (measured.low === null || measured.low !== measured.high || !['second', 'month'].includes(measured.unit))
    return measured;
  const from =
    tokens[measured.next]?.lower === 'and' || tokens[measured.next]?.text === ',' ? measured.next + 1 : measured.next;
  const rest = amountAt(tokens, from, mark);
  if (!rest || rest.first !== from || rest.low === null || rest.unit !== measured.unit || rest.low >= measured.one)
    return measured;
  const low = measured.low + rest.low;
  return join(tokens, { ...measured, next: rest.next, low, high: low, one: rest.one }, mark);
}

/** "5-10 days", "5 to 10 days", "between 5 and 10 days", "€5 to €10". "Raised from 5 to 10" has two amounts. */
function rangeAt(tokens: readonly Token[], position: number, mark: DecimalMark): Measured | undefined {
  const left = amountAt(tokens, position, mark);
  if (!left || left.low === null || left.unit === 'ordinal') return left;
  const joiner = tokens[left.next];
  const before = tokens[position - 1]?.lower;
  const dash = joiner !== undefined && /^[-\u2010-\u2015\u2212]$/.test(joiner.text);
  const word =
    joiner !== undefined &&
    (['to', 'bis', 'à'].includes(joiner.lower) ||
      (joiner.lower === 'and' && before === 'between') ||
      joiner.lower === 'or' ||
      joiner.lower === 'until' ||
      joiner.lower === 'till');
  if (!dash && !word) return left;
  const own = amountAt(tokens, left.next + 1, mark);
  // "€5-10 per month", "€5 to 10 million", "€5-10 monthly"
  const lends =
    own !== undefined && isCurrency(left.unit) && /^(?:hourly|daily|weekly|monthly|yearly|annually)?$/.test(own.unit);
  const right = lends ? amountAt(tokens, left.next + 1, mark, left.unit) : own;
  const unit = unitOfRange(left.unit, right?.unit ?? '');
  if (!right || right.low === null || unit === undefined) return left;
  if (
    before === 'from' &&
    tokens.slice(Math.max(0, position - 7), position - 1).some((token) => raises.test(token.lower))
  )
    return left;
  const scale = (left.unit === '' || lends) && unit !== 'clock' ? scaleOf(tokens, right) : 1;
  const low = left.unit === '' && unit === 'clock' ? hourBefore(left.low, right.low) : left.low * scale;
  const high = right.low;
  return low < high || unit === 'clock' ? { ...right, first: left.first, low, high, unit } : left;
}

/** A unit or denominator at only one end applies to both ends. Undefined: the two are not a range. */
function unitOfRange(left: string, right: string): string | undefined {
  if (left === '' || right.startsWith(`${left}/`)) return right;
  return left === right || left.startsWith(`${right}/`) ? left : undefined;
}

/** "5 to 7 pm" begins in the same half of the day, "9 to 5 pm" in the other. */
function hourBefore(hour: number, end: number): number {
  return end >= 720 && (hour % 12) * 60 + 720 < end ? (hour % 12) * 60 + 720 : hour * 60;
}

/** "5-10 k": the factor by which the right number was multiplied. */
function scaleOf(tokens: readonly Token[], { first, low }: Measured): number {
  const bare = tokens
    .slice(first, first + 3)
    .find((token) => token.kind === 'NUMBER' || numberWord(token.lower) !== undefined);
  const value = bare && (numberWord(bare.lower) ?? valueOfDigits(bare.text, 'POINT'));
  return value && low ? low / value : 1;
}

/** @param money the currency of an amount that does not have its own */
function amountAt(tokens: readonly Token[], position: number, mark: DecimalMark, money = ''): Measured | undefined {
  const { unit, next: at } = currencyAt(tokens, position);
  const sign = signAt(tokens, at, position === at);
  const read = numberAt(tokens, at + (sign === 0 ? 0 : 1), mark);
  if (!read) return undefined;
  const factor = sign === -1 ? -1 : 1;
  if (read.clock) return { first: position, next: read.next, low: read.low, high: read.low, unit: 'clock', one: 1 };
  return withUnit(tokens, position, { ...read, low: read.low === null ? null : read.low * factor }, unit || money);
}

/** "€", "US$", "EUR" before a number. */
function currencyAt(tokens: readonly Token[], position: number): { readonly unit: string; readonly next: number } {
  const token = tokens[position];
  if (!token || token.kind === 'NUMBER') return { unit: '', next: position };
  const follows = tokens[position + 1];
  if (token.kind === 'WORD' && follows?.text === '$' && follows.glued) {
    const unit = { us: 'USD', a: 'AUD', au: 'AUD', c: 'CAD', ca: 'CAD' }[token.lower];
    return unit ? { unit, next: position + 2 } : { unit: '', next: position };
  }
  const unit = token.kind === 'SIGN' || /^\p{Lu}{3}$/u.test(token.text) ? measuredUnit(token.text)?.name : undefined;
  const number =
    follows?.kind === 'NUMBER' ||
    numberWord(follows?.lower ?? '') !== undefined ||
    (follows?.text === '.' && tokens[position + 2]?.kind === 'NUMBER') ||
    /^[-\u2212]$/.test(follows?.text ?? '');
  return unit !== undefined && isCurrency(unit) && number ? { unit, next: position + 1 } : { unit: '', next: position };
}

/** -1 for a minus sign (not a dash or a range), 1 for a plus sign, 0 for neither. */
function signAt(tokens: readonly Token[], position: number, free: boolean): -1 | 0 | 1 {
  const token = tokens[position];
  const number = tokens[position + 1];
  if (!token || number?.kind !== 'NUMBER') return 0;
  if (token.lower === 'minus') return -1;
  if (!number.glued || !/^[-\u2212+]$/.test(token.text)) return 0;
  const before = tokens[position - 1];
  if (free && token.glued && before !== undefined && !/^[(["']$/.test(before.text)) return 0;
  return token.text === '+' ? 1 : -1;
}

/** Reads the magnitude, unit and denominators behind a number. */
function withUnit(tokens: readonly Token[], first: number, read: NumberRead, ahead: string): Measured {
  let { next } = read;
  let factor = 1;
  const hyphen =
    tokens[next]?.text === '-' && tokens[next]?.glued && tokens[next + 1]?.kind === 'WORD' && tokens[next + 1]?.glued
      ? 1
      : 0;
  for (let size = 1; size !== 0;) {
    const word = tokens[next + hyphen];
    size = word?.kind === 'WORD' ? magnitudeOf(word.text, word.glued, ahead !== '') : 1;
    if (size === 1) break;
    factor *= size;
    next += 1 + hyphen;
  }
  const plus = tokens[next]?.text === '+' && tokens[next]?.glued ? 1 : 0;
  const unit = unitAt(tokens, next + plus, read, ahead);
  if (unit.next === next + plus)
    return { first, next, low: scaled(read.low, factor), high: scaled(read.low, factor), unit: unit.name, one: 1 };
  const low = scaled(read.low, factor * unit.factor);
  return { first, next: unit.next, low, high: low, unit: unit.name, one: unit.factor };
}

/** Rounds floating-point errors away: 0.1 + 0.2 is 0.3. */
function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : Number((value * factor).toPrecision(12));
}
