import type { Drawing } from './pdfDrawing.ts';
import type { Box } from './pdfGeometry.ts';
import { baselines, type Fragment, type Row } from './pdfLines.ts';
import { headsOf, linesOfCell, mergeWrapped, type CellRow, type PdfTable } from './pdfTables.ts';

/** In points: rules closer than this are one rule, or touch each other. */
const near = 3;
/** No tables are made of more rules: such a page is a map or a plot. */
const maxRules = 1_000;

interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly level: readonly Box[];
  readonly upright: readonly Box[];
}

interface RuledTable {
  readonly table: PdfTable;
  readonly fragments: ReadonlySet<Fragment>;
}

/** Returns tables whose cells are separated by rules in both directions. A cell that spans rows is repeated in each. */
export function ruledTables(fragments: readonly Fragment[], drawing: Drawing, page: number): RuledTable[] {
  return gridsIn(drawing)
    .filter(({ upright, xs, ys }) => upright.length > 0 && xs.length > 2 && ys.length > 2)
    .flatMap((grid) => tableOf(grid, fragments, drawing, page) ?? []);
}

/**
 * Returns the fragments to read: the upright ones, and of the others only the turned heads of columns in a ruled table.
 */
export function withTurnedHeads(fragments: readonly Fragment[], drawing: Drawing): Fragment[] {
  if (fragments.every(({ upright }) => upright)) return [...fragments];
  const tables = gridsIn(drawing).filter(({ upright, xs, ys }) => upright.length > 0 && xs.length > 2 && ys.length > 2);
  return fragments.flatMap((fragment) => {
    const isHead = tables.some(
      ({ xs, ys }) => bandOf(xs, (fragment.left + fragment.right) / 2) > 0 && bandOf(ys, middle(fragment)) === 0,
    );
    return fragment.upright || isHead ? [{ ...fragment, upright: true }] : [];
  });
}

/**
 * Returns the fragments of each frame, from left to right, where frames are side by side, such as plans with their
 * prices.
 */
export function framesBeside(fragments: readonly Fragment[], drawing: Drawing): (readonly Fragment[])[] {
  const frames = gridsIn(drawing)
    .filter(({ xs, ys, upright }) => xs.length === 2 && ys.length === 2 && upright.length === 2)
    .map(({ xs: [left = 0, right = 0], ys: [top = 0, bottom = 0] }): Box => ({ left, right, top, bottom }));
  const beside = frames.filter((frame) =>
    frames.some((other) => (other.left > frame.right || other.right < frame.left) && sharedHeight(frame, other)),
  );
  return beside
    .map((frame) => fragments.filter((fragment) => isWithin(fragment, frame)))
    .filter((inside) => new Set(inside.map(({ top }) => Math.round(top))).size > 1);
}

/** Whether two boxes share more than half the height of the shorter one. */
const sharedHeight = (one: Box, other: Box): boolean =>
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >
  Math.min(one.bottom - one.top, other.bottom - other.top) / 2;

const isWithin = (fragment: Fragment, { left, right, top, bottom }: Box): boolean =>
  fragment.left > left - near && fragment.right < right + near && middle(fragment) > top && middle(fragment) < bottom;

function gridsIn(drawing: Drawing): Grid[] {
  const level = merged(
    drawing.rules.filter((rule) => rule.right - rule.left >= rule.bottom - rule.top),
    true,
  );
  const upright = merged(
    drawing.rules.filter((rule) => rule.right - rule.left < rule.bottom - rule.top),
    false,
  );
  if (level.length === 0 || upright.length === 0 || level.length + upright.length > maxRules) return [];
  return gridsOf(level, upright);
}

/** Merges strokes on one line that touch: most programs draw a table cell by cell. */
function merged(rules: readonly Box[], isLevel: boolean): Box[] {
  const place = (rule: Box) => (isLevel ? (rule.top + rule.bottom) / 2 : (rule.left + rule.right) / 2);
  const lines: { place: number; rules: Box[] }[] = [];
  for (const rule of [...rules].sort((one, other) => place(one) - place(other))) {
    const last = lines.at(-1);
    if (last && place(rule) - last.place < near) last.rules.push(rule);
    else lines.push({ place: place(rule), rules: [rule] });
  }
  return lines.flatMap((line) => {
    const found: Box[] = [];
    for (const rule of line.rules.sort((one, other) => (isLevel ? one.left - other.left : one.top - other.top))) {
      const last = found.at(-1);
      const touches = last && (isLevel ? rule.left - last.right : rule.top - last.bottom) < near;
      if (touches)
        found[found.length - 1] = {
          left: Math.min(last.left, rule.left),
          right: Math.max(last.right, rule.right),
          top: Math.min(last.top, rule.top),
          bottom: Math.max(last.bottom, rule.bottom),
        };
      else found.push(rule);
    }
    return found;
  });
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right + near &&
  one.right > other.left - near &&
  one.top < other.bottom + near &&
  one.bottom > other.top - near;

/** Groups rules that touch each other. */
function gridsOf(level: readonly Box[], upright: readonly Box[]): Grid[] {
  const isLevel = new Set(level);
  const rest = new Set([...level, ...upright]);
  const grids: Grid[] = [];
  for (const first of level) {
    if (!rest.delete(first)) continue;
    const found = [first];
    for (const rule of found) {
      for (const other of rest) {
        if (isLevel.has(other) !== isLevel.has(rule) && meet(rule, other)) {
          rest.delete(other);
          found.push(other);
        }
      }
    }
    const [across, down] = [found.filter((rule) => isLevel.has(rule)), found.filter((rule) => !isLevel.has(rule))];
    const xs = distinct([
      ...down.map(({ left, right }) => (left + right) / 2),
      ...across.flatMap(({ left, right }) => [left, right]),
    ]);
    const ys = distinct([
      ...across.map(({ top, bottom }) => (top + bottom) / 2),
      ...down.flatMap(({ top, bottom }) => [top, bottom]),
    ]);
    grids.push({ xs, ys, level: across, upright: down });
  }
  return grids;
}

function distinct(values: readonly number[]): number[] {
  return [...values]
    .sort((a, b) => a - b)
    .filter((value, index, sorted) => index === 0 || value - (sorted[index - 1] ?? 0) >= near);
}

function tableOf(grid: Grid, fragments: readonly Fragment[], drawing: Drawing, page: number): RuledTable | undefined {
  const { xs, ys } = grid;
  const inside = fragments.filter(
    (fragment) => bandOf(xs, (fragment.left + fragment.right) / 2) >= 0 && bandOf(ys, middle(fragment)) >= 0,
  );
  const roots = rootsOf(grid);
  const columns = xs.length - 1;
  const texts = new Map<number, Fragment[]>();
  for (const fragment of inside) {
    const root = roots[bandOf(ys, middle(fragment)) * columns + bandOf(xs, (fragment.left + fragment.right) / 2)] ?? 0;
    const cell = texts.get(root);
    if (cell) cell.push(fragment);
    else texts.set(root, [fragment]);
  }
  const bands = ys.slice(1).map((_, row): CellRow =>
    xs.slice(1).map((__, column) => {
      const root = roots[row * columns + column] ?? 0;
      return root % columns < column ? undefined : (texts.get(root) ?? []);
    }),
  );
  const filled = bands.filter((row) => row.some((cell) => cell?.length));
  const used = xs.slice(1).flatMap((_, column) => (filled.some((row) => row[column]?.length) ? [column] : []));
  const kept = filled.map((row) => used.map((column) => row[column]));
  const rows =
    kept.length > 2
      ? kept
      : kept.flatMap((band) =>
          linesWithin(band, {
            lefts: used.map((column) => xs[column] ?? 0),
            rights: used.map((column) => xs[column + 1] ?? 0),
          }),
        );
  if (
    used.length < 2 ||
    rows.length < 2 ||
    rows.filter((row) => row.filter((cell) => cell?.length).length > 1).length < 2
  )
    return undefined;
  return {
    table: {
      page,
      lefts: used.map((column) => xs[column] ?? 0),
      rows: rows.map((row) => row.map((cell) => linesOfCell(cell))),
      heads: headsOf(rows, drawing),
    },
    fragments: new Set(inside),
  };
}

const middle = ({ top, size }: Fragment): number => top - size / 3;
const bandOf = (edges: readonly number[], value: number): number =>
  value > (edges.at(-1) ?? 0) ? -1 : edges.findLastIndex((edge) => edge <= value);

/** Returns, for each cell, the first cell that no rule separates from it. */
function rootsOf({ xs, ys, level, upright }: Grid): number[] {
  const columns = xs.length - 1;
  const roots = Array.from({ length: columns * (ys.length - 1) }, (_, index) => index);
  for (const [index] of roots.entries()) {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const [x, y] = [xs[column] ?? 0, ys[row] ?? 0];
    const [right, below] = [(x + (xs[column + 1] ?? 0)) / 2, (y + (ys[row + 1] ?? 0)) / 2];
    const walled =
      column === 0 ||
      upright.some(
        (rule) => Math.abs((rule.left + rule.right) / 2 - x) < near && rule.top < below && rule.bottom > below,
      );
    const covered =
      row === 0 ||
      level.some(
        (rule) => Math.abs((rule.top + rule.bottom) / 2 - y) < near && rule.left < right && rule.right > right,
      );
    if (!walled) roots[index] = roots[index - 1] ?? index;
    else if (!covered) roots[index] = roots[index - columns] ?? index;
  }
  return roots;
}

/** Splits a band into rows: if only the header and the whole table are ruled, a band holds many rows. */
function linesWithin(
  band: CellRow,
  columns: { readonly lefts: readonly number[]; readonly rights: readonly number[] },
): CellRow[] {
  const lines = baselines(band.flatMap((cell) => cell ?? []));
  const cellOf = (fragment: Fragment) => band.findIndex((cell) => cell?.includes(fragment));
  const full = lines.filter((line) => new Set(line.map(cellOf)).size > 1).length;
  if (full < 2 || band.includes(undefined)) return [band];
  return mergeWrapped(
    lines.map((line): CellRow => band.map((_, column): Row => line.filter((fragment) => cellOf(fragment) === column))),
    columns,
  );
}
