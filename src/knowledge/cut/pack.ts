import type { Span } from '../document.ts';
import { gapTokens, type MeasuredBlock, type Piece } from './pieces.ts';

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
