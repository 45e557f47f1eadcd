import { CandorError } from '../../../errors.ts';
import { createDocumentWriter, writeHeading, writeParsed } from '../documentWriter.ts';
import { parseHtml } from '../html/html.ts';
import { asHtml, tag } from '../html/htmlText.ts';
import { maxRecords, tooManyRecords } from '../limits.ts';
import type { ContentFlag, ParsedDocument, SourceType } from '../parsed.ts';
import { flowHtml, odfStyles, type OdfStyles, startReading } from './odfText.ts';
import { officeFacts, type OfficeParts, readOfficeParts } from './officeParts.ts';
import { type Sheet, type SheetCell, type SheetRow, writeSheets } from './sheetTables.ts';
import { cellText } from '../tableRows.ts';
import { attribute, descendantsOf, elementAt, elementsIn, textIn, type XmlElement } from './xml.ts';

const main = 'content.xml';
const bodies = { ODT: 'text', ODS: 'spreadsheet', ODP: 'presentation' } as const;
const names = {
  text: 'a text document (.odt)',
  spreadsheet: 'a spreadsheet (.ods)',
  presentation: 'a presentation (.odp)',
};

/**
 * Reads OpenDocument: a text document, the sheets of a spreadsheet or the slides of a presentation, without hidden
 * content, comments, tracked deletions, and tables of contents.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for another kind or a password, DOCUMENT_TOO_LARGE
 */
export async function parseOdf(bytes: Uint8Array, type: keyof typeof bodies): Promise<ParsedDocument> {
  const parts = await readOfficeParts(bytes, main);
  checkPassword(parts);
  const body = elementAt(parts.xml(main), 'body');
  const content = body && elementAt(body, bodies[type]);
  if (!content) throw otherKind(body, type);
  const parsed =
    type === 'ODS' ? sheets(parts, content) : type === 'ODP' ? slides(parts, content) : text(parts, content);
  const facts = officeFacts(parts, 'meta.xml');
  return { ...parsed, title: facts.title ?? parsed.title, author: facts.author, language: facts.language };
}

function otherKind(body: XmlElement | undefined, type: SourceType): CandorError {
  const found = body && elementsIn(body).find(({ name }) => name in names)?.name;
  const kind = found ? names[found as keyof typeof names] : undefined;
  if (!kind) return new CandorError('DOCUMENT_UNSUPPORTED', `The OpenDocument file holds no ${type}.`);
  return new CandorError('DOCUMENT_UNSUPPORTED', `The file is ${kind} and not ${type}.`, {
    remedy: 'Give it the ending of its kind and ingest it again.',
  });
}

function checkPassword(parts: OfficeParts): void {
  if (parts.has('META-INF/manifest.xml') && parts.text('META-INF/manifest.xml').includes('encryption-data'))
    throw new CandorError('DOCUMENT_UNSUPPORTED', 'The file is encrypted: it opens only with a password.', {
      remedy: 'Save it without a password and ingest that file.',
    });
}

function text(parts: OfficeParts, content: XmlElement): ParsedDocument {
  const reading = startReading(odfStyles(parts));
  const html = flowHtml(content, reading);
  const notes = tag('ol', reading.notes.map((note) => tag('li', note)).join(''));
  const parsed = parseHtml(`${html}${reading.notes.length > 0 ? notes : ''}`);
  return { ...parsed, title: undefined, sourceMap: null, flags: flagsOf(parsed.flags, reading.hidden), metadata: {} };
}

function flagsOf(flags: readonly ContentFlag[], hidden: boolean): ContentFlag[] {
  return [...new Set([...flags, ...(hidden ? (['HIDDEN_TEXT_REMOVED'] as const) : [])])];
}

function sheets(parts: OfficeParts, content: XmlElement): ParsedDocument {
  const { sheets: found, problems } = odsSheets(content, odfStyles(parts));
  const writer = createDocumentWriter('LINE');
  writeSheets(found, writer);
  const flags: ContentFlag[] = problems.length > 0 ? ['HIDDEN_TEXT_REMOVED'] : [];
  return { ...writer.finish({ flags }), problems };
}

const framing = /^(header|footer|date-time|page-number|page)$/;

function slides(parts: OfficeParts, content: XmlElement): ParsedDocument {
  const styles = odfStyles(parts);
  const writer = createDocumentWriter('PAGE');
  const problems: string[] = [];
  const reading = startReading(styles);
  for (const [index, page] of elementsIn(content, 'page').entries()) {
    const number = index + 1;
    if (styles.hidden.has(attribute(page, 'style-name') ?? '')) {
      problems.push(`Slide ${number} is hidden and was not read.`);
      reading.hidden = true;
      continue;
    }
    const shapes = elementsIn(page).filter((shape) => !framing.test(attribute(shape, 'class') ?? ''));
    const titled = shapes.find((shape) => attribute(shape, 'class') === 'title');
    const title = titled ? shapeText(titled) : '';
    const rest = { ...page, children: shapes.filter((shape) => shape !== titled && shape.name !== 'notes') };
    const parsed = parseHtml(flowHtml(rest, reading));
    if (!title && !parsed.text && shapes.length > 0)
      problems.push(`Slide ${number} holds only pictures; their text was not read.`);
    if (title || parsed.text) writeHeading(writer, title || `Slide ${number}`, number, 2);
    writeParsed(writer, parsed, number, 2);
    const notes = parseHtml(notesHtml(page, reading));
    if (notes.text) writeHeading(writer, 'Notes', number, 3);
    writeParsed(writer, notes, number, 3);
  }
  return { ...writer.finish({ flags: flagsOf([], reading.hidden) }), problems };
}

function shapeText(shape: XmlElement): string {
  return parseHtml(tag('p', asHtml(textIn(shape)))).text;
}

function notesHtml(page: XmlElement, reading: ReturnType<typeof startReading>): string {
  const notes = elementAt(page, 'notes');
  const frames = notes ? elementsIn(notes).filter((shape) => attribute(shape, 'class') === 'notes') : [];
  return frames.map((frame) => flowHtml(frame, reading)).join('');
}

/** How many cells with text a row may repeat; blank ones continue to the edge of the sheet. */
const maxRepeated = 1_000;

/**
 * Returns the sheets of an OpenDocument spreadsheet, with cells as displayed. Hidden sheets, rows and columns are
 * reported but not read.
 */
function odsSheets(content: XmlElement, styles: OdfStyles): { sheets: Sheet[]; problems: string[] } {
  const problems: string[] = [];
  const filters = filterHeaders(content);
  const sheets = elementsIn(content, 'table').flatMap((table): Sheet[] => {
    const name = attribute(table, 'name') ?? '';
    if (styles.hidden.has(attribute(table, 'style-name') ?? '')) {
      problems.push(`Sheet "${name}" is hidden and was not read.`);
      return [];
    }
    const { rows, headers, hidden: hiddenRows, hiddenColumns } = tableRows(table, styles);
    const hidden = [
      ...(hiddenRows.size > 0 ? [`${hiddenRows.size} hidden row${hiddenRows.size === 1 ? '' : 's'}`] : []),
      ...(hiddenColumns > 0 ? [`${hiddenColumns} hidden column${hiddenColumns === 1 ? '' : 's'}`] : []),
    ];
    if (hidden.length > 0) problems.push(`Sheet "${name}": ${hidden.join(' and ')} not read.`);
    return [{ name, rows, headers: new Set([...headers, ...(filters.get(name) ?? [])]), hidden: hiddenRows }];
  });
  return { sheets, problems };
}

/** Returns the first rows of ranges with filter buttons, by sheet. */
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

function tableRows(table: XmlElement, styles: OdfStyles) {
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
    const text = valueText(element);
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

function valueText(cell: XmlElement): string {
  return cellText(elementsIn(cell, 'p').map((paragraph) => ({ text: words(paragraph), isOwn: false })));
}

/** Returns the words without comments; `text:s` means blanks. */
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
