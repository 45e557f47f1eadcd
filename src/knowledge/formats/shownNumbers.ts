/** Word's name of a format, such as `lowerLetter`; any other name means decimal. */
type NumberFormat = string;

/**
 * Returns a number as a list shows it: `lowerLetter`, `upperLetter`, `lowerRoman`, `upperRoman`, `decimalZero`,
 * otherwise decimal.
 */
export function asLabel(number: number, format: NumberFormat): string {
  if (format === 'decimalZero') return String(number).padStart(2, '0');
  const text = format.endsWith('Letter') ? letters(number) : format.endsWith('Roman') ? roman(number) : String(number);
  return format.startsWith('upper') ? text.toUpperCase() : text;
}

/** Programs continue after z with aa and bb. */
const letters = (number: number): string =>
  number < 1
    ? String(number)
    : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 10));

const romans = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
});
const maxRoman = 3_999;

function roman(number: number): string {
  if (number < 1 || number > maxRoman) return String(number);
  let [rest, text] = [number, ''];
  for (const [sign, value] of romans) for (; rest >= value; rest -= value) text += sign;
  return text;
}

/** The marks that canonical text writes itself; any other label is kept as it is. */
const ownMark = /^(?:\d+\.|)$/;
const maxLabel = 20;

/** Returns an item's label as CSS for `style`; undefined if the list's own number already shows it. */
export function labelStyle(label: string): string | undefined {
  const plain = label.replaceAll(/["\\;{}<>\s]+/g, ' ').trim();
  return ownMark.test(plain) || plain.length > maxLabel ? undefined : `list-style-type: "${plain} "`;
}

const cssFormats: ReadonlyMap<string, NumberFormat> = new Map([
  ['lower-alpha', 'lowerLetter'],
  ['lower-latin', 'lowerLetter'],
  ['upper-alpha', 'upperLetter'],
  ['upper-latin', 'upperLetter'],
  ['lower-roman', 'lowerRoman'],
  ['upper-roman', 'upperRoman'],
]);
/** Returns the format for a CSS name; undefined for figures and bullets. */
export const cssFormat = (name: string): NumberFormat | undefined => cssFormats.get(name.toLowerCase());

const htmlFormats: ReadonlyMap<string, NumberFormat> = new Map([
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
]);
/** Returns the format for a name in HTML or OpenDocument. */
export const htmlFormat = (name: string): NumberFormat | undefined => htmlFormats.get(name);

const listStyle = /(?:^|;)\s*list-style(?:-type)?\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;"']*))/i;

/**
 * Returns the label that a browser shows before an item, without the blank after it; undefined for a bullet and for
 * `1.`.
 * @param style the item's own style, or its list's
 * @param type the HTML type: `a`, `A`, `i`, `I`
 */
export function shownLabel(number: number, style: string, type: string): string | undefined {
  const [, double, single, words = ''] = listStyle.exec(style) ?? [];
  const text = (double ?? single)?.trim();
  if (text !== undefined) return ownMark.test(text) || text.length > maxLabel ? undefined : text;
  const format = words.split(/\s+/).map(cssFormat).find(Boolean) ?? htmlFormat(type);
  return format && `${asLabel(number, format)}.`;
}

const raised: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '-': '⁻',
  '−': '⁻',
  '+': '⁺',
};
/** What can have an exponent: a number, a variable, a unit of length. */
const raisable = /(?:\d|(?<![\p{L}\d])(?:\p{L}|[cdkm]m|ft|in|yd)|\))$/u;
const exponent = /^[-−+]?\d{1,3}$/;

/**
 * Renders a superscript number after the words before it: an exponent as in `10⁶` and `m²`, anything else as a note
 * mark, `[1]`. On the line it would read as another number: `106`.
 */
export function raisedNumber(before: string, number: string): string {
  return raisable.test(before) && exponent.test(number)
    ? Array.from(number, (digit) => raised[digit] ?? digit).join('')
    : `[${number}]`;
}
