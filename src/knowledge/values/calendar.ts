/** The days that a text names, however it writes them, and which of them cover which. */
import { datesOf, type FoundDate } from './timeSpan.ts';

/** A day, a month, or days from one to another as written in a text: [from, until), open where null. */
export type Stretch = FoundDate;

/** Between two dates that are the ends of one stretch. English, and the languages of the console. */
const joiner = String.raw`\s*(?:[-\u2010-\u2015~\u301C\uFF5E]|to|until|till|through|bis(?: zum)?|au|al|a|à|tot(?: en met)?|t\/m|do|ile|إلى|至|到|から)\s*`;
const betweenDates = new RegExp(String.raw`^(?:${joiner}|\/)$`, 'iu');
/** "Between 3 March and 9 March", but not "on 3 March and 9 March". */
const both = /^\s*(?:and|und|et|y|e|en|i|ve)\s*$/iu;
const between = /(?:^|[^\p{L}])(?:between|zwischen|entre|tra|fra|tussen|między)\s*(?:the\s)?$/iu;
const dayBefore = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:/-])(?<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|\.|º)?${joiner}$`,
  'iu',
);
const dayBehind = /^\s*[-\u2010-\u2015]\s*(?<day>0?[1-9]|[12]\d|3[01])(?![\p{N}.,:/-]*\p{N})/u;
const openUntil =
  /(?:^|[^\p{L}])(?:until|till|before|by|up to|no later than|bis(?: zum)?|vor(?: dem)?|jusqu['’]au|avant le|hasta el|antes del|entro il|fino al|tot|voor|do|até|antes de)\s*(?:the\s)?$/iu;
const openFrom =
  /(?:^|[^\p{L}])(?:since|from|after|as of|starting|ab(?: dem)?|seit(?: dem)?|nach dem|depuis le|à partir du|après le|desde el|después del|dal|dopo il|vanaf|sinds|na|od|desde|a partir de)\s*(?:the\s)?$/iu;
const lookBack = 24;

/** What `datesOf` does not read: figures alone, whose order depends on the language, and the signs of Chinese and Japanese. */
const figures = String.raw`(?<![\p{L}\p{N}.,:/-])`;
const rest = String.raw`(?![\p{L}\p{N}]|[.,:/-]\p{N})`;
const slashed = new RegExp(
  String.raw`${figures}(?<one>0?[1-9]|[12]\d|3[01])(?<mark>[/.-])(?<two>0?[1-9]|[12]\d|3[01])\k<mark>(?<year>(?:19|20)\d{2})${rest}`,
  'gu',
);
const yearFirst = new RegExp(
  String.raw`${figures}(?<year>(?:19|20)\d{2})(?<mark>[/.])(?<two>0?[1-9]|1[0-2])\k<mark>(?<one>0?[1-9]|[12]\d|3[01])${rest}`,
  'gu',
);
const dotted =
  /(?<=(?:^|[^\p{L}])(?:am|vom|bis|ab|zum|den|dem|seit|und|le|el)\s)(?<one>0?[1-9]|[12]\d|3[01])\.(?<two>0?[1-9]|1[0-2])\.(?!\p{N})/giu;
const signed =
  /(?:(?<year>(?:19|20)\d{2})\s?年\s?)?(?<two>1[0-2]|0?[1-9])\s?月\s?(?<one>3[01]|[12]\d|0?[1-9])\s?[日号號]/gu;

/**
 * The stretches of days that a text names, in order and without overlaps. A stretch of two ends is one: "1 to 14 May".
 * @param language ISO 639-1: in English alone 5/12/2026 may be either day; then both are given, one after the other
 */
export function stretchesIn(text: string, language: string | null = null): Stretch[] {
  // "3-5 May": a dash that the shapes of dates would take for one of figures. Places stay the same.
  const written = datesOf(text.replaceAll(/(?<=(?<![\d.,/-])\d{1,2})-(?=\d{1,2}\.?\s\p{L})/gu, '–'));
  const numeric = figureDates(text, language).filter(
    (date) => !written.some((other) => other.start < date.end && date.start < other.end),
  );
  const dates = [...written, ...numeric].sort((left, right) => left.start - right.start);
  return joined(text, dates).map((stretch) => opened(text, stretch));
}

/** The text with its days replaced by spaces, so that positions stay the same. */
export function blankDays(text: string): string {
  return blanked(text, stretchesIn(text));
}

/** The text with some places, in order, replaced by spaces. */
export function blanked(text: string, places: readonly Pick<Stretch, 'start' | 'end'>[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of places) {
    if (start < position) continue;
    pieces.push(text.slice(position, start), ' '.repeat(end - start));
    position = end;
  }
  return pieces.join('') + text.slice(position);
}

function figureDates(text: string, language: string | null): Stretch[] {
  const found = [slashed, yearFirst, dotted, signed].flatMap((shape) =>
    [...text.matchAll(shape)].flatMap((match) => {
      const { one, two, mark, year } = match.groups ?? {};
      const place = { text: match[0], start: match.index, end: match.index + match[0].length };
      const [first, second] = [Number(one), Number(two)];
      const dayFirst = dayOn(year, second, first, place);
      if (shape !== slashed || mark === '.' || first === second) return dayFirst;
      const monthFirst = dayOn(year, first, second, place);
      return language === 'en' || language === null ? [...dayFirst, ...monthFirst] : dayFirst;
    }),
  );
  return found.filter((date, position) => !found.slice(0, position).some((other) => overlapping(other, date)));
}

/** Two readings of the same figures share their place. */
const overlapping = (left: Stretch, right: Stretch) =>
  left.start < right.end && right.start < left.end && (left.start !== right.start || left.end !== right.end);

function dayOn(
  year: string | undefined,
  month: number,
  day: number,
  place: Pick<Stretch, 'text' | 'start' | 'end'>,
): Stretch[] {
  const from = new Date(Date.UTC(Number(year ?? 2000), month - 1, day));
  if (month > 12 || from.getUTCMonth() !== month - 1) return [];
  return [{ ...place, from, until: new Date(from.getTime() + dayMillis), yearless: year === undefined }];
}

const dayMillis = 86_400_000;

function joined(text: string, dates: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const date of dates) {
    const before = found.at(-1);
    const stretch = before && isDay(date) && areEnds(text, before, date) ? join(text, before, date) : undefined;
    if (stretch) found[found.length - 1] = stretch;
    else found.push(withDays(text, date));
  }
  return found;
}

function areEnds(text: string, left: Stretch, right: Stretch): boolean {
  const middle = text.slice(left.end, right.start);
  return (
    betweenDates.test(middle) ||
    (both.test(middle) && between.test(text.slice(Math.max(0, left.start - lookBack), left.start)))
  );
}

/** Whether it is one day, and not a month or more. */
export const isDay = ({ from, until }: Stretch) =>
  from !== null && until !== null && until.getTime() - from.getTime() === dayMillis;

/** Whether it is a month at most. */
export const isWithinMonth = ({ from, until }: Stretch) =>
  from !== null && until !== null && until.getTime() - from.getTime() <= 31 * dayMillis;

/** "30 April to 2 May 2026": the first end takes the year of the other. */
function join(text: string, left: Stretch, right: Stretch): Stretch | undefined {
  if (!left.from || !right.from || !right.until) return undefined;
  const year = right.yearless ? left.from.getUTCFullYear() : right.from.getUTCFullYear();
  const from = left.yearless ? sameDayIn(year, left.from) : left.from;
  const until = right.yearless && !left.yearless ? sameDayIn(year, right.until) : right.until;
  if (from >= until) return undefined;
  return {
    from,
    until,
    yearless: left.yearless && right.yearless,
    text: text.slice(left.start, right.end),
    start: left.start,
    end: right.end,
  };
}

const sameDayIn = (year: number, date: Date) => new Date(Date.UTC(year, date.getUTCMonth(), date.getUTCDate()));

/** "1 to 14 May", "May 1-14": the other end has no month of its own. */
function withDays(text: string, date: Stretch): Stretch {
  if (!isDay(date) || !date.from) return date;
  const before = dayBefore.exec(text.slice(Math.max(0, date.start - lookBack), date.start));
  const first = Number(before?.groups?.['day']);
  if (before && /^\p{N}/u.test(date.text) && first < date.from.getUTCDate()) {
    const start = date.start - before[0].length;
    return { ...date, from: onDay(date.from, first), start, text: text.slice(start, date.end) };
  }
  const behind = dayBehind.exec(text.slice(date.end, date.end + lookBack));
  const last = Number(behind?.groups?.['day']);
  if (behind && /^\p{L}/u.test(date.text) && last > date.from.getUTCDate()) {
    const end = date.end + behind[0].length;
    return { ...date, until: onDay(date.from, last + 1), end, text: text.slice(date.start, end) };
  }
  return date;
}

const onDay = (date: Date, day: number) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day));

/** "until 14 May" covers what is before it. */
function opened(text: string, stretch: Stretch): Stretch {
  if (!isDay(stretch)) return stretch;
  const before = text.slice(Math.max(0, stretch.start - lookBack), stretch.start);
  if (openUntil.test(before)) return { ...stretch, from: null };
  return openFrom.test(before) ? { ...stretch, until: null } : stretch;
}

/**
 * Whether a stretch in a text says something of one that is asked about: it covers it, or lies within it. Where
 * only one of them has a year, the days alone are compared.
 */
export function speaksOf(stated: Stretch, asked: Stretch): boolean {
  return covers(stated, asked) || covers(asked, stated);
}

/** Whether all days of one stretch are of the other. */
export function covers(outer: Stretch, inner: Stretch): boolean {
  return outer.yearless === inner.yearless ? holds(outer, inner) : holds(inAnyYear(outer), inAnyYear(inner));
}

function holds(outer: Stretch, inner: Stretch): boolean {
  const begins = outer.from === null || (inner.from !== null && outer.from <= inner.from);
  return begins && (outer.until === null || (inner.until !== null && inner.until <= outer.until));
}

function inAnyYear(stretch: Stretch): Stretch {
  if (stretch.yearless) return stretch;
  const { from, until } = stretch;
  const days = from && until ? (until.getTime() - from.getTime()) / dayMillis : 1;
  if (days > 366) return { ...stretch, from: null, until: null };
  const start = from && sameDayIn(2000, from);
  return {
    ...stretch,
    from: start,
    until: start && until ? new Date(start.getTime() + days * dayMillis) : until && sameDayIn(2000, until),
  };
}
