/**
 * The tokens of a text, and the numbers that they write: digits of every script, words, fractions, clocks, ordinals.
 */
import { tensWords, unitWords } from '../language/words.ts';
import { isCurrency, magnitudeOf, measuredUnit } from './units.ts';

/** A word, a run of digits with its marks, or one other character. */
export interface Token {
  readonly kind: 'NUMBER' | 'WORD' | 'SIGN';
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Whether no space separates it from the previous token. */
  readonly glued: boolean;
}

const tokenShape = /\d+(?:[.,:'\u2019]\d+)*|[\p{L}\p{M}]+(?:['\u2019]\p{L}+)*|[^\s\p{L}\p{M}\d]/gu;

/** The tokens of a text, in order. Digits of other scripts are read as 0-9. Linear in the length of the text. */
export function scan(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of asciiDigits(text).matchAll(tokenShape)) {
    const word = match[0];
    const kind = /^\d/.test(word) ? 'NUMBER' : /^[\p{L}\p{M}]/u.test(word) ? 'WORD' : 'SIGN';
    tokens.push({
      kind,
      text: word,
      lower: word.toLowerCase().replaceAll('\u2019', "'"),
      start: match.index,
      end: match.index + word.length,
      glued: match.index === end && end > 0,
    });
    end = match.index + word.length;
  }
  return tokens;
}

/** The zeros of the scripts whose digits occur in documents: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/** Keeps the length, so that positions stay the same. */
function asciiDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\uFF10-\uFF19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code));
  });
}

const values = new Map<string, number>([
  ...unitWords.map((word, value) => [word, value] as const),
  ...tensWords.map((word, position) => [word, 20 + 10 * position] as const),
]);
const others =
  'zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 zwanzig:20 dreißig:30 deux:2 trois:3 quatre:4 cinq:5 sept:7 huit:8 neuf:9 dix:10 douze:12 quinze:15 vingt:20 trente:30 dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 doce:12 quince:15 veinte:20 treinta:30';
for (const entry of others.split(' '))
  values.set(entry.slice(0, entry.indexOf(':')), Number(entry.slice(entry.indexOf(':') + 1)));

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];

/** The value of a single number word below a hundred. */
export function numberWord(word: string): number | undefined {
  return values.get(word);
}

function isTens(word: string): boolean {
  return tensWords.includes(word);
}

/** The position of an ordinal: 1 for "first". */
export function ordinalWord(word: string): number | undefined {
  const position = ordinals.indexOf(word);
  return position === -1 ? undefined : position + 1;
}

/** How a text writes its numbers: with a decimal comma, with a decimal point, or without evidence of either. */
export type DecimalMark = 'COMMA' | 'POINT' | 'UNKNOWN';

export function decimalMarkOf(text: string): DecimalMark {
  const comma =
    /(?<![\d.,])\d{1,3}(?:\.\d{3})*,\d{1,2}(?![\d,])/.test(text) ||
    /(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.])/.test(text);
  const point =
    /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/.test(text) || /(?<![\d.,])\d{1,3}(?:,\d{3})*\.\d{1,2}(?![\d.])/.test(text);
  return comma === point ? 'UNKNOWN' : comma ? 'COMMA' : 'POINT';
}

/**
 * The value of digits with marks. Null for `1.000` and the like, which is a thousand in half of Europe and one
 * elsewhere, if the text does not show which is meant. Undefined if the digits are not a number, as in `1.2.3`.
 */
export function valueOfDigits(digits: string, mark: DecimalMark): number | null | undefined {
  const plain = digits.replaceAll(/['\u2019 \u00A0\u2009\u202F](?=\d{3}(?!\d))/g, '');
  if (/^\d+$/.test(plain)) return Number(plain);
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(plain))
    return mark === 'COMMA' ? Number(plain.replace('.', '')) : mark === 'POINT' ? Number(plain) : null;
  if (/^\d+\.\d+$/.test(plain)) return Number(plain);
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  if (/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  return /^\d+,\d+$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

/** Words that cannot be counted: a number before one of them has no unit. */
export const stops: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have if in into is it its may must of on only or our per shall should so such than that the their them then there these they this those to was ' +
    'we were what when where which who will with would you your after before until within each every more less not no also und oder der die das et le la les un une y o el los bis à till per during via plus about over under above below up additional extra further other'
  ).split(' '),
);

/** Words that label what follows: "step 3" and "version 2.1" are ids, not amounts. */
export const labels: ReadonlySet<string> = new Set(
  (
    'version release section article step chapter page room line figure table appendix clause paragraph number no nr level tier phase zone gate platform form rule question option point ' +
    'item part type model series error code exit port ticket issue case invoice building track terminal flight route exercise lesson unit volume edition schritt abschnitt kapitel seite étape chapitre página paso capítulo'
  ).split(' '),
);

/** A number whose unit is not known yet. */
export interface NumberRead {
  readonly low: number | null;
  readonly next: number;
  readonly word: boolean;
  readonly clock: boolean;
}

/** The number that begins at a token; undefined if there is none or if it is part of an id. */
export function numberAt(tokens: readonly Token[], position: number, mark: DecimalMark): NumberRead | undefined {
  const token = tokens[position];
  if (token?.kind === 'NUMBER') return isId(tokens, position) ? undefined : digitsAt(tokens, position, mark);
  return token?.kind === 'WORD' ? wordsAt(tokens, position) : fractionAt(tokens, position);
}

/** Whether a number has a label or is part of a code, version, phone number or address. */
function isId(tokens: readonly Token[], position: number): boolean {
  const [before, token, after] = [tokens[position - 1], tokens[position], tokens[position + 1]];
  if (!token) return true;
  if (before && labels.has(before.lower)) return true;
  if (before?.text === '.' && labels.has(tokens[position - 2]?.lower ?? '')) return true;
  if (
    token.glued &&
    before &&
    (before.text === '#' ||
      before.text === '_' ||
      before.text === '@' ||
      (before.kind === 'WORD' && !isCurrency(measuredUnit(before.text)?.name ?? '')))
  )
    return true;
  if (
    token.glued &&
    before?.text === '-' &&
    before.glued &&
    tokens[position - 2]?.kind === 'WORD' &&
    /\p{Lu}/u.test(tokens[position - 2]?.text ?? '') &&
    numberWord(tokens[position - 2]?.lower ?? '') === undefined
  )
    return true;
  if (after?.glued && after.text === '_') return true;
  if (token.text === '7' && token.glued && before?.text === '/' && tokens[position - 2]?.text === '24') return true;
  return after?.glued === true && after.kind === 'WORD' && !isSuffix(after, tokens[position - 1]);
}

function isSuffix(token: Token, before: Token | undefined): boolean {
  return (
    measuredUnit(token.text) !== undefined ||
    /^(?:st|nd|rd|th|x|am|pm|a|p)$/.test(token.lower) ||
    magnitudeOf(token.text, true, before !== undefined && isCurrency(measuredUnit(before.text)?.name ?? '')) !== 1
  );
}

const fractions: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 };

/** "½", ".50". */
function fractionAt(tokens: readonly Token[], position: number): NumberRead | undefined {
  const [before, sign, digits] = [tokens[position - 1], tokens[position], tokens[position + 1]];
  const value = fractions[sign?.text ?? ''];
  if (value !== undefined) return { low: value, next: position + 1, word: false, clock: false };
  const follows = sign?.glued && before !== undefined && (before.kind !== 'SIGN' || before.text === '.');
  if (sign?.text !== '.' || follows || !digits?.glued || !/^\d+$/.test(digits.text) || isId(tokens, position + 1))
    return undefined;
  return { low: Number(`0.${digits.text}`), next: position + 2, word: false, clock: false };
}

/** "1/2", not "24/7". */
function slashedAt(tokens: readonly Token[], position: number): NumberRead | undefined {
  const [upper, slash, lower] = tokens.slice(position, position + 3);
  if (
    !slash?.glued ||
    !lower?.glued ||
    !/^(?:1\/[2-9]|2\/[35]|3\/[458])$/.test(`${upper?.text}${slash.text}${lower.text}`)
  )
    return undefined;
  return { low: Number(upper?.text) / Number(lower.text), next: position + 3, word: false, clock: false };
}

function digitsAt(tokens: readonly Token[], position: number, mark: DecimalMark): NumberRead | undefined {
  const known = clockAt(tokens, position) ?? slashedAt(tokens, position);
  if (known) return known;
  let digits = tokens[position]?.text ?? '';
  let next = position + 1;
  // "10 000": groups of three digits separated by a space.
  for (
    let group = tokens[next];
    group &&
    /^[1-9]\d{0,2}(?: \d{3})*$/.test(digits) &&
    /^\d{3}$/.test(group.text) &&
    group.start === (tokens[next - 1]?.end ?? 0) + 1;
    group = tokens[next]
  ) {
    digits += ` ${group.text}`;
    next += 1;
  }
  const ratio = /^(\d+):(\d+)$/.exec(digits);
  if (ratio) return { low: Number(ratio[1]) / Math.max(1, Number(ratio[2])), next, word: false, clock: false };
  const value = valueOfDigits(digits, mark);
  if (value === undefined) return undefined;
  if (tokens[next]?.text === '/' && tokens[next]?.glued && `${digits}/${tokens[next + 1]?.text ?? ''}` === '24/7')
    return undefined;
  // "7½", "7 1/2"
  const rest = tokens[next]?.glued ? fractions[tokens[next]?.text ?? ''] : slashedAt(tokens, next)?.low;
  if (rest && value !== null && Number.isInteger(value))
    return { low: value + rest, next: next + (tokens[next]?.glued ? 1 : 3), word: false, clock: false };
  return { low: value, next, word: false, clock: false };
}

/** Behind an hour of 24: "18 Uhr", "18 uur", "9 o'clock". */
const hourWord = /^(?:uhr|uur|o'clock)$/;

/** Minutes of the day: "7:30", "7:30 pm", "7 a.m.", "19.30 Uhr", "18 Uhr", "18h30". */
export function clockAt(tokens: readonly Token[], position: number): NumberRead | undefined {
  const token = tokens[position];
  const half = halfOfDay(tokens, position + 1);
  const full = /^([01]?\d|2[0-4])[:.]([0-5]\d)(?::[0-5]\d)?$/.exec(token?.text ?? '');
  const german = hourWord.test(tokens[position + 1]?.lower ?? '');
  if (full && (full[0].includes(':') || half || german))
    return {
      low: onDay(Number(full[1]), half?.half) + Number(full[2]),
      next: half?.next ?? position + (german ? 2 : 1),
      word: false,
      clock: true,
    };
  const whole = /^(?:[01]?\d|2[0-4])$/.test(token?.text ?? '') ? Number(token?.text) * 60 : undefined;
  if (whole !== undefined && german) return { low: whole, next: position + 2, word: false, clock: true };
  const minutes = tokens[position + 2];
  if (whole !== undefined && tokens[position + 1]?.text === 'h' && minutes?.glued && /^[0-5]\d$/.test(minutes.text))
    return { low: whole + Number(minutes.text), next: position + 3, word: false, clock: true };
  const hour = /^(?:1[0-2]|0?[1-9])$/.test(token?.text ?? '') ? Number(token?.text) : undefined;
  return hour !== undefined && half
    ? { low: onDay(hour, half.half), next: half.next, word: false, clock: true }
    : undefined;
}

function onDay(hour: number, half: 'a' | 'p' | undefined): number {
  if (half === undefined) return hour * 60;
  return ((hour % 12) + (half === 'p' ? 12 : 0)) * 60;
}

function halfOfDay(
  tokens: readonly Token[],
  position: number,
): { readonly half: 'a' | 'p'; readonly next: number } | undefined {
  const token = tokens[position];
  if (token?.kind !== 'WORD' || !/^[ap]/.test(token.lower)) return undefined;
  if (token.lower === 'am' || token.lower === 'pm')
    return { half: token.lower === 'am' ? 'a' : 'p', next: position + 1 };
  if (token.text.length > 1) return undefined;
  const dotted = tokens
    .slice(position, position + 4)
    .map(({ lower }) => lower)
    .join('');
  if (/^[ap]\.m/.test(dotted))
    return {
      half: dotted.startsWith('a') ? 'a' : 'p',
      next: position + (dotted.endsWith('.') && tokens[position + 3]?.glued ? 4 : 3),
    };
  return undefined;
}

/** "twenty-five", "two hundred and fifty", "half", and "a" or "an" before a unit of time: "within an hour". */
function wordsAt(tokens: readonly Token[], position: number, below = 1e9): NumberRead | undefined {
  const token = tokens[position];
  if (!token) return undefined;
  const named =
    namedTime(tokens, position) ??
    timesAt(tokens, position) ??
    ordinalAt(tokens, position) ??
    articleAt(tokens, position);
  if (named) return named;
  let value = numberWord(token.lower);
  if (value === undefined || isPronoun(tokens, position, value)) return undefined;
  let next = position + 1;
  const hyphen = tokens[next]?.text === '-' ? next + 1 : next;
  const ones = numberWord(tokens[hyphen]?.lower ?? '');
  if (isTens(token.lower) && ones !== undefined && ones > 0 && ones < 10) {
    value += ones;
    next = hyphen + 1;
  }
  if (tokens[next]?.lower === 'hundred' || tokens[next]?.lower === 'thousand')
    return value === 0 || value * 100 >= below
      ? { low: value, next, word: true, clock: false }
      : hundredsAt(tokens, next, value);
  if (tokens[next]?.lower === 'and' && tokens[next + 1]?.lower === 'a' && tokens[next + 2]?.lower === 'half')
    return { low: value + 0.5, next: next + 3, word: true, clock: false };
  return { low: value, next, word: true, clock: false };
}

function hundredsAt(tokens: readonly Token[], position: number, count: number): NumberRead {
  const total = count * (tokens[position]?.lower === 'hundred' ? 100 : 1_000);
  const from = tokens[position + 1]?.lower === 'and' ? position + 2 : position + 1;
  const rest = numberWord(tokens[from]?.lower ?? '') === undefined ? undefined : wordsAt(tokens, from, total);
  return rest && rest.low !== null && rest.low < total
    ? { low: total + rest.low, next: rest.next, word: true, clock: false }
    : { low: total, next: position + 1, word: true, clock: false };
}

function namedTime(tokens: readonly Token[], position: number): NumberRead | undefined {
  const word = tokens[position]?.lower;
  if (word === 'noon' || word === 'midday') return { low: 720, next: position + 1, word: true, clock: true };
  return word === 'midnight' ? { low: 1_440, next: position + 1, word: true, clock: true } : undefined;
}

/**
 * "Twice a year". "Once" often means "as soon as", so it counts only before words such as "a" and "per", a sign, or
 * nothing.
 */
function timesAt(tokens: readonly Token[], position: number): NumberRead | undefined {
  const value = ['once', 'twice', 'thrice'].indexOf(tokens[position]?.lower ?? '') + 1;
  const follows = tokens[position + 1];
  const counts =
    value > 1 ||
    (value === 1 &&
      (follows === undefined || follows.kind === 'SIGN' || /^(?:an?|per|every|each|within|in)$/.test(follows.lower)));
  return counts ? { low: value, next: position + 1, word: true, clock: false } : undefined;
}

/** An ordinal counts after a word that makes it one: "the second attempt", but not "first, open it" or "per second". */
function ordinalAt(tokens: readonly Token[], position: number): NumberRead | undefined {
  const value = ordinalWord(tokens[position]?.lower ?? '');
  const determined = /^(?:the|a|your|their|its|our|his|her|every|each|on)$/.test(tokens[position - 1]?.lower ?? '');
  return value !== undefined && (value > 3 || determined) && tokens[position + 1]?.kind === 'WORD'
    ? { low: value, next: position + 1, word: true, clock: false }
    : undefined;
}

function articleAt(tokens: readonly Token[], position: number): NumberRead | undefined {
  const word = tokens[position]?.lower;
  const follows = tokens[position + 1];
  if (word === 'half') {
    const unit =
      tokens[position + 1]?.lower === 'a' || tokens[position + 1]?.lower === 'an' ? position + 2 : position + 1;
    return unit > position + 1 && measuredUnit(tokens[unit]?.text ?? '')
      ? { low: 0.5, next: unit, word: true, clock: false }
      : undefined;
  }
  if ((word !== 'a' && word !== 'an') || !follows) return undefined;
  if (
    follows.lower === 'dozen' ||
    follows.lower === 'hundred' ||
    follows.lower === 'thousand' ||
    follows.lower === 'million'
  )
    return { low: 1, next: position + 1, word: true, clock: false };
  const counts = /^(?:within|after|in|than|least|most|about|for|takes|lasts|over|under)$/.test(
    tokens[position - 1]?.lower ?? '',
  );
  return counts && follows.text.length > 2 && ['second', 'month'].includes(measuredUnit(follows.text)?.name ?? '')
    ? { low: 1, next: position + 1, word: true, clock: false }
    : undefined;
}

/** "one of them", "no one" and "this one" do not count anything. */
function isPronoun(tokens: readonly Token[], position: number, value: number): boolean {
  if (value !== 1) return false;
  const follows =
    tokens[position + 1]?.text === '-' && tokens[position + 1]?.glued ? tokens[position + 2] : tokens[position + 1];
  return (
    /^(?:the|this|that|no|each|every|any|which|some|another)$/.test(tokens[position - 1]?.lower ?? '') ||
    follows?.kind !== 'WORD' ||
    stops.has(follows.lower) ||
    /s$/.test(follows.lower.replace(/ss$/, ''))
  );
}
