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
/** What has an exponent: a number, a variable, a unit of length. */
const raisable = /(?:\d|(?<![\p{L}\d])(?:\p{L}|[cdkm]m|ft|in|yd)|\))$/u;
const exponent = /^[-−+]?\d{1,3}$/;

/**
 * A number that is set small and high, behind the words before it: an exponent as `10⁶` and `m²`, anything else as the
 * mark of a note, `[1]`. In line it would be another number: `106`.
 */
export function raisedNumber(before: string, number: string): string {
  return raisable.test(before) && exponent.test(number)
    ? Array.from(number, (digit) => raised[digit] ?? digit).join('')
    : `[${number}]`;
}
