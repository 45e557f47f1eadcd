import type { Span } from '../../knowledge/document.ts';
import { lines } from '../../knowledge/sentences.ts';
import type { Citation } from '../claims/claim.ts';
import { amountsOf } from '../reading/amounts.ts';
import { datesOf } from '../reading/dates.ts';

export type CellKind = 'TEXT' | 'NUMBER' | 'DATE';

/** `version.text.slice(sourceSpan.start, sourceSpan.end) === text`, always. */
export interface AnswerCell {
  /** The header above it. */
  readonly column: string;
  readonly text: string;
  readonly kind: CellKind;
  readonly sourceSpan: Span;
}

export interface AnswerRow {
  readonly cells: readonly AnswerCell[];
  /** Number of the citation that quotes it. */
  readonly citationNumber: number;
}

/** Cited rows of one table, under its header. */
export interface AnswerTable {
  /** In the order of the source. */
  readonly columns: readonly string[];
  readonly rows: readonly AnswerRow[];
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
const maxRows = 20;

/**
 * The rows of a table that an answer cites, where the first citation quotes rows of one, or from one, and each cell
 * stands under a header. Null otherwise. What its neighbours do not call a column belongs to the cell before it, so
 * that `; ` and `: ` within a cell part nothing. Only rows with the columns of the first are given: two tables are
 * never made one.
 */
export function answerTableOf(citations: readonly Citation[], passages: readonly TableSource[]): AnswerTable | null {
  const rows = citations.flatMap((citation) => rowsOf(citation, passages)).slice(0, maxRows);
  const [first] = rows;
  if (!first || first.citationNumber !== citations[0]?.number) return null;
  const columns = [...new Set(first.cells.map(({ column }) => column))];
  const same = rows.filter((row) => row.cells.every(({ column }) => columns.includes(column)));
  return { columns, rows: same };
}

function rowsOf(citation: Citation, passages: readonly TableSource[]): AnswerRow[] {
  const { sourceSpan, versionId, number } = citation;
  const passage = passages.find(
    (each) =>
      each.versionId === versionId &&
      each.sourceSpan.start <= sourceSpan.start &&
      sourceSpan.end <= each.sourceSpan.end,
  );
  if (!passage) return [];
  const all = lines(passage.text).map((line) => ({ line, parts: partsOf(passage.text, line) }));
  const known = columnsOf(all.map(({ parts }) => parts));
  return all.flatMap(({ line, parts }) => {
    const start = passage.sourceSpan.start + line.start;
    const end = passage.sourceSpan.start + line.end;
    // A sentence of a long cell is a quote from its row.
    const quoted =
      (start >= sourceSpan.start && end <= sourceSpan.end) || (start <= sourceSpan.start && end >= sourceSpan.end);
    const cells = quoted ? cellsOf(passage, parts, known) : [];
    return cells.length > 1 ? [{ cells, citationNumber: number }] : [];
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

function cellsOf(
  { text, sourceSpan }: TableSource,
  parts: readonly Part[],
  known: ReadonlySet<string> | undefined,
): AnswerCell[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const isColumn = part.column !== '' && (known?.has(part.column) ?? true);
    const before = joined.at(-1);
    if (isColumn) joined.push(part);
    else if (before && known) joined[joined.length - 1] = { ...before, end: part.end };
    else return [];
  }
  return joined.map(({ column, start, end }) => {
    const from = start + column.length + 2;
    const cell = text.slice(from, end);
    const at = { start: sourceSpan.start + from, end: sourceSpan.start + end };
    return { column, text: cell, kind: kindOf(cell), sourceSpan: at };
  });
}

/** What all of a cell is. */
function kindOf(cell: string): CellKind {
  const [date, amount] = [datesOf(cell)[0], amountsOf(cell)[0]];
  if (date && date.text.length >= cell.length - 1) return 'DATE';
  return (amount && amount.text.length >= cell.length - 1) || /^[-+]?[\d.,\s]+%?$/.test(cell) ? 'NUMBER' : 'TEXT';
}
