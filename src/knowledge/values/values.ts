/**
 * The one comparison of values in retrieval and reading: days, times of day, numbers and currencies of a text, each under
 * a key that does not depend on how it is written. The keys of a text are indexed beside its words.
 */
import { languageOfConfig, searchText } from '../language/words.ts';
import { decimalMarkOf, scan, valueOfDigits, clockAt } from './numerals.ts';
import { isCurrency, measuredUnit } from './units.ts';
import type { Change } from '../../models/legible.ts';
import { blanked, covers, isDay, stretchesIn, type Stretch } from './calendar.ts';

/** A value as written in a text. */
export interface WrittenValue {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What every text has that names this value, or something that covers it; the narrowest first. */
  readonly keys: readonly string[];
  /** Also those of what it covers: what is indexed of a text. */
  readonly indexed: readonly string[];
}

/**
 * How every key begins, and what no word is: letters and digits in one, which Postgres keeps whole in every language. The
 * statements that count the words of a chunk leave them out by this beginning.
 */
const mark = 'zqv';
export const isValueKey = (lexeme: string): boolean => /^zqv[cdmnt]/.test(lexeme);

/** A stretch of more days is given by its months and its ends. */
const mostDays = 62;
const dayMillis = 86_400_000;

/**
 * The values of a text, in order of kind.
 * @param language ISO 639-1, which decides the order of day and month in figures
 */
export function valuesOf(text: string, language: string | null = null): WrittenValue[] {
  if (!/[\p{N}€$£¥₹₽₺]/u.test(text)) return [];
  const days = stretchesIn(text, language);
  const values = days.map((stretch) => ({ ...placeOf(stretch), ...keysOfDays(stretch) }));
  return [...values, ...figuresOf(blanked(text, days))];
}

/** The keys of a text to be indexed, each once. */
export function valueKeys(text: string, language: string | null = null): string[] {
  return [...new Set(valuesOf(text, language).flatMap(({ indexed }) => indexed))];
}

/**
 * What the index analyses of a document's text: what `searchText` makes of it, and the keys of its values behind it.
 * @param searchConfig the text search configuration that it is analysed with
 */
export function indexedText(text: string, searchConfig: string): string {
  const keys = valueKeys(text, languageOfConfig(searchConfig));
  return [searchText(text, searchConfig), ...keys].join(' ');
}

const placeOf = ({ text, start, end }: Stretch) => ({ text, start, end });

function keysOfDays({ from, until, yearless }: Stretch): Pick<WrittenValue, 'keys' | 'indexed'> {
  const first = from ?? new Date((until?.getTime() ?? dayMillis) - dayMillis);
  const last = new Date((until?.getTime() ?? first.getTime() + dayMillis) - dayMillis);
  const count = Math.round((last.getTime() - first.getTime()) / dayMillis) + 1;
  const isOneDay = count === 1;
  const all = Array.from(
    { length: Math.max(0, Math.min(count, mostDays)) },
    (_, day) => first.getTime() + day * dayMillis,
  );
  const ends = count > mostDays ? [last.getTime()] : [];
  const days = [...all, ...ends].map((time) => new Date(time));
  const ofYear = (date: Date) => `${mark}d${date.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const ofAnyYear = (date: Date) => `${mark}d${date.toISOString().slice(5, 10).replace('-', '')}`;
  const ofMonth = (date: Date) => `${mark}m${date.toISOString().slice(0, 7).replace('-', '')}`;
  // A whole month, quarter or year is not listed day by day.
  const isWhole = !isOneDay && count >= 28 && first.getUTCDate() === 1;
  if (isWhole) {
    const months = yearless || count > 31 ? [] : [ofMonth(first)];
    return { keys: months, indexed: months };
  }
  const indexed = [...(yearless ? [] : days.flatMap((day) => [ofYear(day), ofMonth(day)])), ...days.map(ofAnyYear)];
  const keys = yearless ? [ofAnyYear(first)] : [ofYear(first), ofAnyYear(first)];
  return { keys, indexed: [...new Set(indexed)] };
}

const figure = /[€$£¥₹₽₺]|\p{N}/u;

/** Times of day, numbers and currencies. */
function figuresOf(text: string): WrittenValue[] {
  if (!figure.test(text)) return [];
  const tokens = scan(text);
  const decimal = decimalMarkOf(text);
  const found: WrittenValue[] = [];
  const add = (first: number, next: number, key: string, plain?: string) => {
    const [start, end] = [tokens[first]?.start ?? 0, tokens[next - 1]?.end ?? 0];
    const written = text.slice(start, end);
    // A number without marks is a word of the index already.
    found.push(
      plain === undefined
        ? { text: written, start, end, keys: [key], indexed: [key] }
        : { text: written, start, end, keys: [key, plain], indexed: written === plain ? [] : [key] },
    );
  };
  for (let position = 0; position < tokens.length; position += 1) {
    const token = tokens[position];
    if (!token) continue;
    if (token.kind !== 'NUMBER') {
      const money = moneyOf(
        token.text,
        tokens[position - 1]?.kind === 'NUMBER' || tokens[position + 1]?.kind === 'NUMBER',
      );
      if (money !== undefined) add(position, position + 1, `${mark}c${money.toLowerCase()}`);
      continue;
    }
    const clock = clockAt(tokens, position);
    if (clock && clock.low !== null) {
      add(position, clock.next, `${mark}t${clock.low}`);
      position = clock.next - 1;
      continue;
    }
    let next = position + 1;
    let digits = token.text;
    // "10 000"
    while (/^[1-9]\d{0,2}(?: \d{3})*$/.test(digits) && isGroup(tokens[next - 1], tokens[next])) {
      digits += ` ${tokens[next]?.text ?? ''}`;
      next += 1;
    }
    const value = valueOfDigits(digits, decimal) ?? thousands(digits);
    if (value !== undefined && Number.isFinite(value))
      add(position, next, `${mark}n${String(value).replaceAll(/[^\da-z]/g, 'p')}`, String(value));
    position = next - 1;
  }
  return found;
}

/** One name for a number however it is written: 1,200 and 1.200 and 1 200, 12,5 and 12.50, 007 and 7. */
export function numberKey(digits: string): string {
  const value = valueOfDigits(digits, 'UNKNOWN') ?? thousands(digits);
  return value === undefined ? digits : String(value);
}

/** The times of day that a text names. */
export function clocksOf(text: string): Pick<WrittenValue, 'text' | 'start' | 'end'>[] {
  return figuresOf(text).filter(({ keys: [key] }) => key?.startsWith(`${mark}t`));
}

type Placed = { readonly text: string; readonly start: number; readonly end: number } | undefined;

const isGroup = (before: Placed, after: Placed) =>
  after !== undefined && before !== undefined && /^\d{3}$/.test(after.text) && after.start === before.end + 1;

/** "1.200" of which a text does not tell whether it is a thousand: the index takes it for one, as most mean. */
const thousands = (digits: string) =>
  /^[1-9]\d{0,2}[.]\d{3}$/.test(digits) ? Number(digits.replace('.', '')) : undefined;

/** A sign anywhere, a code or a word beside a number: EUR, euros. */
function moneyOf(word: string, besideNumber: boolean): string | undefined {
  const name = measuredUnit(word)?.name;
  if (name === undefined || !isCurrency(name)) return undefined;
  return besideNumber || /^[^\p{L}]$/u.test(word) ? name : undefined;
}

/**
 * For each word of a question that writes a value, the keys that stand for it in the index: "12 May" is found in a text
 * that says 2026-05-12.
 * @param asked values of the question
 * @param lexemes of the question, by the index's analysis
 */
export function valueForms(
  asked: readonly WrittenValue[],
  lexemes: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const value of asked) {
    const words = value.text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    for (const lexeme of lexemes) {
      if (!writes(value.text.toLowerCase(), words, lexeme)) continue;
      const year = /^(?:19|20)\d{2}$/.test(lexeme);
      const [exact = ''] = value.keys;
      const keys = year && value.keys.length > 1 ? [exact] : value.keys;
      forms.set(lexeme, [...new Set([...(forms.get(lexeme) ?? []), ...keys, ...olderForms(value.keys, lexeme)])]);
    }
  }
  return forms;
}

/** Whether a lexeme is of a word of a value: stemmers change the end of a month's name alone. */
function writes(text: string, words: readonly string[], lexeme: string): boolean {
  const bare = lexeme.replace(/^[-+]/, '');
  if (lexeme === text || words.includes(bare)) return true;
  return (
    !/\d/.test(lexeme) &&
    lexeme.length >= 3 &&
    words.some((word) => !/\d/.test(word) && word.startsWith(lexeme.slice(0, -1)))
  );
}

/** How Postgres parts 2026-05-12, for what was stored before keys were: -05 and -12. */
function olderForms(keys: readonly string[], lexeme: string): string[] {
  const [, month, day] = /^zqvd(?:\d{4})?(\d{2})(\d{2})$/.exec(keys.at(-1) ?? '') ?? [];
  if (month === undefined || day === undefined || /^(?:19|20)\d{2}$/.test(lexeme)) return [];
  return /\d/.test(lexeme) && Number(lexeme.match(/\d+/)?.[0]) === Number(day) ? [`-${day}`] : [`-${month}`];
}

/** The days, times, numbers and prices of a question. */
export interface AskedValues {
  readonly days: readonly Stretch[];
  readonly figures: readonly Price[];
}

/**
 * What of a text is put in other words for a reader, which compares words: days, times, numbers and prices that the
 * question names are put as it puts them, the day that is asked about stands behind a stretch of days that covers it, and
 * any other day in figures is put as prose has it.
 */
export function asAsked({ days, figures }: AskedValues, text: string, language: string | null = null): Change[] {
  const stated = stretchesIn(text, language);
  const changes = [
    ...stated.flatMap((stretch) => {
      const day = days.find((other) => covers(stretch, other));
      const put = day ? putAs(day, stretch) : inProse(stretch);
      const { start, end } = stretch;
      // "Harvest festival: 2026-05-12" is read as the sentence that it stands for.
      if (day !== undefined || isDay(stretch))
        if (labelled.test(text.slice(text.lastIndexOf('\n', start) + 1, start)) && ends.test(text.slice(end, end + 2)))
          return [{ start: start - 2, end, text: ` is on ${put}` }];
      return put === stretch.text ? [] : [{ start, end, text: put }];
    }),
    ...(figures.length === 0 ? [] : pricesOf(text, language)).flatMap(({ start, end, text: written, key }) => {
      const same = figures.find((figure) => figure.key === key);
      return same && same.text !== written ? [{ start, end, text: same.text }] : [];
    }),
  ];
  const inOrder = changes.sort((left, right) => left.start - right.start);
  return inOrder.filter(({ start }, position) => start >= (inOrder[position - 1]?.end ?? 0));
}

/** A line up to its date, which is all that stands behind the label; not the cell of a row. */
const labelled = /^[^:;.!?]*[^:;.!?\s]: $/u;
const ends = /^(?:[.,;)]?(?:\s|$))/u;

export interface Price extends Pick<WrittenValue, 'text' | 'start' | 'end'> {
  readonly key: string;
}

/** Times and numbers, each with the currency beside it: "€5" and "EUR 5.00" have one key. */
export function pricesOf(text: string, language: string | null): Price[] {
  const found: Price[] = [];
  const values = figuresOf(blanked(text, stretchesIn(text, language)));
  for (let position = 0; position < values.length; position += 1) {
    const [value, next] = [values[position], values[position + 1]];
    if (!value) continue;
    const [key = '', other = ''] = [value.keys[0], next?.keys[0]];
    const isPair =
      next !== undefined &&
      /^ ?$/.test(text.slice(value.end, next.start)) &&
      [key, other]
        .sort()
        .join(' ')
        .match(/^zqvc\w+ zqvn/);
    if (isPair) {
      found.push({
        start: value.start,
        end: next.end,
        text: text.slice(value.start, next.end),
        key: [key, other].sort().join(' '),
      });
      position += 1;
    } else if (!key.startsWith(`${mark}c`)) found.push({ start: value.start, end: value.end, text: value.text, key });
  }
  return found;
}

const inFigures = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$|^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/;
const monthNames = 'January February March April May June July August September October November December'.split(' ');

/** 2026-05-12 as "12 May 2026". */
function inProse({ text, from, until }: Stretch): string {
  if (!from || !until || !inFigures.test(text)) return text;
  return `${from.getUTCDate()} ${monthNames[from.getUTCMonth()]} ${from.getUTCFullYear()}`;
}

const year = /,?\s*(?<!\d)(?:19|20)\d{2}(?!\d)/u;

function putAs(asked: Stretch, stated: Stretch): string {
  if (!covers(asked, stated)) return `${stated.text}, also on ${asked.text}`;
  if (asked.yearless === stated.yearless) return asked.text;
  return asked.yearless ? `${asked.text}, ${stated.from?.getUTCFullYear() ?? ''}` : asked.text.replace(year, '');
}
