import type { Metadata } from '../document.ts';
import { stripInvisible } from './invisible.ts';
import { checkTextLength, maxTextLength } from './limits.ts';
import type { Block, ContentFlag, ParsedDocument, SourceMap } from './parsed.ts';

/** Text of one block that stands on one page or line of the source. */
export interface Piece {
  readonly text: string;
  readonly position: number;
}

export interface DocumentFacts {
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
