import { html, type Html } from './html.ts';

/** The drawing is 420 x 300; what is inside the margins is 0..1 in both directions, from the lower left. */
export const frame = { width: 420, height: 300, left: 52, right: 12, top: 30, bottom: 46 } as const;

const inner = { width: frame.width - frame.left - frame.right, height: frame.height - frame.top - frame.bottom };

const round = (value: number) => Math.round(value * 10) / 10;
/** Units from the left edge, of a share of the axis. */
export const atX = (share: number) => round(frame.left + share * inner.width);
/** Units from the upper edge. */
export const atY = (share: number) => round(frame.top + (1 - share) * inner.height);

export interface Axis {
  readonly title: string;
  /** Where the marks are, as shares of the axis, and what stands beside them. */
  readonly marks: readonly { readonly at: number; readonly text: string }[];
}

/** Marks every fifth of an axis that ends at `most`, in per cent. */
export function percentAxis(title: string, most = 1): Axis {
  return {
    title,
    marks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, text: `${Number((100 * at * most).toFixed(1))} %` })),
  };
}

/** Marks of a number from 0 to 1. */
export function unitAxis(title: string): Axis {
  return {
    title,
    marks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, text: at === 0 || at === 1 ? String(at) : at.toFixed(1) })),
  };
}

/** Grid, marks and titles; the vertical one stands at the top, where it is read without turning the head. */
export function axes(x: Axis, y: Axis): Html {
  return html`${y.marks.map(({ at, text }) => html`<line class="grid" x1="${atX(0)}" x2="${atX(1)}" y1="${atY(at)}" y2="${atY(at)}"/><text x="${atX(0) - 6}" y="${atY(at) + 4}" text-anchor="end">${text}</text>`)}
${x.marks.map(({ at, text }) => html`<text x="${atX(at)}" y="${atY(0) + 17}" text-anchor="${at === 1 ? 'end' : 'middle'}">${text}</text>`)}
<line class="axis" x1="${atX(0)}" x2="${atX(1)}" y1="${atY(0)}" y2="${atY(0)}"/>
<text class="label" x="${atX(0.5)}" y="${frame.height - 8}" text-anchor="middle">${x.title}</text>
<text class="label" x="2" y="14">${y.title}</text>`;
}

/** A chart with its text alternative. `id` must be unique on the page. */
export function chart(id: string, title: string, description: string, content: readonly Html[]): Html {
  return html`<svg viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>
${content}
</svg>`;
}
