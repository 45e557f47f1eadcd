import type { Span } from '../../knowledge/document.ts';
import { lines, sentences } from '../../knowledge/language/sentences.ts';
import { scan, type Token, valueOfDigits } from '../../knowledge/values/numerals.ts';
import { sameStem } from '../../knowledge/language/stems.ts';

/** A difference between a claim and the sentence that it copies. */
export interface Edit {
  /** In lower case, without function words. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** All words, as written. */
  readonly removedText: string;
  readonly addedText: string;
}

/**
 * For a claim to be a copy, it must share at least this proportion of the shorter text's words, and at least this many.
 */
const copyShare = 0.7;
const copyWords = 3;

/**
 * The sentence, item or row of a quote that is most similar to the claim, or the whole quote if that is more similar. A
 * claim is rarely about more than one sentence. A row is reduced to the cells that the claim mentions. Quotes longer
 * than `longestQuote` characters are not cut.
 */
export function nearestSentence(quote: string, claim: string): string {
  const parts = quote.length > longestQuote ? [] : sentences(quote).map(({ start, end }) => quote.slice(start, end));
  let best = quote;
  let bestLikeness = alignWords(quote, claim).likeness;
  for (const part of parts) {
    const { likeness } = alignWords(part, claim);
    if (likeness <= bestLikeness) continue;
    best = part;
    bestLikeness = likeness;
  }
  return focusRows(best, claim);
}

const longestQuote = 4_000;

/** The edits that turn `sentence` into `claim`, in order; undefined if the claim is a paraphrase and not a copy. */
export function editsOf(sentence: string, claim: string): readonly Edit[] | undefined {
  const aligned = alignWords(sentence, claim);
  const least = Math.min(wordCount(sentence), wordCount(claim));
  if (aligned.shared < Math.max(copyWords, copyShare * least)) return undefined;
  return aligned.replaced.map(({ left, right }) => {
    const [removedText, addedText] = [sentence.slice(left.start, left.end), claim.slice(right.start, right.end)];
    return { removed: tellingWords(removedText), added: tellingWords(addedText), removedText, addedText };
  });
}

function wordCount(text: string): number {
  return scan(text).filter(({ kind }) => kind !== 'SIGN').length;
}

const silent = new Set(
  (
    'a an the is are was were be been being am do does did has have had it its this that these those they them their he she his her which who whom and also then there here so as of to in at on by with your you our we ' +
    'der die das ein eine und ist sind le la les un une et est sont el los las y es son'
  ).split(' '),
);

function tellingWords(text: string): string[] {
  return scan(text)
    .filter((token) => isTelling(token))
    .map(({ lower }) => lower);
}

function isTelling({ kind, lower }: Token): boolean {
  return kind !== 'SIGN' && !silent.has(lower);
}

export type Cell = readonly [header: string, value: string];
/** The first cell names the subject of the row. */
export type Row = readonly Cell[];

const longestHeader = 40;

/** The rows of a table in canonical form: "Plan: Basic; Price: €5". */
export function canonicalRows(text: string): Row[] {
  return lines(text).flatMap(({ start, end }) => {
    const parts = text.slice(start, end).split(/;\s+/);
    const cells = parts.flatMap((part): Cell[] => {
      const colon = part.indexOf(': ');
      return colon > 0 && colon <= longestHeader ? [[part.slice(0, colon).trim(), part.slice(colon + 2).trim()]] : [];
    });
    return cells.length === parts.length && cells.length > 1 ? [cells] : [];
  });
}

/** The text with each row reduced to its first cell and the cells that a claim mentions. Other text is unchanged. */
export function focusRows(text: string, claim: string): string {
  const words = scannedWords(claim);
  return lines(text)
    .map(({ start, end }) => {
      const line = text.slice(start, end);
      const [row] = canonicalRows(line);
      if (!row) return line;
      const headed = row.slice(1).filter(([header]) => holds(words, header));
      const stated = headed.length > 0 ? headed : row.slice(1).filter(([, value]) => holds(words, value));
      return [...row.slice(0, 1), ...stated].map(([header, value]) => `${header}: ${value}`).join('; ');
    })
    .join('\n');
}

/** The words, codes, numbers and signs of a text, with numbers in a uniform spelling. */
export function scannedWords(text: string): string[] {
  const words: string[] = [];
  for (const { kind, text: word, lower, glued } of scan(text)) {
    if (kind === 'SIGN' && !/[%€$£¥]/.test(word)) continue;
    const spelled = kind === 'NUMBER' ? String(valueOfDigits(word, 'POINT') ?? word) : lower;
    const before = words.at(-1);
    if (glued && kind === 'NUMBER' && before !== undefined && /\p{L}$/u.test(before))
      words[words.length - 1] = before + spelled;
    else words.push(spelled);
  }
  return words;
}

/** Whether the words of `part` are adjacent and in order among `words`. */
export function holdsPhrase(words: readonly string[], part: string): boolean {
  const wanted = scannedWords(part);
  return (
    wanted.length > 0 &&
    words.some((_word, start) => wanted.every((word, position) => words[start + position] === word))
  );
}

const fillers = /^(?:the|a|an|and|or|of|with|to|in)$/;

/** Whether all words of `part` are among `words`, in some form. */
export function holds(words: readonly string[], part: string): boolean {
  const wanted = scannedWords(part).filter((word) => !fillers.test(word));
  return (
    wanted.length > 0 &&
    wanted.every((word) => words.some((other) => other === word || (/^\p{L}/u.test(word) && sameStem(other, word))))
  );
}

/** A stretch of one text and what the other has in its place. If a side is empty, only the other has text there. */
export interface Replacement {
  readonly left: Span;
  readonly right: Span;
}

export interface Alignment {
  /** Words in common and in order, over the mean of both lengths (Dice): 0..1. */
  readonly likeness: number;
  /** Words in common. */
  readonly shared: number;
  readonly replaced: readonly Replacement[];
}

/** Longer texts are cut: the table grows with the product of the lengths. 200 words on each side take 0.3 ms. */
const maxWords = 200;

/** Aligns two texts along their longest common subsequence of words and numbers. Ignores case and punctuation. */
export function alignWords(left: string, right: string): Alignment {
  const [one, other] = [lowerTokens(left), lowerTokens(right)];
  const shared = longestShared(one, other);
  const replaced: Replacement[] = [];
  let [fromLeft, fromRight] = [0, 0];
  for (const [atLeft, atRight] of [...shared, [one.length, other.length] as const]) {
    if (atLeft > fromLeft || atRight > fromRight)
      replaced.push({ left: spanOf(one, fromLeft, atLeft), right: spanOf(other, fromRight, atRight) });
    [fromLeft, fromRight] = [atLeft + 1, atRight + 1];
  }
  return { likeness: (2 * shared.length) / Math.max(1, one.length + other.length), shared: shared.length, replaced };
}

/** The parts of a text that are aligned: words, numbers, and percent and currency signs. */
export function lowerTokens(text: string): Token[] {
  return scan(text)
    .filter(({ kind, text: word }) => kind !== 'SIGN' || /[%\p{Sc}]/u.test(word))
    .slice(0, maxWords);
}

function spanOf(tokens: readonly Token[], from: number, until: number): Span {
  const start = tokens[from]?.start ?? tokens.at(-1)?.end ?? 0;
  return { start, end: until > from ? (tokens[until - 1]?.end ?? start) : start };
}

/** Positions of the common words in both lists, in order. */
function longestShared(left: readonly Token[], right: readonly Token[]): (readonly [number, number])[] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row]?.lower === right[column]?.lower
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < left.length && column < right.length;) {
    if (left[row]?.lower === right[column]?.lower) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
