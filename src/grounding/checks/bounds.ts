import type { Amount } from '../reading/amounts.ts';
import { sameUnit, sameValue } from '../reading/compareAmounts.ts';

/** The preposition that binds an amount to its place: "after 30 days", "within the first 14 days". */
const lead =
  /(?<![\p{L}])(after|before|within|until|for|in|from|over|by|up to|exactly|precisely)(?:\s(?:the|a|an|its|first|last|next|another|only|about)){0,3}\s*$/iu;
const upper =
  /\b(?:max|maximum|maximal|longest|heaviest|largest|biggest|greatest|highest|at most|up to|no more than)\b/i;
const lower = /\b(?:min|minimum|minimal|at least|shortest|lightest|smallest|lowest|no less than)\b/i;
/** Said of the end of a thing: it is there for 60 days, it is gone after 60 days. */
const end =
  /\b(?:expir\w*|ends?|ended|delet\w*|remov\w*|laps\w*|no longer|stops?|ceas\w*|lock\w*|clos\w*|over|lost|void|cancel\w*|not|cannot|invalid|switched off|gone|purged?|erased?|then|only)\b/i;
const reach = 48;

function leadOf(text: string, { start }: Amount): string {
  return lead.exec(text.slice(Math.max(0, start - reach), start))?.[1]?.toLowerCase() ?? '';
}

/** The words of the sentence close to an amount. */
function nearOf(text: string, { start, end: until }: Amount): string {
  const before =
    text
      .slice(Math.max(0, start - reach), start)
      .split(/[;.,]\s|\sand\s/)
      .at(-1) ?? '';
  return `${before} ${text.slice(until, until + 20).split(/[;.,]|\sand\s/)[0] ?? ''}`;
}

/** Whether words close to an amount make it the most or the least that there may be; undefined for neither and both. */
export function limitOf(text: string, amount: Amount): 'AT_MOST' | 'AT_LEAST' | undefined {
  const near = nearOf(text, amount);
  if (upper.test(near) === lower.test(near)) return undefined;
  return upper.test(near) ? 'AT_MOST' : 'AT_LEAST';
}

const inside = /^(?:within|until|for|in|by|up to|before|over)$/;
const isTime = ({ unit }: Amount) => /^(?:second|month|business day|business hour|night|clock)$/.test(unit);

/**
 * The amount of a quote that a claim has in another place: after for within, exactly for at most. Undefined: none.
 * "Gone after 60 days" and "there for 60 days" say the same, so what one of them ends turns the comparison.
 */
export function turnedBound(
  amount: Amount,
  claim: string,
  told: readonly Amount[],
  sentence: string,
): Amount | undefined {
  const same = told.filter(
    (other) =>
      sameUnit(other.unit, amount.unit) && sameValue(other, amount) && sentence.startsWith(other.text, other.start),
  );
  return same.length > 0 && same.every((other) => isTurned(amount, claim, other, sentence)) ? same[0] : undefined;
}

function isTurned(amount: Amount, claim: string, other: Amount, sentence: string): boolean {
  const [own, quoted] = [leadOf(claim, amount), leadOf(sentence, other)];
  const [limit, toldLimit] = [limitOf(claim, amount), limitOf(sentence, other)];
  if (limit !== undefined && toldLimit !== undefined && limit !== toldLimit) return true;
  if (/^(?:exactly|precisely)$/.test(own) && !/^(?:exactly|precisely)$/.test(quoted))
    return other.comparator !== 'EXACT' || toldLimit !== undefined;
  if (!isTime(amount) || own === quoted) return false;
  const marked = other.comparator === 'AT_MOST' ? 'up to' : quoted;
  if (own === 'before' && amount.unit !== 'clock') return !/^(?:before|within|until|by|up to)$/.test(marked);
  if (own === 'from' && amount.low === amount.high && amount.unit !== 'clock')
    return /^(?:within|until|up to)$/.test(marked);
  // "Lost when it had no scan for 7 days" sets no limit.
  if (
    quoted === 'for' &&
    /\b(?:no|not|without|more)\b/i.test(sentence.slice(Math.max(0, other.start - 30), other.start))
  )
    return false;
  // "From 5 pm" is after it, "from 5 days" need not be.
  const follows = (word: string) => word === 'after' || (word === 'from' && amount.unit === 'clock');
  const turned =
    (follows(own) && inside.test(marked)) || (follows(marked) && (inside.test(own) || amount.comparator === 'AT_MOST'));
  return turned && end.test(claim) === end.test(sentence.slice(Math.max(0, other.start - 120), other.end));
}
