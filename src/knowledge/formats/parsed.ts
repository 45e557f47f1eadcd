import type { ContentFlag, Metadata, SourceMap, Span } from '../document.ts';

export type { ContentFlag, SourceMap, SourceType } from '../document.ts';

/**
 * A stretch of canonical text with its role in the layout. Blocks are in order and never overlap; only blank space
 * separates them.
 */
export interface Block extends Span {
  /**
   * HEADING: one line, `## Title`. RECORD: one row of a data file, a chunk of its own. TABLE: rows as `Header: cell;
   * Header: cell`, one per line.
   */
  readonly kind: 'HEADING' | 'PARAGRAPH' | 'LIST' | 'TABLE' | 'CODE' | 'RECORD';
  /** For a heading, 1 to 6. */
  readonly depth?: number;
}

/** A source in its canonical form, before values from the caller override its own. */
export interface ParsedDocument {
  /** Canonical text: `\n` line ends, no invisible characters, well-formed UTF-16, no blank lines at its ends. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Null if the format has no pages or lines to refer to. */
  readonly sourceMap: SourceMap | null;
  readonly flags: readonly ContentFlag[];
  /** What was not read, as sentences for a person: a hidden sheet, a page of pictures, an attachment. */
  readonly problems?: readonly string[] | undefined;
  /** When the source was last changed or sent, as stated by the source itself. */
  readonly updatedAt?: Date | undefined;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** ISO 639-1 code, as declared by the source. */
  readonly language?: string | undefined;
  /** Facts from front matter, PDF or HTML, under the source's own keys. */
  readonly metadata: Metadata;
}

/** The heading over the earlier messages that a mail quotes. */
export const quotedMail = 'Quoted earlier messages';

const dated = /^From: .*; Date: \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/;
const addressed = /^From: [^;]*@[^;]*(?:$|; (?:To|Cc): )/;
/** Who wrote an earlier mail that this one quotes: a line that ends with an address and a colon, whatever its verb. */
const attribution = /<[^\s<>]+@[^\s<>]+>[^<>]{0,40}[:：]$/;

/**
 * Whether a line is the head of a mail, as its document or a quoted mail begins: who wrote to whom, and when. It says
 * nothing of what the mail is about.
 */
export const isMailHead = (line: string): boolean => dated.test(line) || addressed.test(line) || attribution.test(line);

/** Hears how much of a whole is done. */
export type OnPart = (done: number, total: number) => void;
