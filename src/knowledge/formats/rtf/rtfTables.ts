import { tag } from '../html/htmlText.ts';

/** What `\trowd` and the words behind it say of one cell. */
export interface CellDefinition {
  /** Goes on with the cell to the left. */
  readonly left: boolean;
  /** Goes on with the cell above. */
  readonly above: boolean;
}

export interface RtfRow {
  readonly cells: readonly string[];
  readonly definitions: readonly CellDefinition[];
  readonly head: boolean;
}

/** Rows as an HTML table: merged cells reach over their columns, and down their rows. */
export function rtfTable(rows: readonly RtfRow[]): string {
  const before: string[] = [];
  const html = rows.map(({ cells, definitions }) => {
    const row: { html: string; span: number }[] = [];
    for (const [column, own] of cells.entries()) {
      const definition = definitions[column];
      const last = row.at(-1);
      if (definition?.left && last) {
        last.span += 1;
        continue;
      }
      const shown = definition?.above ? (before[column] ?? own) : own;
      before[column] = shown;
      row.push({ html: shown, span: 1 });
    }
    const filled = row.map((cell) => tag('td', cell.html, { colspan: cell.span > 1 ? String(cell.span) : undefined }));
    return tag('tr', filled.join(''));
  });
  const heads = rows.findIndex(({ head }) => !head);
  const marked = heads > 0 ? heads : 0;
  return tag(
    'table',
    `${marked > 0 ? tag('thead', html.slice(0, marked).join('')) : ''}${tag('tbody', html.slice(marked).join(''))}`,
  );
}
