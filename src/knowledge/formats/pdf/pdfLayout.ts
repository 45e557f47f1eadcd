import { inReadingOrder } from './pdfColumns.ts';
import type { Drawing } from './pdfDrawing.ts';
import type { Box } from './pdfGeometry.ts';
import { framesBeside, ruledTables } from './pdfGrid.ts';
import { type Fragment, linesOf, type Row, baselines, type TextLine } from './pdfLines.ts';
import type { PageText } from './pdfRunningLines.ts';
import { type AlignedTable, type PageFacts, type PdfTable, tablesInRows } from './pdfTables.ts';
import { taggedTables } from './pdfTagged.ts';

/** A part of a page; parts are in reading order. */
export type Part = { readonly table: PdfTable } | { readonly line: TextLine };

/**
 * Splits a page into tables and lines. Tables that the file's tags define come first, then frames beside each other,
 * each on its own, then ruled tables and tables with a header, then columns, then tables that only alignment shows. The
 * rest is read as it is drawn.
 */
export function layOut(page: PageText): Part[] {
  return layOutWithin(page, new Map(), true);
}

/** @param parts the parts of fragments that represent more than a line; more are added to it */
function layOutWithin(
  { number, fragments, drawing, ...others }: PageText,
  parts: Map<Fragment, readonly Part[]>,
  framed: boolean,
): Part[] {
  let rest = fragments;
  const takeParts = (taken: readonly Part[], cells: ReadonlySet<Fragment>) => {
    const stands = placeOf([...cells]);
    parts.set(stands, taken);
    const at = rest.findIndex((each) => cells.has(each));
    rest = rest.flatMap((each, index) => (cells.has(each) ? (index === at ? [stands] : []) : [each]));
  };
  const take = (table: PdfTable, cells: ReadonlySet<Fragment>) => takeParts([{ table }], cells);
  for (const { table, fragments: cells } of taggedTables(rest, drawing, number)) take(table, cells);
  for (const inside of framed ? framesBeside(rest, drawing) : [])
    takeParts(layOutWithin({ ...others, number, drawing, fragments: inside }, parts, false), new Set(inside));
  const page = () => ({ number, drawing, order: new Map(rest.map((fragment, index) => [fragment, index])) });
  for (const { table, fragments: cells } of ruledTables(rest, drawing, number)) take(table, cells);
  for (const { table, cells } of tablesIn(rest, page(), true)) take(table, cells);
  const facts = page();
  return inReadingOrder(rest).flatMap((region) => {
    const found = new Map(parts);
    const inTable = new Set<Fragment>();
    for (const { table, cells } of tablesIn(region, facts, false)) {
      const first = region.find((fragment) => cells.has(fragment));
      if (first) found.set(first, [{ table }]);
      for (const cell of cells) inTable.add(cell);
    }
    return partsOf(region, found, inTable, number);
  });
}

function tablesIn(fragments: readonly Fragment[], page: PageFacts, sure: boolean): AlignedTable[] {
  return runsOf(baselines(fragments)).flatMap((rows) => tablesInRows(rows, page, sure));
}

/** The dots that lead to a page number: a tagged PDF draws them separately, and they are not a column. */
const leader = /^(?:[.…]\s?){4}/;

/** Returns the runs of rows between those of a table of contents. */
function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [[]];
  for (const row of rows) {
    if (row.some(({ text }) => leader.test(text))) runs.push([]);
    else runs.at(-1)?.push(row);
  }
  return runs;
}

function partsOf(
  region: readonly Fragment[],
  taken: ReadonlyMap<Fragment, readonly Part[]>,
  inTable: ReadonlySet<Fragment>,
  page: number,
): Part[] {
  const limit = Math.max(...region.map(({ right }) => right));
  const parts: Part[] = [];
  let open: Fragment[] = [];
  const flush = () => {
    parts.push(...linesOf(open, page).map((line) => ({ line: { ...line, limit } })));
    open = [];
  };
  for (const fragment of region) {
    const whole = taken.get(fragment);
    if (!whole && !inTable.has(fragment)) open.push(fragment);
    if (!whole) continue;
    flush();
    parts.push(...whole);
  }
  flush();
  return parts;
}

/** Returns an empty fragment at the place of a table or frame among the lines. */
function placeOf(cells: readonly Fragment[]): Fragment {
  const [first] = cells;
  const edge = (of: (fragment: Fragment) => number, choose: (...values: number[]) => number) =>
    choose(...cells.map(of));
  return {
    text: '',
    left: edge(({ left }) => left, Math.min),
    right: edge(({ right }) => right, Math.max),
    top: edge(({ top }) => top, Math.min),
    size: first?.size ?? 1,
    upright: true,
    monospaced: false,
    bold: false,
  };
}

/** In font sizes: a gap this wide in one line separates cells or columns that were not recognised as such. */
const wideGap = 2.5;
/** Consecutive lines with such a gap; fewer are a date set to the right, a form, or a signature. */
const minTorn = 3;
const minLetters = 3;
/** Maximum share of a page's fragments that are drawn over others. */
const maxCovered = 0.1;
const overlap = 0.5;
/** Each fragment is compared only with this many neighbours. */
const neighbours = 30;
/** A line of a table of contents or an index has its gap because of a leader. */
const leaderDots = /(?:\.\s?){3}|…/;

/**
 * Whether a page may be read differently from how a person reads it. The signs are a table whose cells are not in
 * columns, three consecutive lines that each have a wide gap that neither columns nor a table explain, or text drawn
 * over text.
 */
export function isUncertain({ fragments }: Pick<PageText, 'fragments'>, parts: readonly Part[]): boolean {
  return (
    parts.some((part) => 'table' in part && part.table.lefts.length === 0) ||
    isTorn(fragments, parts) ||
    isCovered(fragments)
  );
}

/** Whether lines stayed whole although their fragments are far apart. */
function isTorn(fragments: readonly Fragment[], parts: readonly Part[]): boolean {
  const whole = new Set(parts.flatMap((part) => ('line' in part ? [part.line.text] : [])));
  let torn = 0;
  for (const row of baselines(fragments)) {
    const text = row.map((each) => each.text.replaceAll(/\s+/g, ' ').trim()).join(' ');
    const wide = row.some((each, index) => {
      const before = row[index - 1];
      return (
        before !== undefined &&
        each.left - before.right > each.size * wideGap &&
        Math.min(letters(before), letters(each)) >= minLetters
      );
    });
    torn = wide && whole.has(text) && !leaderDots.test(text) ? torn + 1 : 0;
    if (torn >= minTorn) return true;
  }
  return false;
}

const letters = ({ text }: Fragment): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Whether text is drawn over text. The same words drawn twice, to look bold, count as one. */
function isCovered(fragments: readonly Fragment[]): boolean {
  const sorted = [...fragments].sort((one, other) => one.top - other.top);
  const covered = sorted.filter((each, index) =>
    sorted.slice(index + 1, index + 1 + neighbours).some((other) => {
      const across = Math.min(each.right, other.right) - Math.max(each.left, other.left);
      const narrower = Math.min(each.right - each.left, other.right - other.left);
      return (
        other.text !== each.text &&
        Math.abs(other.top - each.top) < each.size * overlap &&
        across > narrower * overlap &&
        narrower > each.size
      );
    }),
  );
  return covered.length > Math.max(fragments.length * maxCovered, 2);
}

/** `EUR 9`: how a cell that is read from the right shows nine euros. */
const unitFirst = /^([A-Z]{3}|[a-z]{1,2}) ([\d.,]+)$/;

interface Page {
  readonly fragments: readonly Fragment[];
  readonly drawing: Drawing;
}

/**
 * Mirrors a page: text that is read from the right moves to the left, so that columns, tables, bullets and the ends of
 * lines need to be recognised in one direction only.
 */
export function mirrored({ fragments, drawing }: Page, width: number): Page {
  const turn = <T extends { readonly left: number; readonly right: number }>(box: T): T => ({
    ...box,
    left: width - box.right,
    right: width - box.left,
  });
  return {
    fragments: inLines(fragments.map((each) => ({ ...turn(each), text: each.text.replace(unitFirst, '$2 $1') }))),
    drawing: {
      ...drawing,
      rules: drawing.rules.map((rule): Box => turn(rule)),
      dots: drawing.dots.map((dot): Box => turn(dot)),
      colourAt: (x, y) => drawing.colourAt(width - x, y),
    },
  };
}

/** Programs draw a baseline from its left end; this puts its parts in reading order. */
function inLines(fragments: readonly Fragment[]): Fragment[] {
  const lines: Fragment[][] = [];
  for (const fragment of fragments) {
    const last = lines.at(-1);
    if (last?.[0] && Math.abs(last[0].top - fragment.top) < fragment.size * 0.3) last.push(fragment);
    else lines.push([fragment]);
  }
  return lines.flatMap((line) => line.sort((one, other) => one.left - other.left));
}
