import segment from 'sentencex';
import type { Span } from './document.ts';
import { outsidePair } from './tokens.ts';

/**
 * Sentences of a canonical text, in order, without surrounding blanks. A line break always ends one: in canonical text each
 * paragraph, list item, table row and heading has a line of its own.
 * sentencex and not Intl.Segmenter: the latter ends a sentence after "Dr.".
 * @param language ISO 639-1
 */
export function sentences(text: string, language = 'en'): Span[] {
  return lines(text).flatMap((line) => sentencesOfLine(text.slice(line.start, line.end), line.start, language));
}

/** The non-empty lines of a text. */
export function lines(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(/[^\n]+/g)) found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}

/** sentencex takes time by the square of the length: 0.4 s for 20 kB in one line, 40 s for 200 kB. Blocks of this length keep it linear. */
const blockLength = 2_000;

/** The last sentence of a block may go on behind it: the next block begins with it. A sentence longer than a block is cut. */
function sentencesOfLine(line: string, offset: number, language: string): Span[] {
  const found: Span[] = [];
  let start = 0;
  while (start < line.length) {
    const end = blockEnd(line, start);
    const spans = sentencesOfBlock(line.slice(start, end), start + offset, language);
    const open = end < line.length && spans.length > 1 ? spans.pop() : undefined;
    found.push(...spans);
    start = open ? open.start - offset : end;
  }
  return found;
}

function blockEnd(line: string, start: number): number {
  const end = start + blockLength;
  if (end >= line.length) return line.length;
  const blank = line.lastIndexOf(' ', end);
  if (blank > start) return blank;
  return outsidePair(line, end);
}

function sentencesOfBlock(block: string, offset: number, language: string): Span[] {
  const found: Span[] = [];
  let position = 0;
  for (const piece of segment(language, block)) {
    // Pieces come trimmed: each is looked for behind the one before.
    const start = block.indexOf(piece.trim(), position);
    if (start === -1 || piece.trim() === '') continue;
    position = start + piece.trim().length;
    found.push({ start: start + offset, end: position + offset });
  }
  return found;
}

/** `span` of `text` without the blanks at its ends. */
export function trimSpan(text: string, span: Span): Span {
  const piece = text.slice(span.start, span.end);
  const start = span.start + (piece.length - piece.trimStart().length);
  return { start, end: Math.max(start, span.end - (piece.length - piece.trimEnd().length)) };
}

/** Count of words as the embedders' window limits mean it: runs of non-blank characters. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
