import { isProse } from './pdfColumns.ts';
import type { Drawing } from './pdfDrawing.ts';
import { flowsBeside } from './pdfFlows.ts';
import { baselines, sameBaseline, wraps, type Fragment, type Row } from './pdfLines.ts';
import { aligned, type Columns, columnsBelow, columnsOf } from './pdfTableColumns.ts';
import { looksLikeHeader } from '../tableRows.ts';

/** Lines of one cell; undefined if the cell to the left spans it. */
export type PdfCell = readonly string[] | undefined;

export interface PdfTable {
  readonly page: number;
  /** Where each column begins, in points. */
  readonly lefts: readonly number[];
  readonly rows: readonly (readonly PdfCell[])[];
  /** Number of header rows; 0 if none was recognised. */
  readonly heads: number;
  /**
   * Set if the file's tags define the cells: the number of rows of the whole table, and its first and last row on this
   * page.
   */
  readonly tagged?: { readonly rows: number; readonly first: number; readonly last: number };
}

/** A row of a table before it is text. */
export type CellRow = readonly (Row | undefined)[];

const marker = /^([•◦▪‣●○■–—-]|\(?\w{1,3}[.)])$/u;
/** In font sizes. */
const maxPitch = 3.5;
const maxLabelLines = 3;
const maxLeading = 1.6;
/** On one page. */
const maxRows = 300;
/** In letters. */
const shortCell = 12;

export interface PageFacts {
  readonly number: number;
  readonly drawing: Drawing;
  /** The drawing order of the fragments. */
  readonly order: ReadonlyMap<Fragment, number>;
}

export interface AlignedTable {
  readonly table: PdfTable;
  readonly cells: ReadonlySet<Fragment>;
}

/**
 * Returns the table (or two side by side) that only alignment shows from row `start` on, and the index of the row after
 * it. Returns undefined if no table begins at that row, and no tables if its rows are to be skipped.
 * @param sure accepts only a table that has a header and whose cells are not lines of prose, which can be searched for
 * before columns are split
 */
function alignedTables(
  rows: readonly Row[],
  start: number,
  page: PageFacts,
  sure = false,
): { readonly tables: readonly AlignedTable[]; readonly end: number } | undefined {
  const block = blockFrom(rows, start, sure);
  const multiple = block.filter((row) => row.length > 1);
  if (multiple.length < 2) return undefined;
  const flows = flowsBeside(block, page.order);
  if (flows)
    return { tables: flows.flatMap((flow) => tablesInRows(baselines(flow), page, sure)), end: start + block.length };
  const columns = columnsOf(multiple) ?? columnsBelow(multiple);
  const placed = columns && placeRows(block, columns);
  if (sure && (!placed || (isProseByColumn(placed) && !isDrawnByRow({ rows: placed, columns }, page.order))))
    return undefined;
  if (!columns || !placed)
    return multiple.length < 3
      ? undefined
      : { tables: [withoutColumns(block, page.number)], end: start + block.length };
  const end = start + placed.length;
  const parts = sideBySide(placed, columns, page.order).map((part) => ({
    ...part,
    logical: rowsByDrawing(part, page.order) ?? mergeWrapped(part.rows, part.columns),
  }));
  const tables = parts.map(({ rows: cells, columns: { lefts }, logical }): AlignedTable => ({
    table: {
      page: page.number,
      lefts,
      rows: logical.map((row) => row.map(linesOfCell)),
      heads: headsOf(logical, page.drawing),
    },
    cells: new Set(cells.flatMap((row) => row.flatMap((cell) => cell ?? []))),
  }));
  const named = tables.every(({ table: { heads } }) => heads > 0);
  const drawnByColumn = !named && columns.lefts.length === 2 && isDrawnByColumn(placed, page.order, 1);
  // A table without a header here has none from its second row on either.
  if (drawnByColumn || (sure && !named)) return { tables: [], end };
  const full = parts.every(
    ({ logical }) => logical.filter((row) => row.filter((cell) => cell?.length).length > 1).length > (named ? 1 : 2),
  );
  return full ? { tables, end } : undefined;
}

/** Returns what `alignedTables` finds from the first row to the last. */
export function tablesInRows(rows: readonly Row[], page: PageFacts, sure: boolean): AlignedTable[] {
  const found: AlignedTable[] = [];
  for (let index = 0; index < rows.length;) {
    const aligned = alignedTables(rows, index, page, sure);
    found.push(...(aligned?.tables ?? []));
    index = aligned?.end ?? index + 1;
  }
  return found;
}

/** Returns a table of rows whose cells are not in columns. Each row is read separately, and nothing is named. */
function withoutColumns(block: readonly Row[], page: number): AlignedTable {
  return {
    table: { page, lefts: [], rows: block.map((row) => row.map(({ text }) => [text])), heads: 0 },
    cells: new Set(block.flat()),
  };
}

interface TablePart {
  readonly rows: readonly CellRow[];
  readonly columns: Columns;
}

/** Splits two tables that are beside each other: those are drawn one after the other, a single table row by row. */
function sideBySide(rows: readonly CellRow[], columns: Columns, order: PageFacts['order']): TablePart[] {
  const count = columns.lefts.length;
  // Not if everything is drawn column by column.
  const byRow =
    count > 3 &&
    !isDrawnByColumn(
      rows.map((row) => row.slice(0, 2)),
      order,
      1,
    );
  const at = byRow
    ? columns.lefts.findIndex((_, column) => column > 1 && column < count - 1 && isDrawnByColumn(rows, order, column))
    : -1;
  const part = (from: number, to: number): TablePart => ({
    rows: rows.map((row) => row.slice(from, to)),
    columns: { lefts: columns.lefts.slice(from, to), rights: columns.rights.slice(from, to) },
  });
  return at < 0 ? [{ rows, columns }] : [part(0, at), part(at, count)];
}

/** Returns the rows that may belong together: rows of several fragments, or of one that is not a line of prose. */
function blockFrom(rows: readonly Row[], start: number, even: boolean): Row[] {
  const block: Row[] = [];
  let widest = Infinity;
  let [left, right] = [Infinity, -Infinity];
  for (const row of rows.slice(start, start + maxRows)) {
    const [first] = row;
    const before = block.at(-1)?.[0];
    if (!first || (before && first.top - before.top > Math.max(before.size, first.size) * maxPitch)) break;
    if (row.some(({ text, tag }) => !text || tag?.kind === 'HEADING')) break;
    if (isList(row) || row.every(({ monospaced }) => monospaced)) break;
    if (
      row.length === 1 &&
      (block.length === 0 || (first.right - first.left > (right - left) * 0.6 && !fitsColumn(first, block[0] ?? [])))
    )
      break;
    const pitch = before ? first.top - before.top : 0;
    if (even && block.length > 2 && pitch > widest * 1.5 + 1) break;
    if (before) widest = block.length > 1 ? Math.max(widest, pitch) : pitch;
    block.push(row);
    if (row.length > 1) [left, right] = [Math.min(left, first.left), Math.max(right, row.at(-1)?.right ?? 0)];
  }
  // A lone word below the table is its next paragraph, unless it continues a cell other than the first.
  while (block.length > 0 && block.at(-1)?.length === 1 && (block.at(-1)?.[0]?.left ?? 0) < left + 5) block.pop();
  return block;
}

/** Whether a row is an item, or items side by side. A number in front of several cells is the first of them. */
function isList(row: Row): boolean {
  const markers = row.filter(({ text }) => marker.test(text.trim()));
  return markers[0] !== undefined && markers[0] === row[0] && (row.length < 3 || markers.length > 1);
}

/** Whether a fragment is a line of a wide cell below its name, in any column but the first. */
function fitsColumn({ left, right }: Fragment, names: Row): boolean {
  const column = names.findLastIndex((name) => name.left <= left + aligned);
  return names.length > 2 && column > 0 && right < (names[column + 1]?.left ?? Infinity);
}

/**
 * Returns rows in drawing order, cell by cell, each cell with all its lines. This is the only sign of a row if its
 * cells differ in height and are centred vertically. Returns undefined if no cell is drawn line after line, or if the
 * rows found in this way overlap.
 */
function rowsByDrawing({ rows, columns }: TablePart, order: PageFacts['order']): CellRow[] | undefined {
  const drawn = rows
    .flatMap((row) => row.flatMap((cell, column) => (cell ?? []).map((fragment) => ({ fragment, column }))))
    .sort((one, other) => (order.get(one.fragment) ?? 0) - (order.get(other.fragment) ?? 0));
  const found: Fragment[][][] = [];
  let [last, wrapped]: [(typeof drawn)[number] | undefined, boolean] = [undefined, false];
  for (const next of drawn) {
    const same =
      last?.column === next.column &&
      next.fragment.top - last.fragment.top > 0 &&
      next.fragment.top - last.fragment.top < next.fragment.size * maxLeading &&
      isBroken(last.fragment, next.fragment, columns, next.column);
    const beside =
      last?.column === next.column &&
      Math.abs(next.fragment.top - last.fragment.top) < next.fragment.size * sameBaseline;
    if (!last || next.column < last.column || (next.column === last.column && !same && !beside))
      found.push(columns.lefts.map(() => []));
    found.at(-1)?.[next.column]?.push(next.fragment);
    wrapped ||= same;
    last = next;
  }
  const edges = found.map((row) => row.flat().map(({ top }) => top));
  const apart = edges.every((tops, index) => index === 0 || Math.min(...tops) > Math.max(...(edges[index - 1] ?? [])));
  const spans = rows.some((row) => row.includes(undefined));
  return wrapped && apart && !spans ? found : undefined;
}

/** Whether the cells are drawn row by row: cells of many lines that are so drawn are not columns of prose. */
const isDrawnByRow = (part: TablePart, order: PageFacts['order']): boolean =>
  (rowsByDrawing(part, order)?.length ?? 0) > 2;

/**
 * Returns rows by column, up to the first that does not fit. Above the first full row, a cell may span several columns.
 */
function placeRows(block: readonly Row[], columns: Columns): CellRow[] | undefined {
  const placed: CellRow[] = [];
  let full = false;
  for (const row of block) {
    const cells: (Fragment[] | undefined)[] = columns.lefts.map(() => []);
    let over = false;
    for (const fragment of row) {
      const [first, last] = reach(fragment, columns);
      over ||= last > first;
      cells[first]?.push(fragment);
      for (let index = first + 1; index <= last; index += 1) cells[index] = undefined;
    }
    if (over && full) break;
    full ||= row.length === columns.lefts.length;
    placed.push(cells);
  }
  return placed.length < 2 ? undefined : placed;
}

function reach({ left, right }: Fragment, { lefts, rights }: Columns): [number, number] {
  const touched = lefts.flatMap((from, index) =>
    Math.min(right, rights[index] ?? 0) - Math.max(left, from) > 2 ? [index] : [],
  );
  const [first] = touched;
  if (first !== undefined) return [first, touched.at(-1) ?? first];
  const nearest = lefts.findLastIndex((from, index) => (left + right) / 2 > (from + (rights[index - 1] ?? from)) / 2);
  return [Math.max(nearest, 0), Math.max(nearest, 0)];
}

/** Merges the lines of a table into rows: a line continues the one above if every cell wrapped for lack of room. */
export function mergeWrapped(lines: readonly CellRow[], columns: Columns): CellRow[] {
  const tops = lines.map((line) => line.find((cell) => cell?.length)?.[0]);
  const pitches = tops.slice(1).map((cell, index) => (cell?.top ?? 0) - (tops[index]?.top ?? 0));
  const [least, most] = [Math.min(...pitches), Math.max(...pitches)];
  // If rows are further apart than lines, the distance shows where a row ends.
  const within = most > least * 1.25 ? (least + most) / 2 : 0;
  const merged: (Row | undefined)[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = merged.at(-1);
    const above = lines[index - 1];
    if (before && above && goesOn(above, line, columns, (pitches[index - 1] ?? 0) < within)) {
      for (const [column, cell] of line.entries())
        if (cell?.length) before[column] = [...(before[column] ?? []), ...cell];
    } else merged.push([...line]);
  }
  return merged;
}

function goesOn(above: CellRow, line: CellRow, columns: Columns, close: boolean): boolean {
  const filled = line.flatMap((cell, column) => (cell?.length ? [column] : []));
  const broken = filled.every((column) => {
    const [last, next] = [above[column]?.at(-1), line[column]?.[0]];
    return last && next && isBroken(last, next, columns, column);
  });
  if (!broken || filled.length === 0) return false;
  if (close) return true;
  const small = filled.some((column) => /^\p{Ll}/u.test(line[column]?.[0]?.text ?? ''));
  if (filled.includes(0)) return filled.length === 1 && line.length > 1 && small;
  // All but the first cell filled: this may as well be a row below the same label, unless a word continues.
  return filled.length < Math.max(line.length - 1, 2) || small;
}

/**
 * Whether a cell wrapped. While all cells of a column are short, the longest says little about the width of the column.
 */
function isBroken(last: Fragment, next: Fragment, { lefts, rights }: Columns, column: number): boolean {
  const room = (lefts[column + 1] ?? Infinity) - last.size;
  return wraps(last, next, rights[column] ?? 0) && (last.text.length >= shortCell || wraps(last, next, room));
}

/**
 * Counts the rows at the top that are bold, on a background of their own, or above the only rule; otherwise a first row
 * that its words identify as a header.
 */
export function headsOf(rows: readonly CellRow[], drawing: Drawing): number {
  const fragments = rows.map((row) => row.flatMap((cell) => cell ?? []));
  const bold = fragments.map((row) => row.length > 0 && row.every((each) => each.bold));
  const leading = bold.indexOf(false);
  // In a table of many rows, the last may be bold too: the total.
  const others = bold.slice(leading, rows.length > leading + 2 ? -1 : undefined);
  if (leading > 0 && leading <= maxLabelLines && leading < rows.length && !others.some(Boolean)) return leading;
  const colours = fragments.map(([first]) => first && drawing.colourAt(first.left + 1, first.top - first.size / 3));
  if (rows.length > 1 && colours[0] !== undefined && !colours.slice(1).includes(colours[0])) return 1;
  const ruled = ruledHeads(fragments, drawing);
  if (ruled > 0) return ruled;
  return looksLikeHeader(rows.map((row) => row.map((cell) => cellText(cell)))) ? 1 : 0;
}

/** Counts the first rows if there is a rule below them, and none between those that follow. */
function ruledHeads(rows: readonly (readonly Fragment[])[], { rules }: Drawing): number {
  const all = rows.flat();
  const [left, right] = [Math.min(...all.map((each) => each.left)), Math.max(...all.map((each) => each.right))];
  const level = rules.filter(
    (rule) => rule.right - rule.left > (right - left) * 0.6 && rule.left < right && rule.right > left,
  );
  const below = rows.slice(0, -1).flatMap((row, index) => {
    const [last, next] = [
      Math.max(...row.map(({ top }) => top)),
      Math.min(...(rows[index + 1] ?? []).map(({ top }) => top)),
    ];
    return level.some(({ top }) => top > last - 1 && top < next) ? [index + 1] : [];
  });
  const [head = 0, total = rows.length - 1, ...more] = below;
  if (head > 0 && total === rows.length - 1 && more.length === 0 && head < total && head <= maxLabelLines) return head;
  return below.length === 1 && (below[0] ?? 0) <= maxLabelLines && rows.length > (below[0] ?? 0) ? (below[0] ?? 0) : 0;
}

function isProseByColumn(rows: readonly CellRow[]): boolean {
  const [first = []] = rows;
  return first.filter((_, column) => isProse(rows.slice(1).flatMap((row) => row[column] ?? []))).length > 1;
}

function isDrawnByColumn(rows: readonly CellRow[], order: PageFacts['order'], at: number): boolean {
  const places = (from: number, to?: number) =>
    rows
      .flatMap((row) => row.slice(from, to).flatMap((cell) => cell ?? []))
      .map((fragment) => order.get(fragment) ?? 0);
  return Math.max(...places(0, at)) < Math.min(...places(at));
}

export function linesOfCell(cell: Row | undefined): PdfCell {
  return (
    cell &&
    baselines(cell).map((row) =>
      row
        .map(({ text }) => text.trim())
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    )
  );
}

const cellText = (cell: Row | undefined): string => (linesOfCell(cell) ?? []).join(' ');
