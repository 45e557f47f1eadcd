import type { ContentFlag, Metadata, SourceMap, Span } from '../document.ts';

export type { ContentFlag, SourceMap, SourceType } from '../document.ts';

/**
 * A stretch of canonical text with its part in the layout. Blocks are in order and never overlap; between them stands
 * only blank space.
 */
export interface Block extends Span {
  /**
   * HEADING: one line, `## Title`. RECORD: one row of a data file, a chunk of its own. TABLE: rows as `Header: cell;
   * Header: cell`, one a line.
   */
  readonly kind: 'HEADING' | 'PARAGRAPH' | 'LIST' | 'TABLE' | 'CODE' | 'RECORD';
  /** 1 to 6, of a heading. */
  readonly depth?: number;
}

/** A source in its canonical form, before anything that the caller named is laid over it. */
export interface ParsedDocument {
  /** Canonical text: `\n` line ends, no invisible characters, well-formed UTF-16, no blank lines at its ends. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Null where the format has no places to go back to. */
  readonly sourceMap: SourceMap | null;
  readonly flags: readonly ContentFlag[];
  /** What was not read, in sentences for a person: a hidden sheet, a page of pictures, an attachment. */
  readonly problems?: readonly string[] | undefined;
  /** When the source says that it was last changed or sent. */
  readonly updatedAt?: Date | undefined;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** ISO 639-1, as the source itself names it. */
  readonly language?: string | undefined;
  /** Front matter, PDF and HTML facts: keys as the source names them. */
  readonly metadata: Metadata;
}
