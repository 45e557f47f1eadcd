/** What pdf.js tells about a run of characters (the fields that are used of its TextItem). */
export interface PdfItem {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly transform: readonly number[];
  readonly fontName: string;
}

/** From PDF space to the page as shown: origin at the top left, turned upright. */
export type Transform = readonly number[];

/** Text on one baseline without a wide gap. Lengths in points; `top` is the baseline's distance from the page's top. */
export interface Fragment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly size: number;
  readonly upright: boolean;
  /** Every letter is as wide as the next: program text, mostly. */
  readonly monospaced: boolean;
}

/** Fragments side by side; `cells` has more than one entry where wide gaps part them. */
export interface TextLine extends Fragment {
  readonly page: number;
  readonly cells: readonly string[];
}

/** A gap from here on parts cells; justified text stays below. In font sizes, as are the others. */
const cellGap = 1.5;
const blankGap = 0.2;
const sameBaseline = 0.3;
/** A footnote mark stands this much higher, right at the end of a word. */
const raisedBaseline = 0.55;

interface Placed extends Fragment {
  readonly rightToLeft: boolean;
}

/**
 * Fragments in the order in which the page draws them, which is the reading order of nearly all programs. Text beside the page is not
 * among them: pdf.js leaves it out.
 */
export function fragmentsOf(items: readonly PdfItem[], transform: Transform, isMonospaced: (fontName: string) => boolean): Fragment[] {
  const fragments: Placed[] = [];
  let blank = false;
  for (const item of items) {
    const placed = { ...place(item, transform), monospaced: isMonospaced(item.fontName) };
    if (!item.str.trim()) blank ||= item.str !== '';
    else {
      const last = fragments.at(-1);
      if (last && continues(last, placed)) fragments[fragments.length - 1] = join(last, placed, blank);
      else fragments.push(placed);
      blank = false;
    }
  }
  return fragments;
}

function place(item: PdfItem, transform: Transform): Omit<Placed, 'monospaced'> {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const [t0 = 1, t1 = 0, t2 = 0, t3 = 1, t4 = 0, t5 = 0] = item.transform;
  const left = a * t4 + c * t5 + e;
  const [run, rise] = [a * t0 + c * t1, b * t0 + d * t1];
  return {
    text: item.str, left, right: left + item.width, top: b * t4 + d * t5 + f, size: Math.hypot(a * t2 + c * t3, b * t2 + d * t3) || 1,
    upright: run > 0 && Math.abs(rise) < run * 0.1, rightToLeft: item.dir === 'rtl',
  };
}

function continues(last: Placed, next: Placed): boolean {
  const size = Math.max(last.size, next.size);
  const gap = next.left - last.right;
  const fall = Math.abs(next.top - last.top);
  if (last.upright !== next.upright) return false;
  if (!last.upright) return fall < size && Math.abs(gap) < size * cellGap;
  if (next.rightToLeft || last.rightToLeft) return fall < size * sameBaseline;
  return (fall < size * sameBaseline && gap > -size && gap < size * cellGap) || (fall < size * raisedBaseline && Math.abs(gap) < size * blankGap);
}

function join(last: Placed, next: Placed, blank: boolean): Placed {
  const longer = next.text.length > last.text.length ? next : last;
  const apart = blank || Math.abs(next.left - last.right) > longer.size * blankGap;
  const text = `${last.text}${apart && !/\s$/.test(last.text) ? ' ' : ''}${next.text}`;
  return { ...last, text, left: Math.min(last.left, next.left), right: Math.max(last.right, next.right), top: longer.top, size: longer.size, monospaced: last.monospaced && next.monospaced };
}

/** Lines of fragments that follow each other on one baseline from left to right. */
export function linesOf(fragments: readonly Fragment[], page: number): TextLine[] {
  const lines: TextLine[] = [];
  for (const fragment of fragments) {
    const text = fragment.text.replaceAll(/\s+/g, ' ').trim();
    const last = lines.at(-1);
    const beside = last?.upright && fragment.upright && Math.abs(last.top - fragment.top) < fragment.size * sameBaseline && fragment.left >= last.right;
    if (last && beside) lines[lines.length - 1] = { ...last, text: `${last.text} ${text}`, right: fragment.right, monospaced: last.monospaced && fragment.monospaced, cells: [...last.cells, text] };
    else lines.push({ ...fragment, text, page, cells: [text] });
  }
  return lines;
}
