import type { Span } from './document.ts';
import { countWords, lines, sentences, trimSpan } from './sentences.ts';

/** A piece of canonical text that retrieval finds and an answer reads. */
export interface ChunkDraft extends Span {
  /** Headings above the text, outermost first. */
  readonly sectionPath: readonly string[];
}

/** A section under this joins its neighbour below the same parent heading: a lone sentence says too little to be judged. */
const minWords = 40;
/** About 330 tokens. Longer chunks blur BM25's length normalisation and give the reader more than was asked. */
export const maxWords = 250;

interface Section extends Span {
  readonly path: readonly string[];
}

/**
 * Cuts canonical text at headings, then at sentences. Chunks are in order, do not overlap and cover every non-blank
 * character, but for headings, which stand in `sectionPath`.
 */
export function chunk(text: string): ChunkDraft[] {
  return mergeSmall(text, sections(text)).flatMap((section) => split(text, section));
}

function sections(text: string): Section[] {
  const found: Section[] = [];
  let path: string[] = [];
  let start = 0;
  const close = (end: number) => {
    const span = trimSpan(text, { start, end });
    if (span.end > span.start) found.push({ ...span, path });
  };
  for (const line of lines(text)) {
    const heading = /^(#{1,6}) (.+)$/.exec(text.slice(line.start, line.end));
    if (!heading) continue;
    close(line.start);
    path = [...path.slice(0, (heading[1] ?? '').length - 1), heading[2] ?? ''];
    start = line.end;
  }
  close(text.length);
  return found;
}

function mergeSmall(text: string, found: readonly Section[]): Section[] {
  const merged: Section[] = [];
  for (const section of found) {
    const before = merged.at(-1);
    const joinable = before && (isSmall(text, before) || isSmall(text, section)) && sharedDepth(before, section) > 0
      && countWords(text.slice(before.start, section.end)) <= maxWords;
    if (before && joinable) merged[merged.length - 1] = { start: before.start, end: section.end, path: before.path.slice(0, sharedDepth(before, section)) };
    else merged.push(section);
  }
  return merged;
}

function isSmall(text: string, section: Section): boolean {
  return countWords(text.slice(section.start, section.end)) < minWords;
}

function sharedDepth(left: Section, right: Section): number {
  let depth = 0;
  while (depth < left.path.length && depth < right.path.length && left.path[depth] === right.path[depth]) depth += 1;
  return depth;
}

function split(text: string, section: Section): ChunkDraft[] {
  const drafts: ChunkDraft[] = [];
  let open: Span | undefined;
  let words = 0;
  for (const piece of sentences(text.slice(section.start, section.end)).flatMap((span) => splitLong(text, { start: span.start + section.start, end: span.end + section.start }))) {
    const size = countWords(text.slice(piece.start, piece.end));
    if (open && words + size > maxWords) {
      drafts.push({ ...open, sectionPath: section.path });
      open = undefined;
      words = 0;
    }
    open = { start: open?.start ?? piece.start, end: piece.end };
    words += size;
  }
  if (open) drafts.push({ ...open, sectionPath: section.path });
  return drafts;
}

/** A "sentence" without an end, such as minified data, is cut by length; never inside a surrogate pair. */
function splitLong(text: string, span: Span): Span[] {
  const limit = maxWords * 8;
  const pieces: Span[] = [];
  let start = span.start;
  while (span.end - start > limit) {
    let end = text.lastIndexOf(' ', start + limit);
    if (end <= start) end = start + limit - (isHighSurrogate(text, start + limit - 1) ? 1 : 0);
    pieces.push(trimSpan(text, { start, end }));
    start = end;
  }
  return [...pieces, trimSpan(text, { start, end: span.end })].filter((piece) => piece.end > piece.start);
}

function isHighSurrogate(text: string, position: number): boolean {
  const unit = text.charCodeAt(position);
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}
