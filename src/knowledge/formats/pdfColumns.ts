import type { Fragment } from './pdfLines.ts';

type Side = 'LEFT' | 'RIGHT' | 'ACROSS';

const minFragments = 5;
/** Prose fills its column; the cells of a table do not. */
const minFill = 0.5;
const maxAcross = 0.2;

/**
 * Reading order of a page whose two columns are drawn line by line across the page: the left column, then the right, between fragments
 * that span both. Pages that are drawn column by column, and tables, are left as they are.
 */
export function inReadingOrder(fragments: readonly Fragment[]): readonly Fragment[] {
  const gutter = findGutter(fragments);
  if (gutter === undefined || !alternates(fragments.map((fragment) => sideOf(fragment, gutter)))) return fragments;
  const ordered: Fragment[] = [];
  let band: Fragment[] = [];
  const flush = () => {
    ordered.push(...band.filter((each) => sideOf(each, gutter) === 'LEFT'), ...band.filter((each) => sideOf(each, gutter) === 'RIGHT'));
    band = [];
  };
  for (const fragment of [...fragments].sort((left, right) => left.top - right.top)) {
    if (sideOf(fragment, gutter) !== 'ACROSS') band.push(fragment);
    else {
      flush();
      ordered.push(fragment);
    }
  }
  flush();
  return ordered;
}

function sideOf({ left, right }: Fragment, gutter: number): Side {
  if (right <= gutter) return 'LEFT';
  return left >= gutter ? 'RIGHT' : 'ACROSS';
}

/** The x in the middle half of the text that the fewest fragments cross, if both sides look like columns of prose. */
function findGutter(fragments: readonly Fragment[]): number | undefined {
  if (fragments.length < minFragments * 2) return undefined;
  const left = Math.min(...fragments.map((each) => each.left));
  const right = Math.max(...fragments.map((each) => each.right));
  const candidates = Array.from({ length: 50 }, (_, step) => left + (right - left) * (0.25 + step / 100));
  const counted = candidates.map((x) => ({ x, across: fragments.filter((each) => sideOf(each, x) === 'ACROSS').length }));
  const best = counted.reduce((least, next) => (next.across < least.across ? next : least));
  if (best.across > fragments.length * maxAcross) return undefined;
  return fills(fragments, best.x, 'LEFT', best.x - left) && fills(fragments, best.x, 'RIGHT', right - best.x) ? best.x : undefined;
}

function fills(fragments: readonly Fragment[], gutter: number, side: Side, width: number): boolean {
  const widths = fragments.filter((each) => sideOf(each, gutter) === side).map((each) => each.right - each.left).sort((a, b) => a - b);
  return widths.length >= minFragments && (widths[widths.length >> 1] ?? 0) > width * minFill;
}

function alternates(sides: readonly Side[]): boolean {
  const placed = sides.filter((side) => side !== 'ACROSS');
  const changes = placed.filter((side, index) => index > 0 && side !== placed[index - 1]).length;
  return changes > placed.length * 0.4;
}
