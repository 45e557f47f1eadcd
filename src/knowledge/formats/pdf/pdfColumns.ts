import { baselines, wraps, type Fragment } from './pdfLines.ts';

/** A stretch of a page that is read in drawing order, or line by line. */
type Region = readonly Fragment[];

const minLines = 3;
/** Prose fills its column and wraps for lack of room; the cells of a table do not. Widths in font sizes. */
const minFill = 0.6;
const minWidth = 11;
const minLetters = 20;
const minBroken = 0.55;
const minGutter = 0.7;
const maxLeading = 1.65;
const listMarker = /^(?:[•◦▪▫‣⁃∙●○■□–—·✓➢*-]|\(?(?:\d{1,3}|[a-z])[.)])\s+\S/u;
const maxDepth = 6;
const maxCandidates = 40;
/**
 * A side with more fragments is not part of a leaflet, and each edge would be tried on both sides of every other edge.
 */
const maxNested = 400;
/** A page with more fragments is not prose. */
const maxFragments = 10_000;

/** Returns the regions of a page in reading order: columns of prose one after the other, between what spans them. */
export function inReadingOrder(fragments: readonly Fragment[], depth = 0): Region[] {
  const split = depth < maxDepth && fragments.length <= maxFragments ? bestSplit(fragments) : undefined;
  if (!split) return fragments.length > 0 ? [fragments] : [];
  return split.flatMap((band) =>
    'right' in band
      ? [...inReadingOrder(band.left, depth + 1), ...inReadingOrder(band.right, depth + 1)]
      : inReadingOrder(band.plain, depth + 1),
  );
}

type Band = { readonly left: Region; readonly right: Region } | { readonly plain: Region };

/** Returns the split at the left edge, shared by several lines, that separates the most text into columns. */
function bestSplit(fragments: readonly Fragment[]): Band[] | undefined {
  const candidates = edgesOf(fragments);
  let best: { bands: Band[]; parted: number } | undefined;
  const fromTop = [...fragments].sort((one, other) => one.top - other.top);
  for (const x of candidates) {
    const bands = bandsAt(fragments, fromTop, x);
    const parted = bands.reduce((sum, band) => sum + ('right' in band ? band.left.length + band.right.length : 0), 0);
    if (parted > (best?.parted ?? 0)) best = { bands, parted };
  }
  return best?.bands;
}

/** Returns the left edges that several lines share, the most frequent first. */
function edgesOf(fragments: readonly Fragment[]): number[] {
  const edges = new Map<number, number>();
  for (const { left } of fragments) edges.set(Math.floor(left), (edges.get(Math.floor(left)) ?? 0) + 1);
  return [...edges]
    .filter(([left, count]) => count + (edges.get(left + 1) ?? 0) >= minLines)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxCandidates)
    .map(([left]) => left - 0.5);
}

/** Returns, from top to bottom, the stretches with columns of prose on both sides, and the rest. */
function bandsAt(fragments: readonly Fragment[], fromTop: readonly Fragment[], x: number): Band[] {
  const bands: Band[] = [];
  let open: Fragment[] = [];
  let plain: Fragment[] = [];
  const flush = () => {
    const [left, right] = [open.filter((each) => each.right <= x), open.filter((each) => each.right > x)];
    if (areColumns(left, right)) {
      if (plain.length > 0) bands.push({ plain: inOrder(fragments, plain) });
      plain = [];
      bands.push({ left: inOrder(fragments, left), right: inOrder(fragments, right) });
    } else plain.push(...open);
    open = [];
  };
  for (const fragment of fromTop) {
    if (fragment.left < x && fragment.right > x + 1) {
      flush();
      plain.push(fragment);
    } else open.push(fragment);
  }
  flush();
  if (plain.length > 0) bands.push({ plain: inOrder(fragments, plain) });
  return bands;
}

function inOrder(fragments: readonly Fragment[], kept: readonly Fragment[]): Fragment[] {
  const set = new Set(kept);
  return fragments.filter((each) => set.has(each));
}

function areColumns(left: Region, right: Region): boolean {
  if (left.length < minLines || right.length < minLines) return false;
  const size = middleOf(left.map((each) => each.size));
  const gutter = Math.min(...right.map((each) => each.left)) - Math.max(...left.map((each) => each.right));
  return gutter > size * minGutter && [left, right].every((side) => isProse(side) || isColumns(side));
}

/** One side may hold columns in turn: of three columns, whichever split is found first leaves two. */
function isColumns(side: Region): boolean {
  if (side.length < minLines * 2 || side.length > maxNested) return false;
  return edgesOf(side).some((x) => {
    const [left, right] = [side.filter((each) => each.right <= x), side.filter((each) => each.left >= x)];
    return left.length + right.length === side.length && isProse(left) && isProse(right);
  });
}

/** Whether lines fill their width and wrap for lack of room, or are items of a list. */
export function isProse(side: Region): boolean {
  const rows = baselines(side);
  const lines = rows.map((row) => ({
    ...(row[0] as Fragment),
    text: row.map(({ text }) => text).join(' '),
    right: row.at(-1)?.right ?? 0,
  }));
  if (lines.length < minLines) return false;
  if (lines.filter(({ text }) => listMarker.test(text)).length * 2 >= lines.length) return true;
  const [from, to] = [Math.min(...lines.map(({ left }) => left)), Math.max(...lines.map(({ right }) => right))];
  const wide =
    middleOf(lines.map(({ left, right }) => right - left)) >= (to - from) * minFill &&
    to - from >= middleOf(lines.map(({ size }) => size)) * minWidth;
  // Only pairs of lines in one paragraph: the end of another paragraph says nothing.
  const pairs = lines.slice(1).flatMap((line, index) => {
    const last = lines[index] as Fragment;
    return line.top - last.top < line.size * maxLeading && Math.abs(line.size - last.size) < 1
      ? [wraps(last, line, to)]
      : [];
  });
  return (
    wide &&
    pairs.length > 1 &&
    middleOf(lines.map(({ text }) => text.length)) >= minLetters &&
    pairs.filter(Boolean).length >= pairs.length * minBroken
  );
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
