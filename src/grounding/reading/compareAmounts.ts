import { amountsOf, type Amount } from './amounts.ts';
import { blankDates } from './timeSpan.ts';
import { isMeasured } from './units.ts';

/** The same number, range and unit with the same comparator, however written. "Within" and "up to" are one. */
export function sameAmount(left: Amount, right: Amount): boolean {
  return sameUnit(left.unit, right.unit) && sameValue(left, right) && left.comparator === right.comparator;
}

/** Without regard to the comparator. */
export function sameValue(left: Amount, right: Amount): boolean {
  if (left.low === null || right.low === null) return digitsOf(left) === digitsOf(right);
  return left.low === right.low && left.high === right.high;
}

/** Of a pair that may mean the same: "pounds" are money or weight. */
const twins: Readonly<Record<string, readonly string[]>> = {
  pound: ['GBP'],
  GBP: ['pound'],
  krone: ['SEK', 'NOK', 'DKK'],
  SEK: ['krone'],
  NOK: ['krone'],
  DKK: ['krone'],
  penny: ['cent'],
  cent: ['penny'],
  degree: ['celsius', 'fahrenheit'],
  celsius: ['degree'],
  fahrenheit: ['degree'],
  JPY: ['CNY'],
  CNY: ['JPY'],
};

/** Denominators aside, if only one side has them. */
export function sameUnit(left: string, right: string): boolean {
  if (left === right) return true;
  const [one = '', ...lower] = left.split('/');
  const [other = '', ...otherLower] = right.split('/');
  const sameCount = one === other || (twins[one]?.includes(other) ?? false) || alike(one, other);
  return sameCount && (lower.length === 0 || otherLower.length === 0 || lower.join('/') === otherLower.join('/'));
}

/** "Customer" and "custom" are one noun: five letters decide, as in coverage. */
function alike(one: string, other: string): boolean {
  return !isMeasured(one) && !isMeasured(other) && one.slice(0, 5) === other.slice(0, 5);
}

/**
 * Whether what a quote says of an amount carries what a claim says of it. Units are compared by the caller. Stricter
 * than logic: of "5" follows "at least 5", but a reader takes it that more is possible, which the quote does not say;
 * so a comparator needs one in the quote that is as narrow. Weaker than logic for estimates: "about 5" may stand for
 * "5", never the other way round. "Within 5 days" is as often written "5 days", both ways.
 */
export function implies(quote: Amount, claim: Amount): boolean {
  if (quote.low === null || claim.low === null || quote.high === null || claim.high === null)
    return sameValue(quote, claim) && quote.comparator === claim.comparator;
  if (claim.unit === 'clock') return impliesClock(quote, claim);
  if (claim.comparator === quote.comparator) return sameValue(quote, claim);
  switch (claim.comparator) {
    case 'EXACT':
      return quote.comparator === 'AT_MOST' && quote.marker === 'within' && sameValue(quote, claim);
    case 'ABOUT':
      return quote.comparator === 'EXACT' && isNear(quote, claim);
    case 'AT_LEAST':
      return quote.comparator === 'MORE_THAN'
        ? quote.low >= claim.low
        : quote.comparator === 'EXACT' && quote.low < quote.high && quote.low >= claim.low;
    case 'MORE_THAN':
      return quote.comparator === 'AT_LEAST' && quote.low > claim.low;
    case 'AT_MOST':
      return quote.comparator === 'LESS_THAN'
        ? quote.high <= claim.high
        : quote.comparator === 'EXACT' &&
            (quote.low < quote.high ? quote.high === claim.high : claim.marker === 'within' && sameValue(quote, claim));
    case 'LESS_THAN':
      return quote.comparator === 'AT_MOST' && quote.high < claim.high;
  }
}

/** An estimate may be rounded: to a twentieth. */
const nearness = 0.05;

function isNear(quote: Amount, claim: Amount): boolean {
  if (quote.low === null || quote.high === null || claim.low === null || claim.high === null) return false;
  return (
    Math.abs(quote.low - claim.low) <= nearness * Math.abs(quote.low) &&
    Math.abs(quote.high - claim.high) <= nearness * Math.abs(quote.high)
  );
}

/** "7:30" without am or pm may be either. */
function impliesClock(quote: Amount, claim: Amount): boolean {
  const half = (amount: Amount) => /[ap]\.?\s?m|noon|midnight/i.test(amount.text);
  const same = (told: number | null, said: number | null) =>
    told !== null && said !== null && (told === said || (!half(claim) && half(quote) && told % 720 === said % 720));
  return quote.comparator === claim.comparator && same(quote.low, claim.low) && same(quote.high, claim.high);
}

function digitsOf({ text }: Amount): string {
  return /\d[\d.]*/.exec(text)?.[0] ?? text;
}

/** The text with blanks for its amounts and their comparators: positions stay. */
export function blankAmounts(text: string): string {
  const characters = blankDates(text);
  let position = 0;
  const pieces: string[] = [];
  for (const amount of amountsOf(text)) {
    const [leading, behind] = markerAround(characters, amount);
    const start = Math.max(position, amount.start - leading);
    const end = amount.end + behind;
    pieces.push(characters.slice(position, start), ' '.repeat(end - start));
    position = end;
  }
  return pieces.join('') + characters.slice(position);
}

const longestMarker = 40;

/**
 * How long the comparator of an amount is before it, with an article between them, and behind it. Its words are tokens,
 * of which `>=` and `min.` have two.
 */
function markerAround(text: string, { marker, start, end }: Amount): readonly [number, number] {
  if (marker === '') return [0, 0];
  const words = marker
    .split(' ')
    .map((word) => word.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll("'", "['\u2019]"))
    .join(String.raw`\s*`);
  const leading = new RegExp(String.raw`${words}\s*(?:(?:an?|the|its|their|your)\s+)?$`, 'iu').exec(
    text.slice(Math.max(0, start - longestMarker), start),
  );
  if (leading) return [leading[0].length, 0];
  return [0, new RegExp(String.raw`^\s*${words}`, 'iu').exec(text.slice(end, end + longestMarker))?.[0].length ?? 0];
}
