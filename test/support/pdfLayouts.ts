import type { Placed, PlacedText } from './documents.ts';

/** Widths of Helvetica's letters in thousandths of the size, as the Adobe metrics have them; close enough for others. */
const narrow: Readonly<Record<string, number>> = {
  ' ': 278,
  i: 222,
  j: 222,
  l: 222,
  f: 278,
  t: 278,
  I: 278,
  r: 333,
  '.': 278,
  ',': 278,
  ':': 278,
  ';': 278,
  '-': 333,
  '(': 333,
  ')': 333,
  m: 833,
  w: 722,
  M: 833,
  W: 944,
  c: 500,
  k: 500,
  s: 500,
  v: 500,
  x: 500,
  y: 500,
  z: 500,
  '%': 889,
};

export function widthOf(text: string, size: number): number {
  return (
    (Array.from(text).reduce((sum, letter) => sum + (narrow[letter] ?? (/[A-Z]/.test(letter) ? 680 : 556)), 0) * size) /
    1000
  );
}

/** Words broken into lines of at most `width` points. */
export function broken(text: string, width: number, size: number): string[] {
  const found: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${found.at(-1) ?? ''} ${word}`;
    if (found.length > 0 && widthOf(longer, size) <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

export interface Column {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size?: number;
  readonly leading?: number;
}

/** A paragraph set flush left. */
export function paragraph(text: string, { x, y, width, size = 10, leading = 1.25 }: Column): PlacedText[] {
  return broken(text, width, size).map((line, index) => ({ text: line, x, y: y - index * size * leading, size }));
}

/** Paragraphs below each other, with a gap between. */
export function paragraphs(texts: readonly string[], column: Column): PlacedText[] {
  const { size = 10, leading = 1.25 } = column;
  const placed: PlacedText[] = [];
  for (const text of texts) {
    const { y } = placed.at(-1) ?? { y: column.y + size * leading * 1.8 };
    placed.push(...paragraph(text, { ...column, y: y - size * leading * 1.8 }));
  }
  return placed;
}

/** Two lists of texts drawn in turn, line by line across the page. */
export function interleaved(left: readonly PlacedText[], right: readonly PlacedText[]): PlacedText[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
    [left[index], right[index]].filter((each) => each !== undefined),
  ).flat();
}

export interface Table {
  readonly x: number;
  readonly y: number;
  readonly widths: readonly number[];
  readonly size?: number;
  /** ALL: every cell; HEAD: above and below the header, and at the end; OUTLINE: columns and header; NONE. */
  readonly rules?: 'ALL' | 'HEAD' | 'OUTLINE' | 'NONE';
  readonly boldHead?: boolean;
  /** Grey behind the header, whose text is white then. */
  readonly headFill?: number;
  /** Between rows, in points. */
  readonly padding?: number;
  readonly alignRight?: readonly number[];
  readonly draw?: 'BY_CELL' | 'BY_LINE' | 'BY_COLUMN';
}

/** A table whose first row is its header, cells broken in their columns. */
export function table(rows: readonly (readonly string[])[], options: Table): Placed[] {
  const {
    x,
    y,
    widths,
    size = 10,
    rules = 'NONE',
    boldHead = false,
    headFill,
    padding = 6,
    alignRight = [],
    draw = 'BY_CELL',
  } = options;
  const lefts = widths.map((_, column) => x + widths.slice(0, column).reduce((sum, width) => sum + width, 0));
  const right = x + widths.reduce((sum, width) => sum + width, 0);
  const shapes: Placed[] = [];
  const cells: { placed: PlacedText; row: number; column: number; line: number }[] = [];
  const edges = [y];
  for (const [row, texts] of rows.entries()) {
    const top = edges.at(-1) ?? y;
    let most = 1;
    for (const [column, text] of texts.entries()) {
      const lines = broken(text, (widths[column] ?? 0) - 8, size);
      most = Math.max(most, lines.length);
      for (const [line, words] of lines.entries()) {
        const left = alignRight.includes(column)
          ? (lefts[column] ?? 0) + (widths[column] ?? 0) - 4 - widthOf(words, size)
          : (lefts[column] ?? 0) + 4;
        const head =
          row === 0 ? { ...(boldHead && { font: 'Bold' as const }), ...(headFill !== undefined && { grey: 1 }) } : {};
        cells.push({
          placed: { text: words, x: left, y: top - size - padding / 2 - line * size * 1.2, size, ...head },
          row,
          column,
          line,
        });
      }
    }
    edges.push(top - most * size * 1.2 - padding);
  }
  const [end = y, headEnd = y] = [edges.at(-1), edges[1]];
  if (headFill !== undefined) shapes.push({ x, y: headEnd, width: right - x, height: y - headEnd, grey: headFill });
  const level = { ALL: edges, HEAD: [y, headEnd, end], OUTLINE: [y, headEnd, end], NONE: [] }[rules];
  for (const edge of level) shapes.push({ x, y: edge, width: right - x, height: 0 });
  if (rules === 'ALL' || rules === 'OUTLINE')
    for (const left of [...lefts, right]) shapes.push({ x: left, y: end, width: 0, height: y - end });
  const key = {
    BY_CELL: ({ row, column, line }: (typeof cells)[number]) => [row, column, line],
    BY_LINE: ({ row, column, line }: (typeof cells)[number]) => [row, line, column],
    BY_COLUMN: ({ row, column, line }: (typeof cells)[number]) => [column, row, line],
  }[draw];
  const sorted = [...cells].sort(
    (one, other) =>
      key(one)
        .map((value, index) => value - (key(other)[index] ?? 0))
        .find((difference) => difference !== 0) ?? 0,
  );
  return [...shapes, ...sorted.map(({ placed }) => placed)];
}
