/** Amounts that no text states and that follow from those that it states. */
import { type Amount, amountsOf } from './amounts.ts';
import { isDay, stretchesIn } from './calendar.ts';

/** An operation by which an amount follows, with the value that it gives. */
interface Operation {
  readonly text: string;
  readonly value: number;
}

/** A plain amount: neither a range nor a bound. */
type Plain = Amount & { readonly low: number };
const isPlain = (amount: Amount): amount is Plain => amount.low !== null && amount.low === amount.high;

/** More amounts are no calculation that a person follows. */
const mostAmounts = 8;

/**
 * How the one amount of a claim that its sources do not state is computed from those that they state: a share of an
 * amount, a sum or a difference of one unit, a product with a number, the days between two days. Written as a formula:
 * "8% × €149 = €11.92".
 * @param sameUnit whether two units are the same
 * @returns undefined if there is no such amount, several, or no such calculation, or if what is computed with can be
 * other amounts as well: the claim must name both, or the sources have no others
 */
export function calculationOf(
  claim: string,
  stated: string,
  sameUnit: (left: string, right: string) => boolean,
): string | undefined {
  const isSame = (left: Amount, right: Amount) =>
    left.low === right.low && left.high === right.high && sameUnit(left.unit, right.unit);
  const sources = distinct(amountsOf(stated).filter(isPlain), isSame).slice(0, mostAmounts);
  const own = amountsOf(claim);
  const [result, ...more] = own.filter((amount) => !amountsOf(stated).some((other) => isSame(other, amount)));
  if (!result || !isPlain(result) || more.length > 0) return undefined;
  const named = sources.filter((source) => own.some((amount) => isSame(amount, source)));
  const operations = [
    ...shares(result, named.length > 1 ? named : sources, sameUnit),
    ...sums(result, named.length > 1 ? named : sources, sameUnit),
    ...products(result, named, sameUnit),
    ...daysBetween(result, stated),
  ];
  const [only, ...others] = operations.filter(({ value }) => isEqual(value, result));
  return only && others.length === 0 ? `${only.text} = ${result.text}` : undefined;
}

function distinct(amounts: readonly Plain[], isSame: (left: Amount, right: Amount) => boolean): Plain[] {
  return amounts.filter((amount, position) => amounts.findIndex((other) => isSame(other, amount)) === position);
}

const isShare = ({ unit }: Amount): boolean => unit === '%';
type SameUnit = (left: string, right: string) => boolean;

/** The only share of the only amount of the result's unit. */
function shares(result: Plain, sources: readonly Plain[], sameUnit: SameUnit): Operation[] {
  const [share, ...otherShares] = sources.filter(isShare);
  const [whole, ...otherWholes] = sources.filter((source) => !isShare(source) && sameUnit(source.unit, result.unit));
  if (!share || !whole || otherShares.length > 0 || otherWholes.length > 0 || isShare(result)) return [];
  const part = (share.low * whole.low) / 100;
  const of = `${share.text} × ${whole.text}`;
  return [
    { text: of, value: part },
    { text: `${whole.text} − ${of}`, value: whole.low - part },
    { text: `${whole.text} + ${of}`, value: whole.low + part },
  ];
}

/** The sum of all amounts of the result's unit, and of two the difference. */
function sums(result: Plain, sources: readonly Plain[], sameUnit: SameUnit): Operation[] {
  const [first, ...rest] = sources.filter((source) => sameUnit(source.unit, result.unit));
  if (!first || rest.length === 0) return [];
  const all = [first, ...rest];
  const sum = {
    text: all.map(({ text }) => text).join(' + '),
    value: all.reduce((total, { low }) => total + low, 0),
  };
  const [large, small] = all.toSorted((left, right) => right.low - left.low);
  return all.length > 2 || !large || !small
    ? [sum]
    : [sum, { text: `${large.text} − ${small.text}`, value: large.low - small.low }];
}

/** A number of things, times the amount of each. */
function products(result: Plain, [one, other, ...more]: readonly Plain[], sameUnit: SameUnit): Operation[] {
  if (!one || !other || more.length > 0) return [];
  const [times, each] = sameUnit(one.unit, result.unit) ? [other, one] : [one, other];
  if (sameUnit(times.unit, result.unit) || !sameUnit(each.unit, result.unit) || isShare(times)) return [];
  return [{ text: `${times.text} × ${each.text}`, value: times.low * each.low }];
}

const dayMillis = 86_400_000;

/** The days from one day to another, where the sources name two. */
function daysBetween(result: Plain, stated: string): Operation[] {
  const [first, second, ...more] = stretchesIn(stated).filter((stretch) => isDay(stretch) && !stretch.yearless);
  if (!first?.from || !second?.from || more.length > 0 || daysOf(result) === null) return [];
  const [early, late] = first.from < second.from ? [first, second] : [second, first];
  const days = Math.round(((late.from?.getTime() ?? 0) - (early.from?.getTime() ?? 0)) / dayMillis);
  return [{ text: `${late.text} − ${early.text}`, value: (days * result.low) / (daysOf(result) ?? 1) }];
}

/** An amount of whole days; null: it is none. Days are kept in seconds. */
function daysOf({ unit, low }: Plain): number | null {
  if (unit === 'day') return low;
  return unit === 'second' && low % (dayMillis / 1000) === 0 ? low / (dayMillis / 1000) : null;
}

/** Equal at the decimals that the result is written with. */
function isEqual(value: number, { low, text }: Plain): boolean {
  const decimals = /[.,](\d{1,2})(?!\d)/.exec(text)?.[1]?.length ?? 0;
  return Math.abs(value - low) <= 0.5 * 10 ** -decimals + 1e-9 && (decimals > 0 || Math.abs(value - low) < 1e-6);
}
