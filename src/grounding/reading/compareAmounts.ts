import { amountsOf, type Amount } from './amounts.ts';
import { blankDates } from './timeSpan.ts';
import { isMeasured } from './units.ts';

/** Whether number, range, unit and comparator are the same, however written. "Within" and "up to" are the same. */
export function sameAmount(left: Amount, right: Amount): boolean {
  return sameUnit(left.unit, right.unit) && sameValue(left, right) && left.comparator === right.comparator;
}

/** Ignores the comparator. */
export function sameValue(left: Amount, right: Amount): boolean {
  if (left.low === null || right.low === null) return digitsOf(left) === digitsOf(right);
  return left.low === right.low && left.high === right.high;
}

/** Units that may mean the same: "pounds" are money or weight. */
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

/** Denominators are ignored if only one side has them. */
export function sameUnit(left: string, right: string): boolean {
  if (left === right) return true;
  const [one = '', ...lower] = left.split('/');
  const [other = '', ...otherLower] = right.split('/');
  const sameCount = one === other || (twins[one]?.includes(other) ?? false) || alike(one, other);
  return sameCount && (lower.length === 0 || otherLower.length === 0 || lower.join('/') === otherLower.join('/'));
}

/** "Customer" and "custom" count as one noun: the first five letters decide, as in coverage. */
function alike(one: string, other: string): boolean {
  return !isMeasured(one) && !isMeasured(other) && one.slice(0, 5) === other.slice(0, 5);
}

/**
 * Whether what a quote says about an amount supports what a claim says about it. The caller compares the units. The
 * check is stricter than logic: "5" implies "at least 5", but a reader infers from "at least" that more is possible,
 * which the quote does not say. A comparator therefore needs one in the quote that is at least as narrow. For estimates
 * the check is weaker than logic: "about 5" may stand for "5", but never the reverse. "Within 5 days" is often written
 * "5 days", so each supports the other.
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

/** An estimate may be off by up to 5 % because of rounding. */
const nearness = 0.05;

function isNear(quote: Amount, claim: Amount): boolean {
  if (quote.low === null || quote.high === null || claim.low === null || claim.high === null) return false;
  return (
    Math.abs(quote.low - claim.low) <= nearness * Math.abs(quote.low) &&
    Math.abs(quote.high - claim.high) <= nearness * Math.abs(quote.high)
  );
}

/** A claim of "7:30" without am or pm matches either half of the day in the quote. */
function impliesClock(quote: Amount, claim: Amount): boolean {
  const half = (amount: Amount) => /[ap]\.?\s?m|noon|midnight/i.test(amount.text);
  const same = (told: number | null, said: number | null) =>
    told !== null && said !== null && (told === said || (!half(claim) && half(quote) && told % 720 === said % 720));
  return quote.comparator === claim.comparator && same(quote.low, claim.low) && same(quote.high, claim.high);
}

function digitsOf({ text }: Amount): string {
  return /\d[\d.]*/.exec(text)?.[0] ?? text;
}

/** The text with its amounts and their comparators replaced by spaces, so that positions stay the same. */
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
 * The length of an amount's comparator before it (including an article in between) and behind it. The marker consists
 * of tokens: `>=` and `min.` are two each.
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
