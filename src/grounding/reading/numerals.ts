import { tensWords, unitWords } from '../../knowledge/words.ts';

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

/** The value of one number word below a hundred. */
export function numberWord(word: string): number | undefined {
  return values.get(word);
}

export function isTens(word: string): boolean {
  return tensWords.includes(word);
}

/** 1 for "first". */
export function ordinalWord(word: string): number | undefined {
  const position = ordinals.indexOf(word);
  return position === -1 ? undefined : position + 1;
}

/** How a text writes its numbers: with a decimal comma, a decimal point, or nothing to tell by. */
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
 * The value of digits with marks. Null: it is `1.000` and the like, a thousand in half of Europe and one elsewhere, and
 * nothing tells which. Undefined: these are no number, as in `1.2.3`.
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
