import { type Amount, amountsOf } from '../reading/amounts.ts';
import { implies, sameUnit, sameValue } from '../reading/compareAmounts.ts';
import { isMeasured } from '../reading/units.ts';
import { hasWord } from '../words/stems.ts';
import {
  contradicted,
  type Evidence,
  failed,
  passed,
  undecided,
  type Verdict,
  wholeOf,
  worst,
} from '../claims/claim.ts';

/** Words that turn a plain number into a limit: "the maximum is 20 MB" is "up to 20 MB". */
const upperLimit =
  /\b(?:max|maximum|maximal|limit|limits|limited|ceiling|cap|capped|most|longest|latest|highest|no more|within|up to|can|upper|deadline|heaviest|largest|biggest|greatest|höchstens|maximum)\b/i;
const lowerLimit =
  /\b(?:min|minimum|minimal|least|lowest|earliest|smallest|shortest|lightest|no less|lower|from|required|requires|require|needs?|must)\b/i;

/** Limits the work: amounts are compared pairwise. */
const mostAmounts = 200;

/**
 * Whether each amount of a claim follows from an amount of its evidence: value, unit, currency, magnitude, both ends of
 * a range, and comparator (see `implies`). CONTRADICTED: the evidence has only other amounts of that unit.
 */
export function checkNumbers(claim: string, evidence: Evidence): Verdict {
  const whole = wholeOf(evidence);
  const own = amountsOf(evidence.sentence).slice(0, mostAmounts);
  const above = evidence.headings.flatMap((text) => amountsOf(text)).slice(0, mostAmounts);
  // A heading supplies a value only if the sentence has none of its unit.
  const toldOf = (amount: Amount) =>
    own.some((other) => sameUnit(other.unit, amount.unit)) ? own : [...own, ...above];
  return worst(
    amountsOf(claim)
      .slice(0, mostAmounts)
      .flatMap((amount) => [
        checkAmount(amount, claim, toldOf(amount), whole),
        checkBound(amount, claim, own, evidence.sentence),
      ]),
  );
}

function checkBound(amount: Amount, claim: string, own: readonly Amount[], sentence: string): Verdict {
  const turned = turnedBound(amount, claim, own, sentence);
  return turned
    ? contradicted(`The claim says “${around(claim, amount)}”, the quote “${around(sentence, turned)}”.`)
    : passed;
}

const around = (text: string, { start, end }: Amount) =>
  text.slice(text.lastIndexOf(' ', Math.max(0, start - 8)) + 1, end);

function checkAmount(amount: Amount, claim: string, told: readonly Amount[], whole: string): Verdict {
  const alike = told.filter((other) => sameUnit(other.unit, amount.unit));
  const implying = alike.filter((other) => implies(other, amount) || limits(other, amount, claim, whole));
  if (implying.some((other) => keepsDenominator(other, amount, claim))) return passed;
  const [bare] = implying;
  if (bare) return failed(`The claim leaves out a part of “${bare.text}”.`);
  if (hasBothEnds(amount, alike) || looselySame(amount, told, whole)) return passed;
  const [rate] = told.filter((other) => sameCount(other.unit, amount.unit) && other.unit !== amount.unit);
  if (rate) return contradicted(`The claim says “${shown(amount)}”, the quote “${shown(rate)}”.`);
  const counted = told.find((other) => sameValue(other, amount) && !isMeasured(other.unit) && !isMeasured(amount.unit));
  if (counted && counted.comparator === amount.comparator) {
    return told.some((other) => other.unit === amount.unit)
      ? failed(`“${amount.text}”: the quote counts ${counted.text}.`)
      : undecided(`“${amount.text}”: the quote says “${counted.text}”.`);
  }
  // "One" is often written "a".
  if (
    amount.low === 1 &&
    amount.high === 1 &&
    /^\p{L}/u.test(amount.text) &&
    alike.length === 0 &&
    !isMeasured(amount.unit)
  )
    return passed;
  const [other] = alike.filter(({ text }) => !claim.includes(text)).concat(alike);
  return other
    ? contradicted(`The claim says “${shown(amount)}”, the quote “${shown(other)}”.`)
    : failed(`Not in the quote: ${shown(amount)}`);
}

function shown({ marker, text }: Amount): string {
  return /\p{L}/u.test(marker) && !text.includes(marker) ? `${marker} ${text}` : text;
}

/** One side has the comparator, the other a word for a limit. */
function limits(quote: Amount, claim: Amount, claimText: string, whole: string): boolean {
  if (!sameValue(quote, claim)) return false;
  const [plain, marked, text] = quote.comparator === 'EXACT' ? [quote, claim, whole] : [claim, quote, claimText];
  if (plain.comparator !== 'EXACT') return false;
  const near = limitOf(text, plain);
  if (near !== undefined && (marked.comparator === 'AT_MOST' || marked.comparator === 'AT_LEAST'))
    return near === marked.comparator;
  if (marked.comparator === 'AT_MOST') return upperLimit.test(text) && !/\bexactly\b/i.test(text);
  return marked.comparator === 'AT_LEAST' && lowerLimit.test(text) && !/\bexactly\b/i.test(text);
}

/** "€5 per month" shortened to "€5" is another price, unless the claim mentions the month elsewhere. */
function keepsDenominator(quote: Amount, claim: Amount, claimText: string): boolean {
  const [, ...own] = claim.unit.split('/');
  const [, ...lost] = quote.unit.split('/');
  if (own.length > 0 || lost.length === 0) return true;
  return lost.every((name) => hasWord(claimText, name) || hasWord(claimText, adverbs[name] ?? name));
}

const adverbs: Readonly<Record<string, string>> = {
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'annual',
  person: 'each',
};

/** Per day and per week: the units differ only in the denominator. */
function sameCount(left: string, right: string): boolean {
  return left.includes('/') && right.includes('/') && left.split('/')[0] === right.split('/')[0];
}

/** "From 5 … up to 10" for "5 to 10". */
function hasBothEnds({ low, high }: Amount, alike: readonly Amount[]): boolean {
  return (
    low !== high &&
    alike.some((other) => other.low === low && other.high === low) &&
    alike.some((other) => other.low === high && other.high === high)
  );
}

/** One side has its unit elsewhere: "Delivery time (days): 5". */
function looselySame(amount: Amount, told: readonly Amount[], whole: string): boolean {
  return told.some((other) => {
    if (other.comparator !== amount.comparator && other.comparator !== 'EXACT' && amount.comparator !== 'EXACT')
      return false;
    const bare = other.unit === '' || amount.unit === '';
    const plainOther = bare ? numberOf(other) : other.low;
    const plainOwn = bare ? numberOf(amount) : amount.low;
    if (
      !bare ||
      plainOther === null ||
      plainOther !== plainOwn ||
      other.low === null ||
      (other.low !== other.high && other.high !== amount.high) ||
      (amount.low !== amount.high) !== (other.low !== other.high)
    )
      return false;
    return (
      amount.unit === '' ||
      !isMeasured(amount.unit) ||
      unitWords(amount.text).every((word) => hasWord(whole, word) || whole.includes(word))
    );
  });
}

/** The number as written, before any conversion. */
function numberOf({ text, low, unit }: Amount): number | null {
  const digits = /\d[\d.,]*/.exec(text)?.[0];
  return digits === undefined || unit === '' ? low : Number(digits.replaceAll(',', ''));
}

function unitWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{2,}|[%€$£¥]/gu) ?? [];
}

/** The preposition that introduces an amount: "after 30 days", "within the first 14 days". */
const lead =
  /(?<![\p{L}])(after|before|within|until|for|in|from|over|by|up to|exactly|precisely)(?:\s(?:the|a|an|its|first|last|next|another|only|about)){0,3}\s*$/iu;
const upper =
  /\b(?:max|maximum|maximal|longest|heaviest|largest|biggest|greatest|highest|at most|up to|no more than)\b/i;
const lower = /\b(?:min|minimum|minimal|at least|shortest|lightest|smallest|lowest|no less than)\b/i;
/** Words about the end of a thing: it is there for 60 days, it is gone after 60 days. */
const end =
  /\b(?:expir\w*|ends?|ended|delet\w*|remov\w*|laps\w*|no longer|stops?|ceas\w*|lock\w*|clos\w*|over|lost|void|cancel\w*|not|cannot|invalid|switched off|gone|purged?|erased?|then|only)\b/i;
const reach = 48;

function leadOf(text: string, { start }: Amount): string {
  return lead.exec(text.slice(Math.max(0, start - reach), start))?.[1]?.toLowerCase() ?? '';
}

/** The words close to an amount. */
function nearOf(text: string, { start, end: until }: Amount): string {
  const before =
    text
      .slice(Math.max(0, start - reach), start)
      .split(/[;.,]\s|\sand\s/)
      .at(-1) ?? '';
  return `${before} ${text.slice(until, until + 20).split(/[;.,]|\sand\s/)[0] ?? ''}`;
}

/** Whether words close to an amount make it a maximum or a minimum; undefined if neither or both do. */
export function limitOf(text: string, amount: Amount): 'AT_MOST' | 'AT_LEAST' | undefined {
  const near = nearOf(text, amount);
  if (upper.test(near) === lower.test(near)) return undefined;
  return upper.test(near) ? 'AT_MOST' : 'AT_LEAST';
}

const inside = /^(?:within|until|for|in|by|up to|before|over)$/;
const isTime = ({ unit }: Amount) => /^(?:second|month|business day|business hour|night|clock)$/.test(unit);

/**
 * The amount of a quote whose bound the claim changes: "after" instead of "within", "exactly" instead of "at most".
 * Undefined if there is none. "Gone after 60 days" and "there for 60 days" mean the same: if only one of the texts is
 * about an ending, different bounds agree.
 */
function turnedBound(amount: Amount, claim: string, told: readonly Amount[], sentence: string): Amount | undefined {
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
  // "From 5 pm" means after it; "from 5 days" may not.
  const follows = (word: string) => word === 'after' || (word === 'from' && amount.unit === 'clock');
  const turned =
    (follows(own) && inside.test(marked)) || (follows(marked) && (inside.test(own) || amount.comparator === 'AT_MOST'));
  return turned && end.test(claim) === end.test(sentence.slice(Math.max(0, other.start - 120), other.end));
}
