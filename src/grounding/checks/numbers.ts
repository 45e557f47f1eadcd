/**
 * Whether a claim keeps the amounts of its source: when two are the same, what one implies of another, and what limits
 * them.
 */
import { type Amount, amountsOf } from '../../knowledge/values/amounts.ts';
import { numberKey } from '../../knowledge/values/values.ts';
import { isCurrency, isMeasured } from '../../knowledge/values/units.ts';
import { hasWord } from '../../knowledge/language/stems.ts';
import { contradicted, type Evidence, failed, passed, unproven, type Verdict, wholeOf, worst } from './verdict.ts';
import { blankDays } from '../../knowledge/values/calendar.ts';

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
  const above = amountsOf(evidence.lead).slice(0, mostAmounts);
  // What introduces a list supplies a value only if the item has none of its unit.
  const citedIn = (amount: Amount) =>
    own.some((other) => sameUnit(other.unit, amount.unit)) ? own : [...own, ...above];
  return worst(
    amountsOf(claim)
      .slice(0, mostAmounts)
      .flatMap((amount) => [
        checkAmount(amount, claim, citedIn(amount), whole),
        checkBound(amount, claim, own, evidence.sentence),
      ]),
  );
}

function checkBound(amount: Amount, claim: string, own: readonly Amount[], sentence: string): Verdict {
  const turned = turnedBound(amount, claim, own, sentence);
  if (turned)
    return contradicted(`The claim says “${around(claim, amount)}”, the quote “${around(sentence, turned)}”.`);
  const same = sameAmounts(amount, own, sentence);
  const [first] = same;
  const isOther =
    first && isTime(amount) && same.every((other) => differ(isLasting(claim, amount), isLasting(sentence, other)));
  return isOther
    ? unproven(`The claim says “${around(claim, amount)}”, the quote “${around(sentence, first)}”.`)
    : passed;
}

const around = (text: string, { start, end }: Amount) =>
  text.slice(text.lastIndexOf(' ', Math.max(0, start - 8)) + 1, end);

function checkAmount(amount: Amount, claim: string, cited: readonly Amount[], whole: string): Verdict {
  const alike = cited.filter((other) => sameUnit(other.unit, amount.unit));
  const implying = alike.filter((other) => implies(other, amount) || limits(other, amount, claim, whole));
  if (implying.some((other) => keepsDenominator(other, amount, claim))) return passed;
  const [bare] = implying;
  if (bare) return failed(`The claim leaves out a part of “${bare.text}”.`);
  if (hasBothEnds(amount, alike) || looselySame(amount, cited, whole)) return passed;
  const [rate] = cited.filter((other) => sameCount(other.unit, amount.unit) && other.unit !== amount.unit);
  if (rate) return contradicted(`The claim says “${shown(amount)}”, the quote “${shown(rate)}”.`);
  const counted = cited.find((one) => sameValue(one, amount) && !isMeasured(one.unit) && !isMeasured(amount.unit));
  if (counted && counted.comparator === amount.comparator) {
    return cited.some((other) => other.unit === amount.unit)
      ? failed(`“${amount.text}”: the quote counts ${counted.text}.`)
      : unproven(`“${amount.text}”: the quote says “${counted.text}”.`);
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
function looselySame(amount: Amount, cited: readonly Amount[], whole: string): boolean {
  return cited.some((other) => {
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
function turnedBound(amount: Amount, claim: string, cited: readonly Amount[], sentence: string): Amount | undefined {
  const same = sameAmounts(amount, cited, sentence);
  return same.length > 0 && same.every((other) => isTurned(amount, claim, other, sentence)) ? same[0] : undefined;
}

function sameAmounts(amount: Amount, cited: readonly Amount[], sentence: string): Amount[] {
  return cited.filter(
    (other) =>
      sameUnit(other.unit, amount.unit) && sameValue(other, amount) && sentence.startsWith(other.text, other.start),
  );
}

/** True: "for 14 days", false: "within 14 days"; null: neither. */
function isLasting(text: string, amount: Amount): boolean | null {
  const led = leadOf(text, amount);
  return led === 'for' || (/^(?:within|before|until|by)$/.test(led) ? false : null);
}

const differ = (left: boolean | null, right: boolean | null) => left !== null && right !== null && left !== right;

function isTurned(amount: Amount, claim: string, other: Amount, sentence: string): boolean {
  const [own, quoted] = [leadOf(claim, amount), leadOf(sentence, other)];
  const [limit, citedLimit] = [limitOf(claim, amount), limitOf(sentence, other)];
  if (limit !== undefined && citedLimit !== undefined && limit !== citedLimit) return true;
  if (/^(?:exactly|precisely)$/.test(own) && !/^(?:exactly|precisely)$/.test(quoted))
    return other.comparator !== 'EXACT' || citedLimit !== undefined;
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

/** Whether number, range, unit and comparator are the same, however written. "Within" and "up to" are the same. */
export function sameAmount(left: Amount, right: Amount): boolean {
  return sameUnit(left.unit, right.unit) && sameValue(left, right) && left.comparator === right.comparator;
}

/** Ignores the comparator. */
export function sameValue(left: Amount, right: Amount): boolean {
  if (left.low === null || right.low === null)
    return digitsOf(left) === digitsOf(right) || (isCounted(left) && thousandsOf(left) === thousandsOf(right));
  return left.low === right.low && left.high === right.high;
}

/** Nobody counts orders or money in thousandths: "1.000 orders" are a thousand. */
const isCounted = ({ unit }: Amount) => unit !== '' && (!isMeasured(unit) || isCurrency(unit));
const thousandsOf = ({ text, low, high }: Amount) =>
  low === null ? numberKey(/\d[\d.]*\d/.exec(text)?.[0] ?? text) : low === high ? String(low) : null;

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
  const same = (cited: number | null, said: number | null) =>
    cited !== null && said !== null && (cited === said || (!half(claim) && half(quote) && cited % 720 === said % 720));
  return quote.comparator === claim.comparator && same(quote.low, claim.low) && same(quote.high, claim.high);
}

function digitsOf({ text }: Amount): string {
  return /\d[\d.]*/.exec(text)?.[0] ?? text;
}

/** The text with its amounts and their comparators replaced by spaces, so that positions stay the same. */
export function blankAmounts(text: string): string {
  const characters = blankDays(text);
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
