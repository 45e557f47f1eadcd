/** A time as written in a text: [from, until), open where null. */
export interface FoundDate extends Interval {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A day or month without a year. Its interval is in the year 2000, a leap year. */
  readonly yearless: boolean;
}

const names = [
  'january|jan|januar|jänner|janvier|enero|gennaio|januari|janeiro|stycznia|ocak|يناير',
  'february|feb|februar|février|febrero|febbraio|februari|fevereiro|lutego|şubat|فبراير',
  'march|mar|märz|mars|marzo|maart|março|marca|mart|مارس',
  'april|apr|avril|abril|aprile|kwietnia|nisan|أبريل',
  'may|mai|mayo|maggio|mei|maio|maja|mayıs|مايو',
  'june|jun|juni|juin|junio|giugno|junho|czerwca|haziran|يونيو',
  'july|jul|juli|juillet|julio|luglio|julho|lipca|temmuz|يوليو',
  'august|aug|août|agosto|augustus|sierpnia|ağustos|أغسطس',
  'september|sept|sep|septembre|septiembre|settembre|setembro|września|eylül|سبتمبر',
  'october|oct|oktober|okt|octobre|octubre|ottobre|outubro|października|ekim|أكتوبر',
  'november|nov|novembre|noviembre|novembro|listopada|kasım|نوفمبر',
  'december|dec|dezember|dez|décembre|diciembre|dicembre|dezembro|grudnia|aralık|ديسمبر',
];
const monthOf = new Map(
  names.flatMap((spellings, month) => spellings.split('|').map((spelling) => [spelling, month] as const)),
);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const spellings = [...monthOf.keys()];
/** Before a number, and alone, a month must be capitalized: `you may 3 times` is not a date. */
const capitals = `(?:${spellings.map((word) => capital(word)).join('|')})`;
const either = `(?:${spellings.flatMap((word) => [word, capital(word)]).join('|')})`;
const ends = String.raw`(?![\p{L}\d])`;
const starts = String.raw`(?<![\p{L}\d.,/-])`;
const dayNumber = String.raw`(?<day>0?[1-9]|[12]\d|3[01])`;
const yearNumber = String.raw`(?<year>(?:1[0-9]|20)\d{2})`;

/**
 * What `timeSpansOf` omits: days without a year, other languages, numeric dates. Each has groups for day, month and
 * year.
 */
const shapes = [
  String.raw`${starts}${dayNumber}(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?(?<month>${either})${ends}\.?(?:,?\s(?:de\s|del\s)?${yearNumber}${ends})?`,
  String.raw`${starts}(?<month>${capitals})\.?\s${dayNumber}(?:st|nd|rd|th)?${ends}(?![.,:]\d)(?:,?\s${yearNumber}${ends})?`,
  String.raw`${starts}(?<month>${capitals})\.?\s(?:de\s|del\s)?${yearNumber}${ends}`,
  String.raw`(?<=\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Dd]uring|[Ee]arly|[Ll]ate|[Mm]id|of|from|through|im|en|seit|bis)\s)(?<month>${capitals})${ends}`,
  String.raw`${starts}${dayNumber}\.(?<figure>0?[1-9]|1[0-2])\.${yearNumber}${ends}`,
].map((shape) => new RegExp(shape, 'gu'));

/** The times that a text names, in order and without overlaps: days, months, years, spans, and days without a year. */
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

/** The text with its dates replaced by spaces, so that positions stay the same. */
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

/** Whether two dates name the same time. If only one has a year, the day or month alone is compared. */
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

/** In days. Every month counts as 31 days. */
function lengthOf({ from, until }: Interval): number {
  const days = from && until ? (until.getTime() - from.getTime()) / 86_400_000 : Number.POSITIVE_INFINITY;
  return days >= 28 && days <= 31 ? 31 : days;
}

/** A span of time that a text names: [from, until), open where null. */
export interface TimeSpan {
  readonly from: Date | null;
  readonly until: Date | null;
  /** As written in the text. */
  readonly words: string;
  /** Where it begins in the text. */
  readonly start: number;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const year = '(?:1[0-9]|20)\\d{2}';
/** A day, a month of a year, or a year. */
const date = String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)? (?:of )?${month},? ${year}|${month} \d{1,2}(?:st|nd|rd|th)?,? ${year}|${month},? ${year}|${year})`;
const dash = String.raw`\s*[-–—]\s*`;
const amount = String.raw`\s*(?:km|m|kg|g|people|persons|words|users|items|pages|dollars|euros|pounds|seats|units|pieces|days|hours|minutes|times|members|employees|characters|metres|meters|miles|feet|tons|tonnes|rows|requests|orders|points|students|copies)\b`;
/** Four digits may be an amount, so a year on its own must follow a word or mark that makes it a year. */
const led = String.raw`(?<=\b(?:in|of|during|year|years|summer|winter|spring|autumn|fall|early|late|mid|around|circa|the|late|season) |[(\[]|, )`;
const alone = String.raw`(?:(?!${year}\b(?!-\d{2}-\d{2}\b))${date}(?![\d-])|${led}${year}(?!\d|[.,]\d|\s*(?:%|€|\$|£|¥|-\w)|${amount}))`;
const decade = String.raw`\b(?:1[0-9]|20)\d0s\b`;

const spanShapes: readonly (readonly [RegExp, (first: Interval, second: Interval) => Interval])[] = [
  [
    new RegExp(
      String.raw`(?:\b(?:from |since )?(?<first>${date})(?:${dash}| (?:to|until|till|through) )|\b(?:between|from) (?<other>${date}) (?:and|to) )(?<second>${date}|(?:the )?present|now|today)\b`,
      'gi',
    ),
    (first, second) => ({ from: first.from, until: second.until }),
  ],
  [
    new RegExp(
      String.raw`\b(?:since|from|as of|starting(?: in)?|beginning in|after) (?<first>${date})\b(?! ?(?:to|until|till|through|-|–))`,
      'gi',
    ),
    (first) => ({ from: first.from, until: null }),
  ],
  [
    new RegExp(String.raw`\b(?:until|till|before|up to|by|prior to) (?<first>${date})\b`, 'gi'),
    (first) => ({ from: null, until: first.until }),
  ],
  [
    new RegExp(String.raw`(?<first>${decade})`, 'gi'),
    (first) => ({ from: first.from, until: first.from && utc(first.from.getUTCFullYear() + 10, 0, 1) }),
  ],
  [new RegExp(String.raw`(?<first>${alone})`, 'gi'), (first) => first],
];

export type Interval = Pick<TimeSpan, 'from' | 'until'>;

/**
 * The times that an English text names, in order: days, months and years, "from … to …", "since …", "until …". A span
 * inside a longer one is left out. A bare month or weekday cannot be compared and is not returned.
 */
export function timeSpansOf(text: string): TimeSpan[] {
  const found: TimeSpan[] = [];
  // One flag per character: comparing every pair of spans takes seconds on a page full of years.
  const taken = new Uint8Array(text.length);
  for (const [shape, join] of spanShapes) {
    for (const match of text.matchAll(shape)) {
      const words = match[0].trim();
      const start = match.index + match[0].length - match[0].trimStart().length;
      if (taken.subarray(start, start + words.length).includes(1)) continue;
      const { first, other, second } = match.groups ?? {};
      const interval = join(
        intervalIn(first ?? other ?? ''),
        second === undefined ? { from: null, until: null } : intervalIn(second),
      );
      if (interval.from !== null && interval.until !== null && interval.from >= interval.until) continue;
      found.push({ ...interval, words, start });
      taken.fill(1, start, start + words.length);
    }
  }
  return found.sort((left, right) => left.start - right.start);
}

function intervalIn(text: string): Interval {
  const words = text.toLowerCase().match(/[a-z]{3,}|\d+/g) ?? [];
  const name = months.findIndex((entry) => words.some((word) => word.startsWith(entry)));
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
  const named = numbers.find((value) => value >= 1_000);
  if (named === undefined) return { from: null, until: null };
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const day = numbers.find((value) => value < 32);
  if (name >= 0 && day !== undefined) return dayOf(named, name, day);
  if (name >= 0) return { from: utc(named, name, 1), until: utc(named, name + 1, 1) };
  return { from: utc(named, 0, 1), until: utc(named + 1, 0, 1) };
}

function dayOf(inYear: number, inMonth: number, day: number): Interval {
  return { from: utc(inYear, inMonth, day), until: utc(inYear, inMonth, day + 1) };
}

function utc(inYear: number, inMonth: number, day: number): Date {
  return new Date(Date.UTC(inYear, inMonth, day));
}

/** Whether two spans overlap. */
export function overlaps(left: Interval, right: Interval): boolean {
  return (
    (left.until === null || right.from === null || left.until > right.from) &&
    (right.until === null || left.from === null || right.until > left.from)
  );
}

const yearMillis = 365.25 * 86_400_000;
/**
 * A span longer than this, and longer than four times the span asked about, is a life or an era: "(1900 - 1993)" says
 * nothing about 1965.
 */
const lifetime = 30 * yearMillis;

/**
 * How the times that a text names relate to those asked about. STARTS: a span begins in the same year as one asked
 * about. HOLDS: a span covers one asked about (see `tellsOf`). BETWEEN: a time asked about lies between the times of
 * the text, as a state does between two events. OTHER: the times do not match. NONE: the text names no time.
 */
type TimeMatch = 'STARTS' | 'HOLDS' | 'BETWEEN' | 'OTHER' | 'NONE';

export function timeMatch(text: string, asked: readonly Interval[]): TimeMatch {
  const stated = timeSpansOf(text);
  if (stated.length === 0) return 'NONE';
  const some = (matches: (span: Interval, other: Interval) => boolean) =>
    stated.some((span) => asked.some((other) => matches(span, other)));
  if (some(startsWith)) return 'STARTS';
  if (some(tellsOf)) return 'HOLDS';
  return stated.length > 1 && asked.some((other) => liesBetween(other, stated)) ? 'BETWEEN' : 'OTHER';
}

function startsWith(stated: Interval, asked: Interval): boolean {
  return stated.from !== null && stated.from.getUTCFullYear() === asked.from?.getUTCFullYear();
}

function liesBetween(asked: Interval, stated: readonly Interval[]): boolean {
  const first = Math.min(...stated.map((span) => Number(span.from ?? span.until)));
  const last = Math.max(...stated.map((span) => Number(span.until ?? span.from)));
  return Number(asked.from ?? asked.until) >= first && Number(asked.until ?? asked.from) <= last;
}

/**
 * An event in the middle of a span says little about the whole span. A time is about a span if it begins in the same
 * year (see `startsWith`) or covers it. On timeqa, 70 in 100 answers that do so were right, against 33 in 100 answers
 * with another moment of the span.
 */
function tellsOf(stated: Interval, asked: Interval): boolean {
  if (!overlaps(stated, asked) || millisOf(stated) > Math.max(lifetime, 4 * millisOf(asked))) return false;
  if (asked.from === null || asked.until === null) return true;
  return (stated.from === null || stated.from <= asked.from) && (stated.until === null || stated.until >= asked.until);
}

/** In milliseconds; 0 if one end is open. */
function millisOf({ from, until }: Interval): number {
  return from === null || until === null ? 0 : until.getTime() - from.getTime();
}

/** The score of a match. A sentence without a time may still apply. */
const worth: Readonly<Record<TimeMatch, number>> = { STARTS: 1, HOLDS: 0.7, BETWEEN: 0.6, NONE: 0.4, OTHER: 0 };

/**
 * How well the times of some sentences fit those asked about: 0..1, from the best sentence; null if the question asks
 * about no time. On timeqa it separates answerable from unanswerable questions with an AUROC of .66 on its own; all
 * retrieval signals together reach .55.
 */
export function timeFit(asked: readonly Interval[], texts: readonly string[]): number | null {
  return asked.length === 0 ? null : Math.max(0, ...texts.map((text) => worth[timeMatch(text, asked)]));
}
