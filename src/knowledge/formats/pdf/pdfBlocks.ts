import type { DocumentWriter, Piece } from '../documentWriter.ts';
import type { Part } from './pdfLayout.ts';
import { wraps, type TextLine } from './pdfLines.ts';
import { codeIn, leadingOf, measureSizes } from './pdfRunningLines.ts';
import type { PdfCell, PdfTable } from './pdfTables.ts';
import { labelOf, underLabels } from '../../ancestors.ts';
import { columnNames, rowTexts, spreadSpanned } from '../tableRows.ts';
import { joinLines, type WrittenWords, wordsWritten } from '../lineHyphens.ts';

/** A line beyond this in a large font is a pull quote or a poster, not a heading. */
const maxHeading = 200;
const bullet = /^[•◦▪▫‣⁃∙●○■□–—·✓➢*-]\s+(?=\S)/u;
const numbered = /^\(?(?:\d{1,3}|[a-z]|[ivxl]{2,6})[.)]\s+(?=\S)/;
/** In a table of contents. */
const dotLeader = /(?:\.\s?){4}/;
const leader = /\s?(?:\.\s?){4,}/g;
/**
 * A first line is indented by less than this. A line that starts further right of the next one belongs to another
 * block.
 */
const maxIndent = 2.6;
/** A label in a form. */
const label = /^\p{Lu}[^.:;]{1,30}: /u;
interface Open {
  readonly kind: 'HEADING' | 'PARAGRAPH' | 'LIST' | 'CODE';
  readonly depth: number | undefined;
  /** Where a list's first item, or the first line of code, begins. */
  left: number;
  readonly pieces: Piece[];
  last: TextLine;
}

interface Layout {
  readonly leading: number;
  readonly words: WrittenWords;
  headingDepth(line: TextLine): number | undefined;
  isCode(line: TextLine): boolean;
}

/**
 * Writes parts as headings, paragraphs, lists and tables. Wrapped lines are joined, and words split at the end of a
 * line are made whole.
 * @param body see `bodySize`
 */
export function writeParts(parts: readonly Part[], body: number, writer: DocumentWriter): void {
  const lines = parts.flatMap((part) => ('line' in part ? [part.line] : []));
  const bySize = measureSizes(
    lines,
    body,
    (text) => text.length <= maxHeading && /\p{L}.*\p{L}/u.test(text) && !dotLeader.test(text),
  );
  const taggedDepth = taggedDepths(lines, bySize);
  const layout: Layout = {
    leading: leadingOf(lines),
    words: wordsWritten(lines.map(({ text }) => text)),
    isCode: codeIn(lines),
    headingDepth: (line) => bySize.headingDepth(line) ?? taggedDepth(line),
  };
  let open: Open | undefined;
  const close = () => {
    if (open) writer.write(open.kind, open.kind === 'LIST' ? underAncestors(open.pieces) : open.pieces, open.depth);
    open = undefined;
  };
  for (const part of withWholeTables(parts)) {
    if ('line' in part && open && goesOn(open, part.line, layout)) {
      extend(open, part.line, layout);
      continue;
    }
    close();
    if ('line' in part) open = begin(part.line, layout);
    else writer.write('TABLE', tablePieces(part.tables));
  }
  close();
}

/**
 * Returns the depth of headings that are no larger than the text: their depth in the tags, but always deeper than the
 * size-based depth of the headings that the tags place above them.
 */
function taggedDepths(
  lines: readonly TextLine[],
  { headingDepth }: Pick<Layout, 'headingDepth'>,
): (line: TextLine) => number | undefined {
  const deepest = [0, 0, 0, 0, 0, 0, 0];
  for (const line of lines) {
    if (line.tag?.kind !== 'HEADING') continue;
    for (let depth = line.tag.depth + 1; depth < deepest.length; depth += 1)
      deepest[depth] = Math.max(deepest[depth] ?? 0, headingDepth(line) ?? 0);
  }
  return ({ tag }) =>
    tag?.kind === 'HEADING' ? Math.min(Math.max(tag.depth, (deepest[tag.depth] ?? 0) + 1), 6) : undefined;
}

interface WholeTable {
  /** One for each page that it is on. */
  readonly tables: PdfTable[];
}

/** In points: the columns of a continued table are at the same place, within this distance. */
const sameColumn = 6;

/**
 * Joins a table at the top of a page to the one before it if it has the same columns and either repeats the header or
 * has none.
 */
function withWholeTables(parts: readonly Part[]): ({ readonly line: TextLine } | WholeTable)[] {
  const whole: ({ readonly line: TextLine } | WholeTable)[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if ('line' in part) whole.push(part);
    else if (last && 'tables' in last && continuesTable(last.tables, part.table)) last.tables.push(part.table);
    else whole.push({ tables: [part.table] });
  }
  return whole;
}

function continuesTable(tables: readonly PdfTable[], next: PdfTable): boolean {
  const [first, last] = [tables[0], tables.at(-1)];
  if (first?.tagged && last?.tagged && next.tagged && next.page - last.page === 1)
    return first.tagged.rows === next.tagged.rows && next.tagged.first - last.tagged.last === 1;
  if (
    !first ||
    next.page - (last?.page ?? 0) !== 1 ||
    first.lefts.length === 0 ||
    first.lefts.length !== next.lefts.length
  )
    return false;
  if (!first.lefts.every((left, column) => Math.abs(left - (next.lefts[column] ?? 0)) < sameColumn)) return false;
  return (
    next.heads === 0 ||
    JSON.stringify(next.rows.slice(0, next.heads)) === JSON.stringify(first.rows.slice(0, first.heads))
  );
}

function tablePieces(tables: readonly PdfTable[]): Piece[] {
  // A narrow column breaks a word at its own hyphen.
  const words = (cell: PdfCell) =>
    cell
      ?.reduce((before, line) => (before ? `${before}${/[\p{L}\d][-/]$/u.test(before) ? '' : ' '}${line}` : line), '')
      .replaceAll('\u00AD', '');
  const [first] = tables;
  const names = columnNames(first?.rows.slice(0, first.heads).map((row) => row.map(words)) ?? []);
  const rows = tables.flatMap(({ page, rows: all, heads }) =>
    all.slice(heads).map((row) => ({ page, cells: row.map(words) })),
  );
  const spread = spreadSpanned(
    rows.map(({ cells }) => cells),
    names,
  );
  return rowTexts(names, spread).map((text, index) => ({
    text: index === 0 ? text : `\n${text}`,
    position: rows[index]?.page ?? 1,
  }));
}

const isItem = ({ text }: TextLine): boolean => bullet.test(text) || numbered.test(text);

function begin(line: TextLine, layout: Layout): Open {
  const depth = layout.headingDepth(line);
  const kind = depth === undefined ? kindOf(line, layout) : 'HEADING';
  const text = {
    HEADING: `${'#'.repeat(depth ?? 1)} ${line.text}`,
    LIST: itemText(line, line.left),
    CODE: codeText(line, line.left),
    PARAGRAPH: line.text.replaceAll(leader, ' … ').trim(),
  }[kind];
  return { kind, depth, left: line.left, pieces: [{ text, position: line.page }], last: line };
}

function kindOf(line: TextLine, layout: Layout): 'CODE' | 'LIST' | 'PARAGRAPH' {
  if (layout.isCode(line)) return 'CODE';
  return isItem(line) ? 'LIST' : 'PARAGRAPH';
}

function goesOn(open: Open, line: TextLine, layout: Layout): boolean {
  const { last } = open;
  const [before, after] = [last.tag, line.tag];
  if (before?.kind === 'HEADING' || after?.kind === 'HEADING') return before === after;
  if (
    layout.headingDepth(line) !== open.depth ||
    Math.abs(line.size - last.size) > last.size * 0.12 ||
    line.upright !== last.upright
  )
    return false;
  if (open.kind !== 'HEADING' && (dotLeader.test(line.text) || dotLeader.test(last.text))) return false;
  const fall = line.top - last.top;
  if (open.kind !== 'CODE' && open.kind !== 'HEADING' && layout.isCode(line)) return false;
  if (open.kind === 'CODE')
    return layout.isCode(line) && line.page === last.page && fall > 0 && fall < line.size * layout.leading * 2.2;
  if (line.page !== last.page || fall < -last.size) return open.kind !== 'HEADING' && resumes(last, line, open.kind);
  if (open.kind === 'LIST' && isItem(line)) return fall < line.size * layout.leading * 2.2;
  if (isItem(line) || fall > line.size * Math.max(layout.leading * 1.3, 1.4)) return false;
  if (open.kind === 'PARAGRAPH' && areTwoBlocks(last, line)) return false;
  if (open.kind === 'PARAGRAPH' && (endsShort(last, line) || last.left - line.left > line.size * maxIndent))
    return false;
  if (open.kind === 'LIST')
    return (
      line.left > last.left + line.size * 0.3 ||
      !isItem(last) ||
      /^\p{Ll}/u.test(line.text) ||
      !/[.!?:;]$/.test(last.text)
    );
  return open.kind === 'HEADING' || !isIndented(last, line);
}

/** Whether a new page or column continues a sentence or the items of a list. */
function resumes(last: TextLine, line: TextLine, kind: Open['kind']): boolean {
  if (kind === 'LIST' && isItem(line)) return true;
  return !isItem(line) && !/[.!?:;"”»)]$/.test(last.text) && /^[\p{Ll}\d]/u.test(line.text);
}

/**
 * Whether the tags make these lines two paragraphs and the page does not show a sentence that continues. Some programs
 * tag each line separately.
 */
function areTwoBlocks(last: TextLine, line: TextLine): boolean {
  const [before, after] = [last.tag, line.tag];
  if (before?.kind !== 'BLOCK' || after?.kind !== 'BLOCK' || before.block === after.block) return false;
  return !/^\p{Ll}/u.test(line.text) && (/[.!?:]$/.test(last.text) || !wraps(last, line, last.limit));
}

/**
 * Whether a line ended on purpose: one with room for the next line's first word did not wrap, as in an address, a form,
 * a verse, or a term in bold.
 */
function endsShort(last: TextLine, line: TextLine): boolean {
  if (last.bold !== line.bold && !wraps(last, line, last.limit)) return true;
  if (label.test(last.text) && label.test(line.text)) return true;
  return (
    !/^\p{Ll}/u.test(line.text) &&
    !/[.!?]$/.test(last.text) &&
    last.right - last.left < (last.limit - last.left) / 2 &&
    !wraps(last, line, last.limit)
  );
}

/** Whether the line is the indented first line of a paragraph, which books have instead of a gap. */
function isIndented(last: TextLine, line: TextLine): boolean {
  const step = line.left - last.left;
  return step > line.size * 0.8 && step < line.size * 5;
}

function extend(open: Open, line: TextLine, layout: Layout): void {
  const before = open.pieces.at(-1);
  // In a new column or on a new page, the list begins where its item does.
  if (line.page !== open.last.page || line.top < open.last.top - line.size) open.left = line.left;
  if (open.kind === 'LIST' && isItem(line)) {
    open.pieces.push({ text: `\n${itemText(line, open.left)}`, position: line.page });
  } else if (open.kind === 'CODE') {
    open.pieces.push({ text: `\n${codeText(line, open.left)}`, position: line.page });
  } else if (before) {
    const [head, tail] = joinLines(before.text, line.text, layout.words);
    open.pieces[open.pieces.length - 1] = { ...before, text: head };
    open.pieces.push({ text: tail, position: line.page });
  }
  open.last = line;
}

/** A bullet becomes `-`, a number stays; two blanks for each level. */
function itemText(line: TextLine, left: number): string {
  const level = Math.min(Math.max(Math.round((line.left - left) / (line.size * 1.5)), 0), 4);
  return `${'  '.repeat(level)}${line.text.replace(bullet, '- ')}`;
}

/** The pieces of a list, each nested item with what it stands under. A line of an item that wrapped is a piece of its own. */
function underAncestors(pieces: readonly Piece[]): Piece[] {
  const wordsFrom = (at: number): string => {
    const end = pieces.findIndex(({ text }, next) => next > at && text.startsWith('\n'));
    return pieces
      .slice(at, end === -1 ? undefined : end)
      .map(({ text }) => text)
      .join('');
  };
  let open: { readonly indent: number; readonly label: string }[] = [];
  return pieces.map((piece, at) => {
    const [lead = '', , indent = ''] = itemLead.exec(piece.text) ?? [];
    if (lead === '' || (at > 0 && !piece.text.startsWith('\n'))) return piece;
    open = open.filter((above) => above.indent < indent.length);
    const labels = open.map(({ label }) => label);
    open.push({ indent: indent.length, label: labelOf(wordsFrom(at).slice(lead.length)) });
    return { ...piece, text: lead + underLabels(labels, piece.text.slice(lead.length)) };
  });
}

/** The beginning of an item as `itemText` writes it: line end, indent, mark. */
const itemLead = /^(\n?)( *)(?:- |\(?[\p{L}\d]{1,6}[.)]\s+)/u;

/** Indents a line like all code, and further if the page does; a monospaced letter is 0.6 of its size wide. */
function codeText(line: TextLine, left: number): string {
  return `    ${' '.repeat(Math.max(Math.round((line.left - left) / (line.size * 0.6)), 0))}${line.text}`;
}
