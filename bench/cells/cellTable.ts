/** What a table of `npm run bench tables` is. */

export const cellShapes = [
  /** One header row, and rows that are named by their first cell. */
  'PLAIN',
  /** Pairs of name and value below each other. */
  'VERTICAL',
  /** Two header rows, the upper one spanning several columns. */
  'GROUPED',
  /** Two columns of one name. */
  'REPEATED',
  /** A column without a name. */
  'UNNAMED',
  /** Names on both sides: features by plan. */
  'MATRIX',
  /** Rows that only two cells together name. */
  'KEYED',
  /** Cells that are sentences. */
  'LONG',
] as const;
export const cellFormats = ['md', 'html', 'docx', 'xlsx', 'csv'] as const;

export type CellFormat = (typeof cellFormats)[number];

export interface CellTable {
  readonly title: string;
  readonly section: string;
  readonly shape: (typeof cellShapes)[number];
  readonly format: CellFormat;
  /** The header rows; `null`: the cell to the left spans this column. Empty for pairs. */
  readonly heads: readonly (readonly (string | null)[])[];
  readonly rows: readonly (readonly string[])[];
  /**
   * By column, ways to ask for its cell in turn, `{0}` for the row's first cell; an empty list for a column that is not
   * asked for. Of pairs, the question of each row.
   */
  readonly asks: readonly (readonly string[])[];
}
