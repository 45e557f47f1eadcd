import { withoutAccents } from '../../knowledge/words.ts';
import { amountsOf } from '../reading/amounts.ts';
import { codesOf } from '../reading/codes.ts';
import { datesOf } from '../reading/dates.ts';
import { isMeasured, measuredUnit } from '../reading/units.ts';
import { cutsWord } from '../claims/wholeWords.ts';
import { editsOf, nearestSentence, type Edit } from './edits.ts';
import { checkPlaces, namesPlaceOf } from './places.ts';
import { rowsOf } from './rows.ts';
import { checkSiblings } from './siblings.ts';
import { isSynonym } from '../words/synonyms.ts';
import { hasWord, sameStem } from '../words/stems.ts';
import { failed, passed, wholeOf, worst, type Evidence, type Verdict } from './verdict.ts';

/** Words with a capital inside a sentence. */
const nameShape = /(?<=[\p{L}\p{M}\d,;:)"'’] ["“'‘(]?)\p{Lu}[\p{L}\p{M}\d]*(?:-[\p{L}\p{M}\d]+)*/gu;

/**
 * Each name, code and address of a claim stands in its evidence as a whole word: E1042 is not E10421, Ann not Anna. Case, accents, plural and possessive aside.
 * A claim that copies its quote but for a content word names another thing, whatever its capitals: lunch is no dinner.
 */
export function checkNames(claim: string, evidence: Evidence): Verdict {
  const missing = missingNames(claim, evidence.sentence, evidence.headings).filter(
    (name) => !evidence.authors?.has(plain(name)),
  );
  const unnamed = missing.length > 0 ? failed(`Not in the quote or its headings: ${missing.join(', ')}`) : passed;
  return worst([
    exchanged(claim, evidence),
    unnamed,
    checkPlaces(claim, evidence),
    checkKnown(claim, evidence),
    checkSiblings(claim, evidence),
  ]);
}

/** @returns the names, codes and addresses of the claim that are neither in the quote nor in its headings */
export function missingNames(claim: string, quote: string, headings: readonly string[]): string[] {
  const whole = [quote, ...headings].join(' \n ');
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
          !isSpelledOut(name, there) &&
          !name.split('-').every((part) => stands(there, plain(part))),
      ),
    ]),
  ];
}

/** A label told apart from its number: "port 8080" where the quote says "the default port is 8080". */
function isLabelled(text: string, code: string): boolean {
  const [, label = '', number = ''] = /^(\p{L}+) (\d+)$/u.exec(code) ?? [];
  return (
    label !== '' &&
    new RegExp(`(?<!\\p{L})${label}(?: number)?(?: is| was|:| =) ${number}(?![\\d.,]*\\d)`, 'u').test(text)
  );
}

/** RAM for memory, TV for television: an acronym for the thing itself. */
function isSpelledOut(name: string, text: string): boolean {
  return (
    /^\p{Lu}{2,}$/u.test(name) && (text.match(/\p{L}+/gu) ?? []).some((word) => isSynonym(name.toLowerCase(), word))
  );
}

/** Names of the passage that no capital tells in the claim: its first word, or all of them where a claim is in lower case. */
function checkKnown(claim: string, evidence: Evidence): Verdict {
  const words = claim.match(/\p{L}[\p{L}\p{M}\d]{2,}/gu) ?? [];
  const hidden = /\p{Lu}/u.test(claim) ? words.slice(0, 1) : words;
  const there = plain(wholeOf(evidence));
  const known = knownNames(evidence.passage);
  const strange = hidden.find((word) => known.has(plain(word)) && !stands(there, plain(word)));
  return strange === undefined ? passed : failed(`Not in the quote or its headings: ${strange}`);
}

/** In lower case: words with a capital inside a sentence that never stand without one, and what the rows of a table are about. */
function knownNames(passage: string): Set<string> {
  const small = new Set(passage.match(/(?<![\p{L}\p{M}\d])\p{Ll}[\p{L}\p{M}\d]*/gu));
  const inside = [...passage.matchAll(/(?<=[\p{L}\d,] )\p{Lu}[\p{L}\p{M}\d]*/gu)].map(([name]) => name);
  const keys = rowsOf(passage).flatMap(([key]) => (key && /^\p{Lu}\S*$/u.test(key[1]) ? [key[1]] : []));
  return new Set([...inside, ...keys].map((name) => plain(name)).filter((name) => !small.has(name)));
}

function plain(text: string): string {
  return withoutAccents(text).replaceAll('\u2019', "'").toLowerCase();
}

/** A plural of a name is the name, either way. */
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

/** Where the claim copies the quote: a word in the place of another one, which its evidence has nowhere. Amounts and dates aside, which have checks of their own. */
function exchanged(claim: string, evidence: Evidence): Verdict {
  const nearest = nearestSentence(evidence.sentence, claim);
  const measures = amountWords(`${nearest}\n${claim}`);
  for (const edit of editsOf(nearest, claim) ?? []) {
    const unit = otherUnit(edit, measures);
    if (unit) return failed(`The claim says “${edit.addedText}” where the quote says “${edit.removedText}”.`);
    const [replaced, strange] = exchange(edit, claim, evidence, measures);
    if (strange.length === 0 || replaced.length === 0 || Math.max(strange.length, replaced.length) > longestName)
      continue;
    if (strange.every((word) => replaced.some((other) => isSynonym(word, other)))) continue;
    // A verb is as often another word for the same.
    if (isVerb(edit, claim)) continue;
    // Names of other lengths are exchanged too; of plain words only the subject, for the rest is as often told in other words.
    if (
      strange.length === replaced.length ||
      hasName(edit.removedText) ||
      /(?<=\s)\p{Lu}/u.test(edit.addedText) ||
      isSubject(edit, claim)
    ) {
      return failed(`The claim says “${strange.join(' ')}” where the quote says “${replaced.join(' ')}”.`);
    }
  }
  return passed;
}

/** The words that make way, and those that take their place and stand nowhere in the evidence. A name from a heading may stand for a plain word, not for another name. */
function exchange(
  { removed, added, removedText, addedText }: Edit,
  claim: string,
  evidence: Evidence,
  measures: ReadonlySet<string>,
): readonly [string[], string[]] {
  const where = !hasName(removedText) && hasName(addedText) ? wholeOf(evidence) : evidence.sentence;
  // A capital that opens the sentence tells no name, and one among other words is no name that was replaced.
  const isNamed =
    hasName(removedText) &&
    !evidence.sentence.startsWith(removedText) &&
    removed.every((word) => removedText.includes(`${word.charAt(0).toUpperCase()}${word.slice(1)}`));
  const isTold = (word: string) => !isNamed && evidence.retold?.has(word) === true;
  const strange = added.filter(
    (word) =>
      isNaming(word) &&
      !measures.has(word) &&
      !isTold(word) &&
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

/** "Per month" is not "per quarter", nor are a few days a few business days. */
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
