/** What a question gives to find something by: days, times of day, amounts, the present or the past. */
import { covers, isDay, isWithinMonth, stretchesIn, type Stretch } from '../../knowledge/values/calendar.ts';
import { isMailHead } from '../../knowledge/formats/parsed.ts';
import { pricesOf } from '../../knowledge/values/values.ts';
import type { Candidate } from './candidates.ts';
import { saidOf } from './times.ts';
import { onceFor } from '../../retrieval/question/question.ts';

/** "2 plans" counts; "1450", "£700" and "9 am" tell what is meant. */
const telling = /\d{3}|\p{Sc}|\p{N}.*\p{L}|\p{L}.*\p{N}|:/u;

/**
 * How a sentence meets what a question gives: 1 with all of it, however it is written; -1 with other days than those; half
 * as much for the present and the past, and for amounts alone, which stand in more sentences than a day does.
 */
export const givenIn = onceFor((question): ((candidate: Pick<Candidate, 'text' | 'headings'>) => number) => {
  const stretches = question.days.filter(isWithinMonth);
  const amounts = question.figures.filter(({ text }) => telling.test(text.replaceAll(/[,.\s]/g, '')));
  if (stretches.length === 0 && amounts.length === 0) return (stated) => saidOf(question, stated) / 2;
  return ({ text }) => {
    if (isMailHead(text)) return 0;
    const days = tellsDays(text, stretches);
    if (amounts.length === 0 || days < 0) return days;
    const keys = pricesOf(text, null).flatMap(({ key }) => [key, ...key.split(' ')]);
    if (!amounts.every(({ key }) => keys.includes(key))) return 0;
    return stretches.length === 0 ? 1 / 2 : Math.max(days, 0);
  };
});

/** Whether a text speaks of all the days that are asked about: 1, of others alone: -1, or of none: 0. */
function tellsDays(text: string, asked: readonly Stretch[]): number {
  const stated = asked.length === 0 ? [] : stretchesIn(text).filter(({ text: written }) => /\p{N}/u.test(written));
  if (stated.length === 0) return 0;
  // "By 3 June" is said of no day before it.
  const closed = stated.filter(({ from, until }) => from !== null && until !== null);
  if (asked.some((one) => closed.some((other) => covers(other, one) || covers(one, other)))) return 1;
  return closed.length > 0 && asked.every(isDay) ? -1 : 0;
}
