import type { Shown } from './pdfDrawing.ts';
import type { Box, Transform } from './pdfGeometry.ts';
import { raisedNumber } from '../shownNumbers.ts';
import { hasRightToLeft, logicalText, writtenForms, type VisualPiece } from './pdfRightToLeft.ts';
import type { Tag } from './pdfStructure.ts';

/** What pdf.js reports about a run of characters (the fields of its TextItem that are used). */
export interface PdfItem {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly transform: readonly number[];
  readonly fontName: string;
}

/** Text on one baseline without a wide gap. Lengths in points; `top` is the baseline's distance from the page's top. */
export interface Fragment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly size: number;
  readonly upright: boolean;
  /** Whether all letters have the same width: program text, mostly. */
  readonly monospaced: boolean;
  readonly bold: boolean;
  /** What the file's tags say that it is. */
  readonly tag?: Tag | undefined;
}

/** Fragments side by side. */
export interface TextLine extends Fragment {
  readonly page: number;
  /** The right edge of its column. */
  readonly limit: number;
}

export interface Font {
  readonly monospaced: boolean;
  readonly bold: boolean;
}

/** A gap of this size may separate cells; the lines above and below decide. In font sizes, like the values below. */
const cellGap = 1;
const blankGap = 0.2;
export const sameBaseline = 0.3;
/** A page with more upright rules is a map or a plot, and each string would be compared with all of them. */
const maxWalls = 2_000;
/** A footnote mark is directly after a word and raised by less than this, but more than `minRaise`. */
const raisedBaseline = 0.55;
const minRaise = 0.15;
const maxRaisedSize = 0.85;

interface Placed extends Fragment {
  /** The pieces that it was made of, if they include right-to-left letters. */
  readonly pieces: readonly VisualPiece[];
}

interface FragmentOptions {
  fontOf(name: string): Font;
  tagOf(item: PdfItem): Tag | undefined;
  /** Rules that separate cells; text on both sides of an upright rule is never one fragment. */
  readonly rules: readonly Box[];
  /** Every drawn string, to detect hidden text. */
  readonly shown: readonly Shown[];
}

export interface Fragments {
  readonly fragments: readonly Fragment[];
  /** Whether text that a reader does not see was left out. */
  readonly hidden: boolean;
}

/**
 * Returns fragments in the order in which the page draws them, which is the reading order of nearly all programs,
 * without hidden text. Text outside the page is not included: pdf.js leaves it out.
 */
export function fragmentsOf(
  items: readonly PdfItem[],
  transform: Transform,
  { fontOf, tagOf, rules, shown }: FragmentOptions,
): Fragments {
  const fragments: Placed[] = [];
  const upright = rules.filter(({ left, right, top, bottom }) => bottom - top > right - left);
  const walls = upright.length > maxWalls ? [] : upright;
  const visible = visibleText(shown);
  let [blank, hidden] = [false, false];
  for (const item of items) {
    if (!item.str.trim()) {
      blank ||= item.str !== '';
      continue;
    }
    const tag = tagOf(item);
    for (const part of place(item, transform, fontOf(item.fontName))) {
      const text = visible(part);
      hidden ||= text !== part.text;
      if (!text.trim()) continue;
      const placed = { ...part, text, tag, pieces: [{ ...part, text }] };
      const last = fragments.at(-1);
      if (last && continues(last, placed, walls)) fragments[fragments.length - 1] = join(last, placed, blank);
      else fragments.push(placed);
      blank = false;
    }
  }
  return {
    fragments: fragments.map(({ pieces, ...fragment }) =>
      pieces.some(({ text }) => hasRightToLeft(text))
        ? { ...fragment, text: logicalText(pieces, fragment.size) }
        : fragment,
    ),
    hidden,
  };
}

/** Adds bullets: a dot in front of a line is its bullet. */
export function withBullets(fragments: readonly Fragment[], dots: readonly Box[]): Fragment[] {
  return fragments.map((fragment) => {
    const { left, top, size } = fragment;
    const dot = fragment.upright
      ? dots.find(
          (each) =>
            left - each.right > 0 && left - each.right < size * 1.5 && each.bottom < top + 1 && each.top > top - size,
        )
      : undefined;
    return dot ? { ...fragment, text: `• ${fragment.text}`, left: dot.left } : fragment;
  });
}

/**
 * Returns a function that gives the visible text of an item: pdf.js joins strings of different colours, so an item may
 * be partly hidden.
 */
function visibleText(shown: readonly Shown[]): (placed: Placed) => string {
  if (!shown.some(({ hidden }) => hidden)) return ({ text }) => text;
  const byLine = new Map<number, Shown[]>();
  for (const each of shown) {
    for (const key of [Math.floor(each.top), Math.floor(each.top) + 1]) {
      const line = byLine.get(key);
      if (line) line.push(each);
      else byLine.set(key, [each]);
    }
  }
  return ({ text, left, right, top, size }) => {
    const beneath = (byLine.get(Math.round(top)) ?? []).filter(
      (each) => Math.min(each.right, right) - Math.max(each.left, left) > Math.min(1, (each.right - each.left) / 2),
    );
    const share = (hidden: boolean) =>
      beneath
        .filter((each) => each.hidden === hidden)
        .reduce((sum, each) => sum + Math.min(each.right, right) - Math.max(each.left, left), 0) /
      Math.max(right - left, 1);
    if (share(true) < 0.02 || share(false) > 0.98) return text;
    return share(false) < 0.02
      ? ''
      : joinStrings(
          beneath.filter((each) => !each.hidden),
          size,
        );
  };
}

/** Joins strings into words: browsers draw each letter as a separate string, and draw no blanks. */
function joinStrings(strings: readonly Shown[], size: number): string {
  return [...strings]
    .sort((one, other) => one.left - other.left)
    .reduce((before, { text, left }, index, all) => {
      const apart = index > 0 && left - (all[index - 1]?.right ?? left) > size * blankGap * 0.75;
      return `${before}${apart ? ' ' : ''}${text}`;
    }, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** An item may hold cells that only blanks separate. */
function place(item: PdfItem, transform: Transform, font: Font): Placed[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const [t0 = 1, t1 = 0, t2 = 0, t3 = 1, t4 = 0, t5 = 0] = item.transform;
  const left = a * t4 + c * t5 + e;
  const [run, rise] = [a * t0 + c * t1, b * t0 + d * t1];
  const whole: Placed = {
    text: writtenForms(item.str),
    left,
    right: left + item.width,
    top: b * t4 + d * t5 + f,
    size: Math.hypot(a * t2 + c * t3, b * t2 + d * t3) || 1,
    upright: run > 0 && Math.abs(rise) < run * 0.1,
    pieces: [],
    ...font,
  };
  if (rise < 0 && Math.abs(run) < -rise * 0.1) return [turnedUp(whole)];
  if (!/^\s|\s{3}/.test(item.str) || hasRightToLeft(item.str)) return [whole];
  const letter = item.width / item.str.length;
  return [...item.str.matchAll(/\S+(?:\s{1,2}\S+)*/g)].map(({ 0: text, index }) => ({
    ...whole,
    text,
    left: left + index * letter,
    right: left + (index + text.length) * letter,
  }));
}

/** Places upward text, such as the heads of narrow columns, at the middle of where it is. */
function turnedUp(whole: Placed): Placed {
  const { left, right, top, size } = whole;
  return { ...whole, left: left - size * 0.8, right: left + size * 0.2, top: top - (right - left) / 2 + size / 3 };
}

function continues(last: Placed, next: Placed, walls: readonly Box[]): boolean {
  const size = Math.max(last.size, next.size);
  const gap = next.left - last.right;
  const fall = Math.abs(next.top - last.top);
  if (last.upright !== next.upright || partOf(last) !== partOf(next)) return false;
  if (!last.upright) return (fall < size && Math.abs(gap) < size * cellGap) || Math.abs(last.left - next.left) < 1;
  // Right-to-left text is drawn from either end.
  const before = last.left - next.right;
  const near =
    (fall < size * sameBaseline && gap > -size && gap < size * cellGap) ||
    (fall < size * sameBaseline && before > -size && before < size * cellGap && isFromRight(last, next)) ||
    (fall < size * raisedBaseline && Math.abs(gap) < size * (isRaised(last, next) ? cellGap : blankGap));
  return (
    near &&
    !walls.some(
      (wall) =>
        wall.left > last.right - 1 &&
        wall.right < next.left + 1 &&
        wall.top < next.top &&
        wall.bottom > next.top - size / 2,
    )
  );
}

/** Text on both sides of the end of a heading or a cell is never joined. */
const partOf = ({ tag }: Fragment): Tag | undefined =>
  tag?.kind === 'HEADING' || tag?.kind === 'CELL' ? tag : undefined;

/** Whether a number is small and raised: a footnote mark or an exponent. */
function isRaised(mark: Fragment, line: Fragment): boolean {
  return (
    /^\d{1,3}$/.test(mark.text.trim()) &&
    mark.size < line.size * maxRaisedSize &&
    line.top - mark.top > line.size * minRaise
  );
}

/**
 * Writes an exponent as `10⁶` or `m²`: on the line it would read as another number. The mark of a footnote gets
 * brackets, as in other formats.
 */
function raisedText(last: Placed, next: Placed): string | undefined {
  if (isRaised(next, last)) return `${last.text}${raisedNumber(last.text, next.text.trim())}`;
  return isRaised(last, next) ? `[${last.text.trim()}] ${next.text}` : undefined;
}

const isFromRight = (...placed: readonly Placed[]): boolean =>
  placed.some(({ pieces }) => pieces.some(({ text }) => hasRightToLeft(text)));

function join(last: Placed, next: Placed, blank: boolean): Placed {
  const longer = next.text.length > last.text.length ? next : last;
  const apart = blank || Math.abs(next.left - last.right) > longer.size * blankGap;
  const text = raisedText(last, next) ?? `${last.text}${apart && !/\s$/.test(last.text) ? ' ' : ''}${next.text}`;
  const [left, right] = [Math.min(last.left, next.left), Math.max(last.right, next.right)];
  return {
    ...last,
    text,
    left,
    right,
    top: longer.top,
    size: longer.size,
    monospaced: last.monospaced && next.monospaced,
    bold: last.bold && next.bold,
    pieces: [...last.pieces, ...next.pieces],
  };
}

/** The dots that lead to a page number overlap it if they are drawn separately. */
const leaderEnd = /(?:[.…]\s?){4}$/;
const cleaned = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns lines of fragments that follow each other on one baseline from left to right. */
export function linesOf(fragments: readonly Fragment[], page: number): TextLine[] {
  const lines: TextLine[] = [];
  for (const fragment of fragments) {
    const text = cleaned(fragment.text);
    const last = lines.at(-1);
    const beside =
      last &&
      partOf(last) === partOf(fragment) &&
      Math.abs(last.top - fragment.top) < fragment.size * sameBaseline &&
      fragment.left >= last.right - (leaderEnd.test(last.text) ? fragment.size : 0);
    if (last && beside)
      lines[lines.length - 1] = {
        ...last,
        text: `${last.text} ${text}`,
        right: fragment.right,
        monospaced: last.monospaced && fragment.monospaced,
        bold: last.bold && fragment.bold,
      };
    else lines.push({ ...fragment, text, page, limit: fragment.right });
  }
  return lines;
}

/** A baseline of a page: its fragments from left to right. */
export type Row = readonly Fragment[];

/** Returns baselines from top to bottom, whatever the order in which the page draws them. */
export function baselines(fragments: readonly Fragment[]): Row[] {
  const rows: Fragment[][] = [];
  for (const fragment of [...fragments].sort((left, right) => left.top - right.top)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && fragment.top - first.top < Math.max(first.size, fragment.size) * sameBaseline)
      row.push(fragment);
    else rows.push([fragment]);
  }
  return rows.map((row) => row.sort((left, right) => left.left - right.left));
}

/** Whether the next line's first word had no room left: the line wrapped and did not end. */
export function wraps(line: Fragment, next: Fragment, limit: number): boolean {
  const letter = (next.right - next.left) / Math.max(next.text.length, 1);
  const word = /^\S+/.exec(next.text)?.[0].length ?? 0;
  return line.right + (word + 1) * letter > limit - letter;
}
