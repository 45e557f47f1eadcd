import type { Fragment, TextLine } from './pdfLines.ts';

/** A heading's font is at least this much larger than the body's. */
const headingRatio = 1.15;
const defaultLeading = 1.2;

export interface FontSizes {
  /** 1 for the largest heading size, at most 6; undefined for body text. */
  headingDepth(line: TextLine): number | undefined;
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** The size that the middle character of the document is set in. */
export function bodySize(lines: readonly Fragment[]): number {
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

/** The usual distance of two lines of a paragraph, in font sizes: the most frequent one below 2.5, of two the smaller. */
export function leadingOf(lines: readonly TextLine[]): number {
  const counts = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (!before || before.page !== line.page || rounded(before.size) !== rounded(line.size)) continue;
    const ratio = Math.round(((line.top - before.top) / line.size) * 20) / 20;
    if (ratio > 0.8 && ratio < 2.5) counts.set(ratio, (counts.get(ratio) ?? 0) + 1);
  }
  const bySize = [...counts].sort(([left], [right]) => left - right);
  return bySize.reduce((best, next) => (next[1] > best[1] ? next : best), [defaultLeading, 0])[0];
}

/** Beyond this share of a document, a typewriter font is its body and not its program text. */
const maxCodeShare = 0.4;

/** Whether a monospaced line is program text. */
export function codeIn(lines: readonly TextLine[]): (line: TextLine) => boolean {
  const length = (counted: readonly TextLine[]) => counted.reduce((sum, { text }) => sum + text.length, 0);
  const mixed = length(lines.filter(({ monospaced }) => monospaced)) < length(lines) * maxCodeShare;
  return ({ monospaced }) => mixed && monospaced;
}
