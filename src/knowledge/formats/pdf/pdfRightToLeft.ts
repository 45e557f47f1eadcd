/** A string as a page draws it, its letters in reading order, at its place on a baseline. */
export interface VisualPiece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

type Direction = 'RIGHT' | 'LEFT' | 'NUMBER' | 'NONE';

interface Word {
  readonly text: string;
  readonly direction: Direction;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
/** Letters as fonts draw them: Arabic forms for the start, middle or end of a word, and Latin ligatures. */
const drawnForms = /[\uFB00-\uFDFF\uFE70-\uFEFC]+/g;
/** `EUR`, `kg`: after its number in reading order, and so to the left of it. */
const unit = /^(?:[A-Z]{3}|[a-z]{1,2})$/;
/** In font sizes: a wider gap is a blank. */
const blankGap = 0.15;

export const hasRightToLeft = (text: string): boolean => text.search(rightToLeft) >= 0;

/** Returns letters as they are written, whatever form they are drawn in. */
export const writtenForms = (text: string): string =>
  text.replaceAll(drawnForms, (letters) => letters.normalize('NFKC'));

/**
 * Returns the words of a baseline in reading order. A page draws them from left to right as they appear: Hebrew and
 * Arabic words from the last to the first, with numbers and Latin words among them the other way round. This inverts
 * the Unicode Bidirectional Algorithm (UAX #9) as far as possible: a Latin word beside a number may come first or
 * second, and a unit is assumed to come second.
 */
export function logicalText(pieces: readonly VisualPiece[], size: number): string {
  const words = visualWords(pieces, size);
  const letters = words.map(({ text }) => text).join('');
  return isMostlyRightToLeft([letters])
    ? fromRight(words)
    : turnedRuns(words, ({ direction }) => direction === 'RIGHT');
}

function visualWords(pieces: readonly VisualPiece[], size: number): Word[] {
  const words: Word[] = [];
  const sorted = [...pieces].sort((one, other) => one.left - other.left);
  for (const [index, { text, left }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before && left - before.right > size * blankGap) words.push({ text: ' ', direction: 'NONE' });
    // Right-to-left text is one piece in its own order; the rest stays as it is drawn.
    const parts = hasRightToLeft(text) ? [text] : text.split(/(\s+)/).filter(Boolean);
    words.push(...parts.map((part) => ({ text: part, direction: directionOf(part) })));
  }
  return words;
}

function directionOf(text: string): Direction {
  if (hasRightToLeft(text)) return 'RIGHT';
  if (/\p{L}/u.test(text)) return 'LEFT';
  return /\d/.test(text) ? 'NUMBER' : 'NONE';
}

function fromRight(words: readonly Word[]): string {
  const units = words.map(
    ({ text, direction }, index) => direction === 'LEFT' && unit.test(text) && words[index + 2]?.direction === 'NUMBER',
  );
  const marked = words.map((word, index): Word => (units[index] ? { ...word, direction: 'NUMBER' } : word));
  return turnedRuns([...marked].reverse(), ({ direction }) => direction === 'LEFT', true);
}

/**
 * Returns the words with each run of the given ones reversed, including what is between them. A number beside a Latin
 * word belongs to it.
 */
function turnedRuns(words: readonly Word[], isTurned: (word: Word) => boolean, withNumbers = false): string {
  const found: Word[] = [];
  const belongs = (word: Word) => isTurned(word) || (withNumbers && word.direction === 'NUMBER');
  for (let index = 0; index < words.length;) {
    let end = index;
    for (let at = index; at < words.length; at += 1) {
      const word = words[at] as Word;
      if (belongs(word)) end = at + 1;
      else if (word.direction !== 'NONE' || end === index) break;
    }
    const run = words.slice(index, Math.max(end, index + 1));
    found.push(...(run.some(isTurned) ? run.reverse() : run));
    index += run.length;
  }
  return found
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function isMostlyRightToLeft(texts: readonly string[]): boolean {
  const count = (letters: RegExp) => texts.reduce((sum, text) => sum + (text.match(letters)?.length ?? 0), 0);
  const right = count(rightToLeft);
  return right > 0 && right * 2 > count(/\p{L}/gu);
}
