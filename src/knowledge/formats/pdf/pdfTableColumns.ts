import type { Fragment, Row } from './pdfLines.ts';

/** In points: edges that differ by less are aligned. */
export const aligned = 2.5;

export interface Columns {
  readonly lefts: readonly number[];
  readonly rights: readonly number[];
}

/**
 * Returns the columns of the rows with the largest cell count that is frequent; undefined if their cells are not
 * aligned.
 */
export function columnsOf(rows: readonly Row[]): Columns | undefined {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const first = Math.max(...rows.slice(0, 4).map(({ length }) => length));
  const count =
    (counts.get(first) ?? 0) > 1
      ? first
      : Math.max(...[...counts].filter(([, seen]) => seen >= rows.length * 0.4).map(([length]) => length));
  const full = rows.filter(({ length }) => length === count);
  if (!Number.isFinite(count) || full.length < 2) return undefined;
  const column = (index: number) => full.flatMap((row) => row[index] ?? []);
  const lefts = Array.from({ length: count }, (_, index) => Math.min(...column(index).map(({ left }) => left)));
  const rights = Array.from({ length: count }, (_, index) => Math.max(...column(index).map(({ right }) => right)));
  const apart = lefts.every((left, index) => index === 0 || left - (rights[index - 1] ?? 0) > 2);
  return apart && lefts.every((_, index) => isAligned(column(index))) ? { lefts, rights } : undefined;
}

/**
 * Returns the columns of the row with the most cells at the top, for a table whose other rows leave cells empty. Each
 * of their cells must align with exactly one of its cells.
 */
export function columnsBelow(rows: readonly Row[]): Columns | undefined {
  const count = Math.max(...rows.slice(0, 3).map(({ length }) => length));
  const names = rows.find(({ length }) => length === count) ?? [];
  if (count < 3 || rows.some(({ length }) => length > count)) return undefined;
  const columns = names.map((name) => [name]);
  for (const fragment of rows.filter((row) => row !== names).flat()) {
    const inLine = columns.filter(([name]) => name && isAligned([name, fragment, fragment]));
    if (inLine.length !== 1) return undefined;
    inLine[0]?.push(fragment);
  }
  const lefts = columns.map((column) => Math.min(...column.map(({ left }) => left)));
  const rights = columns.map((column) => Math.max(...column.map(({ right }) => right)));
  return lefts.every((left, index) => index === 0 || left - (rights[index - 1] ?? 0) > 2)
    ? { lefts, rights }
    : undefined;
}

function isAligned(column: readonly Fragment[]): boolean {
  const edges: ((fragment: Fragment) => number)[] = [
    ({ left }) => left,
    ({ right }) => right,
    ({ left, right }) => (left + right) / 2,
  ];
  return edges.some((edge) => {
    const values = column.map(edge).sort((a, b) => a - b);
    const middle = values[values.length >> 1] ?? 0;
    return values.filter((value) => Math.abs(value - middle) <= aligned).length >= values.length * 0.7;
  });
}
