import segment from 'sentencex';
import type { Span } from './document.ts';

/**
 * Sentences of a canonical text, in order, without surrounding blanks. A line break always ends one: in canonical text each
 * paragraph, list item, table row and heading has a line of its own.
 * sentencex and not Intl.Segmenter: the latter ends a sentence after "Dr." (FACTS 10).
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

function sentencesOfLine(line: string, offset: number, language: string): Span[] {
  const found: Span[] = [];
  let position = 0;
  for (const piece of segment(language, line)) {
    // Pieces come trimmed: each is looked for behind the one before.
    const start = line.indexOf(piece.trim(), position);
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
