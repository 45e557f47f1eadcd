import { createDocumentWriter } from '../documentWriter.ts';
import { officeFacts, partOf, readOfficeParts, relationsOf, type OfficeParts } from './officeParts.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { writeSheets, type Sheet } from './sheetTables.ts';
import { attribute, elementAt, elementsIn, walkXml, type XmlElement } from './xml.ts';
import { rangeOf, readSheet, type SheetContents, type Workbook } from './xlsxSheet.ts';
import { cellStyles } from './xlsxStyles.ts';

const main = 'xl/workbook.xml';

/**
 * The sheets of a workbook as sections, row by row, with numbers and dates as they are displayed. Hidden sheets, rows and columns are not
 * read, and `problems` says so; formulas give the result that was stored with them. Lines of the map are rows of the sheet.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for an archive that is no workbook, DOCUMENT_TOO_LARGE
 */
export async function parseXlsx(bytes: Uint8Array): Promise<ParsedDocument> {
  const parts = await readOfficeParts(bytes, main);
  const root = parts.xml(main);
  const relations = relationsOf(parts, main);
  const part = (type: string) => [...relations.values()].find((each) => each.type === type)?.target ?? '';
  const workbook: Workbook = {
    strings: parts.has(part('sharedStrings')) ? sharedStrings(parts.text(part('sharedStrings'))) : [],
    styles: parts.has(part('styles')) ? cellStyles(parts.xml(part('styles'))) : [],
    from1904: /^(1|true)$/.test(attribute(elementAt(root, 'workbookPr') ?? root, 'date1904') ?? ''),
  };
  const problems: string[] = [];
  const sheets: Sheet[] = [];
  for (const element of elementsIn(elementAt(root, 'sheets') ?? root, 'sheet')) {
    const name = attribute(element, 'name') ?? '';
    const file = partOf(parts, relations, element);
    if (/^(hidden|veryHidden)$/.test(attribute(element, 'state') ?? '')) {
      problems.push(`Sheet "${name}" is hidden and was not read.`);
      continue;
    }
    if (file === undefined || !/worksheets\//.test(file)) {
      problems.push(`Sheet "${name}" is a chart and was not read.`);
      continue;
    }
    const contents = readSheet(parts.text(file), workbook);
    problems.push(...problemsOf(name, contents));
    for (const row of tableHeaders(parts, file)) contents.headers.add(row);
    sheets.push({ name, ...contents });
  }
  const writer = createDocumentWriter('LINE');
  writeSheets(sheets, writer);
  const flags: ContentFlag[] = problems.some((problem) => problem.includes('hidden')) ? ['HIDDEN_TEXT_REMOVED'] : [];
  return { ...writer.finish({ ...officeFacts(parts), flags }), problems };
}

function problemsOf(name: string, contents: SheetContents): string[] {
  const { hidden: hiddenRows, hiddenColumns, hiddenCells, withoutResult } = contents;
  const hidden = [
    ...(hiddenRows.size > 0 ? [counted(hiddenRows.size, 'hidden row')] : []),
    ...(hiddenColumns > 0 ? [counted(hiddenColumns, 'hidden column')] : []),
    ...(hiddenCells > 0 ? [counted(hiddenCells, 'hidden cell')] : []),
  ];
  return [
    ...(hidden.length > 0 ? [`Sheet "${name}": ${hidden.join(' and ')} not read.`] : []),
    ...(withoutResult > 0
      ? [`Sheet "${name}": ${counted(withoutResult, 'formula')} without a stored result; open and save the workbook.`]
      : []),
  ];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Texts that cells share, each with its runs put together and without readings above the line. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let [inText, phonetic, text] = [false, false, ''];
  walkXml(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      inText = name === 't' && !phonetic;
    },
    text: (part) => {
      if (inText) text += part;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

/** Rows that head the sheet's tables. */
function tableHeaders(parts: OfficeParts, sheet: string): number[] {
  return [...relationsOf(parts, sheet).values()]
    .filter(({ type, target }) => type === 'table' && parts.has(target))
    .map(({ target }): XmlElement => parts.xml(target))
    .filter((table) => attribute(table, 'headerRowCount') !== '0')
    .flatMap((table) => rangeOf(attribute(table, 'ref') ?? '')?.top ?? []);
}
