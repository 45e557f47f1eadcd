import { type DocumentWriter, writeHeading } from '../documentWriter.ts';
import { maxRecords, tooManyRecords } from '../limits.ts';
import {
  areNames,
  arePairs,
  columnNames,
  distinctNames,
  goesOnBelow,
  joinedNames,
  looksLikeHeader,
  pairText,
  rowText,
  spreadCells,
} from '../tableRows.ts';

export interface SheetCell {
  /** As displayed, on one line. */
  readonly text: string;
  /** Whether it is bold or on a background, which sets a header apart. */
  readonly marked: boolean;
  /** Number of columns that it spans; usually 1. */
  readonly across: number;
}

export interface SheetRow {
  /** As the program numbers it, from 1. */
  readonly number: number;
  /** By column, from 0; only those with text. */
  readonly cells: ReadonlyMap<number, SheetCell>;
}

export interface Sheet {
  readonly name: string;
  /** In order; only rows that are shown and not empty. */
  readonly rows: readonly SheetRow[];
  /** Numbers of the rows that the file itself marks as a header. */
  readonly headers: ReadonlySet<number>;
  /** Numbers of the hidden rows: a table continues below them. */
  readonly hidden: ReadonlySet<number>;
}

type Rows = readonly SheetRow[];
type Region = Pick<Sheet, 'rows' | 'headers'>;

/** How many rows are examined to detect an unmarked header. */
const maxLooked = 50;
const maxHeads = 3;
const maxNote = 5;
const maxColumns = 1_000;

/**
 * Writes sheets as sections. Blank rows separate tables, which are written row by row as `Header: cell; Header: cell`.
 * A line of one cell is a paragraph. A table without a header continues an earlier one that has all its columns.
 * @throws DOCUMENT_TOO_LARGE if all sheets together have more than 20,000 rows
 */
export function writeSheets(sheets: readonly Sheet[], writer: DocumentWriter): void {
  if (sheets.reduce((sum, { rows }) => sum + rows.length, 0) > maxRecords) throw tooManyRecords();
  for (const sheet of sheets) {
    if (sheet.rows.length === 0) continue;
    writeHeading(writer, sheet.name, sheet.rows[0]?.number ?? 1, 2);
    const above: NamedColumns[] = [];
    for (const region of stretches(sheet).flatMap((rows) => besideEachOther({ rows, headers: sheet.headers })))
      writeRegion(region, above, writer);
  }
}

interface NamedColumns {
  readonly columns: readonly number[];
  /** As their header has them; several may be called the same. */
  readonly given: readonly string[];
  readonly names: readonly string[];
}

function stretches({ rows, hidden }: Sheet): Rows[] {
  const found: SheetRow[][] = [];
  let last = -1;
  for (const row of rows) {
    while (hidden.has(last + 1)) last += 1;
    if (row.number === last + 1) found.at(-1)?.push(row);
    else found.push([row]);
    last = row.number;
  }
  return found;
}

/**
 * Splits tables side by side: a blank column below a header separates two tables, whose cells in one row do not belong
 * together.
 */
function besideEachOther({ rows, headers }: Region): Region[] {
  const columns = columnsOf(rows);
  const gap = columns.findIndex((column, index) => index > 1 && column - (columns[index - 1] ?? column) > 1);
  const from = columns[gap];
  if (gap < 0 || from === undefined || columns.length - gap < 2) return [{ rows, headers }];
  const part = (keep: (column: number) => boolean): Rows =>
    rows
      .map(({ number, cells }) => ({ number, cells: new Map([...cells].filter(([column]) => keep(column))) }))
      .filter(({ cells }) => cells.size > 0);
  const [left, right] = [part((column) => column < from), part((column) => column >= from)];
  const whole = rows.slice(titlesOf(rows));
  const named = headsOf(whole, headers) > 0 ? new Set([...headers, whole[0]?.number ?? 0]) : headers;
  const headed = (side: Rows) => headsOf(side.slice(titlesOf(side)), named) > 0;
  if (!headed(left) || !headed(right)) return [{ rows, headers }];
  return [{ rows: left, headers: named }, ...besideEachOther({ rows: right, headers: named })];
}

function columnsOf(rows: Rows): number[] {
  return [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].sort((one, other) => one - other);
}

/** Counts the lines of one cell above a table. */
function titlesOf(rows: Rows): number {
  return Math.max(
    rows.findIndex(({ cells }) => cells.size > 1),
    0,
  );
}

/** Whether the rows are a note: a few lines of one cell on their own are not a table. */
const isNote = (rows: Rows): boolean => rows.length <= maxNote && rows.every(({ cells }) => cells.size === 1);

function writeRegion({ rows: region, headers }: Region, above: NamedColumns[], writer: DocumentWriter): void {
  const titles = isNote(region) ? region.length : titlesOf(region);
  const rows = region.slice(titles);
  for (const row of region.slice(0, titles)) writeLine(row, writer);
  if (rows.length === 0) return;
  const columns = columnsOf(rows);
  const heads = headsOf(rows, headers);
  const given = namesOf(rows.slice(0, heads).map((row) => cellsOf(row, columns)));
  const own: NamedColumns = { columns, given, names: distinctNames(given) };
  const before = above.findLast((named) => columns.every((column) => named.columns.includes(column)));
  const named = heads === 0 && columns.length > 1 ? (before ?? own) : own;
  const nameOf = new Map(named.columns.map((column, index) => [column, named.names[index]]));
  const pairs =
    !named.names.some(Boolean) && arePairs(rows.map((row) => cellsOf(row, columns).map((cell) => cell ?? '')));
  for (const row of spreadRows(rows.slice(heads), named)) {
    const isNamed = [...row.cells.keys()].some((column) => nameOf.has(column));
    if (pairs) writePair(row, writer);
    else if (row.cells.size === 1 && (columns.length > 2 || !isNamed)) writeLine(row, writer);
    else writeRow(row, nameOf, writer);
  }
  above.push(named);
}

/** Returns rows with the merged cells in the columns that they hold for. */
function spreadRows(rows: Rows, { columns, given }: NamedColumns): Rows {
  if (rows.every(({ cells }) => [...cells.values()].every(({ across }) => across === 1))) return rows;
  const placed = spreadCells(
    rows.map(({ cells }) => [...cells].map(([column, { text, across }]) => ({ column, text, across }))),
    new Map(columns.map((column, index) => [column, given[index] ?? ''])),
  );
  return rows.map(({ number }, index) => ({
    number,
    cells: new Map([...(placed[index] ?? [])].map(([column, text]) => [column, { text, marked: false, across: 1 }])),
  }));
}

/** Names of the columns below their rows of names: where none is merged, an empty one belongs to the name to its left. */
function namesOf(heads: readonly (readonly (string | undefined)[])[]): string[] {
  const [first = [], second] = heads;
  const isMerged = first.includes(undefined);
  return second && heads.length === 2 && !isMerged
    ? joinedNames(
        first.map((cell) => cell ?? ''),
        second.map((cell) => cell ?? ''),
      )
    : columnNames(heads);
}

function writePair({ cells, number }: SheetRow, writer: DocumentWriter): void {
  writer.write('RECORD', [{ text: pairText([...cells.values()].map(({ text }) => text)), position: number }]);
}

function writeLine({ cells, number }: SheetRow, writer: DocumentWriter): void {
  writer.write('PARAGRAPH', [{ text: [...cells.values()].map(({ text }) => text).join(' '), position: number }]);
}

function writeRow(
  { cells, number }: SheetRow,
  nameOf: ReadonlyMap<number, string | undefined>,
  writer: DocumentWriter,
) {
  const filled = [...cells].sort(([one], [other]) => one - other);
  const text = rowText(
    filled.map(([, cell]) => cell.text),
    (index) => nameOf.get(filled[index]?.[0] ?? -1),
  );
  writer.write('RECORD', [{ text, position: number }]);
}

/** Returns the cells of a row by column; undefined if the cell to the left spans the column. */
function cellsOf({ cells }: SheetRow, columns: readonly number[]): (string | undefined)[] {
  let reach = -1;
  return columns.map((column) => {
    const cell = cells.get(column);
    if (cell) reach = column + cell.across - 1;
    return cell?.text ?? (column <= reach ? undefined : '');
  });
}

/**
 * Counts the rows that name the columns: rows that the file marks as headers, or rows whose cells are all set apart,
 * otherwise rows that their words identify.
 */
function headsOf(rows: Rows, headers: Sheet['headers']): number {
  const [first, second] = rows;
  const columns = columnsOf(rows);
  if (!first || !second || columns.length < 2 || columns.length > maxColumns) return 0;
  const grouped = [...first.cells.values()].some(({ across }) => across > 1);
  if (headers.has(first.number)) return 1;
  if (grouped && headers.has(second.number)) return 2;
  const marked = rows.slice(0, maxHeads + 1).map(({ cells }) => [...cells.values()].every((cell) => cell.marked));
  const leading = marked.indexOf(false);
  if (leading > 0 && first.cells.size > 1) return leading;
  const looked = rows.slice(0, maxLooked).map((row) => cellsOf(row, columns).map((cell) => cell ?? ''));
  if (grouped && rows.length > 2 && areNames(looked[0] ?? []) && areNames(looked[1] ?? [])) return 2;
  const [head = [], ...below] = looked;
  if (areNames(head) && goesOnBelow(head, below)) return 2;
  return looksLikeHeader(looked, { flagged: true }) ? 1 : 0;
}
