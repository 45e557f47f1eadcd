import type { Drawing } from './pdfDrawing.ts';
import type { Box } from './pdfGeometry.ts';
import type { Fragment } from './pdfLines.ts';

/** `EUR 9`: as a cell that is read from the right shows nine euros. */
const unitFirst = /^([A-Z]{3}|[a-z]{1,2}) ([\d.,]+)$/;

export interface Page {
  readonly fragments: readonly Fragment[];
  readonly drawing: Drawing;
}

/**
 * A page in a mirror: what is read from the right stands on the left there, so that columns, tables, bullets and the
 * ends of lines need be told in one direction only.
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

/** Programs draw a baseline from its left end: its parts are put into the order in which they are read. */
function inLines(fragments: readonly Fragment[]): Fragment[] {
  const lines: Fragment[][] = [];
  for (const fragment of fragments) {
    const last = lines.at(-1);
    if (last?.[0] && Math.abs(last[0].top - fragment.top) < fragment.size * 0.3) last.push(fragment);
    else lines.push([fragment]);
  }
  return lines.flatMap((line) => line.sort((one, other) => one.left - other.left));
}
