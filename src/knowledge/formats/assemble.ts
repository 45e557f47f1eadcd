import { stripInvisible } from './invisible.ts';
import type { Block, ContentFlag, SourceMap } from './parsed.ts';

/** A line of canonical text with the source line it was written on, where that is known. */
export interface RenderedLine {
  readonly text: string;
  readonly line?: number | undefined;
  /** Goes on in the same canonical line, after a blank. */
  readonly joined?: boolean | undefined;
}

export interface RenderedBlock {
  readonly kind: Block['kind'];
  readonly depth?: number;
  readonly lines: readonly RenderedLine[];
  /** The number after the last one, of an ordered list. */
  readonly nextNumber?: number;
}

export interface RenderedText {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly sourceMap: SourceMap;
}

/** From an offset of canonical text on, this source line. */
export interface SourceMark {
  readonly offset: number;
  readonly line: number;
}

/** Blocks as one canonical text, a blank line between them. Blocks without words leave nothing. */
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

/** Blank lines at either end go; the indentation of a first code line stays. */
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
 * A map of LINEs from marks in order, for the `length` characters that are left of a text after its first `lead` ones.
 * What stands at or before the new start counts as one mark; a text without marks is on line 1.
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
 * One line of words: character references may have brought back what the source was freed of, so it is freed once more.
 */
export function cleanWords(text: string, flags: Set<ContentFlag>): string {
  return clean(text, flags).replaceAll(/\s+/g, ' ').trim();
}

export function clean(text: string, flags: Set<ContentFlag>): string {
  const stripped = stripInvisible(text);
  if (stripped.removed) flags.add('INVISIBLE_CHARACTERS_REMOVED');
  return stripped.text;
}
