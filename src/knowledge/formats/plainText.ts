import type { Span } from '../document.ts';
import { sourceMapOf, type SourceMark } from './documentWriter.ts';
import { labelOf, underLabels } from '../ancestors.ts';
import { stripInvisible } from './invisible.ts';
import { joinLines, type WrittenWords, wordsWritten } from './lineHyphens.ts';
import type { Block, ParsedDocument } from './parsed.ts';
import { textHeadings } from './textHeadings.ts';

/**
 * Parses plain text. A line break becomes a blank if the line has no end mark, is not much shorter than its paragraph
 * is wide, and the next one begins in lower case; other line breaks stay. A word that is parted there is joined as in a
 * PDF. Lines that have the form of a title or heading (`textHeadings`) are HEADING, everything else PARAGRAPH. The map
 * is exact, joined lines included. Never throws.
 * @param options.isPart as of `textHeadings`
 */
export function parsePlainText(source: string, { isPart = false }: { readonly isPart?: boolean } = {}): ParsedDocument {
  const { text: whole, removed } = stripInvisible(source);
  const { text: joined, marks } = joinAll(headed(whole.split('\n').map(withoutEndBlanks), isPart));
  const lead = joined.length - joined.trimStart().length;
  const text = joined.trim();
  return {
    text,
    blocks: paragraphs(text).map((span) => blockOf(text, span)),
    sourceMap: sourceMapOf(marks, lead, text.length),
    flags: removed ? ['INVISIBLE_CHARACTERS_REMOVED'] : [],
    metadata: {},
  };
}

/** A line, and where it stands in the source. */
interface SourceLine {
  readonly text: string;
  /** From 1; 0: nowhere. */
  readonly line: number;
}

/** Headings as canonical text has them, between blank lines and without what underlines them. */
function headed(lines: readonly string[], isPart: boolean): SourceLine[] {
  const headings = textHeadings(lines, isPart);
  const blank = { text: '', line: 0 };
  const written = lines.flatMap((text, at) => {
    const heading = headings[at];
    if (heading === 'UNDERLINE') return [];
    const line = at + 1;
    if (!heading) return { text, line };
    return [blank, { text: `${'#'.repeat(heading.depth)} ${heading.words}`, line }, blank];
  });
  return written.filter((each, at) => each.line > 0 || (written[at - 1]?.text !== '' && written[at + 1]?.text !== ''));
}

const headingMark = /^(#{1,6}) [^\n]+$/;

function blockOf(text: string, span: Span): Block {
  const depth = headingMark.exec(text.slice(span.start, span.end))?.[1]?.length;
  return depth === undefined ? { kind: 'PARAGRAPH', ...span } : { kind: 'HEADING', depth, ...span };
}

/** How much of the width of its paragraph a line has that was broken to fit: what follows a shorter one is its own. */
const leastOfWidth = 0.6;
/** Nobody breaks lines to fit into less. */
const leastWidth = 40;
/** A line of its own: "codes: everybody has one". */
const label = /^[\p{L}\p{N}-]+: \S/u;

/** Of each line, whether the next one may go on with it. */
function brokenLines(lines: readonly string[]): boolean[] {
  const broken: boolean[] = [];
  let start = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (lines[at]) continue;
    const paragraph = lines.slice(start, at);
    // Not `Math.max(...)`: a paragraph may have more lines than a call may have arguments.
    const width = paragraph.reduce((most, line) => Math.max(most, line.length), 0);
    for (const line of paragraph)
      broken.push(
        (width < leastWidth || line.length >= leastOfWidth * width || parted.test(line)) &&
          /[\p{L}\p{N}]/u.test(line) &&
          !/[.!?:;]$/.test(line),
      );
    broken.push(false);
    start = at + 1;
  }
  return broken;
}

function joinAll(source: readonly SourceLine[]): { readonly text: string; readonly marks: readonly SourceMark[] } {
  const parts: string[] = [];
  const marks: SourceMark[] = [];
  let length = 0;
  const nesting = nestedItems();
  const lines = source.map(({ text }) => nesting(text));
  const words = wordsWritten(lines.some((line) => parted.test(line)) ? lines : []);
  const broken = brokenLines(lines);
  for (const [index, line] of lines.entries()) {
    const before = parts.pop();
    const [head, tail] =
      before === undefined ? ['', line] : bothSides(before, line, broken[index - 1] === true && goesOn(line), words);
    length += head.length - (before?.length ?? 0);
    const offset = length + tail.length - line.length;
    if (line) marks.push({ offset, line: source[index]?.line ?? 1 });
    parts.push(head, tail);
    length += tail.length;
  }
  return { text: parts.join(''), marks };
}

const goesOn = (line: string): boolean => /^\p{Ll}/u.test(line) && !label.test(line);

/** A line that may end within a word. */
const parted = /[\p{L}\p{N}][-\u2010]$/u;

function bothSides(before: string, line: string, goesOn: boolean, words: WrittenWords): readonly [string, string] {
  if (!goesOn) return [before, `\n${line}`];
  return parted.test(before) ? joinLines(before, line, words) : [before, ` ${line}`];
}

/** An item of a list without numbers, as people type one. */
const item = /^(\s*)([-*•])(\s+)(?=\S)/;

/** Gives each nested item of consecutive lines the labels of those that it is indented under. */
function nestedItems(): (line: string) => string {
  let open: { readonly indent: number; readonly label: string }[] = [];
  return (line) => {
    const [lead = '', indent = ''] = item.exec(line) ?? [];
    if (lead === '') {
      if (!/^\s{2,}\S/.test(line)) open = [];
      return line;
    }
    open = open.filter((above) => above.indent < indent.length);
    const words = line.slice(lead.length);
    const labels = open.map(({ label }) => label);
    open.push({ indent: indent.length, label: labelOf(words) });
    return indent.length < 2 ? line : lead + underLabels(labels, words);
  };
}

/** Uses a loop, because `[ \t]+$` takes quadratic time on a long run of blanks. */
function withoutEndBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}

/** Stretches between blank lines, trimmed. */
function paragraphs(text: string): Span[] {
  const found: Span[] = [];
  let open: Span | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const words = line.trim().length;
    const first = start + line.length - line.trimStart().length;
    if (words > 0) open = { start: open?.start ?? first, end: first + words };
    else if (open) {
      found.push(open);
      open = undefined;
    }
    start += line.length + 1;
  }
  return open ? [...found, open] : found;
}
