import type { Span } from '../document.ts';
import type { Block } from '../formats/parsed.ts';
import { lines, sentences, trimSpan } from '../sentences.ts';
import { countTokens, outsidePair } from '../tokens.ts';

/** What becomes one chunk. */
export interface Draft extends Span {
  readonly tokens: number;
  /** What it is made of, in order. */
  readonly parts: readonly { readonly kind: MeasuredBlock['kind']; readonly tokens: number }[];
}

export interface PackSizes {
  /** Where a chunk of prose is closed. */
  readonly target: number;
  readonly max: number;
}

/** Words before a table, and the rest of a section, that are shorter than this say too little alone: they join their neighbour. */
const loneTokens = 55;

/** Fills chunks with the blocks of one section, in order. */
export function pack(text: string, blocks: readonly MeasuredBlock[], sizes: PackSizes): Draft[] {
  const closed: Draft[] = [];
  let open: Draft | undefined;
  const close = () => {
    if (open) closed.push(open);
    open = undefined;
  };
  const add = (kind: MeasuredBlock['kind'], piece: Piece, limit: number) => {
    if (open && joinedTokens(text, open, piece) > limit) close();
    open = open
      ? joined(text, open, { ...piece, parts: [{ kind, tokens: piece.tokens }] })
      : { ...piece, parts: [{ kind, tokens: piece.tokens }] };
  };
  for (const block of blocks) {
    if (block.kind === 'RECORD') close();
    const whole = wholeBlock(block, sizes.max);
    if (whole) add(block.kind, whole, open && open.tokens < loneTokens ? sizes.max : sizes.target);
    else {
      // A chunk that is half full ends with its block rather than within the next one.
      if (open && open.tokens * 2 >= sizes.target && open.tokens + block.tokens > sizes.target) close();
      for (const piece of block.pieces) add(block.kind, piece, sizes.target);
    }
    if (block.kind === 'RECORD') close();
  }
  close();
  return withoutLoneRest(text, closed, sizes.max);
}

/** A table, code or record that fits into a chunk is not cut. */
function wholeBlock(block: MeasuredBlock, max: number): Piece | undefined {
  const [first, last] = [block.pieces[0], block.pieces.at(-1)];
  if (!first || !last || block.tokens > max || block.kind === 'PARAGRAPH' || block.kind === 'LIST') return undefined;
  return { start: first.start, end: last.end, tokens: block.tokens };
}

function withoutLoneRest(text: string, drafts: readonly Draft[], max: number): Draft[] {
  const [before, rest] = drafts.slice(-2);
  const isLone =
    before &&
    rest &&
    rest.tokens < loneTokens &&
    joinedTokens(text, before, rest) <= max &&
    [...before.parts, ...rest.parts].every(({ kind }) => kind !== 'RECORD');
  return isLone ? [...drafts.slice(0, -2), joined(text, before, rest)] : [...drafts];
}

function joinedTokens(text: string, left: Piece, right: Piece): number {
  return left.tokens + gapTokens(text, left.end, right.start) + right.tokens;
}

function joined(text: string, left: Draft, right: Draft): Draft {
  return {
    start: left.start,
    end: right.end,
    tokens: joinedTokens(text, left, right),
    parts: [...left.parts, ...right.parts],
  };
}

/** A stretch that stays in one chunk. */
interface Piece extends Span {
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
function gapTokens(text: string, from: number, to: number): number {
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
