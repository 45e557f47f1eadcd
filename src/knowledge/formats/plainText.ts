import type { Span } from '../document.ts';
import { sourceMapOf, type SourceMark } from './documentWriter.ts';
import { labelOf, underLabels } from '../ancestors.ts';
import { stripInvisible } from './invisible.ts';
import { joinLines, type WrittenWords, wordsWritten } from './lineHyphens.ts';
import type { ParsedDocument } from './parsed.ts';

/**
 * Parses plain text. A line break becomes a blank if the line has no end mark and the next one begins in lower case;
 * other line breaks stay. A word that is parted there is joined as in a PDF. Every block is a PARAGRAPH. The map is
 * exact, joined lines included. Never throws.
 */
export function parsePlainText(source: string): ParsedDocument {
  const { text: whole, removed } = stripInvisible(source);
  const { text: joined, marks } = joinAll(whole);
  const lead = joined.length - joined.trimStart().length;
  const text = joined.trim();
  return {
    text,
    blocks: paragraphs(text).map((span) => ({ kind: 'PARAGRAPH', ...span })),
    sourceMap: sourceMapOf(marks, lead, text.length),
    flags: removed ? ['INVISIBLE_CHARACTERS_REMOVED'] : [],
    metadata: {},
  };
}

function joinAll(source: string): { readonly text: string; readonly marks: readonly SourceMark[] } {
  const parts: string[] = [];
  const marks: SourceMark[] = [];
  let length = 0;
  let open = false;
  const nesting = nestedItems();
  const lines = source.split('\n').map((line) => nesting(withoutEndBlanks(line)));
  const words = wordsWritten(lines.some((line) => parted.test(line)) ? lines : []);
  for (const [index, line] of lines.entries()) {
    const before = parts.pop();
    const [head, tail] =
      before === undefined ? ['', line] : bothSides(before, line, open && /^\p{Ll}/u.test(line), words);
    length += head.length - (before?.length ?? 0);
    const offset = length + tail.length - line.length;
    if (line) marks.push({ offset, line: index + 1 });
    parts.push(head, tail);
    length += tail.length;
    open = line !== '' && !/[.!?:;]$/.test(line);
  }
  return { text: parts.join(''), marks };
}

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
