import type { Element, ElementContent } from 'hast';
import type { TableRow } from 'mdast';
import { blockNames, elementsOf, struck, phrasingText, type Flow, type Walk } from './hastWalk.ts';
import {
  areNames,
  type CellLine,
  cellText,
  columnNames,
  goesOnBelow,
  looksLikeHeader,
  spreadCells,
} from '../tableRows.ts';

interface RowSource {
  readonly element: Element;
  readonly cells: readonly Element[];
  /** Whether it is in `thead`. */
  readonly head: boolean;
}

interface Cell {
  readonly words: string;
  /** What line breaks and blocks part, if there are several. */
  readonly lines: readonly string[];
  /** Number of columns that it covers. */
  readonly across: number;
  readonly header: boolean;
  /** Tables nested in it; their words do not count as its own. */
  readonly tables: readonly Element[];
}

/** Cells by column. A cell that spans several columns is in the first of them. */
type Row = readonly (Cell | undefined)[];

const maxSpan = 100;
/** How many rows are examined to detect an unmarked header. */
const maxLooked = 50;
const maxColumns = 1000;
/** How many characters the cells that span rows may repeat in one table. */
const maxRepeated = 1_000_000;

/**
 * Converts a data table to a Markdown table, and a layout table (one column or nested tables, and no header cell) to
 * its contents. The header is `thead`, a first row of `th`, a first row that is all bold, or a first row that its words
 * identify. Without a header, cells have no names; a header cell at the start of a row then names the next cell. A cell
 * that spans rows is repeated in each; a cell that spans columns names them all, or holds for them all (`spreadCells`).
 * Rows of a nested table become rows that begin with the cells beside it.
 */
export function htmlTable(table: Element, walk: Walk): Flow[] {
  const sources = tableRows(table);
  const cells = sources.flatMap((row) => row.cells);
  const above = walk.flow(table.children.filter((child) => child.type === 'element' && child.tagName === 'caption'));
  const oneColumn = sources.every((row) => row.cells.length < 2);
  const isHeaded = sources.some(({ head }) => head) || cells.some(({ tagName }) => tagName === 'th');
  if (!isHeaded && (oneColumn || cells.some((cell) => holdsTable(cell, walk)))) {
    return [...above, ...cells.flatMap((cell) => walk.flow(cell.children))];
  }
  const laidOut = layOut(sources, walk);
  const marked = leadingHeads(sources, laidOut);
  const rows = marked === 1 ? withPartedColumns(laidOut) : laidOut;
  // Headers with nothing below them are the table's only content, so they become rows.
  const heads = rows.slice(marked).some((row) => row.some((cell) => cell?.words)) ? marked : 0;
  const header = columnNames(rows.slice(0, heads).map((row) => row.map((cell) => cell?.words)));
  const repeats = { left: maxRepeated };
  const below = header.length > 0 ? spread(rows.slice(heads), header) : [];
  const body = rows.slice(heads).flatMap((row, index): TableRow[] => {
    const own: TableRow = {
      ...tableRow(below[index] ?? unnamed(row)),
      ...walk.position(sources.slice(heads + index, heads + index + 1).map(({ element }) => element)),
    };
    const within = row.flatMap((cell, column) =>
      (cell?.tables ?? []).flatMap((inner) => rowsWithin(inner, { row, column, header, repeats }, walk)),
    );
    const saysMore = row.some((cell) => cell && cell.tables.length > 0 && cell.words);
    return within.length > 0 && !saysMore ? within : [own, ...within];
  });
  return [...above, { type: 'table', children: [tableRow(header), ...body], ...walk.position([table]) }];
}

function tableRows(table: Element): RowSource[] {
  return table.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    const rows =
      child.tagName === 'tr'
        ? [child]
        : child.children.filter((row): row is Element => row.type === 'element' && row.tagName === 'tr');
    return rows.map((element) => ({
      element,
      head: child.tagName === 'thead',
      cells: element.children.filter(
        (cell): cell is Element => cell.type === 'element' && (cell.tagName === 'td' || cell.tagName === 'th'),
      ),
    }));
  });
}

function holdsTable(element: Element, walk: Walk): boolean {
  return (
    walk.holdsBlock.has(element) &&
    element.children.some((child) => child.type === 'element' && (child.tagName === 'table' || holdsTable(child, walk)))
  );
}

/** Returns the words of rows by column, as `spreadCells` does; a row that holds tables keeps each cell where it begins. */
function spread(rows: readonly Row[], header: readonly string[]): string[][] {
  const isWide = rows.some((row) => row.some((cell) => cell && cell.across > 1));
  const nests = isWide && rows.some((row) => row.some((cell) => cell && cell.tables.length > 0));
  if (!isWide || nests) return rows.map((row) => row.map((cell) => cell?.words ?? ''));
  const cells = rows.map((row) =>
    row.flatMap((cell, column) => (cell?.words ? [{ column, text: cell.words, across: cell.across }] : [])),
  );
  return spreadCells(cells, new Map(header.entries())).map((words) => {
    const columns = [...words.keys()].reduce((most, column) => Math.max(most, column + 1), 0);
    return Array.from({ length: columns }, (_, column) => words.get(column) ?? '');
  });
}

/** Puts cells in their columns; a cell that spans down from a row above pushes the others to the right. */
function layOut(sources: readonly RowSource[], walk: Walk): Row[] {
  const reaching = new Map<number, { readonly cell: Cell | undefined; rows: number }>();
  let repeated = 0;
  const takeReaching = (row: (Cell | undefined)[]) => {
    for (let open = reaching.get(row.length); open; open = reaching.get(row.length)) {
      open.rows -= 1;
      if (open.rows === 0) reaching.delete(row.length);
      repeated += open.cell?.words.length ?? 0;
      row.push(repeated > maxRepeated ? undefined : open.cell);
    }
  };
  const rows = sources.map(({ cells }) => {
    const row: (Cell | undefined)[] = [];
    for (const source of cells) {
      takeReaching(row);
      const down = span(source, 'rowSpan');
      const across = Math.max(Math.min(span(source, 'colSpan'), maxColumns - row.length), 1);
      const cell = cellOf(source, across, walk);
      for (const part of [cell, ...Array.from({ length: across - 1 }, () => undefined)]) {
        if (down > 1 && row.length < maxColumns) reaching.set(row.length, { cell: part, rows: down - 1 });
        row.push(part);
      }
    }
    takeReaching(row);
    return row;
  });
  return withoutUnused(rows);
}

/**
 * Parts the columns whose header has a line for each line of every cell below it, "Meaning" over "Remedy": they are two
 * columns under each other. A name that only wraps has more lines than its cells.
 */
function withPartedColumns(rows: readonly Row[]): Row[] {
  const [head = [], ...body] = rows;
  const parts = head.map((cell, column) => {
    const lines = cell?.across === 1 ? cell.lines : [];
    const below = body.map((row) => row[column]);
    const isParted =
      lines.length > 1 &&
      lines.every((line) => /^[\p{Lu}\p{Lo}]/u.test(line)) &&
      below.length > 1 &&
      below.every((each) => each?.across === 1 && each.tables.length === 0 && each.lines.length === lines.length);
    return isParted ? lines.length : 1;
  });
  if (parts.every((count) => count === 1)) return [...rows];
  return rows.map((row) =>
    row.flatMap((cell, column) =>
      cell && (parts[column] ?? 1) > 1 ? cell.lines.map((words) => ({ ...cell, words, lines: [] })) : [cell],
    ),
  );
}

/** Leaves out the columns in which no cell begins: a grid has them where all its cells span several. */
function withoutUnused(rows: readonly Row[]): Row[] {
  const used: number[] = [];
  for (const row of rows) for (const [column, cell] of row.entries()) if (cell) used[column] = 1;
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  // How many used columns begin before each.
  const before = [0];
  for (let column = 0; column < columns; column += 1) before.push((before[column] ?? 0) + (used[column] ?? 0));
  if (before.at(-1) === columns) return [...rows];
  return rows.map((row) =>
    row.flatMap((cell, column): (Cell | undefined)[] => {
      if (!used[column]) return [];
      if (!cell) return [undefined];
      return [{ ...cell, across: (before[column + cell.across] ?? before.at(-1) ?? 0) - (before[column] ?? 0) }];
    }),
  );
}

function cellOf(source: Element, across: number, walk: Walk): Cell {
  const tables = holdsTable(source, walk) ? outermostTables(source, walk) : [];
  const inner = new Set(tables);
  const skip = inner.size > 0 ? (element: Element) => inner.has(element) || walk.skip(element) : walk.skip;
  const header = source.tagName === 'th' || isBold(source);
  // A name that wraps is one name.
  const parts = linesOf(source.children, skip);
  const words = header ? phrasingText(source.children, skip) : cellText(parts);
  const lines = parts.map(({ text }) => text.trim()).filter(Boolean);
  return { words, lines: lines.length > 1 ? lines : [], across, header, tables };
}

/** The lines of a cell: each paragraph and item, and what line breaks part. */
function linesOf(nodes: readonly ElementContent[], skip: Walk['skip']): CellLine[] {
  const lines: CellLine[] = [];
  let line: ElementContent[] = [];
  let isOwn = true;
  const end = (nextIsOwn: boolean) => {
    lines.push({ text: phrasingText(line, skip), isOwn });
    line = [];
    isOwn = nextIsOwn;
  };
  const visit = (node: ElementContent) => {
    if (node.type !== 'element' || skip(node) || struck.has(node.tagName)) line.push(node);
    else if (node.tagName === 'br') end(false);
    else if (blockNames.has(node.tagName)) {
      end(true);
      node.children.forEach(visit);
      end(true);
    } else if (holdsLines(node)) node.children.forEach(visit);
    else line.push(node);
  };
  nodes.forEach(visit);
  end(true);
  return lines;
}

function holdsLines(element: Element): boolean {
  for (const { tagName } of elementsOf(element)) if (tagName === 'br' || blockNames.has(tagName)) return true;
  return false;
}

function outermostTables(element: Element, walk: Walk): Element[] {
  return element.children.flatMap((child) => {
    if (child.type !== 'element' || walk.skip(child)) return [];
    return child.tagName === 'table' ? [child] : outermostTables(child, walk);
  });
}

interface Around {
  readonly row: Row;
  readonly column: number;
  /** Grows by the columns of nested tables: `Contacts Phone`. */
  readonly header: string[];
  readonly repeats: { left: number };
}

/**
 * Returns the rows of a nested table, each after the other cells of the surrounding row, which are repeated like cells
 * that span rows.
 */
function rowsWithin(table: Element, { row, column, header, repeats }: Around, walk: Walk): TableRow[] {
  const sources = tableRows(table);
  const rows = layOut(sources, walk);
  const heads = leadingHeads(sources, rows);
  const names = columnNames(rows.slice(0, heads).map((each) => each.map((cell) => cell?.words)));
  const outer = row.map((cell, index) => (index === column ? '' : (cell?.words ?? '')));
  const length = outer.reduce((sum, words) => sum + words.length, 0);
  return rows.slice(heads).map((inner, index): TableRow => {
    repeats.left -= length;
    // Has holes where this row lacks a column that another row has.
    const cells: (string | undefined)[] = repeats.left < 0 ? outer.map(() => '') : [...outer];
    if (names.length === 0 || header.length === 0)
      cells[column] =
        names.length > 0
          ? inner
              .map((cell, at) => named(names[at], cell))
              .filter(Boolean)
              .join(', ')
          : unnamed(inner).join(', ');
    else
      for (const [at, cell] of inner.entries())
        cells[columnFor(`${header[column] ?? ''} ${names[at] ?? ''}`.trim(), header)] = cell?.words ?? '';
    return {
      ...tableRow(Array.from(header.length > 0 ? cells : cells.filter(Boolean), (words) => words ?? '')),
      ...walk.position(sources.slice(heads + index, heads + index + 1).map(({ element }) => element)),
    };
  });
}

const named = (name: string | undefined, cell: Cell | undefined): string =>
  cell?.words ? [name ?? '', cell.words].filter(Boolean).join(': ') : '';

function columnFor(name: string, header: string[]): number {
  const found = header.indexOf(name);
  return found < 0 ? header.push(name) - 1 : found;
}

function span(cell: Element, name: 'rowSpan' | 'colSpan'): number {
  const value = Number(cell.properties[name] ?? 1);
  return Number.isInteger(value) && value > 1 ? Math.min(value, maxSpan) : 1;
}

/** Whether every word of the cell is bold, which the tables of word processors have instead of header cells. */
function isBold(cell: Element): boolean {
  const inner = cell.children.filter((child) => child.type !== 'text' || child.value.trim());
  return (
    inner.length > 0 &&
    inner.every(
      (child) =>
        child.type === 'element' &&
        (child.tagName === 'strong' || child.tagName === 'b' || (child.tagName === 'p' && isBold(child))),
    )
  );
}

/** How many rows name the columns: one more than are marked where the first groups columns that the next names. */
function leadingHeads(sources: readonly RowSource[], rows: readonly Row[]): number {
  const [first = [], second = []] = rows;
  const isGrouped = first.filter((cell) => cell?.words).length > 1 && first.some((cell) => (cell?.across ?? 1) > 1);
  const looked = rows.slice(0, maxLooked).map((row) => row.map((cell) => cell?.words ?? ''));
  const [names = [], ...below] = looked;
  const goesOn =
    isGrouped &&
    rows.length > 2 &&
    areNames(names) &&
    goesOnBelow(columnNames([names.map((words) => words || undefined)]), below);
  const marked = sources.findIndex(({ head }) => !head);
  if (marked !== 0) return marked === 1 && goesOn ? 2 : Math.max(marked, 0);
  if (rows.length > 1 && isHead(first, 1)) return goesOn || (isGrouped && rows.length > 2 && isHead(second, 2)) ? 2 : 1;
  if (rows.some((row) => row.some((cell) => cell?.header))) return 0;
  return goesOn ? 2 : looksLikeHeader(looked) ? 1 : 0;
}

/** Whether all of at least some filled cells are marked as headers. */
function isHead(row: Row, least: number): boolean {
  const filled = row.filter((cell) => cell?.words);
  return filled.length >= least && filled.every((cell) => cell?.header);
}

function unnamed(row: Row): string[] {
  const words = row.map((cell) => cell?.words ?? '').filter(Boolean);
  const [name = '', value, ...rest] = words;
  return row[0]?.header && row[0].words && value !== undefined
    ? [`${name.replace(/:$/, '')}: ${value}`, ...rest]
    : words;
}

function tableRow(cells: readonly string[]): TableRow {
  return {
    type: 'tableRow',
    children: cells.map((value) => ({ type: 'tableCell', children: value ? [{ type: 'text', value }] : [] })),
  };
}
