import type { Interval } from '../figures/confidenceFigures.ts';
import { html, type Content } from './html.ts';

/** What stands where there is no figure. */
const none = '–';

export const share = (value: number | null, digits = 0) =>
  value === null ? none : `${(100 * value).toFixed(digits)} %`;
export const figure = (value: number | null, digits = 2) =>
  value === null ? none : value.toFixed(digits).replace('-', '−');
export const spanOf = (interval: Interval, digits = 2) =>
  interval ? `${figure(interval[0], digits)} to ${figure(interval[1], digits)}` : none;
/** A share with its interval under it. */
export const shareWith = (part: number, whole: number, interval: Interval): Content =>
  whole === 0
    ? none
    : html`${share(part / whole, 1)}${interval ? html`<br><small>${(100 * interval[0]).toFixed(0)} to ${share(interval[1])}</small>` : ''}`;
export const figureWith = (value: number | null, interval: Interval): Content =>
  html`${figure(value)}${interval ? html`<br><small>${spanOf(interval)}</small>` : ''}`;

export interface Row {
  readonly name: string;
  readonly cells: readonly Content[];
  /** Set back under the row before. */
  readonly under?: boolean;
}

/** A table that scrolls in its own box, by keyboard too. @param label names it for those who do not see what stands around it */
export function table(label: string, titles: readonly string[], rows: readonly Row[]): Content {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows.map(({ name, cells, under }) => html`<tr${under ? html` class="under"` : ''}><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}
