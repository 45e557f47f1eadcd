import { tensWords, unitWords } from '../../knowledge/words.ts';

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

export function isTens(word: string): boolean {
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
