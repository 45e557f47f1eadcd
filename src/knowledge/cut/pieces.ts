import type { Span } from '../document.ts';
import type { Block } from '../formats/parsed.ts';
import { lines, sentences, trimSpan } from '../sentences.ts';
import { countTokens, outsidePair } from '../tokens.ts';

/** A stretch that stays in one chunk. */
export interface Piece extends Span {
  readonly tokens: number;
}

/** A block and what it may be cut into. */
export interface MeasuredBlock {
  readonly kind: Block['kind'];
  /** In order, never empty. */
  readonly pieces: readonly Piece[];
  /** Of the whole block, blanks between the pieces included. */
  readonly tokens: number;
}

/** Rows and code lines end where their line does, everything else at its sentences. What is longer than `maxTokens` is cut at a blank, or anywhere. */
export function measure(text: string, block: Block, maxTokens: number): MeasuredBlock {
  const byLine = block.kind === 'TABLE' || block.kind === 'CODE';
  const spans = spansWithin(text, block, byLine ? lines : sentences);
  const pieces = spans.flatMap((span) => {
    const tokens = countTokens(text.slice(span.start, span.end));
    if (tokens <= maxTokens) return [{ ...span, tokens }];
    return (byLine ? spansWithin(text, span, sentences) : [span]).flatMap((part) => halve(text, part, maxTokens));
  });
  const tokens = pieces.reduce(
    (sum, piece, position) =>
      sum + piece.tokens + gapTokens(text, pieces[position - 1]?.end ?? piece.start, piece.start),
    0,
  );
  return { kind: block.kind, pieces, tokens };
}

/** A single blank is part of the word behind it. */
export function gapTokens(text: string, from: number, to: number): number {
  return to - from <= 1 && text[from] !== '\n' ? 0 : countTokens(text.slice(from, to));
}

function spansWithin(text: string, outer: Span, cut: (body: string) => Span[]): Span[] {
  return cut(text.slice(outer.start, outer.end))
    .map((span) => trimSpan(text, { start: span.start + outer.start, end: span.end + outer.start }))
    .filter((span) => span.end > span.start);
}

function halve(text: string, span: Span, maxTokens: number): Piece[] {
  const tokens = countTokens(text.slice(span.start, span.end));
  if (tokens <= maxTokens) return tokens > 0 ? [{ ...span, tokens }] : [];
  const middle = middleOf(text, span);
  return [
    { start: span.start, end: middle },
    { start: middle, end: span.end },
  ].flatMap((half) => halve(text, trimSpan(text, half), maxTokens));
}

/** The last blank of the second quarter, or else the exact middle. */
function middleOf(text: string, span: Span): number {
  const middle = span.start + Math.floor((span.end - span.start) / 2);
  const quarter = span.start + Math.floor((span.end - span.start) / 4);
  const blank = text.slice(quarter, middle).search(/\s\S*$/);
  return blank === -1 ? outsidePair(text, middle) : quarter + blank;
}
