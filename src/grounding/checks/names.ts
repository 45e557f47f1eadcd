import { withoutAccents } from '../../knowledge/language/words.ts';
import { contradicted, type Evidence, failed, passed, unproven, type Verdict, wholeOf, worst } from './verdict.ts';
import { cutsWord } from './locateQuote.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { codesOf } from '../../retrieval/question/namedFacts.ts';
import { datesOf } from '../../knowledge/values/timeSpan.ts';
import { isMeasured, measuredUnit } from '../../knowledge/values/units.ts';
import { hasWord, sameStem } from '../../knowledge/language/stems.ts';
import { type Edit, editsOf, nearestSentence, canonicalRows } from './edits.ts';

/** Capitalized words inside a sentence. */
const nameShape = /(?<=[\p{L}\p{M}\d,;:)"'’] ["“'‘(]?)\p{Lu}[\p{L}\p{M}\d]*(?:-[\p{L}\p{M}\d]+)*/gu;

/**
 * Whether each name, code and address of a claim occurs in its evidence as a whole word: E1042 is not E10421, Ann is
 * not Anna. Case, accents, plurals and possessives are ignored. A claim that copies its quote except for one content
 * word names another thing, even in lower case: lunch is not dinner.
 */
export function checkNames(claim: string, evidence: Evidence): Verdict {
  const missing = missingNames(claim, wholeOf(evidence)).filter((name) => !evidence.authors?.has(plain(name)));
  const unnamed = missing.length > 0 ? failed(`Not in the quote: ${missing.join(', ')}`) : passed;
  return worst([exchanged(claim, evidence), unnamed, checkPlaces(claim, evidence), checkKnown(claim, evidence)]);
}

/** @returns the names, codes and addresses of the claim that its quote lacks */
export function missingNames(claim: string, whole: string): string[] {
  const there = plain(whole);
  const codes = codesOf(claim);
  const known = new Set(codesOf(whole).map(({ value }) => value));
  const lostCodes = codes
    .filter(({ value, text }) => !known.has(value) && !stands(there, plain(text)) && !isLabelled(there, plain(text)))
    .map(({ text }) => text);
  const names = [...claim.matchAll(nameShape)]
    .map((match) => match[0])
    .filter((name) => !/^I(?:['’]|$)/.test(name) && !codes.some(({ text }) => text.includes(name)));
  return [
    ...new Set([
      ...lostCodes,
      ...names.filter(
        (name) =>
          !stands(there, plain(name)) &&
          !namesPlaceOf(name, whole) &&
          !name.split('-').every((part) => stands(there, plain(part))),
      ),
    ]),
  ];
}

/** A label that is separate from its number: "port 8080" where the quote says "the default port is 8080". */
function isLabelled(text: string, code: string): boolean {
  const [, label = '', number = ''] = /^(\p{L}+) (\d+)$/u.exec(code) ?? [];
  return (
    label !== '' &&
    new RegExp(`(?<!\\p{L})${label}(?: number)?(?: is| was|:| =) ${number}(?![\\d.,]*\\d)`, 'u').test(text)
  );
}

/**
 * Names of the passage that capitalization does not reveal in the claim: its first word, or every word of a lower-case
 * claim.
 */
function checkKnown(claim: string, evidence: Evidence): Verdict {
  const words = claim.match(/\p{L}[\p{L}\p{M}\d]{2,}/gu) ?? [];
  const hidden = /\p{Lu}/u.test(claim) ? words.slice(0, 1) : words;
  const there = plain(wholeOf(evidence));
  const known = knownNames(evidence.passage);
  const strange = hidden.find((word) => known.has(plain(word)) && !stands(there, plain(word)));
  return strange === undefined ? passed : failed(`Not in the quote: ${strange}`);
}

/** In lower case: words that are always capitalized inside sentences, and the first cells of table rows. */
function knownNames(passage: string): Set<string> {
  const small = new Set(passage.match(/(?<![\p{L}\p{M}\d])\p{Ll}[\p{L}\p{M}\d]*/gu));
  const inside = [...passage.matchAll(/(?<=[\p{L}\d,] )\p{Lu}[\p{L}\p{M}\d]*/gu)].map(([name]) => name);
  const keys = canonicalRows(passage).flatMap(([key]) => (key && /^\p{Lu}\S*$/u.test(key[1]) ? [key[1]] : []));
  return new Set([...inside, ...keys].map((name) => plain(name)).filter((name) => !small.has(name)));
}

function plain(text: string): string {
  return withoutAccents(text).replaceAll('\u2019', "'").toLowerCase();
}

/** Accepts the singular, the plural and the possessive of a name. */
function stands(text: string, name: string): boolean {
  return (
    standsAs(text, name) ||
    (/^\p{L}{4,}s$/u.test(name) && standsAs(text, name.slice(0, -1))) ||
    (name.endsWith("'s") && standsAs(text, name.slice(0, -2)))
  );
}

function standsAs(text: string, name: string): boolean {
  for (let start = text.indexOf(name); start !== -1; start = text.indexOf(name, start + 1)) {
    const end = start + name.length;
    const plural = /^\p{L}+$/u.test(name) && text.startsWith('s', end) ? 1 : 0;
    if (!cutsWord(text, start, end + plural)) return true;
  }
  return false;
}

/**
 * In a claim that copies the quote: a word that replaces another one and does not occur in the evidence. Amounts and
 * dates have checks of their own.
 */
function exchanged(claim: string, evidence: Evidence): Verdict {
  const nearest = nearestSentence(evidence.sentence, claim);
  const measures = amountWords(`${nearest}\n${claim}`);
  for (const edit of editsOf(nearest, claim) ?? []) {
    const unit = otherUnit(edit, measures);
    if (unit) return failed(`The claim says “${edit.addedText}” where the quote says “${edit.removedText}”.`);
    const [replaced, strange] = exchange(edit, claim, evidence, measures);
    if (strange.length === 0 || replaced.length === 0 || Math.max(strange.length, replaced.length) > longestName)
      continue;
    // A different verb often means the same.
    if (isVerb(edit, claim)) continue;
    // For names, the numbers of words may differ. For other words only the subject counts, because the rest is often
    // just paraphrased.
    if (
      strange.length === replaced.length ||
      hasName(edit.removedText) ||
      /(?<=\s)\p{Lu}/u.test(edit.addedText) ||
      isSubject(edit, claim)
    ) {
      const stated = `The claim says “${strange.join(' ')}” where the quote says “${replaced.join(' ')}”.`;
      // Another common word may mean the same; another name never does.
      return hasName(edit.removedText) || /(?<=\s)\p{Lu}/u.test(edit.addedText) ? failed(stated) : unproven(stated);
    }
  }
  return passed;
}

/**
 * The words that are replaced, and the replacements that the evidence does not contain. A name from a heading may
 * replace a common word, but not another name.
 */
function exchange(
  { removed, added, removedText, addedText }: Edit,
  claim: string,
  evidence: Evidence,
  measures: ReadonlySet<string>,
): readonly [string[], string[]] {
  const where = !hasName(removedText) && hasName(addedText) ? wholeOf(evidence) : evidence.sentence;
  const strange = added.filter(
    (word) =>
      isNaming(word) &&
      !measures.has(word) &&
      !evidence.authors?.has(word.replace(/['’]s$/, '')) &&
      !hasWord(where, word),
  );
  const naming = removed.filter(
    (word) => isNaming(word) && !measures.has(word) && !added.some((other) => sameStem(other, word)),
  );
  const others = claim.toLowerCase().split(/[^\p{L}\p{M}\d]+/u);
  return [
    hasName(removedText) || naming.length === strange.length
      ? naming
      : naming.filter((word) => !others.some((other) => sameStem(other, word))),
    strange,
  ];
}

function amountWords(text: string): Set<string> {
  const measured = amountsOf(text).flatMap((amount) => [
    ...amount.marker.split(' '),
    ...(isMeasured(amount.unit) || amount.unit === '' ? [amount.text] : [amount.text.replace(/\p{L}+$/u, '')]),
  ]);
  const dates = datesOf(text).map((date) => date.text);
  return new Set([...measured, ...dates].flatMap((words) => words.toLowerCase().match(/[\p{L}\d]+/gu) ?? []));
}

/** "Per month" is not "per quarter", and a few days are not a few business days. */
function otherUnit({ removed, added }: Edit, measures: ReadonlySet<string>): boolean {
  const units = (words: readonly string[]) =>
    words
      .filter((word) => word.length > 2 && !measures.has(word))
      .flatMap((word) =>
        /^(?:business|working)$/.test(word) ? ['business'] : (measuredUnit(word)?.factor.toString() ?? []),
      );
  const [lost, gained] = [units(removed), units(added)];
  return (
    gained.length > 0 &&
    (lost.length > 0 || gained.includes('business')) &&
    !gained.every((unit) => lost.includes(unit))
  );
}

const hasName = (text: string) => /\p{Lu}/u.test(text);

function isSubject({ addedText }: Edit, claim: string): boolean {
  return claim
    .replace(/^(?:The|An?|Each|Every|All)\s/, '')
    .startsWith(addedText.replace(/^(?:The|An?|Each|Every|All)\s/, ''));
}

/** "Must arrive" for "is due". */
function isVerb({ addedText, added }: Edit, claim: string): boolean {
  return (
    added.length === 1 &&
    /^\p{Ll}/u.test(addedText) &&
    claim
      .split(/\b(?:to|can|may|must|will|cannot|you|they|it)\s/)
      .some((rest, index) => index > 0 && rest.startsWith(addedText))
  );
}

const longestName = 6;
const nameless =
  /^(?:must|shall|should|will|would|than|least|most|more|less|once|twice|very|just|now|about|with|from|into|onto|each|every|all|any|both|not|never|only|and|but|or|for|may|can|cannot|need|needs|get|gets|got|take|takes|took|make|makes|made|go|goes|come|comes|become|becomes|means?|if|when|within|without|inside|outside|during|before|after|until|while|under|over|\p{L}+n't)$/u;

function isNaming(word: string): boolean {
  return /^\p{L}{2,}/u.test(word) && !nameless.test(word);
}

/**
 * Countries and their adjectives. The lists are complete, so their words are recognized as names in any position and
 * capitalization.
 */
const groups = (
  'netherlands dutch|belgium belgian|germany german|france french|austria austrian|spain spanish|italy italian|poland|sweden swedish|finland finnish|ireland irish|greece greek|portugal portuguese|denmark danish|hungary hungarian|britain british|england english|scotland scottish|wales welsh|' +
  'norway norwegian|switzerland swiss|russia russian|ukraine ukrainian|romania romanian|bulgaria bulgarian|croatia croatian|serbia serbian|slovenia slovenian|slovakia slovak|estonia estonian|latvia latvian|lithuania lithuanian|iceland icelandic|luxembourg|malta maltese|cyprus cypriot|' +
  'america american|canada canadian|mexico mexican|brazil brazilian|argentina argentine|chile chilean|colombia colombian|peru peruvian|china chinese|japan japanese|korea korean|india indian|pakistan pakistani|indonesia indonesian|thailand thai|vietnam vietnamese|philippines filipino|' +
  'australia australian|egypt egyptian|morocco moroccan|nigeria nigerian|kenya kenyan|israel israeli|iran iranian|iraq iraqi|syria syrian|turkish'
)
  .split('|')
  .map((group) => group.split(' '));
const groupOf = new Map(groups.flatMap((group, index) => group.map((word) => [word, index] as const)));
const weekday = /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b/gi;
const anyDay =
  /\b(?:weekends?|weekdays?|(?:business|working) days?|every day|daily|mo|tu|we|th|fr|sa|su|mon|tue|wed|thu|fri|sat|sun)\b|[-–]\s?(?:mon|tues|wednes|thurs|fri|satur|sun)day|day (?:to|through) /i;

/**
 * Whether each country, nationality and day of the week of a claim occurs in its evidence, in any capitalization.
 * "Dutch" matches "the Netherlands", but not "Spanish".
 */
export function checkPlaces(claim: string, evidence: Evidence): Verdict {
  const whole = wholeOf(evidence);
  const stated = new Set(placesOf(whole).map(([, group]) => group));
  const places = placesOf(claim)
    .filter(([, group]) => !stated.has(group))
    .map(([word]) => failed(`Not in the quote: ${word}`));
  return worst([...places, checkDays(claim, evidence.sentence, whole)]);
}

/** Whether a word names the same country as a word of the evidence: "the Netherlands" for "Dutch". */
function namesPlaceOf(word: string, whole: string): boolean {
  const group = groupOf.get(word.toLowerCase());
  return group !== undefined && placesOf(whole).some(([, other]) => other === group);
}

function placesOf(text: string): (readonly [string, number])[] {
  return (text.match(/\p{L}+/gu) ?? []).flatMap((word) => {
    const group =
      groupOf.get(word.toLowerCase()) ??
      (word === 'Polish' ? groupOf.get('poland') : word === 'Turkey' ? groupOf.get('turkish') : undefined);
    return group === undefined ? [] : [[word, group] as const];
  });
}

function checkDays(claim: string, sentence: string, whole: string): Verdict {
  const daysOf = (text: string) => [...text.matchAll(weekday)].map(([, day = '']) => day.toLowerCase());
  const stated = daysOf(sentence).length > 0 ? daysOf(sentence) : daysOf(whole);
  const strange = daysOf(claim).find((day) => !stated.includes(day));
  if (strange === undefined || anyDay.test(stated.length > 0 ? sentence : whole)) return passed;
  return stated.length > 0
    ? contradicted(`The claim says “${strange}day”, the quote “${stated[0]}day”.`)
    : failed(`Not in the quote: ${strange}day`);
}
