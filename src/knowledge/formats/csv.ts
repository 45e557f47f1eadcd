import { CsvError, parse as parseRows } from 'csv-parse/sync';
import { CandorError } from '../../errors.ts';
import { createDocumentWriter } from './documentWriter.ts';
import { maxRecords, tooManyRecords } from './limits.ts';
import type { ParsedDocument } from './parsed.ts';
import {
  areNames,
  arePairs,
  distinctNames,
  goesOnBelow,
  joinedNames,
  pairText,
  rowText,
  wrappedCellText,
} from './tableRows.ts';

interface CsvOptions {
  /** If undefined, it is guessed from the first rows. */
  readonly delimiter?: string | undefined;
}

interface Row {
  readonly cells: readonly string[];
  /** The row's first line, from 1. */
  readonly line: number;
}

const delimiters = [',', ';', '\t', '|'];
/** Limits of the sample from which the delimiter is guessed: UTF-16 units and rows. */
const sampleLength = 64 * 1024;
const sampleRows = 20;
const maxTitles = 5;
/** A longer row means that an unclosed quote swallowed the rest of the file. */
const maxRowLength = 1_000_000;

/**
 * Reads a table as one line per row: `Header: cell; Header: cell`. Empty cells are left out; line breaks in cells
 * become blanks. A first line `sep=;`, which spreadsheets write for each other, names the delimiter and is not text.
 * Lines of one cell above the header are paragraphs. Rows may be shorter or longer than the header. Without a header,
 * columns are called `Column 1`.
 * @throws DOCUMENT_TOO_LARGE beyond 20,000 rows, DOCUMENT_CORRUPT naming the line of an unclosed quote
 */
export function parseCsv(text: string, options: CsvOptions = {}): ParsedDocument {
  // Normalise line ends: csv-parse counts `\r\n` inside a cell as two lines.
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const declared = /^"?sep=(.)"?(?=\n)/i.exec(lines);
  // A blank line takes its place, so that rows keep their line numbers.
  const source = declared ? lines.slice(declared[0].length) : lines;
  const delimiter = declared?.[1] ?? options.delimiter ?? guessDelimiter(source);
  // A header and one row beyond the limit are enough to detect a table that is too large, without reading the rest.
  const rows = readRows(source, delimiter, maxRecords + 2);
  const titles = titleRows(rows);
  const header = headerOf(rows.slice(titles, titles + sampleRows).map(({ cells }) => cells.map(oneLine)));
  const records = rows.slice(titles + header.rows);
  const names = distinctNames(header.names);
  if (records.length > maxRecords) throw tooManyRecords();
  const writer = createDocumentWriter('LINE');
  for (const { cells, line } of rows.slice(0, titles))
    writer.write('PARAGRAPH', [{ text: oneLine(cells.join(' ')), position: line }]);
  const pairs = header.rows === 0 && arePairs(records.map(({ cells }) => cells.map(oneLine)));
  for (const { cells, line } of records)
    writer.write('RECORD', [{ text: pairs ? pairText(cells.map(oneLine)) : lineOf(cells, names), position: line }]);
  return writer.finish();
}

/** The names of the columns, and how many rows they take. */
function headerOf([first = [], ...rest]: readonly (readonly string[])[]): { names: readonly string[]; rows: number } {
  if (rest.length === 0 || !areNames(first)) return { names: [], rows: 0 };
  return goesOnBelow(first, rest) ? { names: joinedNames(first, rest[0] ?? []), rows: 2 } : { names: first, rows: 1 };
}

/** Counts the lines of one cell each above the header, such as the title of an exported spreadsheet. */
function titleRows(rows: readonly Row[]): number {
  const first = rows.findIndex(({ cells }) => cells.filter((cell) => cell.trim()).length > 1);
  return first > maxTitles || first === rows.length - 1 ? 0 : Math.max(first, 0);
}

function lineOf(cells: readonly string[], header: readonly string[]): string {
  return rowText(cells.map(oneLine), (column) => header[column] || `Column ${column + 1}`);
}

const oneLine = (cell: string): string =>
  cell.includes('\n') ? wrappedCellText(cell) : cell.replaceAll(/\s+/g, ' ').trim();

function readRows(source: string, delimiter: string, to: number): Row[] {
  try {
    const options = {
      delimiter,
      to,
      raw: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
      record_delimiter: '\n',
    } as const;
    const rows = parseRows(source, options) as unknown as { record: string[]; raw: string; info: { lines: number } }[];
    return rows.map(({ record, raw, info }) => ({ cells: record, line: firstLineOf(raw, info.lines) }));
  } catch (error) {
    if (error instanceof CsvError) throw corrupt(error);
    throw error;
  }
}

/** csv-parse reports a row's last line, and its raw text begins with the empty lines that it skipped. */
function firstLineOf(raw: string, lines: number): number {
  return lines - (raw.replace(/^\n+|\n$/g, '').match(/\n/g)?.length ?? 0);
}

function corrupt(error: CsvError): CandorError {
  const line = (error as CsvError & { lines?: number }).lines ?? 1;
  const quote = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
  const what = quote ? 'a quoted cell is not closed' : 'a row cannot be read';
  return new CandorError('DOCUMENT_CORRUPT', `The table is broken: ${what} (line ${line}).`, {
    details: { line },
    remedy: `Close the quote, or double quotes that belong to the text, near line ${line}.`,
  });
}

/** Returns the delimiter that splits the first rows most evenly, with a slight preference for more columns. */
function guessDelimiter(source: string): string {
  const sample = source.slice(0, sampleLength);
  const scored = delimiters.map((delimiter) => ({
    delimiter,
    score: sample.includes(delimiter) ? evenness(sample, delimiter) : 0,
  }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/** Returns the share of rows that have the most frequent width, plus a thousandth of that width; 0 for one column. */
function evenness(sample: string, delimiter: string): number {
  const widths = sampleWidths(sample, delimiter);
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [1, 0]);
  return width === 1 ? 0 : count / widths.length + width / 1_000;
}

/** The sample may end within a row or even within a quote. The rows before that still count. */
function sampleWidths(sample: string, delimiter: string): number[] {
  const widths: number[] = [];
  try {
    parseRows(sample, {
      delimiter,
      to: sampleRows,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: '\n',
      on_record: (row: string[]) => void widths.push(row.length),
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return widths;
}
