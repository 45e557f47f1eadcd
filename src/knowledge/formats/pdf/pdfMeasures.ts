import { wraps, type Fragment, type TextLine } from './pdfLines.ts';

/** A heading's font is at least this much larger than the body's. */
const headingRatio = 1.15;
const defaultLeading = 1.2;
/** Two lines this far apart are two paragraphs, unless others are too. */
const wideLeading = 1.9;

export interface FontSizes {
  /** 1 for the largest heading size, at most 6; undefined for body text. */
  headingDepth(line: TextLine): number | undefined;
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** The size that the middle character of the document is set in, its program text aside. */
export function bodySize(lines: readonly Fragment[]): number {
  const isCode = codeIn(lines);
  return middleSize(lines.filter((line) => !isCode(line)));
}

function middleSize(lines: readonly Fragment[]): number {
  const sorted = [...lines].sort((left, right) => left.size - right.size);
  const half = sorted.reduce((sum, { text }) => sum + text.length, 0) / 2;
  let seen = 0;
  return sorted.find(({ text }) => (seen += text.length) >= half)?.size ?? 0;
}

export function isLarge({ size }: Fragment, body: number): boolean {
  return rounded(size) >= body * headingRatio;
}

/** @param body see `bodySize`. @param isHeadingText what else a line must be, size aside. */
export function measureSizes(
  lines: readonly TextLine[],
  body: number,
  isHeadingText: (text: string) => boolean,
): FontSizes {
  const isHeading = (line: TextLine) => line.upright && isLarge(line, body) && isHeadingText(line.text);
  const ranks = [...new Set(lines.filter(isHeading).map(({ size }) => rounded(size)))].sort(
    (left, right) => right - left,
  );
  return { headingDepth: (line) => (isHeading(line) ? Math.min(ranks.indexOf(rounded(line.size)) + 1, 6) : undefined) };
}

/**
 * The usual distance of two lines of a paragraph, in font sizes: the most frequent one below 2.5, of two the smaller.
 * Lines that break for want of room tell it; only without any do all lines count, of which a letter or a leaflet has
 * more with a gap than without.
 */
export function leadingOf(lines: readonly TextLine[]): number {
  const pairs = lines.slice(1).flatMap((line, index) => {
    const before = lines[index] as TextLine;
    const ratio = Math.round(((line.top - before.top) / line.size) * 20) / 20;
    const beside = before.page === line.page && rounded(before.size) === rounded(line.size);
    return beside && ratio > 0.8 && ratio < 2.5 ? [{ ratio, broken: wraps(before, line, before.limit) }] : [];
  });
  const broken = pairs.filter((pair) => pair.broken);
  const counts = new Map<number, number>();
  for (const { ratio } of broken.length > 0 ? broken : pairs) counts.set(ratio, (counts.get(ratio) ?? 0) + 1);
  const bySize = [...counts].sort(([left], [right]) => left - right);
  const [ratio, count] = bySize.reduce((best, next) => (next[1] > best[1] ? next : best), [defaultLeading, 0]);
  return count === 1 && ratio > wideLeading ? defaultLeading : ratio;
}

/**
 * Beyond this share of a document, a typewriter font is its body and not its program text, unless the rest is set
 * larger.
 */
const maxCodeShare = 0.4;
const maxSmallCodeShare = 0.9;
const smallCode = 0.95;

/** Whether a monospaced line is program text. */
export function codeIn(lines: readonly Fragment[]): (line: Fragment) => boolean {
  const length = (counted: readonly Fragment[]) => counted.reduce((sum, { text }) => sum + text.length, 0);
  const monospaced = lines.filter((line) => line.monospaced);
  const share = length(monospaced) / Math.max(length(lines), 1);
  const rest = middleSize(lines.filter((line) => !line.monospaced));
  const mixed = share < maxCodeShare || (share < maxSmallCodeShare && middleSize(monospaced) < rest * smallCode);
  return (line) => mixed && line.monospaced;
}
