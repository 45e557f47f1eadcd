import type { Span } from '../document.ts';
import type { Block, OnPart } from '../formats/parsed.ts';
import { countWords, limitedWords, sentences } from '../language/sentences.ts';
import { chunk, type ChunkDraft } from './chunk.ts';
import { fingerprint, linesAbove } from './nearDuplicates.ts';
import { chunkQuality } from './quality.ts';

/** A chunk with everything that is stored for it, except its vectors. */
export interface PreparedChunk extends ChunkDraft {
  readonly text: string;
  /** 0..1. */
  readonly quality: number;
  /** Why retrieval skips it; null: it does not. */
  readonly omitReason: string | null;
  /** MinHash bands; one of all words for a short text. */
  readonly bands: readonly bigint[];
  readonly windows: readonly Window[];
}

/** Returns the heading that an embedder and a reader see with a passage: the document's title and the last heading. */
export function headingOf(title: string, sectionPath: readonly string[]): string {
  const heading = sectionPath.at(-1);
  return heading === undefined || heading === title ? title : `${title}: ${heading}`;
}

/** What of a document decides how it is cut. */
export interface TextToCut {
  readonly text: string;
  readonly title: string;
  /** The title of a document without one. */
  readonly key: string;
  readonly blocks: readonly Block[];
}

/**
 * Cuts a text, rates its chunks and fingerprints them. Pure; 2 s for a megabyte, 9 s where that is one word.
 * @param onCut called now and then with the number of characters that are done, and of all
 */
export function prepareChunks(
  { text: whole, title, key, blocks }: TextToCut,
  maxWindowWords: number,
  onCut: OnPart = () => undefined,
): PreparedChunk[] {
  // Both passes take about as long.
  let measured = 0;
  const drafts = chunk(whole, blocks, (end) => onCut((measured = Math.floor(end / 2)), whole.length));
  return drafts.map((draft): PreparedChunk => {
    onCut(measured + Math.floor(draft.start / 2), whole.length);
    const text = whole.slice(draft.start, draft.end);
    const quality = chunkQuality(text, draft.contentType);
    // A chunk that retrieval skips needs no search for duplicates.
    const above = linesAbove(draft.sectionPath, title, key);
    const bands = quality.omitReason === null ? fingerprint(text, above).bands : [];
    return {
      ...draft,
      text,
      ...quality,
      bands,
      windows: windows(text, maxWindowWords, headingOf(title, draft.sectionPath)),
    };
  });
}

/** A slice of a text for the embedder. */
export interface Window extends Span {
  readonly text: string;
}

/**
 * Returns overlapping slices of a text for the embedder: whole sentences up to `maxWords`, where each window begins
 * with the last sentence of the one before. A longer sentence is cut into pieces that overlap by a quarter. Spans are
 * offsets in `text`.
 * @param heading begins every window, or its first words do if it is long
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

/** A title may be as long as a paragraph, and the embedder must still read the text itself. */
const mostHeadingWords = 30;

function leadOf(heading: string): string {
  const words = heading.split(/\s+/).filter(Boolean);
  return words.length === 0 ? '' : `${words.slice(0, mostHeadingWords).join(' ')}. `;
}

/**
 * Collapses blanks. A slice shares the memory of its text, but a replaced string does not: 42 MB for the windows of 2
 * MB of prose. Most slices need no replacement.
 */
function oneSpaced(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text;
}

function cut(text: string, span: Span, maxWords: number): Span[] {
  const sentence = text.slice(span.start, span.end);
  const words = [...sentence.matchAll(limitedWords(sentence))];
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
