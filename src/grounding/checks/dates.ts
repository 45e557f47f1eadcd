import { stretchesIn } from '../../knowledge/values/calendar.ts';
import { blankDates, type FoundDate, sameDate } from '../../knowledge/values/timeSpan.ts';
import { contradicted, type Evidence, failed, passed, unproven, type Verdict, wholeOf, worst } from './verdict.ts';

/**
 * Each time that a claim names stands in its evidence, as an interval: 1 July 2025 and 2025-07-01 are one day, and "in
 * July 2025" follows from it. CONTRADICTED: the evidence names other times, and not this one.
 */
export function checkDates(claim: string, evidence: Evidence): Verdict {
  const whole = wholeOf(evidence);
  const stated = stretchesIn(whole);
  const claimed = stretchesIn(claim);
  return worst([
    checkExchange(claimed, stretchesIn(evidence.sentence)),
    ...claimed
      .filter(({ start }, at) => start !== claimed[at - 1]?.start)
      .map(({ start }) =>
        anyOf(claimed.filter((date) => date.start === start).map((date) => checkDate(date, stated, whole))),
      ),
  ]);
}

/** Of the readings of 5/12/2026 one is meant. */
const anyOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.find(({ outcome }) => outcome === 'PASSED') ?? verdicts[0] ?? passed;

/** A time that stands around the sentence is no proof where the sentence gives another one in its place. */
function checkExchange(claimed: readonly FoundDate[], own: readonly FoundDate[]): Verdict {
  if (claimed.length !== own.length || [...claimed, ...own].some((date) => isOpen(date))) return passed;
  const lacks = (dates: readonly FoundDate[], wanted: FoundDate) =>
    !dates.some((date) => sameDate(date, wanted) || isWithin(date, wanted) || isWithin(wanted, date));
  const [said, stated] = [claimed.find((date) => lacks(own, date)), own.find((date) => lacks(claimed, date))];
  return said && stated ? contradicted(`The claim says “${said.text}”, the quote “${stated.text}”.`) : passed;
}

function checkDate(date: FoundDate, stated: readonly FoundDate[], whole: string): Verdict {
  const years: readonly string[] = date.text.match(/(?<!\d)\d{4}(?!\d)/g) ?? [];
  if (
    stated.some(
      (other) =>
        sameDate(other, date) && (other.yearless || date.yearless ? years.every((year) => whole.includes(year)) : true),
    )
  )
    return passed;
  if (stated.some((other) => isWithin(other, date))) return passed;
  const [turned] = stated.filter(
    (other) =>
      isOpen(date) && isOpen(other) && (other.from === null) === (date.from === null) && !sharesEnd(other, date),
  );
  if (turned) return contradicted(`The claim says “${date.text}”, the quote “${turned.text}”.`);
  if (isOpen(date) && stated.some((other) => !isOpen(other) && sharesEnd(other, date)))
    return unproven(`“${date.text}”: the quote says it in another way.`);
  if (!isOpen(date) && stated.some((other) => isOpen(other) && sharesEnd(other, date)))
    return unproven(`“${date.text}”: the quote says it in another way.`);
  // Open from 1 to 14 May: on each of these days, or only within them.
  const around = stated.find((other) => hasEnds(other) && isWithin(date, other));
  if (around) return unproven(`“${date.text}”: the quote says “${around.text}”.`);
  // "2024 edition": a year that only its place makes one.
  if (!date.yearless && years.length > 0 && /^\D*\d{4}$/.test(date.text) && standsAlone(years, whole)) return passed;
  const others = stated.filter((other) => other.yearless === date.yearless);
  return others[0]
    ? contradicted(`The claim says “${date.text}”, the quote “${others.map(({ text }) => text).join('”, “')}”.`)
    : failed(`Not in the quote: ${date.text}`);
}

/** Days from one to another, and no month or year. */
const hasEnds = ({ from, until }: FoundDate) =>
  from !== null && until !== null && (from.getUTCDate() > 1 || until.getUTCDate() > 1);

const isOpen = ({ from, until }: FoundDate) => from === null || until === null;

/** "In 2025" follows from "on 1 July 2025". */
function isWithin(inner: FoundDate, outer: FoundDate): boolean {
  if (!inner.from || !inner.until || !outer.from || !outer.until || inner.yearless !== outer.yearless) return false;
  const isStretch = outer.until.getTime() - outer.from.getTime() > 400 * 86_400_000;
  return !isStretch && outer.from <= inner.from && inner.until <= outer.until;
}

function sharesEnd(left: FoundDate, right: FoundDate): boolean {
  const ends = ({ from, until }: FoundDate) => [from, until].flatMap((date) => (date ? [date.getTime()] : []));
  return ends(left).some((end) => ends(right).includes(end));
}

/** The evidence has the year, and no other date with it. */
function standsAlone(years: readonly string[], whole: string): boolean {
  const bare: readonly string[] = blankDates(whole).match(/(?<!\d)\d{4}(?!\d)/g) ?? [];
  return years.every((year) => bare.includes(year));
}
