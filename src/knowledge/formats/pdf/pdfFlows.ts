import type { Box } from './pdfGeometry.ts';
import { sameBaseline, type Fragment, type Row } from './pdfLines.ts';

/**
 * What stands in rows and is told in columns: cards beside each other, a box beside a text. Each flow by itself, in the
 * order of the tags; undefined where the tags tell nothing or go row by row, as a table does that is made of blocks.
 */
export function flowsBeside(rows: readonly Row[], order: ReadonlyMap<Fragment, number>): Fragment[][] | undefined {
  if (rows.some((row) => row.some(({ tag }) => tag?.kind !== 'BLOCK'))) return undefined;
  const placeOf = (fragment: Fragment) => order.get(fragment) ?? 0;
  const told = (some: readonly Row[]) => some.flat().sort((one, other) => placeOf(one) - placeOf(other));
  if (!groupsOf(rows, placeOf).some((group) => areFlows(told(group)))) return undefined;
  const flows = runsOf(told(rows));
  return flows.length > 1 ? flows : undefined;
}

/** What is told from top to bottom without going up again. */
function runsOf(told: readonly Fragment[]): Fragment[][] {
  const runs: Fragment[][] = [];
  for (const fragment of told) {
    const last = runs.at(-1)?.at(-1);
    if (last && fragment.top > last.top - last.size * sameBaseline) runs.at(-1)?.push(fragment);
    else runs.push([fragment]);
  }
  return runs;
}

/** Rows that are told one group after the other: of a table mostly one by one. */
function groupsOf(rows: readonly Row[], placeOf: (fragment: Fragment) => number): Row[][] {
  const first = rows.map((row) => Math.min(...row.map(placeOf)));
  for (let index = first.length - 2; index >= 0; index -= 1)
    first[index] = Math.min(first[index] ?? 0, first[index + 1] ?? 0);
  const groups: Row[][] = [];
  let last = -Infinity;
  for (const [index, row] of rows.entries()) {
    if (last < (first[index] ?? 0)) groups.push([]);
    groups.at(-1)?.push(row);
    last = Math.max(last, ...row.map(placeOf));
  }
  return groups;
}

/** One of several runs has a block below another one, and is no cell: the lines of a cell are of one block. */
function areFlows(told: readonly Fragment[]): boolean {
  const runs = runsOf(told);
  return runs.length > 1 && runs.some((run) => areStacked(blocksOf(run)));
}

const areStacked = (blocks: readonly Box[]): boolean =>
  blocks.some((lower) =>
    blocks.some((upper) => lower.top > upper.bottom && upper.left < lower.right && lower.left < upper.right),
  );

/** Where the letters of each stand. */
function blocksOf(run: readonly Fragment[]): Box[] {
  const blocks = new Map<number, Box>();
  for (const { tag, left, right, top, size } of run) {
    if (tag?.kind !== 'BLOCK') continue;
    const known = blocks.get(tag.block);
    blocks.set(tag.block, {
      left: Math.min(left, known?.left ?? left),
      right: Math.max(right, known?.right ?? right),
      top: Math.min(top - size * sameBaseline, known?.top ?? Infinity),
      bottom: Math.max(top, known?.bottom ?? top),
    });
  }
  return [...blocks.values()];
}
