import type { TextLine } from './pdfLines.ts';
import { bodySize, isLarge } from './pdfMeasures.ts';

/** Share of a page's height at either end where running headers and footers stand. */
const margin = 0.12;
/** On two of five pages: headers of left and right pages often differ. */
const minShare = 0.4;
const pageNumber = /^(?:(?:page|p\.|seite|s\.|página|pagina)\s*)?[-–—[(\s]*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur|di)\s*\d{1,4})?[-–—\])\s]*$/i;

export interface PageLines {
  readonly number: number;
  readonly height: number;
  readonly lines: readonly TextLine[];
}

/** Lines of all pages in order, without those in the margins that repeat (numbers in them may count on) and bare page numbers. */
export function withoutRunningLines(pages: readonly PageLines[]): TextLine[] {
  const body = bodySize(pages.flatMap(({ lines }) => lines));
  const keyOf = (line: TextLine) => shapeOf(line, isLarge(line, body));
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(marginLines(page).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const repeats = (line: TextLine) => {
    const least = pageNumber.test(line.text) ? Math.max(2, pages.length * minShare) : Math.max(3, pages.length * minShare);
    return (counts.get(keyOf(line)) ?? 0) >= least;
  };
  return pages.flatMap((page) => {
    const running = new Set(marginLines(page).filter(repeats));
    return page.lines.filter((line) => !running.has(line));
  });
}

function marginLines({ lines, height }: PageLines): TextLine[] {
  return lines.filter(({ top }) => top < height * margin || top > height * (1 - margin));
}

/**
 * Size and height count too: a title that is repeated small in the header is still a title. In headings numbers stay as they are:
 * `Chapter 1` and `Chapter 2` at the top of two pages are not the same line.
 */
function shapeOf({ text, size, top }: TextLine, large: boolean): string {
  const shape = pageNumber.test(text) ? '#' : (large ? text : text.replaceAll(/\d+/g, '#')).toLowerCase();
  return `${Math.round(size)} ${Math.round(top / 10)} ${shape}`;
}
