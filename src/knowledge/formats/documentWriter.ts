import type { Metadata } from '../document.ts';
import { stripInvisible } from './invisible.ts';
import { checkTextLength, maxTextLength } from './limits.ts';
import type { Block, ContentFlag, ParsedDocument, SourceMap } from './parsed.ts';

/** Text of one block that stands on one page or line of the source. */
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
  /** Appends a block of joined pieces; one without visible text is left out. @throws DOCUMENT_TOO_LARGE */
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
      const trimmed = trimEnds(pieces.map(visible), kind === 'CODE' ? /^\n+/ : /^\s+/);
      if (trimmed.length === 0) return;
      // Rows of a data file stand close: they are lines of one table.
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

/** Without blank space, and blank pieces, at either end; code keeps the blanks that set its first line in. */
function trimEnds(pieces: readonly Piece[], start: RegExp): Piece[] {
  const first = pieces.findIndex(({ text }) => text.trim());
  const last = pieces.findLastIndex(({ text }) => text.trim());
  return pieces.slice(first === -1 ? pieces.length : first, last + 1).map((piece, index, kept) => {
    const head = index === 0 ? piece.text.replace(start, '') : piece.text;
    return { ...piece, text: index === kept.length - 1 ? head.trimEnd() : head };
  });
}

/**
 * Appends the blocks of a part that was read by itself, such as a slide or a chapter, all of them at one place;
 * headings `deeper` levels down.
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

/** A heading of the reader's own making: a sheet, a slide, an attachment. */
export function writeHeading(writer: DocumentWriter, words: string, position: number, depth: number): void {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  if (line) writer.write('HEADING', [{ text: `${'#'.repeat(depth)} ${line}`, position }], depth);
}

const junk =
  /^(untitled|unknown|title|document|dokument|presentation|slide|page|scan|new|no|null|none|anonymous|anonym|user|admin|administrator|owner|author|default)[\s\d]*$/i;
const fileName = /\.(docx?|dotx?|rtf|odt|pdf|txt|html?|tex|dvi|indd|qxd|pages|xlsx?|pptx?|pub|cdr|ai)$/i;

/**
 * A title or author as a program stored it, or undefined when no person wrote it: `Microsoft Word - x.doc`, `untitled`,
 * a path.
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
