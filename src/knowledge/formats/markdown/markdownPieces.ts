import type { Block } from '../parsed.ts';
import { type Container, readOpening, withoutDepth } from './markdownContainer.ts';
import { definedLabel } from './markdownLabel.ts';

/** A stretch of Markdown that is parsed alone. */
export interface MarkdownPiece {
  readonly source: string;
  /** Line of the document on which the source starts, from 0. */
  readonly line: number;
  /** Lines that make the stretch whole again where it was cut inside a table, a fence or HTML. */
  readonly prefix: string;
  /** Cut inside such a block: its first block goes on where the piece before ends. */
  readonly continues: Block['kind'] | null;
  /** Too long for the parser: its words are taken as they are. */
  readonly plain: boolean;
  /** Of the links and footnotes that it defines. */
  readonly labels: readonly string[];
}

export interface PieceLimits {
  /** From here on a piece ends at the first place over which nothing can reach. */
  readonly safe: number;
  /** From here on, at any line but those of a list. */
  readonly any: number;
  /** From here on, at any line of a list; lists are deep, and lose their depth by it. */
  readonly list: number;
  /** A longer line is a piece of its own, and plain. */
  readonly line: number;
}

/**
 * Characters. micromark's time and memory grow faster than its input: 1 MB of prose takes 2.3 s and 370 MB as a whole,
 * 5 MB 35 s and 1.1 GB, but 12 s and 220 MB in pieces of 4 kB; one line of 1 MB 15 s; 16 kB of lazy lines 3.6 s, of
 * `a<?` 3.7 s, 4 kB of either under 0.6 s.
 */
export const pieceLimits: PieceLimits = { safe: 4096, any: 6144, list: 16_384, line: 8192 };

/**
 * Cuts Markdown into pieces whose rendered blocks, one after another, are those of the whole. `markdown` has `\n` line
 * ends.
 */
export function markdownPieces(markdown: string, limits = pieceLimits): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  const lines = markdown.split('\n');
  let container: Container = { open: null, item: null, table: null };
  let piece: OpenPiece = { start: 0, size: 0, prefix: '', continues: null, labels: [], cost: markdownCost() };
  const cut = (line: number, prefix = '', continues: MarkdownPiece['continues'] = null) => {
    const { start, cost, size: _, ...kept } = piece;
    const isLong = line - start === 1 && (lines[start]?.length ?? 0) > limits.line && !container.open;
    const source = lines.slice(start, line).join('\n');
    if (source.trim()) pieces.push({ ...kept, source, line: start, plain: isLong || cost.tooHigh });
    piece = { start: line, size: 0, prefix, continues, labels: [], cost: markdownCost() };
  };
  for (const [index, written] of lines.entries()) {
    const line = container.open ? written : withoutDepth(written);
    lines[index] = line;
    const before = index > 0 ? (lines[index - 1] ?? '') : '';
    const place = piece.size > 0 ? placeToCut(line, before, container, piece.size, limits) : undefined;
    if (place) {
      cut(index, place.prefix, place.continues);
      if (place.continues === 'PARAGRAPH') lines[index] = line.trimStart();
    }
    const label = container.open ? undefined : definedLabel(line, before);
    if (label !== undefined) piece.labels.push(label);
    if (!container.open) piece.cost.read(line, before);
    container = readOpening(line, before, container);
    piece.size += line.length + 1;
  }
  cut(lines.length);
  return pieces;
}

interface OpenPiece extends Place {
  readonly start: number;
  readonly labels: string[];
  readonly cost: MarkdownCost;
  size: number;
}

interface Place {
  readonly prefix: string;
  readonly continues: MarkdownPiece['continues'];
}

const whole: Place = { prefix: '', continues: null };

/** Whether, and as what, the text may be cut in front of `line`. */
function placeToCut(
  line: string,
  before: string,
  { open, item, table }: Container,
  size: number,
  limits: PieceLimits,
): Place | undefined {
  const reopened: Place | undefined = open ? { prefix: open.opener, continues: open.kind } : undefined;
  const inTable: Place | undefined = table && line.includes('|') ? { prefix: table, continues: 'TABLE' } : undefined;
  if (line.length > limits.line || before.length > limits.line) return reopened ?? inTable ?? whole;
  if (size < limits.safe) return undefined;
  const between = before.trim() !== '' && line.trim() !== '';
  if (open)
    return !open.inItem && before !== open.opener && !open.closes(line) && (between || size > limits.any)
      ? reopened
      : cutAnywhere();
  if (item && isNext(line, item)) return { prefix: '', continues: 'LIST' };
  if (!before.trim() && /^\S/.test(line) && !anyItem.test(line)) return whole;
  return between && inTable ? inTable : cutAnywhere();

  function cutAnywhere(): Place | undefined {
    if (size < (item ? limits.list : limits.any)) return undefined;
    return between && !item && !table ? { prefix: '', continues: 'PARAGRAPH' } : whole;
  }
}

const anyItem = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** The line is the next item of the same outermost list. */
function isNext(line: string, { marker, number }: NonNullable<Container['item']>): boolean {
  const sign = anyItem.exec(line)?.[0].trimEnd() ?? '';
  return number ? sign.length > 1 && sign.at(-1) === marker.at(-1) : sign === marker;
}

/**
 * `*a_` takes micromark the square of its length and more: 0.3 s for 1 kB, 5 s for 16 kB. No paragraph that is read has
 * so many marks.
 */
const maxMarks = 200;
/** Underlines of headings and tables without blank lines: 0.15 s for 4 kB, 9 s for 16 kB. */
const maxUnderlines = 300;

/** Watches the lines of a piece for what the parser takes too long for. */
interface MarkdownCost {
  /** To be called for each line that is not in a fence. */
  read(line: string, before: string): void;
  readonly tooHigh: boolean;
}

function markdownCost(): MarkdownCost {
  let [marks, underlines, tooHigh] = [0, 0, false];
  return {
    read(line, before) {
      if (startsWords(line, before)) marks = 0;
      if (!before.trim() && /^(?: {4}|\t)/.test(line)) return;
      marks += line.match(/[*_~]+|[[<]/g)?.length ?? 0;
      if (/^[ \t>]*(?:=+|[|:-]+)[ \t]*$/.test(line)) underlines += 1;
      tooHigh ||= marks > maxMarks || underlines > maxUnderlines;
    },
    get tooHigh() {
      return tooHigh;
    },
  };
}

/** Marks pair within one paragraph, item, heading, row or definition. */
function startsWords(line: string, before: string): boolean {
  return !before.trim() || line.includes('|') || /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]|\[[^\]]*\]:)/.test(line);
}
