import type { Drawing } from './pdfDrawing.ts';
import { sameBaseline, type Fragment, type Fragments, type PdfItem, type Row } from './pdfLines.ts';
import type { Tag, TaggedTable } from './pdfStructure.ts';
import { headsOf, linesOfCell, type PdfTable } from './pdfTables.ts';

/** In letters: a longer heading is a paragraph that was formatted as a heading. */
const maxHeading = 200;
/**
 * Maximum share of a page's letters that one cell, or all headings together, may hold if they have more than
 * `fewLetters`.
 */
const maxShare = 0.5;
const fewLetters = 500;

interface FoundTable {
  readonly table: PdfTable;
  readonly fragments: ReadonlySet<Fragment>;
}

/** Returns fragments with the tags that the page does not contradict, in tag order. */
export function withTags(
  tags: ReadonlyMap<PdfItem, Tag>,
  read: (tagOf: (item: PdfItem) => Tag | undefined) => Fragments,
): Fragments {
  const { fragments, hidden } = read((item) => tags.get(item));
  if (tags.size === 0) return { fragments, hidden };
  const refused = refusedTags(fragments);
  if (refused.size === 0) return { fragments: inTagOrder(fragments), hidden };
  const loose = new Map<Tag, Tag>();
  const kept = read((item) => {
    const tag = tags.get(item);
    if (!tag || !refused.has(tag.kind === 'CELL' ? tag.table : tag)) return tag;
    const other = loose.get(tag) ?? { kind: 'LOOSE', order: tag.order, block: tag.order };
    loose.set(tag, other);
    return other;
  });
  return { fragments: inTagOrder(kept.fragments), hidden };
}

/**
 * Returns the tags that the page contradicts: tables whose cells are not apart in rows and columns, tables with one
 * cell that is most of the page, and headings that are prose.
 */
function refusedTags(fragments: readonly Fragment[]): ReadonlySet<Tag | TaggedTable> {
  const all = lettersOf(fragments);
  const refused = new Set<Tag | TaggedTable>();
  for (const [table, cells] of cellsByTable(fragments)) if (!holds(table, cells, all)) refused.add(table);
  const headings = new Map<Tag, Fragment[]>();
  for (const fragment of fragments)
    if (fragment.tag?.kind === 'HEADING') headings.set(fragment.tag, [...(headings.get(fragment.tag) ?? []), fragment]);
  const most = lettersOf([...headings.values()].flat());
  for (const [tag, parts] of headings) {
    const text = parts.map((part) => part.text).join(' ');
    const isHeading = text.length <= maxHeading && /\p{L}.*\p{L}|\d/u.test(text) && !/(?:\.\s?){4}/.test(text);
    if (!isHeading || (most > fewLetters && most > all * maxShare)) refused.add(tag);
  }
  return refused;
}

const lettersOf = (fragments: readonly Fragment[]): number => fragments.reduce((sum, { text }) => sum + text.length, 0);

type Cells = readonly (readonly Row[])[];

/** Returns the rows of cells that the tags define. Rows without anything on this page are array holes. */
function cellsByTable(fragments: readonly Fragment[]): Map<TaggedTable, Fragment[][][]> {
  const found = new Map<TaggedTable, Fragment[][][]>();
  for (const fragment of fragments) {
    if (fragment.tag?.kind !== 'CELL') continue;
    const { table, row, column } = fragment.tag;
    const cells = found.get(table) ?? [];
    found.set(table, cells);
    const line = (cells[row] ??= Array.from({ length: table.columns }, () => []));
    line[column]?.push(fragment);
  }
  return found;
}

/** Whether rows are below each other and columns beside each other, and no cell is most of the page. */
function holds(table: TaggedTable, cells: Cells, all: number): boolean {
  const rows = cells.filter((row) => row.length > 0);
  const full = rows.filter((row) => row.filter((cell) => cell.length > 0).length > 1).length;
  const columns = Array.from({ length: table.columns }, (_, column) => rows.flatMap((row) => row[column] ?? []));
  if (
    full < Math.min(rows.length, 2) ||
    full * 2 < rows.length ||
    columns.filter(({ length }) => length > 0).length < 2
  )
    return false;
  if (rows.flat().some((cell) => lettersOf(cell) > Math.max(fewLetters, all * maxShare))) return false;
  const used = columns.filter(({ length }) => length > 0);
  return (
    followEachOther(
      rows.map((row) => row.flat()),
      ({ top, size }) => top - size * sameBaseline,
      ({ top }) => top,
    ) &&
    (followEachOther(
      used,
      ({ left }) => left,
      ({ right }) => right,
    ) ||
      followEachOther(
        used.toReversed(),
        ({ left }) => left,
        ({ right }) => right,
      ))
  );
}

function followEachOther(
  groups: readonly Row[],
  from: (fragment: Fragment) => number,
  to: (fragment: Fragment) => number,
): boolean {
  return groups.every((group, index) => {
    const before = groups[index - 1];
    return !before || Math.min(...group.map(from)) >= Math.max(...before.map(to)) - 1;
  });
}

/** Returns the tables that the tags define, cell by cell. */
export function taggedTables(fragments: readonly Fragment[], drawing: Drawing, page: number): FoundTable[] {
  return [...cellsByTable(fragments)].map(([table, cells]) => {
    // Rows without anything on this page are array holes, which are skipped.
    const kept = cells.flatMap((row, index) => [{ row, index }]);
    const rows = kept.map(({ row }) => row);
    const first = kept[0]?.index ?? 0;
    const heads =
      table.heads === undefined
        ? first === 0
          ? headsOf(rows, drawing)
          : 0
        : kept.filter(({ index }) => index < (table.heads ?? 0)).length;
    const columns = Array.from({ length: table.columns }, (_, column) => rows.flatMap((row) => row[column] ?? []));
    return {
      table: {
        page,
        lefts: columns.map((column) => Math.min(...column.map(({ left }) => left))),
        rows: rows.map((row) => row.map((cell) => linesOfCell(cell))),
        heads: heads < rows.length ? heads : 0,
        tagged: { rows: table.rows, first: kept[heads]?.index ?? first, last: kept.at(-1)?.index ?? first },
      },
      fragments: new Set(rows.flat(2)),
    };
  });
}

/**
 * Returns fragments in tag order if the tags cover the whole page. A browser's tags follow the document and not the
 * drawing order (it draws floats before the text around them). Running lines outside the tree stay where they are.
 */
function inTagOrder(fragments: readonly Fragment[]): readonly Fragment[] {
  if (fragments.some(({ tag }) => !tag)) return fragments;
  let last = -1;
  const placed = fragments.map((fragment) => {
    if (fragment.tag && fragment.tag.kind !== 'ARTIFACT') last = fragment.tag.order;
    return { fragment, place: last };
  });
  return placed.sort((one, other) => one.place - other.place).map(({ fragment }) => fragment);
}
