/** Which of two documents is the later edition: by their titles, their file names, the days that they state and what one says of the other. */
import { LRUCache } from 'lru-cache';
import { sentences } from '../language/sentences.ts';
import { contentRootsOf, holdsRoot } from '../language/stems.ts';
import { isWithinMonth, stretchesIn } from '../values/calendar.ts';

/** A title without its edition, and the edition. */
export interface Edition {
  readonly name: string;
  /** Year, season and version, in the order of the title; empty when it names none. */
  readonly numbers: readonly number[];
  /** Of a day, a week or a month: such texts lie side by side, and none replaces another. */
  readonly isPeriod: boolean;
}

const seasons = [
  ['spring', 'frühjahr', 'frühling', 'printemps', 'primavera'],
  ['summer', 'sommer', 'été', 'verano', 'estate'],
  ['autumn', 'fall', 'herbst', 'automne', 'otoño', 'autunno'],
  ['winter', 'hiver', 'invierno', 'inverno'],
];
const year = String.raw`(?:19|20)\d{2}`;
const mark = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:v|version|edition|release|ausgabe|fassung|auflage)\.? ?(?<version>\d+(?:\.\d+)*)|rev(?:isions?)?\.? ?(?:(?<revision>\d+(?:\.\d+)*)|(?<letter>[a-z]))|(?:(?<season>${seasons.flat().join('|')})(?: of)? )?(?<year>${year}))(?![\p{L}\d])`,
  'giu',
);
/** "price-list-old", "Price list (old)": at the end, where it is no part of a name. */
const outdated = /[\s(]+(?:old|outdated|archived?|alt|veraltet|obsolete)\)?$/iu;
const period = /(?<![\p{L}\d])(?:weeks?|kw|woche|semaine|semana|settimana|q[1-4])(?![\p{L}])/iu;

/** Longer ones are no names, and hostile ones take long. */
const longestTitle = 300;
/** Of the documents that are found again and again. */
const known = new LRUCache<string, Edition>({ max: 5_000 });

/** "Travel policy 2025", "Travel policy v3.1" and "Travel policy" have the same name. */
export function editionOf(title: string): Edition {
  const short = title.slice(0, longestTitle).trim();
  const edition = known.get(short) ?? readTitle(short);
  known.set(short, edition);
  return edition;
}

function readTitle(title: string): Edition {
  const plain = title.replace(outdated, '');
  const numbers = [...plain.matchAll(mark)].flatMap(({ groups = {} }) => numbersOf(groups));
  const name = plain
    .replaceAll(mark, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return {
    name,
    numbers: plain === title ? numbers : [-1, ...numbers],
    isPeriod: period.test(title) || stretchesIn(title).some(isWithinMonth),
  };
}

function numbersOf({ version, revision, letter, season, year: stated }: Record<string, string | undefined>): number[] {
  if (letter !== undefined) return [letter.toLowerCase().charCodeAt(0)];
  const within = season === undefined ? [] : [seasons.findIndex((names) => names.includes(season.toLowerCase()))];
  return [...(version ?? revision ?? stated ?? '').split('.').map(Number), ...within];
}

/** The edition that the last part of a key names, if it is a path or a file name. */
export function fileEditionOf(key: string): Edition {
  const file = key.split(/[/\\]/).at(-1) ?? key;
  return editionOf(file.replace(/\.[a-z\d]{1,5}$/iu, '').replaceAll(/[-_\s]+/gu, ' '));
}

/** Whether both are editions of one title, as far as their names tell. */
export function isSameSeries(left: Edition, right: Edition): boolean {
  return left.name !== '' && left.name.toLowerCase() === right.name.toLowerCase() && !left.isPeriod && !right.isPeriod;
}

/**
 * Below zero if the left edition is earlier. Zero if the titles are not editions of one title or their order is
 * unknown.
 */
export function compareEditions(left: string, right: string): number {
  return orderOf(editionOf(left), editionOf(right));
}

export function orderOf(one: Edition, other: Edition): number {
  if (!isSameSeries(one, other)) return 0;
  if ((one.numbers[0] === -1) !== (other.numbers[0] === -1)) return one.numbers[0] === -1 ? -1 : 1;
  if (one.numbers.length === 0 || one.numbers.length !== other.numbers.length) return 0;
  const at = one.numbers.findIndex((number, position) => number !== other.numbers[position]);
  return at === -1 ? 0 : (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
}

/** Whether a text, a question for instance, has the year, season or version of an edition. */
export function namesEdition(text: string, { numbers }: Edition): boolean {
  const named = editionOf(text).numbers;
  return numbers.length > 0 && numbers.every((number) => named.includes(number));
}

/** What a document is called, for another one that says what it replaces. */
export interface EditionTitle {
  readonly title: string;
  readonly edition: Edition;
}

const replaces =
  /\b(?:replac(?:es?|ing)|supersed(?:es?|ing)|tak(?:es?|ing) the place of|in (?:force )?(?:place|instead) of|ersetz(?:t|en)|an die stelle|remplacent?|sustituyen?|reemplazan?|sostituiscono|sostituisce|vervang(?:t|en)|zastępuje)\b/iu;
const isReplaced =
  /\b(?:replaced|superseded|ersetzt|remplacée?s?|sustituid[oa]s?|sostituit[oaie]) (?:by|durch|par|por|da)\b/iu;
const allBefore = /\b(?:earlier|previous|prior|former|older|last|vorherigen?|früheren?|bisherigen?)\b/iu;

/** What a document says of itself at its beginning. */
export interface EditionHead {
  /** What it says that it replaces, a sentence or the end of one each. */
  readonly replaces: readonly string[];
  /** What it says that has taken its place. */
  readonly replacedBy: readonly string[];
  /** The day that it states for itself: "Valid from 1 March 2025". */
  readonly day: Date | null;
}

/** @param text the beginning of a document: `headCharacters` of it */
export function readHead(text: string): EditionHead {
  const head = { replaces: [] as string[], replacedBy: [] as string[], day: statedDay(text) };
  for (const { start, end } of sentences(text)) {
    const sentence = text.slice(start, end);
    const passive = isReplaced.exec(sentence);
    const verb = passive ?? replaces.exec(sentence);
    if (!verb) continue;
    // German has what is replaced on both sides of the verb.
    const isAround = !passive && /^(?:ersetz|an die)/iu.test(verb[0]);
    const object = isAround ? sentence : sentence.slice(verb.index + verb[0].length);
    (passive ? head.replacedBy : head.replaces).push(object);
  }
  return head;
}

/**
 * Whether some words name a document: by what it is called, or by its year, season or version, or all before it.
 * "Replaces the paper form" speaks of no document that is not called so.
 * @param isOne whether who says so is an edition of the same title: only then a number or "the previous edition" is enough
 */
export function namesDocument(object: string, { title, edition }: EditionTitle, isOne: boolean): boolean {
  const stated = [...object.matchAll(mark)].map(({ groups = {} }) => numbersOf(groups));
  const isStated = edition.numbers.length > 0 && coversNumbers(stated, object, edition.numbers);
  if (isOne && (isStated || allBefore.test(object))) return true;
  const wanted = contentRootsOf(edition.name || title);
  const said = contentRootsOf(object);
  const isCalled = wanted.length > 1 && wanted.every((root) => holdsRoot(said, root));
  return isCalled && (edition.numbers.length === 0 || isStated || stated.length === 0);
}

/** "Revisions A and B" names B too. */
function coversNumbers(stated: readonly (readonly number[])[], object: string, wanted: readonly number[]): boolean {
  const flat = stated.flat();
  if (wanted.every((number) => flat.includes(number))) return true;
  const [only] = wanted;
  const isLetter = wanted.length === 1 && only !== undefined && only >= 97 && only <= 122;
  return isLetter && new RegExp(`\\band ${String.fromCharCode(only)}\\b`, 'iu').test(object) && flat.length > 0;
}

/** How much of a document's beginning is looked at. */
export const headCharacters = 1_500;
const dated =
  /\b(?:valid|effective|in force|updated|revised|last (?:change|update|revision)|as of|since|from|gültig|stand|ab|seit|geändert|en vigueur|mise? à jour|valable|vigente|desde|válid[oa])\b/iu;

/** The day that a document states for itself at its beginning, "Valid from 1 March 2025"; null: none. */
function statedDay(head: string): Date | null {
  for (const line of head.split('\n').slice(0, 12)) {
    if (line.length > 160 || !dated.test(line)) continue;
    const [first] = stretchesIn(line);
    if (first?.from) return first.from;
  }
  return null;
}
