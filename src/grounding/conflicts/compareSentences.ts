import { itemMark, sentences } from '../../knowledge/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../checks/coverage.ts';
import { samePolarity } from '../checks/polarity.ts';
import { type Amount, amountsOf } from '../reading/amounts.ts';
import { sameUnit, sameValue } from '../checks/numbers.ts';
import { datesOf, type FoundDate, sameDate } from '../reading/timeSpan.ts';
import { holdsCode, namedFacts, type NamedFacts } from '../reading/namedFacts.ts';
import { alignWords } from '../checks/edits.ts';

type Titled = Pick<Passage, 'documentKey' | 'documentTitle' | 'sectionPath' | 'text'>;

/** "Springfield (Ohio)" at the start of a title, or of a text without one. */
const qualified = /^[^()\n.;:!?]{3,60}? ?\( ?(?<qualifier>[^()\n]{2,40}?) ?\)/u;
/** Words that distinguish documents about one subject, but not subjects. */
const kindsOfText =
  /^(?:a|an|the|our|your|faqs?|terms?|conditions?|polic(?:y|ies)|guides?|rules?|manuals?|handbooks?|notes?|overview|drafts?|final|cop(?:y|ies)|old|new|sheets?|pages?|questions?|answers?|announcements?|summary|details?|information|info|wiki|help|intro(?:duction)?)$/i;

/** What two documents must have in common to be about the question. */
export interface Subject {
  readonly question: string;
  readonly facts: NamedFacts;
}

export function subjectOf(question: string): Subject {
  return { question, facts: namedFacts(question, 'en') };
}

/** A sentence of a passage. */
interface Placed {
  readonly text: string;
  readonly passage: Titled;
}

/**
 * Whether two sentences may be about the same thing. What the question names must be in both or in neither; for two
 * separate texts, the whole passages may make up for a difference. No title, heading or qualifier in brackets may
 * distinguish them.
 * @param disputed the values that differ between two copies of one text: "George Horner (died 1677)" and "(died 1777)"
 * are distinguished only by the dispute itself. Undefined if the texts are separate
 */
export function sameSubject(
  { facts }: Subject,
  left: Placed,
  right: Placed,
  disputed?: readonly [string, string],
): boolean {
  const named = [...facts.names, ...facts.codes];
  const differs = (one: string, other: string) => named.some((name) => holdsCode(one, name) !== holdsCode(other, name));
  if (
    differs(left.text, right.text) &&
    (disputed !== undefined || differs(wholeText(left.passage), wholeText(right.passage)))
  )
    return false;
  return (
    !areNamesakes(left.passage, right.passage, disputed) &&
    !areSiblings(titleOf(left.passage), titleOf(right.passage), disputed) &&
    !areSiblings(left.passage.sectionPath.at(-1) ?? '', right.passage.sectionPath.at(-1) ?? '', disputed)
  );
}

function wholeText({ sectionPath, text, ...titled }: Titled): string {
  return [titleOf({ sectionPath, text, ...titled }), ...sectionPath, text].join('\n');
}

/** The key serves as the title of a document without one, and keys carry no meaning. */
function titleOf({ documentTitle, documentKey }: Titled): string {
  return documentTitle === documentKey ? '' : documentTitle;
}

function areNamesakes(left: Titled, right: Titled, disputed: readonly [string, string] | undefined): boolean {
  const [own, others] = [qualifierOf(left), qualifierOf(right)];
  if (own === undefined || others === undefined || own.toLowerCase() === others.toLowerCase()) return false;
  return disputed === undefined || !(touches(own, disputed[0]) && touches(others, disputed[1]));
}

function qualifierOf(passage: Titled): string | undefined {
  return [titleOf(passage), passage.text]
    .map((text) => qualified.exec(text)?.groups?.['qualifier'])
    .find((qualifier) => qualifier !== undefined);
}

/** Whether the two share a content word. */
function touches(qualifier: string, value: string): boolean {
  const words = contentStems(value);
  return [...contentStems(qualifier)].some((word) => words.has(word));
}

/**
 * "Shipping to Norway" and "Shipping to Sweden": titles that differ in one place only. Editions of one document are not
 * siblings.
 */
function areSiblings(left: string, right: string, disputed: readonly [string, string] | undefined): boolean {
  if (left === '' || right === '') return false;
  const [own, others] = [editionOf(left).name, editionOf(right).name];
  const { replaced, shared } = alignWords(own, others);
  const [only] = replaced;
  if (shared === 0 || replaced.length !== 1 || !only) return false;
  const words = [own.slice(only.left.start, only.left.end), others.slice(only.right.start, only.right.end)] as const;
  if (
    words.some(
      (word) => word === '' || word.split(/[^\p{L}\p{N}]+/u).every((entry) => entry === '' || kindsOfText.test(entry)),
    )
  )
    return false;
  return disputed === undefined || !(touches(words[0], disputed[0]) && touches(words[1], disputed[1]));
}

/** A title without its edition, and the edition. */
interface Edition {
  readonly name: string;
  /** Year, version or both, in the order of the title; empty when it names none. */
  readonly numbers: readonly number[];
}

const edition =
  /\b(?:v|version|rev|revision|edition|release)\.? ?(?<version>\d+(?:\.\d+)*)\b|\b(?<year>(?:19|20)\d{2})\b/giu;

/** "Travel policy 2025", "Travel policy v3.1" and "Travel policy" have the same name. */
export function editionOf(title: string): Edition {
  const numbers = [...title.matchAll(edition)].flatMap(({ groups }) =>
    (groups?.['version'] ?? groups?.['year'] ?? '').split('.').map(Number),
  );
  const name = title
    .replaceAll(edition, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return { name, numbers };
}

/**
 * Below zero if the left edition is earlier. Zero if the titles are not editions of one title or their order is
 * unknown.
 */
export function compareEditions(left: string, right: string): number {
  const [one, other] = [editionOf(left), editionOf(right)];
  if (
    one.name === '' ||
    one.name.toLowerCase() !== other.name.toLowerCase() ||
    one.numbers.length === 0 ||
    one.numbers.length !== other.numbers.length
  )
    return 0;
  const at = one.numbers.findIndex((number, position) => number !== other.numbers[position]);
  return at === -1 ? 0 : (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
}

export interface SentenceDifference {
  readonly kind: 'NUMERIC' | 'TEMPORAL' | 'POLARITY' | 'WORDING' | 'ABSENT';
  /** What each side says, for a difference of number, date or polarity. */
  readonly values: readonly [string, string] | null;
}

/**
 * How two sentences about the same thing differ; undefined if they have the same words apart from articles, punctuation
 * and emphasis. Any other difference in words counts, whatever they mean: nothing else reveals `must` for `may`, or one
 * name for another.
 */
export function compareSentences(left: string, right: string): SentenceDifference | undefined {
  if (plainWords(left) === plainWords(right)) return undefined;
  const amounts = differing(
    amountsOf(left),
    amountsOf(right),
    (one, other) => sameUnit(one.unit, other.unit),
    (one, other) => sameUnit(one.unit, other.unit) && sameValue(one, other),
  );
  if (amounts) return { kind: 'NUMERIC', values: amounts };
  const dates = differing(datesOf(left), datesOf(right), isAlike, sameDate);
  if (dates) return { kind: 'TEMPORAL', values: dates };
  if (samePolarity(left, right)) return { kind: 'WORDING', values: null };
  return { kind: 'POLARITY', values: samePolarity(left, 'not') ? ['says not', 'says so'] : ['says so', 'says not'] };
}

/** Words, numbers, and the signs that change what a number means. */
const tokenShape = /(?<![\p{L}\d])-(?=\d)|[<>≤≥=±+°€$£¥%]|[\p{L}\p{M}]+(?:'\p{L}+)?|\d+(?:[.,:]\d+)*/gu;

/** The words of a text in lower case, without articles, emphasis, list marks and punctuation. */
export function plainWords(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(itemMark, '')
    .replaceAll('\u2212', '-')
    .replaceAll('\u2019', "'");
  return (plain.match(tokenShape) ?? []).filter((word) => !/^(?:a|an|the)$/.test(word)).join(' ');
}

/** A pair of comparable values, each of which the other side lacks. */
function differing<Value extends Amount | FoundDate>(
  left: readonly Value[],
  right: readonly Value[],
  isComparable: (one: Value, other: Value) => boolean,
  isSame: (one: Value, other: Value) => boolean,
): [string, string] | undefined {
  const lacks = (values: readonly Value[], wanted: Value) => !values.some((value) => isSame(value, wanted));
  for (const value of left.filter((entry) => lacks(right, entry))) {
    const other = right.find((entry) => isComparable(value, entry) && lacks(left, entry));
    if (other) return [value.text, other.text];
  }
  return undefined;
}

function isAlike(left: FoundDate, right: FoundDate): boolean {
  return left.yearless === right.yearless;
}

/** Whether a claim is a verbatim copy of one or several adjacent sentences, items or rows of a text. */
export function isWholeSentence(claim: string, text: string): boolean {
  const wanted = plainWords(claim);
  if (wanted === plainWords(text)) return true;
  const parts = sentences(text).map(({ start, end }) => plainWords(text.slice(start, end)));
  return parts.some((_part, first) => {
    let joined = '';
    for (const part of parts.slice(first)) {
      joined = joined === '' ? part : `${joined} ${part}`;
      if (joined.length >= wanted.length) break;
    }
    return joined === wanted;
  });
}
