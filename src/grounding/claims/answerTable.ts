/** The rows of a table that an answer rests on, cell by cell. */
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { datesOf } from '../../knowledge/values/timeSpan.ts';
import { type RowCell, rowsIn, type TableSource } from '../sentences/tableRow.ts';
import { leadInOf, type Surroundings } from '../place/leadIn.ts';
import type { Citation } from '../claim.ts';

type CellKind = 'TEXT' | 'NUMBER' | 'DATE';

interface AnswerCell extends RowCell {
  readonly kind: CellKind;
}

interface AnswerRow {
  readonly cells: readonly AnswerCell[];
  /** Number of the citation that quotes it. */
  readonly citationNumber: number;
}

/** Cited rows of one table, under its header. */
export interface AnswerTable {
  /** In the order of the source. */
  readonly columns: readonly string[];
  readonly rows: readonly AnswerRow[];
  /** What is read before the rows: the lines above the table, else its heading. Null: nothing; left out in older runs. */
  readonly caption?: string | null;
}

const maxRows = 20;

/**
 * The rows of a table that an answer cites, where the first citation quotes rows of one, or from one, and each cell
 * stands under a header. Null otherwise. Only rows with the columns of the first are given: two tables are never made
 * one.
 */
export function answerTableOf(
  citations: readonly Citation[],
  passages: readonly (TableSource & Surroundings)[],
): AnswerTable | null {
  const rows = citations.flatMap((citation) => citedRows(citation, passages)).slice(0, maxRows);
  const [first] = rows;
  if (!first || first.citationNumber !== citations[0]?.number) return null;
  const columns = [...new Set(first.cells.map(({ column }) => column))];
  const same = rows.filter((row) => row.cells.every(({ column }) => columns.includes(column)));
  return { columns, rows: same, caption: captionOf(citations[0], passages) };
}

function passageOf<Source extends TableSource>({ sourceSpan, versionId }: Citation, passages: readonly Source[]) {
  return passages.find(
    (each) =>
      each.versionId === versionId &&
      each.sourceSpan.start <= sourceSpan.start &&
      sourceSpan.end <= each.sourceSpan.end,
  );
}

function citedRows(citation: Citation, passages: readonly TableSource[]): AnswerRow[] {
  const { sourceSpan, number } = citation;
  const passage = passageOf(citation, passages);
  if (!passage) return [];
  return rowsIn(passage, sourceSpan, passages).map((cells) => ({
    cells: cells.map((cell) => ({ ...cell, kind: kindOf(cell.text) })),
    citationNumber: number,
  }));
}

function captionOf(citation: Citation | undefined, passages: readonly (TableSource & Surroundings)[]): string | null {
  const passage = citation && passageOf(citation, passages);
  return (passage && leadInOf(passage, citation.sourceSpan).trim().replace(/:$/, '')) || null;
}

/** What all of a cell is. */
function kindOf(cell: string): CellKind {
  const [date, amount] = [datesOf(cell)[0], amountsOf(cell)[0]];
  if (date && date.text.length >= cell.length - 1) return 'DATE';
  return (amount && amount.text.length >= cell.length - 1) || /^[-+]?[\d.,\s]+%?$/.test(cell) ? 'NUMBER' : 'TEXT';
}
