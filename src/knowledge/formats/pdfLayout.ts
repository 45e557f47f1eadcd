import { inReadingOrder } from './pdfColumns.ts';
import { ruledTables } from './pdfGrid.ts';
import { linesOf, rowsOf, type Fragment, type TextLine } from './pdfLines.ts';
import type { PageText } from './pdfRunningLines.ts';
import { alignedTable, type PdfTable } from './pdfTables.ts';

/** What a page is made of, in reading order. */
export type Part = { readonly table: PdfTable } | { readonly line: TextLine };

/** A page as tables and lines: ruled tables first, then columns, then what only its alignment tells to be a table; else as it is drawn. */
export function layOut({ number, fragments, drawing }: PageText): Part[] {
  const tables = new Map<Fragment, PdfTable>();
  let rest = fragments;
  for (const { table, fragments: cells } of ruledTables(fragments, drawing, number)) {
    const stands = placeOf([...cells]);
    tables.set(stands, table);
    const at = rest.findIndex((each) => cells.has(each));
    rest = rest.flatMap((each, index) => (cells.has(each) ? (index === at ? [stands] : []) : [each]));
  }
  const order = new Map(rest.map((fragment, index) => [fragment, index]));
  return inReadingOrder(rest).flatMap((region) => {
    const found = new Map(tables);
    const inTable = new Map<Fragment, Fragment>();
    const rows = rowsOf(region);
    for (let index = 0; index < rows.length;) {
      const aligned = alignedTable(rows, index, { number, drawing, order });
      const members = aligned ? rows.slice(index, aligned.end).flat() : [];
      const first = members.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))[0];
      if (aligned && first) {
        found.set(first, aligned.table);
        for (const member of members) inTable.set(member, first);
      }
      index = aligned?.end ?? index + 1;
    }
    return partsOf(region, found, inTable, number);
  });
}

function partsOf(region: readonly Fragment[], tables: ReadonlyMap<Fragment, PdfTable>, inTable: ReadonlyMap<Fragment, Fragment>, page: number): Part[] {
  const parts: Part[] = [];
  let open: Fragment[] = [];
  const flush = () => {
    parts.push(...linesOf(open, page).map((line) => ({ line })));
    open = [];
  };
  for (const fragment of region) {
    const table = tables.get(fragment);
    if (!table && !inTable.has(fragment)) open.push(fragment);
    if (!table) continue;
    flush();
    parts.push({ table });
  }
  flush();
  return parts;
}

/** Where a ruled table stands among the lines. */
function placeOf(cells: readonly Fragment[]): Fragment {
  const [first] = cells;
  const edge = (of: (fragment: Fragment) => number, choose: (...values: number[]) => number) => choose(...cells.map(of));
  return { text: '', left: edge(({ left }) => left, Math.min), right: edge(({ right }) => right, Math.max), top: edge(({ top }) => top, Math.min), size: first?.size ?? 1, upright: true, monospaced: false, bold: false };
}
