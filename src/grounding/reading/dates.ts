import { timeSpansOf, type Interval } from './timeSpan.ts';

/** A time as it stands in a text: [from, until), open where null. */
export interface FoundDate extends Interval {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A day or month of any year: its interval is given in the year 2000, which has all days. */
  readonly yearless: boolean;
}

const names = [
  'january|jan|januar|jänner|janvier|enero',
  'february|feb|februar|février|febrero',
  'march|mar|märz|mars|marzo',
  'april|apr|avril|abril',
  'may|mai|mayo',
  'june|jun|juni|juin|junio',
  'july|jul|juli|juillet|julio',
  'august|aug|août|agosto',
  'september|sept|sep|septembre|septiembre',
  'october|oct|oktober|okt|octobre|octubre',
  'november|nov|novembre|noviembre',
  'december|dec|dezember|dez|décembre|diciembre',
];
const monthOf = new Map(
  names.flatMap((spellings, month) => spellings.split('|').map((spelling) => [spelling, month] as const)),
);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const spellings = [...monthOf.keys()];
/** Before a number, and alone, a month needs its capital: `you may 3 times` is no date. */
const capitals = `(?:${spellings.map((word) => capital(word)).join('|')})`;
const either = `(?:${spellings.flatMap((word) => [word, capital(word)]).join('|')})`;
const ends = String.raw`(?![\p{L}\d])`;
const starts = String.raw`(?<![\p{L}\d.,/-])`;
const dayNumber = String.raw`(?<day>0?[1-9]|[12]\d|3[01])`;
const yearNumber = String.raw`(?<year>(?:1[0-9]|20)\d{2})`;

/** What `timeSpansOf` leaves: days of no year, other languages, figures. Each with the groups day, month and year. */
const shapes = [
  String.raw`${starts}${dayNumber}(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?(?<month>${either})${ends}\.?(?:,?\s(?:de\s|del\s)?${yearNumber}${ends})?`,
  String.raw`${starts}(?<month>${capitals})\.?\s${dayNumber}(?:st|nd|rd|th)?${ends}(?![.,:]\d)(?:,?\s${yearNumber}${ends})?`,
  String.raw`${starts}(?<month>${capitals})\.?\s(?:de\s|del\s)?${yearNumber}${ends}`,
  String.raw`(?<=\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Dd]uring|[Ee]arly|[Ll]ate|[Mm]id|of|from|through|im|en|seit|bis)\s)(?<month>${capitals})${ends}`,
  String.raw`${starts}${dayNumber}\.(?<figure>0?[1-9]|1[0-2])\.${yearNumber}${ends}`,
].map((shape) => new RegExp(shape, 'gu'));

/**
 * The times that a text names, in order, of which none lies inside another: days, months, years, stretches, and days
 * without a year.
 */
export function datesOf(text: string): FoundDate[] {
  const found: FoundDate[] = timeSpansOf(text).map(({ from, until, words, start }) => ({
    from,
    until,
    text: words,
    start,
    end: start + words.length,
    yearless: false,
  }));
  const taken = new Uint8Array(text.length);
  for (const { start, end } of found) taken.fill(1, start, end);
  for (const shape of shapes) {
    for (const match of text.matchAll(shape)) {
      const date = {
        text: match[0],
        start: match.index,
        end: match.index + match[0].length,
        ...intervalOf(match.groups ?? {}),
      };
      if (taken.subarray(date.start, date.end).includes(1)) continue;
      taken.fill(1, date.start, date.end);
      found.push(date);
    }
  }
  return found.sort((left, right) => left.start - right.start);
}

/** The text with blanks for its dates: positions stay. */
export function blankDates(text: string): string {
  let position = 0;
  const pieces: string[] = [];
  for (const { start, end } of datesOf(text)) {
    pieces.push(text.slice(position, start), ' '.repeat(end - start));
    position = end;
  }
  return pieces.join('') + text.slice(position);
}

function intervalOf({
  day,
  month,
  figure,
  year,
}: Readonly<Record<string, string | undefined>>): Pick<FoundDate, 'from' | 'until' | 'yearless'> {
  const inMonth = figure === undefined ? (monthOf.get((month ?? '').toLowerCase()) ?? 0) : Number(figure) - 1;
  const inYear = Number(year ?? 2000);
  const from = new Date(Date.UTC(inYear, inMonth, Number(day ?? 1)));
  const until = new Date(day === undefined ? Date.UTC(inYear, inMonth + 1, 1) : from.getTime() + 86_400_000);
  return { from, until, yearless: year === undefined };
}

/** Whether two dates name the same time; where one has no year, that day or month of any. */
export function sameDate(left: FoundDate, right: FoundDate): boolean {
  if (left.yearless === right.yearless)
    return instant(left.from) === instant(right.from) && instant(left.until) === instant(right.until);
  return (
    instant(anyYear(left.from)) === instant(anyYear(right.from)) &&
    lengthOf(left) === lengthOf(right) &&
    lengthOf(left) < 32
  );
}

function instant(date: Date | null): number | null {
  return date?.getTime() ?? null;
}

function anyYear(date: Date | null): Date | null {
  return date && new Date(Date.UTC(2000, date.getUTCMonth(), date.getUTCDate()));
}

/** In days, a month's being 31 whatever it is. */
function lengthOf({ from, until }: Interval): number {
  const days = from && until ? (until.getTime() - from.getTime()) / 86_400_000 : Number.POSITIVE_INFINITY;
  return days >= 28 && days <= 31 ? 31 : days;
}
