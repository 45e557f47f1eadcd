import { isUnspaced, lowerWords, tensWords, unitWords } from '../language/words.ts';

/** From this Jaccard similarity on, two texts are copies of each other if they state the same facts. */
export const nearDuplicateThreshold = 0.8;

/** A text with fewer words says too little to be called a copy: "Yes, you can." answers many questions. */
const minWords = 20;
/** A word of an unspaced script has about two characters. */
const minCharacters = 2 * minWords;
const wordsPerShingle = 3;
const charactersPerShingle = 5;
const bandCount = 8;
const rowsPerBand = 3;

interface Fingerprint {
  /** Signed 64-bit. Texts that share one are worth comparing. Empty if the text is too short to be a copy by itself. */
  readonly bands: bigint[];
  /** Distinct shingles. */
  readonly shingleCount: number;
}

/**
 * MinHash in bands (Broder, "On the resemblance and containment of documents", 1997): two texts whose shingle sets have
 * the Jaccard similarity s share at least one of 8 bands of 3 rows with the probability 1 - (1 - s^3)^8, which is .997
 * at s = .8, .67 at .5 and .2 at .3. The result must be the same in every process and forever, because bands are
 * stored.
 * @param above what a short text stands under: only with it is one a copy of another, in a band of all its words
 */
export function fingerprint(text: string, above?: string): Fingerprint {
  const { shingles, isShort } = shinglesOf(text);
  if (isShort) return { bands: shingles.size > 0 ? wholeBands(text, above) : [], shingleCount: shingles.size };
  const minima = new Uint32Array(bandCount * rowsPerBand).fill(0xff_ff_ff_ff);
  for (const shingle of shingles) {
    const hash = hashOf(shingle);
    for (let row = 0; row < minima.length; row += 1) {
      const permuted = permute(hash, row);
      if (permuted < (minima[row] ?? 0)) minima[row] = permuted;
    }
  }
  return {
    bands: Array.from({ length: bandCount }, (_, band) =>
      bandHash(band, minima.subarray(band * rowsPerBand, (band + 1) * rowsPerBand)),
    ),
    shingleCount: shingles.size,
  };
}

/**
 * What a passage stands under, as `fingerprint` takes it: its headings, or the document's title where it has none and the
 * title is no file's name.
 */
export function linesAbove(sectionPath: readonly string[], title: string, key: string): string {
  return sectionPath.length > 0 ? sectionPath.join('\n') : title === key ? '' : title;
}

/** One band of all the words of a short text and of what it stands under. */
function wholeBands(text: string, above: string | undefined): bigint[] {
  if (above === undefined) return [];
  const hashes = [above, text].map((part) => hashOf(lowerWords(part).join(' ')));
  return [bandHash(bandCount, Uint32Array.from(hashes))];
}

/** Returns the Jaccard similarity of the shingle sets, 0..1; 0 if one text has no words. */
export function similarity(left: string, right: string): number {
  const [one, other] = [shinglesOf(left).shingles, shinglesOf(right).shingles];
  let shared = 0;
  for (const shingle of one) if (other.has(shingle)) shared += 1;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}

/** Whether one text may replace the other: nearly the same words, and no fact stated differently. */
export function isNearDuplicate(left: string, right: string): boolean {
  return left === right || (similarity(left, right) >= nearDuplicateThreshold && !differsInFacts(left, right));
}

interface Shingles {
  readonly shingles: ReadonlySet<string>;
  readonly isShort: boolean;
}

/**
 * Returns shingles of three words, or of five characters for a text without blanks between words. A shorter text is one
 * shingle.
 */
function shinglesOf(text: string): Shingles {
  const words = lowerWords(text);
  const unspaced = isUnspaced(text);
  const units = unspaced ? Array.from(words.join('')) : words;
  const size = Math.min(unspaced ? charactersPerShingle : wordsPerShingle, units.length);
  const shingles = new Set<string>();
  for (let start = 0; size > 0 && start + size <= units.length; start += 1)
    shingles.add(units.slice(start, start + size).join(unspaced ? '' : ' '));
  return { shingles, isShort: units.length < (unspaced ? minCharacters : minWords) };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let position = 0; position < text.length; position += 1)
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01_00_01_93);
  return hash >>> 0;
}

/** One of the hash functions: the final mix of murmur3 over the shingle's hash and the row. */
function permute(hash: number, row: number): number {
  let mixed = hash ^ Math.imul(row + 1, 0x9e_37_79_b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** FNV-1a over 64 bits. It includes the band's number, so that equal rows in different bands do not match. */
function bandHash(band: number, rows: Uint32Array): bigint {
  let hash = 0xcb_f2_9c_e4_84_22_23_25n;
  for (const value of [band, ...rows]) hash = BigInt.asUintN(64, (hash ^ BigInt(value)) * 0x01_00_00_00_01_b3n);
  return BigInt.asIntN(64, hash);
}

/** A text that may repeat another. */
export interface BandedText {
  readonly id: string;
  readonly documentId: string;
  readonly text: string;
  /** The bands of its fingerprint, in any form in which equal numbers are equal. */
  readonly bands: readonly (string | bigint)[];
}

/** How many texts are compared: those that share most bands. A near-duplicate shares nearly all eight. */
export const comparedTexts = 3;

/**
 * Maps each text that has copies to the first of them; texts of one document are never copies. The result depends only
 * on these texts, so that no text the asker may not read can link two of them. "First" is by id, the order in which
 * they were stored.
 */
export function groupCopies(texts: readonly BandedText[]): ReadonlyMap<string, string> {
  const leadersOf: TextsOfBands = new Map();
  const leaderOf = new Map<string, string>();
  for (const text of texts.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
    const leader = nearest(text, leadersOf).find((other) => isNearDuplicate(text.text, other.text));
    if (leader) {
      leaderOf.set(leader.id, leader.id).set(text.id, leader.id);
      continue;
    }
    enter(leadersOf, text);
  }
  return leaderOf;
}

type Band = BandedText['bands'][number];

/** Texts by each of their bands. */
export type TextsOfBands = Map<Band, BandedText[]>;

export function enter(texts: TextsOfBands, text: BandedText): void {
  for (const band of new Set(text.bands)) {
    const others = texts.get(band);
    if (others) others.push(text);
    else texts.set(band, [text]);
  }
}

/** Returns the texts of other documents that share a band, with the number of shared bands. */
export function textsSharing(
  { documentId, bands }: BandedText,
  texts: ReadonlyMap<Band, readonly BandedText[]>,
): ReadonlyMap<BandedText, number> {
  const shared = new Map<BandedText, number>();
  for (const band of new Set(bands)) {
    for (const other of texts.get(band) ?? [])
      if (other.documentId !== documentId) shared.set(other, (shared.get(other) ?? 0) + 1);
  }
  return shared;
}

/** Returns the texts of other documents that share a band, those with most shared bands first. */
function nearest(text: BandedText, leadersOf: TextsOfBands): readonly BandedText[] {
  return [...textsSharing(text, leadersOf)]
    .toSorted(([left, leftBands], [right, rightBands]) => rightBands - leftBands || (left.id < right.id ? -1 : 1))
    .slice(0, comparedTexts)
    .map(([leader]) => leader);
}

/**
 * Whether two similar texts state different facts, as sheets from one template do: other numbers or codes, or the same
 * in another order; other names; one negation more. In doubt true: two copies on display cost a reader seconds, but a
 * hidden exception costs the answer. Only numerals and English number words count as numbers. A swap of common words
 * ("monthly" for "yearly") is not detected.
 */
export function differsInFacts(left: string, right: string): boolean {
  return (
    figures(left) !== figures(right) ||
    negations(left) !== negations(right) ||
    namesMissing(left, right) ||
    namesMissing(right, left) ||
    isSubstituted(left, right)
  );
}

/**
 * Numerals with their currency, percent and minus signs, and codes such as BP-4 and E1042. A full stop or comma after
 * one is not part of it.
 */
const figureShape =
  /(?:(?<![\p{L}\p{N}])[-\u2212])?\p{Sc}?\s?[\p{L}\p{N}]+(?:[-_.,:/][\p{L}\p{N}]+)*(?:(?<=\p{N})\s?[%\p{Sc}])?/gu;
const numberWords = new Set([
  ...unitWords.slice(2),
  ...tensWords,
  'hundred',
  'thousand',
  'million',
  'half',
  'once',
  'twice',
  'double',
]);

function figures(text: string): string {
  return (text.match(figureShape) ?? [])
    .map((figure) => figure.replaceAll(/\s/g, '').toLowerCase())
    .filter((figure) => /\p{N}/u.test(figure) || numberWords.has(figure))
    .join(' ');
}

const negation =
  /(?<!\p{L})(?:not|no|never|none|nor|neither|without|cannot|except|unless|nothing|nobody|excluding|nicht|kein\p{L}{0,2}|nie|niemals|ohne|pas|jamais|sans|non|mai|senza|nunca|sin|não|sem|niet|geen|zonder)(?!\p{L})|n['’]t(?!\p{L})/giu;

function negations(text: string): number {
  return text.match(negation)?.length ?? 0;
}

/** A word with a capital inside a sentence. */
const nameShape = /(?<=[\p{L}\p{N},;)"'’] )\p{Lu}[\p{L}\p{M}\p{N}]*/gu;

function namesMissing(left: string, right: string): boolean {
  const names = left.match(nameShape);
  if (!names) return false;
  const there = new Set(lowerWords(right));
  return names.some((name) => lowerWords(name).some((word) => !there.has(word)));
}

/**
 * Whether each text has a possible name that the other lacks: a capitalised word in any position, or any word or
 * character of a script without capitals. A sentence that only one of them has is an addition, not another fact.
 */
function isSubstituted(left: string, right: string): boolean {
  return hasOwnName(left, right) && hasOwnName(right, left);
}

function hasOwnName(text: string, other: string): boolean {
  const candidates = text.match(/(?<![\p{L}\p{M}\p{N}])(?:\p{Lu}|\p{Lo})[\p{L}\p{M}\p{N}]*/gu);
  if (!candidates) return false;
  const there = new Set(unitsOf(other));
  return unitsOf(candidates.join(' ')).some((unit) => !there.has(unit));
}

function unitsOf(text: string): string[] {
  return isUnspaced(text) ? Array.from(lowerWords(text).join('')) : lowerWords(text);
}
