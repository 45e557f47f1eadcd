import { createDocumentWriter } from '../documentWriter.ts';
import { maxRecords, tooManyRecords } from '../limits.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { officeFacts, type OfficeParts, partOf, readOfficeParts, relationsOf } from './officeParts.ts';
import { type Sheet, type SheetCell, type SheetRow, writeSheets } from './sheetTables.ts';
import { type CellStyle, cellStyles, displayed } from './xlsxStyles.ts';
import { attribute, attributeIn, elementAt, elementsIn, walkXml, type XmlElement } from './xml.ts';
import { wrappedCellText } from '../tableRows.ts';

const main = 'xl/workbook.xml';

/**
 * Reads the sheets of a workbook as sections, row by row, with numbers and dates as displayed. Hidden sheets, rows and
 * columns are not read, and `problems` says so. Formulas give their stored result. Lines of the map are rows of the
 * sheet.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for an archive that is not a workbook, DOCUMENT_TOO_LARGE
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

/** Returns the texts that cells share, each with its runs joined and without phonetic readings. */
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

/** Returns the header rows of the sheet's tables. */
function tableHeaders(parts: OfficeParts, sheet: string): number[] {
  return [...relationsOf(parts, sheet).values()]
    .filter(({ type, target }) => type === 'table' && parts.has(target))
    .map(({ target }): XmlElement => parts.xml(target))
    .filter((table) => attribute(table, 'headerRowCount') !== '0')
    .flatMap((table) => rangeOf(attribute(table, 'ref') ?? '')?.top ?? []);
}

/** What the cells of a workbook's sheets share. */
interface Workbook {
  readonly strings: readonly string[];
  readonly styles: readonly CellStyle[];
  /** Whether dates count from 1904, as on old Macs. */
  readonly from1904: boolean;
}

interface SheetContents {
  readonly rows: SheetRow[];
  /** Header rows of filters. */
  readonly headers: Set<number>;
  /** Hidden rows that are not empty. */
  readonly hidden: Set<number>;
  readonly hiddenColumns: number;
  readonly hiddenCells: number;
  /** Number of formulas without a stored result. */
  readonly withoutResult: number;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: CellStyle | undefined;
  value: string;
  inline: string;
  formula: boolean;
}

/** How many cells merging may repeat in one sheet. */
const maxRepeated = 100_000;
const plain: CellStyle = { marked: false, unseen: false, pattern: 'General' };

interface Reading {
  readonly workbook: Workbook;
  readonly rows: Map<number, Map<number, SheetCell>>;
  readonly merges: string[];
  readonly headers: Set<number>;
  readonly hidden: Set<number>;
  /** First and last column, from 0. */
  readonly hiddenColumns: (readonly [number, number])[];
  readonly withHidden: Set<number>;
  hiddenCells: number;
  withoutResult: number;
  row: { readonly number: number; readonly hidden: boolean };
  nextColumn: number;
  cell: OpenCell | undefined;
  into: 'value' | 'inline' | undefined;
  phonetic: boolean;
}

/** Reads the visible cells of a sheet as displayed, in one pass: the tree of a sheet can be larger than memory. */
function readSheet(xml: string, workbook: Workbook): SheetContents {
  const reading: Reading = {
    workbook,
    rows: new Map(),
    merges: [],
    headers: new Set(),
    hidden: new Set(),
    hiddenColumns: [],
    withHidden: new Set(),
    hiddenCells: 0,
    withoutResult: 0,
    row: { number: 0, hidden: false },
    nextColumn: 0,
    cell: undefined,
    into: undefined,
    phonetic: false,
  };
  walkXml(xml, {
    open: (name, attributes) => openers[name]?.(reading, attributes),
    text: (text) => {
      if (reading.cell && reading.into) reading.cell[reading.into] += text;
    },
    close: (name) => {
      close(reading, name);
    },
  });
  const { rows, merges, headers, hidden, withHidden, hiddenCells, withoutResult } = reading;
  spreadMerged(rows, merges);
  return {
    rows: [...rows].map(([number, cells]) => ({ number, cells })),
    headers,
    hidden,
    hiddenColumns: withHidden.size,
    hiddenCells,
    withoutResult,
  };
}

type Attributes = Readonly<Record<string, string>>;

const openers: Readonly<Record<string, (reading: Reading, attributes: Attributes) => void>> = {
  col: ({ hiddenColumns }, attributes) => {
    if (isTrue(attributeIn(attributes, 'hidden')))
      hiddenColumns.push([Number(attributeIn(attributes, 'min')) - 1, Number(attributeIn(attributes, 'max')) - 1]);
  },
  row: (reading, attributes) => {
    reading.row = {
      number: Number(attributeIn(attributes, 'r') ?? reading.row.number + 1),
      hidden: isTrue(attributeIn(attributes, 'hidden')),
    };
    reading.nextColumn = 0;
  },
  c: (reading, attributes) => {
    const reference = attributeIn(attributes, 'r');
    const column = reference === undefined ? reading.nextColumn : columnOf(reference);
    reading.nextColumn = column + 1;
    const style = reading.workbook.styles[Number(attributeIn(attributes, 's') ?? 0)];
    reading.cell = { column, type: attributeIn(attributes, 't') ?? 'n', style, value: '', inline: '', formula: false };
  },
  v: (reading) => (reading.into = 'value'),
  t: (reading) => (reading.into = reading.phonetic ? undefined : 'inline'),
  rPh: (reading) => (reading.phonetic = true),
  f: ({ cell }) => cell && (cell.formula = true),
  mergeCell: ({ merges }, attributes) => merges.push(attributeIn(attributes, 'ref') ?? ''),
  autoFilter: ({ headers }, attributes) => {
    const first = rangeOf(attributeIn(attributes, 'ref') ?? '')?.top;
    if (first !== undefined) headers.add(first);
  },
};

function close(reading: Reading, name: string): void {
  if (name === 'v' || name === 't') reading.into = undefined;
  if (name === 'rPh') reading.phonetic = false;
  if (name !== 'c' || !reading.cell) return;
  keep(reading, reading.cell);
  reading.cell = undefined;
}

function keep(reading: Reading, cell: OpenCell): void {
  const { workbook, row, rows, hidden, hiddenColumns, withHidden } = reading;
  const style = cell.style ?? plain;
  const text = wrappedCellText(shownValue(cell, style, workbook));
  if (cell.formula && cell.value === '' && cell.inline === '' && cell.type !== 'str') reading.withoutResult += 1;
  if (!text) return;
  const inHiddenColumn = hiddenColumns.some(([from, to]) => cell.column >= from && cell.column <= to);
  if (row.hidden) hidden.add(row.number);
  if (inHiddenColumn) withHidden.add(cell.column);
  if (style.unseen) reading.hiddenCells += 1;
  if (row.hidden || style.unseen || inHiddenColumn) return;
  const cells = rows.get(row.number) ?? new Map<number, SheetCell>();
  rows.set(row.number, cells.set(cell.column, { text, marked: style.marked, across: 1 }));
  if (rows.size > maxRecords) throw tooManyRecords();
}

function shownValue({ type, value, inline }: OpenCell, style: CellStyle, { strings, from1904 }: Workbook): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'inlineStr') return inline;
  if (type === 'b') return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || value === '' || !Number.isFinite(Number(value))) return value;
  return displayed(Number(value), style.pattern, from1904);
}

/** Repeats a merged cell in each of its rows and records the number of columns that it spans. */
function spreadMerged(rows: ReadonlyMap<number, Map<number, SheetCell>>, merges: readonly string[]): void {
  let repeated = 0;
  for (const range of merges.map(rangeOf)) {
    const cell = range && rows.get(range.top)?.get(range.left);
    if (!cell) continue;
    const spread = { ...cell, across: range.right - range.left + 1 };
    for (let number = range.top; number <= range.bottom && repeated < maxRepeated; number += 1) {
      rows.get(number)?.set(range.left, spread);
      repeated += 1;
    }
  }
}

interface Range {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Parses `B2:D4`, or `B2` alone. */
function rangeOf(reference: string): Range | undefined {
  const parts = /^\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?$/.exec(reference);
  if (!parts) return undefined;
  const [, left = 'A', top = '1', right = left, bottom = top] = parts;
  return { left: columnOf(left), top: Number(top), right: columnOf(right), bottom: Number(bottom) };
}

/** Returns the column, from 0, of a column's letters or a cell's reference. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A';
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
