import type { Metadata } from '../document.ts';
import { stripInvisible } from './invisible.ts';
import { checkTextLength, maxTextLength } from './limits.ts';
import type { Block, ContentFlag, ParsedDocument, SourceMap } from './parsed.ts';

/** Part of a block's text that comes from one page or line of the source. */
export interface Piece {
  readonly text: string;
  readonly position: number;
}

interface DocumentFacts {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly language?: string | undefined;
  readonly metadata?: Metadata;
  readonly flags?: Iterable<ContentFlag>;
}

/** Builds canonical text block by block, so that blocks, text and source map cannot disagree. */
export interface DocumentWriter {
  /**
   * Appends the joined pieces as a block, unless they have no visible text.
   * @throws DOCUMENT_TOO_LARGE
   */
  write(kind: Block['kind'], pieces: readonly Piece[], depth?: number): void;
  finish(facts?: DocumentFacts): ParsedDocument;
}

export function createDocumentWriter(unit: SourceMap['unit'], limit = maxTextLength): DocumentWriter {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const offsets: number[] = [];
  const positions: number[] = [];
  let length = 0;
  let stripped = false;

  const append = (text: string): void => {
    parts.push(text);
    length += text.length;
    checkTextLength(length, limit);
  };
  const visible = ({ text, position }: Piece): Piece => {
    const clean = stripInvisible(text.toWellFormed());
    stripped ||= clean.removed;
    return { text: clean.text, position };
  };
  const place = (position: number): void => {
    if (positions.at(-1) === position) return;
    offsets.push(length);
    positions.push(position);
  };

  return {
    write(kind, pieces, depth) {
      const trimmed = trimPieces(pieces.map(visible), kind === 'CODE' ? /^\n+/ : /^\s+/);
      if (trimmed.length === 0) return;
      // Rows of a data file have no blank line between them: they are lines of one table.
      if (length > 0) append(kind === 'RECORD' && blocks.at(-1)?.kind === 'RECORD' ? '\n' : '\n\n');
      const start = length;
      for (const piece of trimmed) {
        place(piece.position);
        append(piece.text);
      }
      blocks.push({ kind, start, end: length, ...(depth === undefined ? {} : { depth }) });
    },
    finish({ flags = [], metadata = {}, ...facts } = {}) {
      const all = new Set([...flags, ...(stripped ? ['INVISIBLE_CHARACTERS_REMOVED' as const] : [])]);
      return {
        text: parts.join(''),
        blocks,
        sourceMap: length > 0 ? { unit, offsets, positions } : null,
        flags: [...all],
        metadata,
        ...facts,
      };
    },
  };
}

/** Trims blank space and blank pieces at both ends; code keeps the indentation of its first line. */
function trimPieces(pieces: readonly Piece[], start: RegExp): Piece[] {
  const first = pieces.findIndex(({ text }) => text.trim());
  const last = pieces.findLastIndex(({ text }) => text.trim());
  return pieces.slice(first === -1 ? pieces.length : first, last + 1).map((piece, index, kept) => {
    const head = index === 0 ? piece.text.replace(start, '') : piece.text;
    return { ...piece, text: index === kept.length - 1 ? head.trimEnd() : head };
  });
}

/**
 * Appends the blocks of a part that was parsed separately, such as a slide or a chapter, all at one position. Headings
 * move `deeper` levels down.
 */
export function writeParsed(
  writer: DocumentWriter,
  { text, blocks }: Pick<ParsedDocument, 'text' | 'blocks'>,
  position: number,
  deeper = 0,
): void {
  for (const { kind, start, end, depth } of blocks) {
    const words = text.slice(start, end);
    const level = depth === undefined ? undefined : Math.min(depth + deeper, 6);
    const shown = level === undefined ? words : `${'#'.repeat(level)} ${words.replace(/^#+ /, '')}`;
    writer.write(kind, [{ text: shown, position }], level);
  }
}

/** Writes a heading that the parser adds: the name of a sheet, slide or attachment. */
export function writeHeading(writer: DocumentWriter, words: string, position: number, depth: number): void {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  if (line) writer.write('HEADING', [{ text: `${'#'.repeat(depth)} ${line}`, position }], depth);
}

const junk =
  /^(untitled|unknown|title|document|dokument|presentation|slide|page|scan|new|no|null|none|anonymous|anonym|user|admin|administrator|owner|author|default)[\s\d]*$/i;
const fileName = /\.(docx?|dotx?|rtf|odt|pdf|txt|html?|tex|dvi|indd|qxd|pages|xlsx?|pptx?|pub|cdr|ai)$/i;

/**
 * Returns a stored title or author, or undefined if no person wrote it: `Microsoft Word - x.doc`, `untitled`, a path.
 */
export function usableTitle(stored: unknown): string | undefined {
  if (typeof stored !== 'string') return undefined;
  const text = stored.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const written =
    /\p{L}{2}/u.test(text) &&
    text.length <= 300 &&
    !junk.test(text) &&
    !fileName.test(text) &&
    !/^(microsoft|powerpoint|file:|[a-z]:\\|\/)/i.test(text);
  return written ? text : undefined;
}

/** A placeholder: `(anonymous)`, `[author]`, `{{name}}`. */
const placeholder = /^[([{<$%_].*[)\]}>$%_]$/;
/** What libraries write as the author where nobody gives one, and no other fact of the file names them. */
const ofLibrary =
  /^(python-docx|openpyxl|xlsxwriter|pptxgenjs|exceljs|sheetjs|docx4j|apache poi|phpword|phpspreadsheet|unknown creator|un-?named|unspecified|steve canny)[\s\d.]*$/i;

/** Whether an author is a placeholder, or what a library writes where nobody gives one. */
export function isNobody(author: string): boolean {
  return placeholder.test(author) || ofLibrary.test(author);
}

/**
 * Returns a stored author as `usableTitle` does, or undefined if it is a placeholder or the program or template that the
 * file says it was made with: "Microsoft Word" by "Microsoft Office Word", "ReportLab" by "ReportLab PDF Library".
 * @param makers the file's facts about its making, as stored
 */
export function usableAuthor(stored: unknown, makers: readonly unknown[] = []): string | undefined {
  const author = usableTitle(stored);
  if (author === undefined || isNobody(author)) return undefined;
  const words = wordsIn(author);
  const isMaker = makers.some((maker) => {
    const known = new Set(typeof maker === 'string' ? wordsIn(maker) : []);
    return words.length > 0 && words.every((word) => known.has(word));
  });
  return isMaker ? undefined : author;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

/** A line of canonical text with its source line, if known. */
export interface RenderedLine {
  readonly text: string;
  readonly line?: number | undefined;
  /** Continues the previous canonical line, after a blank. */
  readonly joined?: boolean | undefined;
}

export interface RenderedBlock {
  readonly kind: Block['kind'];
  readonly depth?: number;
  readonly lines: readonly RenderedLine[];
  /** All words of the paragraph are bold. */
  readonly isBold?: boolean | undefined;
}

export interface RenderedText {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly sourceMap: SourceMap;
}

/** The text from this offset on comes from this source line. */
export interface SourceMark {
  readonly offset: number;
  readonly line: number;
}

/** Joins blocks into one canonical text with a blank line between them. Blocks without words are skipped. */
export function assemble(rendered: readonly RenderedBlock[]): RenderedText {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const marks: SourceMark[] = [];
  let length = 0;
  const write = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  for (const { kind, depth, lines } of rendered) {
    if (lines.every(({ text }) => text === '')) continue;
    if (length > 0) write('\n\n');
    let [start, end] = [-1, -1];
    for (const [index, { text, line, joined }] of lines.entries()) {
      if (index > 0) write(joined ? ' ' : '\n');
      if (line !== undefined) marks.push({ offset: length, line });
      const words = text.trimEnd().length;
      if (words > 0) [start, end] = [start < 0 ? length : start, length + words];
      write(text);
    }
    if (start >= 0) blocks.push({ kind, ...(depth !== undefined && { depth }), start, end });
  }
  return trimEnds(parts.join(''), blocks, marks);
}

/** Removes blank lines at both ends; keeps the indentation of a first code line. */
function trimEnds(text: string, blocks: readonly Block[], marks: readonly SourceMark[]): RenderedText {
  const lead = /^\s*\n/.exec(text)?.[0].length ?? 0;
  const trimmed = text.slice(lead).trimEnd();
  return {
    text: trimmed,
    blocks: blocks.map((block) => ({ ...block, start: block.start - lead, end: block.end - lead })),
    sourceMap: sourceMapOf(marks, lead, trimmed.length),
  };
}

/**
 * Builds a LINE map from marks in order. It covers the `length` characters that remain of a text after its first `lead`
 * ones. Of the marks at or before the new start, only the last one counts. A text without marks is on line 1.
 */
export function sourceMapOf(marks: readonly SourceMark[], lead: number, length: number): SourceMap {
  const offsets: number[] = [0];
  const positions: number[] = [marks[0]?.line ?? 1];
  for (const { offset, line } of marks) {
    const at = offset - lead;
    if (at >= Math.max(length, 1)) break;
    if (at <= (offsets.at(-1) ?? 0)) positions[positions.length - 1] = line;
    else if (line !== positions.at(-1)) {
      offsets.push(at);
      positions.push(line);
    }
  }
  return { unit: 'LINE', offsets, positions };
}

/**
 * Returns the words as one line. Character references can bring back invisible characters that were already removed
 * from the source, so they are removed again.
 */
export function cleanWords(text: string, flags: Set<ContentFlag>): string {
  return clean(text, flags).replaceAll(/\s+/g, ' ').trim();
}

export function clean(text: string, flags: Set<ContentFlag>): string {
  const stripped = stripInvisible(text);
  if (stripped.removed) flags.add('INVISIBLE_CHARACTERS_REMOVED');
  return stripped.text;
}
