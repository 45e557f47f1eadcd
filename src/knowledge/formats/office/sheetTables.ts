import { type DocumentWriter, writeHeading } from '../documentWriter.ts';
import { maxRecords, tooManyRecords } from '../limits.ts';
import { areNames, columnNames, looksLikeHeader, rowText } from '../tableRows.ts';

export interface SheetCell {
  /** As it is displayed, in one line. */
  readonly text: string;
  /** Bold, or on a background: what sets a header apart. */
  readonly marked: boolean;
  /** Columns that it reaches over; 1 for most. */
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
  /** In order; those that are shown and hold something. */
  readonly rows: readonly SheetRow[];
  /** Rows that the file itself calls a header, by number. */
  readonly headers: ReadonlySet<number>;
  /** Rows that are not shown, by number: a table goes on below them. */
  readonly hidden: ReadonlySet<number>;
}

type Rows = readonly SheetRow[];
type Region = Pick<Sheet, 'rows' | 'headers'>;

/** Rows by which an unmarked header is told. */
const maxLooked = 50;
const maxHeads = 3;
const maxNote = 5;
const maxColumns = 1_000;

/**
 * Sheets as sections: tables, which blank rows part, row by row as `Header: cell; Header: cell`; a line of one cell is
 * a paragraph. A table below a blank row that has the columns of the one above and no header goes on with it.
 * @throws DOCUMENT_TOO_LARGE beyond 20,000 rows of all sheets
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

/** A blank column below a header parts two tables: what stands in one row of both is nothing that belongs together. */
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

/** Lines of one cell above a table. */
function titlesOf(rows: Rows): number {
  return Math.max(
    rows.findIndex(({ cells }) => cells.size > 1),
    0,
  );
}

/** A few lines of one cell by themselves are no table. */
const isNote = (rows: Rows): boolean => rows.length <= maxNote && rows.every(({ cells }) => cells.size === 1);

function writeRegion({ rows: region, headers }: Region, above: NamedColumns[], writer: DocumentWriter): void {
  const titles = isNote(region) ? region.length : titlesOf(region);
  const rows = region.slice(titles);
  for (const row of region.slice(0, titles)) writeLine(row, writer);
  if (rows.length === 0) return;
  const columns = columnsOf(rows);
  const heads = headsOf(rows, headers);
  const own: NamedColumns = { columns, names: columnNames(rows.slice(0, heads).map((row) => cellsOf(row, columns))) };
  const before = above.findLast((named) => columns.every((column) => named.columns.includes(column)));
  const named = heads === 0 && columns.length > 1 ? (before ?? own) : own;
  const nameOf = new Map(named.columns.map((column, index) => [column, named.names[index]]));
  for (const row of rows.slice(heads)) {
    if (row.cells.size === 1 && columns.length > 2) writeLine(row, writer);
    else writeRow(row, nameOf, writer);
  }
  above.push(named);
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

/** Undefined: the cell to the left reaches over it. */
function cellsOf({ cells }: SheetRow, columns: readonly number[]): (string | undefined)[] {
  let reach = -1;
  return columns.map((column) => {
    const cell = cells.get(column);
    if (cell) reach = column + cell.across - 1;
    return cell?.text ?? (column <= reach ? undefined : '');
  });
}

/**
 * The rows that name the columns: those the file calls so, those that are set apart throughout, else what its words
 * tell.
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
  const looked = rows.slice(0, maxLooked).map((row) => cellsOf(row, columns));
  const names = (row: readonly (string | undefined)[] = []) => areNames(row.map((cell) => cell ?? ''));
  if (grouped && rows.length > 2 && names(looked[0]) && names(looked[1])) return 2;
  return looksLikeHeader(
    looked.map((row) => row.map((cell) => cell ?? '')),
    { flagged: true },
  )
    ? 1
    : 0;
}
