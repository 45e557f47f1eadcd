import type { Block } from '../parsed.ts';

/** A stretch of Markdown that is parsed separately. */
export interface MarkdownPiece {
  readonly source: string;
  /** Line of the document on which the source starts, from 0. */
  readonly line: number;
  /** Lines that make the stretch complete again if it was cut inside a table, a fence or HTML. */
  readonly prefix: string;
  /** Set if the cut was inside a block: the first block continues the last one of the piece before. */
  readonly continues: Block['kind'] | null;
  /** Too much for the parser: its words are taken as they are. */
  readonly plain: boolean;
  /** Labels of the links and footnotes that it defines. */
  readonly labels: readonly string[];
}

interface PieceLimits {
  /** From this size on, a piece ends at the first place that no construct can span. */
  readonly safe: number;
  /** From this size on, it ends at any line outside a list. */
  readonly any: number;
  /** From this size on, it ends at any line of a list; nested items lose their depth. */
  readonly list: number;
  /** A longer line is a piece of its own, and plain. */
  readonly line: number;
}

/**
 * In characters. micromark's time and memory grow faster than its input. As a whole, 1 MB of prose takes 2.3 s and 370
 * MB, and 5 MB takes 35 s and 1.1 GB; in pieces of 4 kB, 5 MB takes 12 s and 220 MB. One line of 1 MB takes 15 s. 16 kB
 * of lazy lines takes 3.6 s, and 16 kB of `a<?` takes 3.7 s; 4 kB of either takes under 0.6 s.
 */
const pieceLimits: PieceLimits = { safe: 4096, any: 6144, list: 16_384, line: 8192 };

/**
 * Cuts Markdown into pieces whose rendered blocks, one after another, equal those of the whole. `markdown` has `\n`
 * line ends.
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

/** Returns how the text may be cut before `line`; undefined if it may not. */
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

/** Whether the line is the next item of the same outermost list. */
function isNext(line: string, { marker, number }: NonNullable<Container['item']>): boolean {
  const sign = anyItem.exec(line)?.[0].trimEnd() ?? '';
  return number ? sign.length > 1 && sign.at(-1) === marker.at(-1) : sign === marker;
}

/**
 * `*a_` takes micromark quadratic time: 0.05 s for 1 kB (334 marks), 0.2 s for 4 kB, 3 s for 16 kB. No real paragraph has
 * so many marks.
 */
const maxMarks = 200;
/** Underlines of headings and tables without blank lines: 4 kB takes 0.15 s, 16 kB takes 9 s. */
const maxUnderlines = 300;

/** Watches the lines of a piece for what takes the parser too long. */
interface MarkdownCost {
  /** Must be called for each line that is not in a fence. */
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

const definition = /^[ \t>]*\[(\^?(?:[^[\]\\\n]|\\.){1,200})\]:/;

/**
 * Lines that a definition may follow without a blank line: another definition, the second line of one, a heading, a
 * fence, HTML.
 */
const mayPrecede = /^\s*$|^[ \t>]*\[.*\]:|^\s*\S+\s*$|^\s+["'(].*["')]\s*$|^#|^\s*(?:`{3}|~{3})|>\s*$/;

/**
 * Returns the label that a line of Markdown defines, if any, given the line before it: the middle of a paragraph
 * defines nothing.
 */
function definedLabel(line: string, before: string): string | undefined {
  const label = definition.exec(line)?.[1];
  return label === undefined || !mayPrecede.test(before) ? undefined : normalLabel(label);
}

/** Normalises a label: its case and amount of blank space do not matter. */
export function normalLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * The blocks that contain a line of Markdown, as far as they decide where a document may be cut. Quotes are not
 * recorded: a line without `>` after a blank one ends them.
 */
interface Container {
  /** A fence, or HTML that blank lines do not end. */
  readonly open: Opening | null;
  /** The outermost list item. */
  readonly item: Item | null;
  /** Header and delimiter row of the table. */
  readonly table: string | null;
}

interface Opening {
  readonly kind: 'CODE' | null;
  /** A line that opens the same block again. */
  readonly opener: string;
  readonly closes: (line: string) => boolean;
  /** Ends with its list item at the latest. */
  readonly inItem: boolean;
}

interface Item {
  readonly marker: string;
  readonly number: boolean;
  /** Columns by which its further lines are indented. */
  readonly content: number;
}

const markers = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))+/;
const marker = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+(?=\S)|[ \t]*$)/;
const emptyItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*$/;
const rule = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
/** Line starts that end a paragraph, and so are never its lazy continuation. */
const interrupts = /^ {0,3}(?:#{1,6}(?:\s|$)|>|`{3}|~{3}|<[!?/a-zA-Z])/;
const htmlOpeners: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-zA-Z]/, />/],
];

/**
 * Returns the container after `line`, given the one before it. Follows CommonMark 0.31 in how blocks open, continue and
 * end.
 */
function readOpening(line: string, before: string, container: Container): Container {
  let { open, item } = container;
  const blank = !line.trim();
  const indent = columns(line);
  if (open) {
    const left = open.inItem && !blank && indent < (item?.content ?? 0);
    if (!left) return { ...container, open: open.closes(line) ? null : open };
    open = item = null;
  }
  // An empty item ends with the blank line after it.
  if (blank) return { open, item: emptyItem.test(before) ? null : item, table: null };
  const starts = itemOf(line, before, indent, item);
  if (starts) item = starts;
  else if (item && indent < item.content && (!before.trim() || interrupts.test(line) || rule.test(line))) item = null;
  return { open: openingOf(line, indent, item), item, table: tableOf(line, before, container.table) };
}

function itemOf(line: string, before: string, indent: number, item: Item | null): Item | undefined {
  const found = marker.exec(line);
  if (!found || rule.test(line) || (item ? indent >= item.content : indent > 3)) return undefined;
  const sign = found[2] ?? '';
  const number = sign.length > 1;
  // Only a list that starts with 1 may interrupt a paragraph.
  if (!item && before.trim() && number && Number.parseInt(sign, 10) !== 1) return undefined;
  const gap = found[3]?.length ?? 0;
  return { marker: sign, number, content: indent + sign.length + (gap >= 1 && gap <= 4 ? gap : 1) };
}

function openingOf(line: string, indent: number, item: Item | null): Opening | null {
  const rest = line.replace(markers, '').trimStart();
  const inItem = item !== null && (indent >= item.content || marker.test(line));
  if (!inItem && indent > 3) return null;
  const fence = /^(?:`{3,}(?!.*`)|~{3,})/.exec(rest)?.[0];
  if (fence) {
    const closing = new RegExp(`^[ \\t]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
    return {
      kind: 'CODE',
      opener: line,
      inItem,
      closes: (next) => closing.test(next) && (inItem || columns(next) < 4),
    };
  }
  const html = htmlOpeners.find(([opens]) => opens.test(rest));
  if (!html || html[1].test(rest)) return null;
  return {
    kind: null,
    opener: html[0].exec(rest)?.[0].replace(/\w$/, '$&>') ?? '',
    inItem,
    closes: (next) => html[1].test(next),
  };
}

function tableOf(line: string, before: string, table: string | null): string | null {
  return (
    table ??
    (line.includes('|') && line.includes('-') && /^[ \t|:-]+$/.test(line) && before.includes('|')
      ? `${before}\n${line}`
      : null)
  );
}

function columns(line: string): number {
  let count = 0;
  for (const character of line) {
    if (character === '\t') count += 4 - (count % 4);
    else if (character === ' ') count += 1;
    else break;
  }
  return count;
}

const maxNesting = 32;
const nesting = String.raw`(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))`;
const tooDeep = new RegExp(`^(${nesting}{${maxNesting}})${nesting}+[ \\t]*`);

/**
 * Removes the quotes and items that are nested deeper than 32 levels in a line, but keeps the words. 500 levels of
 * items take 4 s, and 5,000 or more overflow the stack.
 */
function withoutDepth(line: string): string {
  const indented = line.replace(/^[ \t]{64,}(?=[-*+>\d])/, ' '.repeat(2 * maxNesting));
  return rule.test(indented) ? indented : indented.replace(tooDeep, '$1 ');
}
