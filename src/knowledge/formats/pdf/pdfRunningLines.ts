import type { Drawing } from './pdfDrawing.ts';
import { type Fragment, type Row, baselines, type TextLine, wraps } from './pdfLines.ts';

/** Share of a page's height at either end that can hold running headers and footers. */
const margin = 0.12;
/** A running line is on two of five pages: headers of left and right pages often differ. */
const minShare = 0.4;
const pageNumber =
  /^(?:(?<word>page|p\.|seite|s\.|página|pagina|pág\.|pag\.)\s*)?[-–—[(\s]*(?<number>\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur|di)\s*\d{1,4})?[-–—\])\s]*$/i;

/** A page as it is read: fragments in drawing order. */
export interface PageText {
  readonly number: number;
  readonly height: number;
  readonly fragments: readonly Fragment[];
  readonly drawing: Drawing;
  /** Whether a picture is drawn on it. */
  readonly pictured: boolean;
}

interface MarginLine {
  readonly text: string;
  readonly size: number;
  readonly top: number;
  readonly row: Row;
}

/**
 * Returns the pages without lines in the margins that many pages have at the same place (numbers in them may count on),
 * and without lines that hold the page number.
 */
export function withoutRunningLines(pages: readonly PageText[]): PageText[] {
  const body = bodySize(pages.flatMap(({ fragments }) => fragments));
  const margins = pages.map(marginLines);
  const keyOf = (line: MarginLine) => shapeOf(line, isLarge(line.row[0] as Fragment, body));
  const counts = new Map<string, number>();
  for (const lines of margins) {
    for (const key of new Set(lines.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const numbering = numberingOf(pages, margins);
  const repeats = (line: MarginLine, page: number) => {
    if (numbering.some((offset) => numbersIn(line.text).includes(page + offset))) return true;
    const found = pageNumber.exec(line.text)?.groups;
    if (found && (found['word'] !== undefined || Number(found['number']) === page)) return true;
    const least = found || pages.length === 2 ? 2 : 3;
    return (counts.get(keyOf(line)) ?? 0) >= Math.max(least, pages.length * minShare);
  };
  return pages.map((page, index) => {
    const running = new Set(
      (margins[index] ?? []).filter((line) => repeats(line, page.number)).flatMap(({ row }) => row),
    );
    return running.size > 0
      ? { ...page, fragments: page.fragments.filter((fragment) => !running.has(fragment)) }
      : page;
  });
}

function marginLines({ fragments, height }: PageText): MarginLine[] {
  const rows = baselines(fragments);
  const gaps = rows.slice(1).map((row, index) => topOf(row) - topOf(rows[index] ?? []) > (row[0]?.size ?? 0) * minGap);
  // Rows from the edge to the first gap: a page that is full of text has none.
  const [above, below] = [gaps.indexOf(true) + 1, gaps.lastIndexOf(true) + 1];
  const outer = rows.filter(
    (row, index) =>
      (index < above && topOf(row) < height * margin) || (index >= below && topOf(row) > height * (1 - margin)),
  );
  return outer
    .filter(
      (_, index) => gaps.includes(true) || rows.length < maxBlock || pageNumber.test(lineText(outer[index] ?? [])),
    )
    .map((row) => ({ text: lineText(row), size: row[0]?.size ?? 0, top: topOf(row), row }));
}

const topOf = (row: Row): number => row[0]?.top ?? 0;
const lineText = (row: Row): string =>
  row
    .map(({ text }) => text.trim())
    .join(' ')
    .replaceAll(/\s+/g, ' ');

const maxRunning = 100;
/** In font sizes: running lines are at least this far from the text. */
const minGap = 1.7;
const maxBlock = 4;
const minPages = 5;

/**
 * Returns the offsets between printed page numbers and page positions in the file on which most of the outermost lines
 * agree.
 */
function numberingOf(pages: readonly PageText[], margins: readonly (readonly MarginLine[])[]): number[] {
  const counts = new Map<number, number>();
  for (const [index, lines] of margins.entries()) {
    const offsets = lines.flatMap(({ text }) => numbersIn(text).map((number) => number - (pages[index]?.number ?? 0)));
    for (const offset of new Set(offsets)) counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= Math.max(minPages, pages.length * minShare * 1.5))
    .map(([offset]) => offset);
}

/** Returns the numbers at the start and end of a line. */
function numbersIn(text: string): number[] {
  return text.length > maxRunning
    ? []
    : [/^(\d{1,4})(?= |$)/, /(?:^| )(\d{1,4})$/].flatMap((number) => number.exec(text)?.[1] ?? []).map(Number);
}

/**
 * Size and height count too: a title that is repeated in small letters in the header is still a title. Numbers in
 * headings stay as they are: `Chapter 1` and `Chapter 2` at the top of two pages are not the same line.
 */
function shapeOf({ text, size, top }: MarginLine, large: boolean): string {
  const shape = pageNumber.test(text) ? '#' : (large ? text : text.replaceAll(/\d+/g, '#')).toLowerCase();
  return `${Math.round(size)} ${Math.round(top / 10)} ${shape}`;
}

/** A heading's font is at least this much larger than the body's. */
const headingRatio = 1.15;
const defaultLeading = 1.2;
/** In font sizes: two lines this far apart are two paragraphs, unless other lines are too. */
const wideLeading = 1.9;

interface FontSizes {
  /** 1 for the largest heading size, at most 6; undefined for body text. */
  headingDepth(line: TextLine): number | undefined;
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** Returns the font size of the median character of the document, without its program text. */
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

function isLarge({ size }: Fragment, body: number): boolean {
  return rounded(size) >= body * headingRatio;
}

/**
 * @param body see `bodySize`
 * @param isHeadingText whether a line may be a heading, size aside
 */
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
 * Returns the usual distance between two lines of a paragraph, in font sizes: the most frequent one below 2.5, or the
 * smaller of two. Lines that wrap for lack of room show it. All lines count only if none wrap, because a letter or a
 * leaflet has more lines with a gap than without.
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
 * Beyond this share of a document, a typewriter font is its body and not program text, unless the rest is set larger.
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
