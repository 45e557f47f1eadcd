/** The cells of a row of a table, as canonical text has it: `Header: cell; Header: cell`. */
import type { Span } from '../../knowledge/document.ts';
import { lines } from '../../knowledge/language/sentences.ts';

/** `version.text.slice(sourceSpan.start, sourceSpan.end) === text`, always. */
export interface RowCell {
  /** The header above it; '' for a first cell without one, which names its row. */
  readonly column: string;
  readonly text: string;
  readonly sourceSpan: Span;
}

/** A passage as far as its rows are read. */
export interface TableSource {
  readonly versionId: string;
  readonly text: string;
  readonly sourceSpan: Span;
}

interface Part extends Span {
  readonly column: string;
}

const longestHeader = 80;
/** A first cell without a header that is longer is a clause: "Visitors park on level 2; note: …". */
const longestName = 60;

/**
 * The rows of a passage that a span quotes, or quotes from. What their neighbours do not call a column belongs to the
 * cell before it, so that `; ` and `: ` within a cell part nothing; a row that is a passage of its own has its
 * neighbours in the others of its version.
 */
export function rowsIn(passage: TableSource, span: Span, passages: readonly TableSource[]): RowCell[][] {
  const all = lines(passage.text).map((line) => ({ line, parts: partsOf(passage.text, line) }));
  const known = columnsOf(all.map(({ parts }) => parts));
  return all.flatMap(({ line, parts }) => {
    const start = passage.sourceSpan.start + line.start;
    const end = passage.sourceSpan.start + line.end;
    // A sentence of a long cell is a quote from its row.
    const quoted = (start >= span.start && end <= span.end) || (start <= span.start && end >= span.end);
    const cells = quoted ? (cellsOf(passage, parts, known) ?? cellsBeside(passage, parts, passages) ?? []) : [];
    return cells.length > 1 ? [cells] : [];
  });
}

/** The stretches between `; `, each with the header that it begins with; '' for none. */
function partsOf(text: string, line: Span): Part[] {
  const parts: Part[] = [];
  let start = line.start;
  for (const piece of text.slice(line.start, line.end).split('; ')) {
    const colon = piece.indexOf(': ');
    const column = colon > 0 && colon <= longestHeader ? piece.slice(0, colon) : '';
    parts.push({ column, start, end: start + piece.length });
    start += piece.length + 2;
  }
  return parts;
}

/** Of several rows the headers that more than one has; of one row all. Undefined: any. */
function columnsOf(rows: readonly (readonly Part[])[]): ReadonlySet<string> | undefined {
  const counts = new Map<string, number>();
  for (const { column } of rows.flat()) if (column) counts.set(column, (counts.get(column) ?? 0) + 1);
  const shared = new Set([...counts].filter(([, count]) => count > 1).map(([column]) => column));
  return shared.size > 1 ? shared : undefined;
}

/**
 * Cells of a row of a data file, of which one has `; ` in it. Undefined where no other row of the file was found, or
 * where none has a column that this one seems to have: that may be a column which is empty elsewhere, or part of a cell.
 */
function cellsBeside(
  passage: TableSource,
  parts: readonly Part[],
  passages: readonly TableSource[],
): RowCell[] | undefined {
  const rows = passages
    .filter(({ versionId }) => versionId === passage.versionId)
    .flatMap(({ text }) => lines(text).map((line) => partsOf(text, line)));
  const known = columnsOf(rows);
  const clear = known && parts.every(({ column }) => column === '' || known.has(column));
  return clear ? cellsOf(passage, parts, known) : undefined;
}

/** Undefined where a stretch belongs to no column. */
function cellsOf(
  { text, sourceSpan }: TableSource,
  parts: readonly Part[],
  known: ReadonlySet<string> | undefined,
): RowCell[] | undefined {
  const joined: Part[] = [];
  for (const part of parts) {
    const isColumn = part.column !== '' && (known?.has(part.column) ?? true);
    const before = joined.at(-1);
    if (isColumn || (!before && namesRow(parts, known))) joined.push(isColumn ? part : { ...part, column: '' });
    else if (before && known) joined[joined.length - 1] = { ...before, end: part.end };
    else return undefined;
  }
  return joined.map(({ column, start, end }) => {
    const from = column === '' ? start : start + column.length + 2;
    const at = { start: sourceSpan.start + from, end: sourceSpan.start + end };
    return { column, text: text.slice(from, end), sourceSpan: at };
  });
}

/** Whether the first stretch is a cell without a header: short, and followed by two columns at least. */
function namesRow([first, ...rest]: readonly Part[], known: ReadonlySet<string> | undefined): boolean {
  const named = rest.filter(({ column }) => column !== '' && (known?.has(column) ?? true));
  return first !== undefined && first.column === '' && first.end - first.start <= longestName && named.length > 1;
}
