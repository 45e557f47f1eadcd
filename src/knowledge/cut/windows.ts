import type { Span } from '../document.ts';
import { countWords, sentences } from '../sentences.ts';

/** A slice of a text for the embedder. */
export interface Window extends Span {
  readonly text: string;
}

/**
 * Overlapping slices of a text for the embedder: whole sentences up to `maxWords`, each window beginning with the last
 * sentence of the one before. A longer sentence is cut into pieces that overlap by a quarter. Spans count in `text`.
 * @param heading where the text stands; every window begins with it, or with its first words where it is long
 */
export function windows(text: string, maxWords: number, heading = ''): Window[] {
  const pieces = sentences(text).flatMap((span) => cut(text, span, maxWords));
  const sizes = pieces.map((piece) => countWords(text.slice(piece.start, piece.end)));
  const found: Window[] = [];
  const lead = leadOf(heading);
  let first = 0;
  while (first < pieces.length) {
    let last = first;
    let words = sizes[first] ?? 0;
    while (last + 1 < pieces.length && words + (sizes[last + 1] ?? 0) <= maxWords) {
      last += 1;
      words += sizes[last] ?? 0;
    }
    const span = { start: pieces[first]?.start ?? 0, end: pieces[last]?.end ?? 0 };
    found.push({ ...span, text: `${lead}${oneSpaced(text.slice(span.start, span.end))}` });
    if (last + 1 >= pieces.length) break;
    first = Math.max(first + 1, last);
  }
  return found;
}

/** A title may be a paragraph: the text itself must still be read. */
const mostHeadingWords = 30;

function leadOf(heading: string): string {
  const words = heading.split(/\s+/).filter(Boolean);
  return words.length === 0 ? '' : `${words.slice(0, mostHeadingWords).join(' ')}. `;
}

/**
 * A slice shares the memory of its text, a replaced string does not: 42 MB for the windows of 2 MB of prose. Most have
 * nothing to replace.
 */
function oneSpaced(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text;
}

function cut(text: string, span: Span, maxWords: number): Span[] {
  const words = [...text.slice(span.start, span.end).matchAll(/\S+/g)];
  if (words.length <= maxWords) return [span];
  const pieces: Span[] = [];
  const step = Math.max(1, Math.floor(maxWords * 0.75));
  for (let start = 0; start === 0 || start + maxWords - step < words.length; start += step) {
    const slice = words.slice(start, start + maxWords);
    const last = slice.at(-1);
    pieces.push({
      start: span.start + (slice[0]?.index ?? 0),
      end: span.start + (last ? last.index + last[0].length : 0),
    });
  }
  return pieces;
}
