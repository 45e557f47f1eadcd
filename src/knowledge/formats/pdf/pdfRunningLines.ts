import type { Drawing } from './pdfDrawing.ts';
import { rowsOf, type Fragment, type Row } from './pdfLines.ts';
import { bodySize, isLarge } from './pdfMeasures.ts';

/** Share of a page's height at either end where running headers and footers stand. */
const margin = 0.12;
/** On two of five pages: headers of left and right pages often differ. */
const minShare = 0.4;
const pageNumber =
  /^(?:(?<word>page|p\.|seite|s\.|página|pagina|pág\.|pag\.)\s*)?[-–—[(\s]*(?<number>\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur|di)\s*\d{1,4})?[-–—\])\s]*$/i;

/** A page as it is read: fragments in the order in which they are drawn. */
export interface PageText {
  readonly number: number;
  readonly height: number;
  readonly fragments: readonly Fragment[];
  readonly drawing: Drawing;
  /** A picture is drawn on it. */
  readonly pictured: boolean;
}

interface MarginLine {
  readonly text: string;
  readonly size: number;
  readonly top: number;
  readonly row: Row;
}

/**
 * The pages without what stands in the margins of many of them at the same place (numbers in it may count on), and
 * without lines that bear their number.
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
  const rows = rowsOf(fragments);
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
/** In font sizes: running lines stand apart from the text. */
const minGap = 1.7;
const maxBlock = 4;
const minPages = 5;

/**
 * By how much the numbers that pages bear differ from their place in the file: those that most of the outermost lines
 * agree on.
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

/** At the start and at the end of a line. */
function numbersIn(text: string): number[] {
  return text.length > maxRunning
    ? []
    : [/^(\d{1,4})(?= |$)/, /(?:^| )(\d{1,4})$/].flatMap((number) => number.exec(text)?.[1] ?? []).map(Number);
}

/**
 * Size and height count too: a title that is repeated small in the header is still a title. In headings numbers stay as
 * they are: `Chapter 1` and `Chapter 2` at the top of two pages are not the same line.
 */
function shapeOf({ text, size, top }: MarginLine, large: boolean): string {
  const shape = pageNumber.test(text) ? '#' : (large ? text : text.replaceAll(/\d+/g, '#')).toLowerCase();
  return `${Math.round(size)} ${Math.round(top / 10)} ${shape}`;
}
