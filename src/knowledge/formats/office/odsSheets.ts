import { maxRecords, tooManyRecords } from '../limits.ts';
import type { OdfStyles } from './odfStyles.ts';
import type { Sheet, SheetCell, SheetRow } from './sheetTables.ts';
import { attribute, descendantsOf, elementsIn, type XmlElement, textIn } from './xml.ts';

/** Cells that a row may repeat with text in them; blank ones go on to the edge of the sheet. */
const maxRepeated = 1_000;

/** The sheets of an OpenDocument spreadsheet, cells as they are displayed; what is hidden is told and not read. */
export function odsSheets(content: XmlElement, styles: OdfStyles): { sheets: Sheet[]; problems: string[] } {
  const problems: string[] = [];
  const filters = filterHeaders(content);
  const sheets = elementsIn(content, 'table').flatMap((table): Sheet[] => {
    const name = attribute(table, 'name') ?? '';
    if (styles.hidden.has(attribute(table, 'style-name') ?? '')) {
      problems.push(`Sheet "${name}" is hidden and was not read.`);
      return [];
    }
    const { rows, headers, hidden: hiddenRows, hiddenColumns } = rowsOf(table, styles);
    const hidden = [
      ...(hiddenRows.size > 0 ? [`${hiddenRows.size} hidden row${hiddenRows.size === 1 ? '' : 's'}`] : []),
      ...(hiddenColumns > 0 ? [`${hiddenColumns} hidden column${hiddenColumns === 1 ? '' : 's'}`] : []),
    ];
    if (hidden.length > 0) problems.push(`Sheet "${name}": ${hidden.join(' and ')} not read.`);
    return [{ name, rows, headers: new Set([...headers, ...(filters.get(name) ?? [])]), hidden: hiddenRows }];
  });
  return { sheets, problems };
}

/** The first rows of the ranges that have filter buttons, by sheet. */
function filterHeaders(content: XmlElement): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const range of [...descendantsOf(content)].filter(({ name }) => name === 'database-range')) {
    const [, sheet, row] =
      /^\$?'?([^'.]*)'?\.\$?[A-Z]+\$?(\d+)/.exec(attribute(range, 'target-range-address') ?? '') ?? [];
    if (sheet !== undefined && attribute(range, 'contains-header') !== 'false')
      found.set(sheet, [...(found.get(sheet) ?? []), Number(row)]);
  }
  return found;
}

function* rowElements(parent: XmlElement, inHeader = false): Generator<{ row: XmlElement; inHeader: boolean }> {
  for (const child of elementsIn(parent)) {
    if (child.name === 'table-row') yield { row: child, inHeader };
    else if (/^table-(header-rows|rows|row-group)$/.test(child.name))
      yield* rowElements(child, inHeader || child.name === 'table-header-rows');
  }
}

function rowsOf(table: XmlElement, styles: OdfStyles) {
  const hiddenAt = hiddenColumnsOf(table);
  const rows: SheetRow[] = [];
  const headers = new Set<number>();
  const withHidden = new Set<number>();
  const reaching = new Map<number, { readonly cell: SheetCell; rows: number }>();
  const hiddenRows = new Set<number>();
  let number = 1;
  for (const { row, inHeader } of rowElements(table)) {
    const repeated = repeats(row, 'rows');
    const hidden = /^(collapse|filter)$/.test(attribute(row, 'visibility') ?? '');
    const cells = cellsOf(row, styles, reaching);
    for (const column of [...cells.keys()].filter((each) => hiddenAt.has(each))) {
      withHidden.add(column);
      cells.delete(column);
    }
    for (let copy = 0; copy < Math.min(repeated, maxRepeated) && cells.size > 0 && hidden; copy += 1)
      hiddenRows.add(number + copy);
    for (let copy = 0; copy < repeated && cells.size > 0 && !hidden; copy += 1) {
      if (inHeader) headers.add(number + copy);
      rows.push({ number: number + copy, cells });
      if (rows.length > maxRecords + 1) throw tooManyRecords();
    }
    number += repeated;
  }
  return { rows, headers, hidden: hiddenRows, hiddenColumns: withHidden.size };
}

function hiddenColumnsOf(table: XmlElement): Set<number> {
  const hidden = new Set<number>();
  let column = 0;
  const visit = (parent: XmlElement) => {
    for (const child of elementsIn(parent)) {
      if (/^table-(header-columns|columns|column-group)$/.test(child.name)) visit(child);
      if (child.name !== 'table-column') continue;
      const repeated = repeats(child, 'columns');
      if (/^(collapse|filter)$/.test(attribute(child, 'visibility') ?? ''))
        for (let copy = 0; copy < Math.min(repeated, maxRepeated); copy += 1) hidden.add(column + copy);
      column += repeated;
    }
  };
  visit(table);
  return hidden;
}

function cellsOf(
  row: XmlElement,
  styles: OdfStyles,
  reaching: Map<number, { readonly cell: SheetCell; rows: number }>,
): Map<number, SheetCell> {
  const cells = new Map<number, SheetCell>();
  let column = 0;
  for (const element of elementsIn(row)) {
    if (element.name !== 'table-cell' && element.name !== 'covered-table-cell') continue;
    const repeated = repeats(element, 'columns');
    const text = textOf(element);
    for (let copy = 0; copy < Math.min(repeated, maxRepeated); copy += 1) {
      const from = reaching.get(column + copy);
      if (from && element.name === 'covered-table-cell') {
        cells.set(column + copy, from.cell);
        from.rows -= 1;
        if (from.rows === 0) reaching.delete(column + copy);
      } else if (text && element.name === 'table-cell') {
        const cell = { text, marked: isMarked(element, styles), across: span(element, 'columns') };
        cells.set(column + copy, cell);
        const down = span(element, 'rows');
        if (down > 1) reaching.set(column + copy, { cell, rows: down - 1 });
      }
    }
    column += repeated;
  }
  return cells;
}

function textOf(cell: XmlElement): string {
  return elementsIn(cell, 'p').map(words).join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Without comments; `text:s` stands for blanks. */
function words(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child;
      if (child.name === 's' || child.name === 'tab' || child.name === 'line-break') return ' ';
      return child.name === 'annotation'
        ? ''
        : child.name === 'span' || child.name === 'a'
          ? words(child)
          : textIn(child);
    })
    .join('');
}

function isMarked(cell: XmlElement, { bold, filled }: OdfStyles): boolean {
  const style = attribute(cell, 'style-name') ?? '';
  return bold.has(style) || filled.has(style);
}

function repeats(element: XmlElement, of: 'rows' | 'columns'): number {
  const count = Number(attribute(element, `number-${of}-repeated`) ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

function span(element: XmlElement, of: 'rows' | 'columns'): number {
  const count = Number(attribute(element, `number-${of}-spanned`) ?? 1);
  return Number.isInteger(count) && count > 1 ? Math.min(count, maxRepeated) : 1;
}
