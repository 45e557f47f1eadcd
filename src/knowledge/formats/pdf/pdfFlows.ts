import type { Box } from './pdfGeometry.ts';
import { sameBaseline, type Fragment, type Row } from './pdfLines.ts';

/**
 * Returns the separate flows of rows that the tags read column by column, such as cards beside each other or a box
 * beside a text, in tag order. Returns undefined if the tags say nothing or go row by row, as in a table that is made
 * of blocks.
 */
export function flowsBeside(rows: readonly Row[], order: ReadonlyMap<Fragment, number>): Fragment[][] | undefined {
  if (rows.some((row) => row.some(({ tag }) => tag?.kind !== 'BLOCK'))) return undefined;
  const placeOf = (fragment: Fragment) => order.get(fragment) ?? 0;
  const inTagOrder = (some: readonly Row[]) => some.flat().sort((one, other) => placeOf(one) - placeOf(other));
  if (!groupsOf(rows, placeOf).some((group) => areFlows(inTagOrder(group)))) return undefined;
  const flows = runsOf(inTagOrder(rows));
  return flows.length > 1 ? flows : undefined;
}

/** Splits fragments in tag order into runs that go from top to bottom without going up again. */
function runsOf(inTagOrder: readonly Fragment[]): Fragment[][] {
  const runs: Fragment[][] = [];
  for (const fragment of inTagOrder) {
    const last = runs.at(-1)?.at(-1);
    if (last && fragment.top > last.top - last.size * sameBaseline) runs.at(-1)?.push(fragment);
    else runs.push([fragment]);
  }
  return runs;
}

/** Groups rows that the tags read one group after the other; in a table, mostly one row at a time. */
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

/**
 * Whether there are several runs and one has a block below another. Such a run is not a cell, because the lines of a
 * cell belong to one block.
 */
function areFlows(inTagOrder: readonly Fragment[]): boolean {
  const runs = runsOf(inTagOrder);
  return runs.length > 1 && runs.some((run) => areStacked(blocksOf(run)));
}

const areStacked = (blocks: readonly Box[]): boolean =>
  blocks.some((lower) =>
    blocks.some((upper) => lower.top > upper.bottom && upper.left < lower.right && lower.left < upper.right),
  );

/** Returns where the letters of each block are. */
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
