import type { TextLine } from './pdfLines.ts';

/** Fewer rows than this may as well be justified text or a letterhead. */
const minRows = 3;
const marker = /^([•◦▪‣●○■–—-]|\(?\w{1,3}[.)])$/u;
const valueLike = /^[-+]?[\p{Sc}]?\d[\d\s.,:/%-]*$/u;

/** Consecutive lines of a table, or a line outside of one. */
export type Part = { readonly rows: readonly TextLine[] } | { readonly line: TextLine };

export function cutTables(lines: readonly TextLine[]): Part[] {
  const parts: Part[] = [];
  let start = 0;
  while (start < lines.length) {
    const end = tableEnd(lines, start);
    if (end - start >= minRows) parts.push({ rows: lines.slice(start, end) });
    else parts.push(...lines.slice(start, end).map((line) => ({ line })));
    start = end;
  }
  return parts;
}

/** The end of the run of lines with as many cells as the first; one line when that is no table row. */
function tableEnd(lines: readonly TextLine[], start: number): number {
  const first = lines[start];
  const width = first?.cells.length ?? 0;
  let end = start + 1;
  if (!first || width < 2 || marker.test(first.cells[0] ?? '')) return end;
  while (lines[end]?.cells.length === width && lines[end]?.page === first.page && !marker.test(lines[end]?.cells[0] ?? '')) end += 1;
  return end;
}

/** One line a row: `Header: cell; Header: cell`, or the cells alone when the first row holds values. */
export function rowTexts(rows: readonly TextLine[]): string[] {
  const [header, ...rest] = rows;
  if (!header || header.cells.some((cell) => valueLike.test(cell))) return rows.map(({ cells }) => cells.join('; '));
  return rest.map(({ cells }) => cells.map((cell, column) => `${header.cells[column] ?? ''}: ${cell}`).join('; '));
}
