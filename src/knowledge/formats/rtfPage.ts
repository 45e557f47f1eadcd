import { asHtml, type ListedParagraph, listsHtml, tag } from './html/htmlText.ts';

/**
 * The body of an RTF file while it is read. A paragraph's properties come before its end, a row's properties before its
 * cells.
 */
export interface RtfPage {
  readonly parts: string[];
  readonly notes: string[];
  /** Heading levels by style. */
  readonly headings: Map<number, number>;
  style: ParagraphStyle;
  runs: { readonly text: string; readonly bold: boolean }[];
  note: string;
  items: ListedParagraph[];
  cell: string[];
  /** Cells of the current row of a table nested in the cell. */
  nestedRow: string[];
  nestedRows: string[][];
  row: string[];
  rows: RtfRow[];
  definitions: CellDefinition[];
  definition: CellDefinition;
  head: boolean;
}

interface ParagraphStyle {
  heading: number | undefined;
  /** The paragraph's mark in a list. */
  item: string | undefined;
  level: number;
  inTable: boolean;
}

const plain: ParagraphStyle = { heading: undefined, item: undefined, level: 0, inTable: false };
const unmerged: CellDefinition = { left: false, above: false, edge: undefined };
/** A mark with a letter or digit, except `o`, a bullet in Courier. */
const numberedItem = /^(?!\s*o\s*$).*[\p{L}\d]/u;
const maxCells = 1_000;

export function createRtfPage(): RtfPage {
  return {
    parts: [],
    notes: [],
    headings: new Map(),
    style: { ...plain },
    runs: [],
    note: '',
    items: [],
    cell: [],
    nestedRow: [],
    nestedRows: [],
    row: [],
    rows: [],
    definitions: [],
    definition: unmerged,
    head: false,
  };
}

/** Applies a control word of the body; ignores all others. */
export function applyToPage(page: RtfPage, word: string, value: number | undefined): void {
  if (Object.hasOwn(controls, word)) controls[word]?.(page, value ?? 1);
}

const controls: Readonly<Record<string, (page: RtfPage, value: number) => void>> = {
  par: endParagraph,
  sect: endParagraph,
  // Word writes an item's mark before it resets the paragraph.
  pard: (page) => (page.style = { ...plain, item: page.style.item }),
  s: (page, value) => (page.style.heading = page.headings.get(value)),
  outlinelevel: ({ style }, value) => (style.heading = value < 6 ? value + 1 : style.heading),
  ilvl: ({ style }, value) => (style.level = Math.min(Math.max(value, 0), 8)),
  intbl: ({ style }) => (style.inTable = true),
  cell: endCell,
  row: endRow,
  nestcell: (page) => {
    if (page.nestedRow.length < maxCells) page.nestedRow.push(takeCell(page).join('<br>'));
  },
  nestrow: (page) => {
    if (page.nestedRow.length > 0) page.nestedRows.push(page.nestedRow);
    page.nestedRow = [];
  },
  trowd: (page) => {
    [page.definitions, page.definition, page.head] = [[], unmerged, false];
  },
  trhdr: (page) => (page.head = true),
  clmrg: (page) => (page.definition = { ...page.definition, left: true }),
  clvmrg: (page) => (page.definition = { ...page.definition, above: true }),
  cellx: (page, value) => {
    if (page.definitions.length < maxCells) page.definitions.push({ ...page.definition, edge: value });
    page.definition = unmerged;
  },
};

function takeWords(page: RtfPage): string {
  const html = asHtml(page.runs.map(({ text }) => text).join('')).replaceAll('\n', '<br>');
  const filled = page.runs.filter(({ text }) => text.trim());
  const bold = filled.length > 0 && filled.every((run) => run.bold);
  page.runs = [];
  return bold ? tag('b', html) : html;
}

function endParagraph(page: RtfPage): void {
  const html = takeWords(page);
  const { item, level, heading, inTable } = page.style;
  if (inTable) {
    page.cell.push(html);
    return;
  }
  flushTable(page);
  page.style.item = undefined;
  if (!html.trim()) return;
  if (heading === undefined && item !== undefined) {
    page.items.push({
      html,
      level,
      ...(numberedItem.test(item) ? { list: 'ol', label: item.trim() } : { list: 'ul' }),
    });
    return;
  }
  flushItems(page);
  page.parts.push(heading === undefined ? tag('p', html) : tag(`h${heading}`, html.replaceAll(/<\/?b>/g, '')));
}

/** Takes the paragraphs of the cell that ends. */
function takeCell(page: RtfPage): string[] {
  const paragraphs = [...page.cell, takeWords(page)].filter((each) => each.trim());
  page.cell = [];
  page.style.item = undefined;
  return paragraphs;
}

function endCell(page: RtfPage): void {
  const nested = page.nestedRows.map((row) => tag('tr', row.map((each) => tag('td', each)).join('')));
  page.nestedRows = [];
  const words = takeCell(page).join('<br>');
  if (page.row.length < maxCells) page.row.push(nested.length > 0 ? words + tag('table', nested.join('')) : words);
}

function endRow(page: RtfPage): void {
  flushItems(page);
  if (page.row.length > 0) page.rows.push({ cells: page.row, definitions: page.definitions, head: page.head });
  page.row = [];
}

function flushItems(page: RtfPage): void {
  page.parts.push(listsHtml(page.items));
  page.items = [];
}

function flushTable(page: RtfPage): void {
  if (page.rows.length > 0) page.parts.push(rtfTable(page.rows));
  page.rows = [];
}

/** Returns the whole body as HTML, with the notes at the end. */
export function pageHtml(page: RtfPage): string {
  endParagraph(page);
  flushItems(page);
  flushTable(page);
  const below = page.notes.map((each) => tag('li', asHtml(each))).join('');
  return page.parts.join('') + (below ? tag('ol', below) : '');
}

/** What `\trowd` and the control words after it say about one cell. */
interface CellDefinition {
  /** Merged with the cell to the left. */
  readonly left: boolean;
  /** Merged with the cell above. */
  readonly above: boolean;
  /** Its right edge in twips; undefined until it is known. */
  readonly edge: number | undefined;
}

interface RtfRow {
  readonly cells: readonly string[];
  readonly definitions: readonly CellDefinition[];
  readonly head: boolean;
}

/** A cell with the edges of the table's columns that it reaches, from 0. */
interface PlacedCell {
  readonly html: string;
  readonly from: number;
  until: number;
}

/**
 * Renders rows as an HTML table. A cell spans the columns whose edges it covers, as programs write merged cells, or
 * those that are marked as merged with it; a cell merged down rows is repeated in each.
 */
function rtfTable(rows: readonly RtfRow[]): string {
  const columnAt = columnsOf(rows);
  const above = new Map<number, string>();
  const html = rows.map(({ cells, definitions }) => {
    const row: PlacedCell[] = [];
    for (const [index, own] of cells.entries()) {
      const definition = definitions[index];
      const last = row.at(-1);
      const from = last?.until ?? 0;
      const until = Math.max(columnAt(definition?.edge) ?? from + 1, from + 1);
      if (definition?.left && last) {
        last.until = until;
        continue;
      }
      const shown = definition?.above ? (above.get(from) ?? own) : own;
      above.set(from, shown);
      row.push({ html: shown, from, until });
    }
    const filled = row.map(({ html: words, from, until }) =>
      tag('td', words, { colspan: until - from > 1 ? String(until - from) : undefined }),
    );
    return tag('tr', filled.join(''));
  });
  const heads = rows.findIndex(({ head }) => !head);
  const marked = heads > 0 ? heads : 0;
  return tag(
    'table',
    `${marked > 0 ? tag('thead', html.slice(0, marked).join('')) : ''}${tag('tbody', html.slice(marked).join(''))}`,
  );
}

/** Edges of one column differ by less from row to row, as programs round. */
const oneEdge = 40;

/** Returns how many columns end at an edge or before it, over all rows of a table. */
function columnsOf(rows: readonly RtfRow[]): (edge: number | undefined) => number | undefined {
  const edgesOf = ({ definitions }: RtfRow) => definitions.flatMap(({ edge }) => edge ?? []);
  const edges = [...new Set(rows.flatMap(edgesOf))].sort((one, other) => one - other);
  // What one row has apart are two columns, however narrow.
  const narrowest = rows
    .flatMap((row) => edgesOf(row).map((edge, index, all) => edge - (all[index - 1] ?? Number.NEGATIVE_INFINITY)))
    .reduce((least, width) => (width > 0 ? Math.min(least, width) : least), oneEdge);
  const columns = new Map<number, number>();
  let [column, last] = [0, Number.NEGATIVE_INFINITY];
  for (const edge of edges) {
    if (edge - last >= narrowest) column += 1;
    columns.set(edge, column);
    last = edge;
  }
  return (edge) => (edge === undefined ? undefined : columns.get(edge));
}
