import { detectLanguage, detectQuestionLanguage } from '../../knowledge/language/language.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { datesOf } from '../../knowledge/values/timeSpan.ts';
import { numberWord } from '../../knowledge/values/numerals.ts';
import { isMeasured, measuredUnit } from '../../knowledge/values/units.ts';
import {
  isSilent,
  plainWordsOf,
  rootOf,
  sameRoot,
  contentCoverage,
  contentStems,
} from '../../knowledge/language/stems.ts';
import { type Evidence, failed, passed, unproven, type Verdict, wholeOf } from './verdict.ts';

/** Words for payment that a claim may add if the evidence has an amount of money and no other word for it. */
const moneyWords = new Set(
  'cost costs price prices priced fee fees charge charges charged pay pays paying paid'.split(' '),
);
const otherMoney =
  /\b(?:refund\w*|deposit\w*|discount\w*|credit\w*|deductible|fines?|penalt\w*|bonus\w*|reward\w*|cover\w*|limits?|threshold\w*|salar\w*|reserve\w*)\b/i;
const moneyAmount =
  /[€$£¥]\s?\d|\d\s?(?:[€$£¥]|euros?\b|eur\b|dollars?\b|usd\b|pounds?\b|gbp\b|cents?\b|francs?\b|chf\b)/i;

/** Words that give a reason in a claim, and words that do so in its evidence. */
const reason =
  /\b(?:because|due to|owing to|thanks to|on account of|so that|in order to|therefore|thus|hence|for that reason|as a result|which is why)\b/i;
const reasonStated =
  /\b(?:because|since|so|due|owing|therefore|thus|hence|reasons?|causes?|caused|in order|consequen\w*|leads?|results?|as)\b/i;
/** Phrases that widen a claim although none of their words does so alone. */
const force =
  /\b(?:at any time|at all times|every time|in (?:every|all|any) cases?|under (?:all|any) circumstances?|no matter what|as (?:often|many times|long) as you (?:like|want|wish|please)|without (?:fail|exception|restrictions?|limits?|limitations?|conditions?)|in every single case|any time)\b/i;

/**
 * Whether a claim says anything that its quote does not: a modifier, another thing, a clause, another actor, a reason,
 * an "always". English only: for other languages, and for claims in another language than their quote, too little is
 * known about words and their forms.
 */
export function checkAdditions(claim: string, evidence: Evidence): Verdict {
  if (!isEnglish(claim, evidence)) return passed;
  const whole = wholeOf(evidence);
  if (reason.test(claim) && !reasonStated.test(whole))
    return failed(`The quote gives no reason: “${reason.exec(claim)?.[0] ?? ''}”.`);
  const forced = force.exec(claim)?.[0];
  const added = addedWords(claim, evidence);
  if (added.length > 0) return failed(`The quote does not say “${added.join(' … ')}”.`);
  return forced !== undefined &&
    !force.test(whole) &&
    !/\b(?:any|always|free|unlimited|every|all|as you (?:like|want|wish|please))\b/i.test(whole)
    ? failed(`The quote does not say “${forced}”.`)
    : passed;
}

/** @returns the content words of the claim that the evidence does not have in any form, in order, without duplicates */
function addedWords(claim: string, evidence: Evidence): string[] {
  const whole = wholeOf(evidence);
  const names = namesOf(claim);
  const measures = measuresOf(claim);
  const isPriced = moneyAmount.test(whole) && !otherMoney.test(evidence.sentence);
  const words = plainWordsOf(claim).slice(0, longest);
  const stated = statedWords(words, whole);
  const numbered = plainWordsOf(whole);
  const added = words.filter(
    (word, position) =>
      !stated[position] &&
      !isSilentHere(words, position) &&
      !isSilent(word) &&
      !names.has(word) &&
      evidence.authors?.has(word) !== true &&
      !measures.has(word) &&
      !numbered.includes(ordinals.get(word) ?? ' ') &&
      numberWord(word) === undefined &&
      (word.endsWith('ly') || measuredUnit(word) === undefined) &&
      !(isPriced && moneyWords.has(word)),
  );
  return [...new Set(added)];
}

const ordinals = new Map(
  'first 1st|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|tenth 10th'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);
/** After "once", these words make it a frequency. */
const often = /^(?:an?|per|every|each|in|within|only|at|and|or|by)$/;

/** "Once sent, …" is about time, not frequency; "no longer" is a negation, not a comparison. */
function isSilentHere(words: readonly string[], position: number): boolean {
  const [word = '', next] = [words[position], words[position + 1]];
  if (word === 'longer') return words[position - 1] === 'no';
  if (words[position - 1] === 'how') return true;
  return (
    word === 'once' &&
    next !== undefined &&
    (!often.test(next) || (/^an?$/.test(next) && measuredUnit(words[position + 2] ?? '') === undefined))
  );
}

/**
 * Words of amounts and dates, which have checks of their own. The counted noun of an amount is left out, because no
 * other check covers it.
 */
function measuresOf(claim: string): Set<string> {
  const amounts = amountsOf(claim).map(({ text, marker, unit }) =>
    isMeasured(unit) || unit === '' ? `${marker} ${text}` : marker,
  );
  return new Set([...amounts, ...datesOf(claim).map(({ text }) => text)].flatMap((text) => plainWordsOf(text)));
}

/** Words of names, which have a check of their own. */
function namesOf(claim: string): Set<string> {
  return new Set(
    [...claim.matchAll(/(?<=[\p{L}\p{M}\d,;:)"'’>] ["“'‘(]?)\p{Lu}[\p{L}\p{M}\d]*/gu)].flatMap(([name]) =>
      plainWordsOf(name),
    ),
  );
}

function isEnglish(claim: string, { passage }: Evidence): boolean {
  if ((detectLanguage(passage) ?? 'en') !== 'en') return false;
  return detectQuestionLanguage(claim) === 'en' || sharesWords(claim, passage);
}

/**
 * A claim that takes most of its words from the passage is in the passage's language, whatever language it seems to be
 * in.
 */
function sharesWords(claim: string, passage: string): boolean {
  const there = new Set(plainWordsOf(passage));
  const words = plainWordsOf(claim);
  return words.filter((word) => there.has(word)).length * 2 > words.length;
}

/** Limits the words per text, because words are compared pairwise. */
const longest = 400;
const negator = /\b(?:no|not|never|without|none|nothing|nobody|neither|nor|cannot|lacks?)\b|n['’]t\b/i;
const ability = /\b(?:can|cannot|could|may|able|unable|possible|allow\w*|permit\w*|\w{3,}[ai]ble)\b/i;
const negated = /^(?:un|in|im|ir|non|dis)(?=\p{L}{4})/u;

/** For each word of a claim, whether a text has it in any form: "charged" for "charge", "unused" for "not used". */
function statedWords(words: readonly string[], whole: string): boolean[] {
  const source = plainWordsOf(whole).slice(0, longest);
  const there = source.map((word) => rootOf(word));
  const known = new Set(there);
  const joined = new Set(source.map((word, position) => word + (source[position + 1] ?? '')));
  const denies = negator.test(whole);
  return words.map((word, position) => {
    const root = rootOf(word);
    if (known.has(root) || joined.has(word)) return true;
    if (source.includes(word + (words[position + 1] ?? '')) || source.includes((words[position - 1] ?? '') + word))
      return true;
    // A refund need not be refundable, unless the evidence says that something can be done.
    if (/[ai]ble$/.test(word) && !ability.test(whole)) return false;
    const positive = rootOf(word.replace(negated, ''));
    return there.some((other) => sameRoot(root, other) || (denies && positive !== root && sameRoot(positive, other)));
  });
}

/** A claim may word up to a quarter of its content differently. Beyond that only an entailment model can tell. */
const minCoverage = 0.75;
/** With less in common a claim is about something else than its quote. */
const leastShared = 0.3;
/**
 * The least coverage of a part of the claim that has enough words to make its own statement. Below it, the part is not
 * supported.
 */
const minPart = 0.25;
const wordsOfPart = 4;

/** Checks the share of the claim's words that the quote contains, and that no part of the claim is uncovered. */
export function checkCoverage(claim: string, quote: string, coverage: number): Verdict {
  const share = `${Math.round(coverage * 100)} % of the claim's words stand in the quote.`;
  if (coverage < leastShared) return failed(share);
  if (coverage < minCoverage) return unproven(share);
  const loose = claim
    .split(/[;:]\s|,\s|\.\s|\s(?:and|but|while|whereas)\s/)
    .find((part) => contentStems(part).size >= wordsOfPart && contentCoverage(part, quote) < minPart);
  return loose === undefined ? { ...passed, detail: share } : unproven(`Nothing in the quote says “${loose.trim()}”.`);
}
