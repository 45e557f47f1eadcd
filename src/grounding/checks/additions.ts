import { detectLanguage, detectQuestionLanguage } from '../../knowledge/language.ts';
import { amountsOf } from '../reading/amounts.ts';
import { datesOf } from '../reading/timeSpan.ts';
import { numberWord } from '../reading/numerals.ts';
import { isMeasured, measuredUnit } from '../reading/units.ts';
import { alikeWords, retellings, turnings } from '../words/alikeWords.ts';
import { isSilent, plainWordsOf, rootOf, sameRoot, contentCoverage, contentStems } from '../words/stems.ts';
import { isSynonym } from '../words/synonyms.ts';
import { type Evidence, failed, passed, undecided, type Verdict, wholeOf } from '../claims/claim.ts';

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
const reasonTold =
  /\b(?:because|since|so|due|owing|therefore|thus|hence|reasons?|causes?|caused|in order|consequen\w*|leads?|results?|as)\b/i;
/** Generic subjects that may be added when the quote is in the passive and does not name who acts. */
const anyone = /^(?:customers?|users?|clients?|person|people|persons|someone|somebody|anyone|anybody)$/;
const passive = /\b(?:be|is|are|was|were|been|being)\s(?:\p{L}+\s)?\p{L}+(?:ed|en|ut|pt|ld|nt|id|de|wn)\b/iu;
/**
 * Verbs whose meaning comes from their object: "you can send 120 requests" for a limit of 120 requests. A light verb
 * that is the only addition makes the verdict undecided.
 */
const lightVerb =
  /^(?:send|sends|sent|sending|enter|enters|entered|issue|issues|issued|add|adds|added|set|sets|write|writes|written|read|reads|move|moves|moved|cover|covers|covered|place|places|placed|put|puts|bring|brings|brought|perform|performs|performed|handle|handles|handled|submit|submits|submitted|deliver|delivers|delivered|fill|fills|filled|raise|raises|raised|reach|reaches|reached|serve|serves|served|meet|meets|met|choose|chooses|chosen|show|shows|shown|open|opens|opened|start|starts|started|begin|begins|begun|select|selects|selected|press|presses|pressed|click|clicks|clicked|type|types|typed|pick|picks|picked|leave|leaves|fetch|fetches|fetched|load|loads|loaded)$/;
const beforeVerb =
  /^(?:to|can|cannot|may|might|must|will|should|could|would|not|never|you|they|we|it|who|which|is|are|was|were|be|been|being|get|gets|has|have|had|and|or|then|please|when|if)$/;
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
  if (reason.test(claim) && !reasonTold.test(whole))
    return failed(`The quote gives no reason: “${reason.exec(claim)?.[0] ?? ''}”.`);
  const forced = force.exec(claim)?.[0];
  const added = addedWords(claim, evidence);
  if (added.length === 1 && isLightVerb(claim, added[0] ?? ''))
    return undecided(`The quote does not say “${added[0] ?? ''}”.`);
  if (
    added.length > 0 &&
    added.every((word) => anyone.test(word)) &&
    passive.test(evidence.sentence) &&
    !/\bby\b/i.test(evidence.sentence)
  )
    return undecided(`The quote does not say who: “${added.join(' … ')}”.`);
  if (added.length > 0) return failed(`The quote does not say “${added.join(' … ')}”.`);
  return forced !== undefined &&
    !force.test(whole) &&
    !/\b(?:any|always|free|unlimited|every|all|as you (?:like|want|wish|please))\b/i.test(whole)
    ? failed(`The quote does not say “${forced}”.`)
    : passed;
}

function isLightVerb(claim: string, verb: string): boolean {
  const words = plainWordsOf(claim);
  return (
    lightVerb.test(verb) &&
    words.every((word, position) => word !== verb || position === 0 || beforeVerb.test(words[position - 1] ?? ''))
  );
}

/** @returns the content words of the claim that the evidence does not have in any form, in order, without duplicates */
function addedWords(claim: string, evidence: Evidence): string[] {
  const whole = wholeOf(evidence);
  const names = namesOf(claim);
  const measures = measuresOf(claim);
  const isPriced = moneyAmount.test(whole) && !otherMoney.test(evidence.sentence);
  const { words, told } = retell(claim, evidence);
  const numbered = plainWordsOf(whole);
  const added = words.filter(
    (word, position) =>
      !told[position] &&
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

type Entry = readonly string[];

/** An entry of a group, as the roots of its words. */
const rootsOf = (entry: string): Entry => plainWordsOf(entry).map((word) => rootOf(word));
const groups = [...retellings, ...alikeWords].map((entries) => entries.map((entry) => rootsOf(entry)));
const negatedPhrases = turnings.map(
  ([words, phrases]) => [words.map((entry) => rootsOf(entry)), phrases.map((entry) => rootsOf(entry))] as const,
);
/** The groups with an entry that contains this root. */
const groupsOf = new Map<string, (typeof groups)[number][]>();
for (const group of groups) {
  for (const root of new Set(group.flat())) groupsOf.set(root, [...(groupsOf.get(root) ?? []), group]);
}

/** Limits the words per text, because words are compared pairwise. */
const longest = 400;
const negator = /\b(?:no|not|never|without|none|nothing|nobody|neither|nor|cannot|lacks?)\b|n['’]t\b/i;
/** 24 months are not monthly. */
const frequency = /^(?:hour|dai|week|month|quarter|year|annual)ly$/;
const ability = /\b(?:can|cannot|could|may|able|unable|possible|allow\w*|permit\w*|\w{3,}[ai]ble)\b/i;
const negated = /^(?:un|in|im|ir|non|dis)(?=\p{L}{4})/u;

/** The words of a claim and, for each, whether its evidence says it in any form or in other words. */
interface Retelling {
  readonly words: readonly string[];
  readonly told: readonly boolean[];
  /** How many negated phrases of one side correspond to a word without a negation on the other. */
  readonly turns: number;
}

/** Marks each word of the claim that its evidence says: the same word, a form of it, a related word or a paraphrase. */
export function retell(claim: string, evidence: Evidence): Retelling {
  const whole = wholeOf(evidence);
  const words = plainWordsOf(claim).slice(0, longest);
  const source = plainWordsOf(whole).slice(0, longest);
  const [own, there] = [words.map((word) => rootOf(word)), source.map((word) => rootOf(word))];
  const covered = retoldPlaces(own, there);
  const known = new Set(there);
  const joined = new Set(source.map((word, position) => word + (source[position + 1] ?? '')));
  const denies = negator.test(whole);
  const told = words.map((word, position) => {
    const root = own[position] ?? word;
    if (covered.has(position) || known.has(root) || joined.has(word)) return true;
    if (source.includes(word + (words[position + 1] ?? '')) || source.includes((words[position - 1] ?? '') + word))
      return true;
    // A refund need not be refundable, unless the evidence says that something can be done.
    if (/[ai]ble$/.test(word) && !ability.test(whole)) return false;
    const positive = rootOf(word.replace(negated, ''));
    return there.some(
      (other, place) =>
        sameRoot(root, other) ||
        (!frequency.test(word) && isSynonym(word, source[place] ?? '')) ||
        (denies && positive !== root && sameRoot(positive, other)),
    );
  });
  return {
    words,
    told,
    turns:
      turnsOf(own, there) + turnsOf(there, own) + prefixTurns(words, whole, source) + prefixTurns(source, claim, words),
  };
}

/** The evidence, together with the words that claim and evidence share in other words. */
export function withRetold(claim: string, evidence: Evidence): Evidence {
  const kept = retell(evidence.sentence, { quote: claim, sentence: claim, headings: [], passage: '' });
  // Headings are ignored here: a name from a heading could replace another name in the sentence.
  const said = retell(claim, { ...evidence, headings: [] });
  return { ...evidence, retold: saidOf(said), kept: saidOf(kept), turns: said.turns };
}

function saidOf({ words, told }: Retelling): Set<string> {
  return new Set(words.filter((_word, position) => told[position]));
}

/** The number of words such as "unused" for which the other text has "not used". */
function prefixTurns(words: readonly string[], other: string, otherWords: readonly string[]): number {
  if (!negator.test(other)) return 0;
  const there = otherWords.map((word) => rootOf(word));
  return new Set(
    words.filter(
      (word) => negated.test(word) && !otherWords.includes(word) && there.includes(rootOf(word.replace(negated, ''))),
    ),
  ).size;
}

/** Positions in the claim covered by an entry of a group, if the evidence has another entry of that group. */
function retoldPlaces(own: readonly string[], there: readonly string[]): Set<number> {
  const covered = new Set<number>();
  const [said, told] = [new Set(own), new Set(there)];
  // A quick filter: for most entries, the first word is in neither text.
  const mayStand = (entry: Entry, roots: ReadonlySet<string>) => roots.has(entry[0] ?? '');
  for (const group of new Set(own.flatMap((root) => groupsOf.get(root) ?? []))) {
    if (!group.some((entry) => mayStand(entry, told) && placesOf(entry, there).length > 0)) continue;
    for (const entry of group.filter((one) => mayStand(one, said)))
      for (const start of placesOf(entry, own)) entry.forEach((_root, offset) => covered.add(start + offset));
  }
  return covered;
}

/**
 * How many negated phrases one text has where the other has a word without a negation and does not contain the words of
 * the phrase.
 */
function turnsOf(own: readonly string[], other: readonly string[]): number {
  const holds = (entry: Entry, roots: readonly string[]) => placesOf(entry, roots).length > 0;
  return negatedPhrases.filter(([words, phrases]) => {
    const phrase = phrases.find((entry) => holds(entry, own));
    return (
      phrase !== undefined &&
      words.some((entry) => holds(entry, other) && !holds(entry, own)) &&
      !phrases.some((entry) => holds(entry, other)) &&
      !phrase.every((word) => negation.test(word) || other.includes(word))
    );
  }).length;
}

const negation = /^(?:not|no|never|without|do|be|have)$/;

function placesOf(entry: readonly string[], roots: readonly string[]): number[] {
  return roots.flatMap((root, start) =>
    root === entry[0] && entry.every((word, offset) => roots[start + offset] === word) ? [start] : [],
  );
}

/** A claim may word up to half of its content differently. Beyond that it says something else. */
const minCoverage = 0.5;
/** From this coverage on, the words leave no doubt for an entailment model to settle. */
const sureCoverage = 0.75;
/**
 * The least coverage of a part of the claim that has enough words to make its own statement. Below it, the part is not
 * supported.
 */
const minPart = 0.25;
const wordsOfPart = 4;

/** Checks the share of the claim's words that the evidence contains, and that no part of the claim is uncovered. */
export function checkCoverage(claim: string, quote: string, headings: readonly string[], coverage: number): Verdict {
  const share = `${Math.round(coverage * 100)} % of the claim's words stand in the quote.`;
  if (coverage < minCoverage) return failed(share);
  const loose = claim
    .split(/[;:]\s|,\s|\.\s|\s(?:and|but|while|whereas)\s/)
    .find((part) => contentStems(part).size >= wordsOfPart && contentCoverage(part, quote, headings) < minPart);
  if (loose !== undefined) return failed(`Nothing in the quote says “${loose.trim()}”.`);
  return coverage < sureCoverage ? undecided(share) : { ...passed, detail: share };
}
