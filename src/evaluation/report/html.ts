import type { Interval } from '../figures/confidenceFigures.ts';

/**
 * Markup that may be put into a page unescaped. Only `html` creates it, so that no text of a document or a question
 * gets in unescaped.
 */
export interface Html {
  readonly markup: string;
}

export type Content = Html | string | number | readonly Content[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use between tags and in attributes. Control characters, which no page may contain, are removed. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** Markup from a template. Inserted values are escaped, unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return {
    markup: parts.map((part, index) => part + (index < values.length ? markupOf(values[index] ?? '') : '')).join(''),
  };
}

function markupOf(content: Content): string {
  if (typeof content === 'string') return escapeHtml(content);
  if (typeof content === 'number') return String(content);
  return 'markup' in content ? content.markup : content.map(markupOf).join('');
}

/** Shown if there is no figure. */
const none = '–';

export const share = (value: number | null, digits = 0) =>
  value === null ? none : `${(100 * value).toFixed(digits)} %`;
export const figure = (value: number | null, digits = 2) =>
  value === null ? none : value.toFixed(digits).replace('-', '−');
const spanOf = (interval: Interval, digits = 2) =>
  interval ? `${figure(interval[0], digits)} to ${figure(interval[1], digits)}` : none;
/** A share with its interval below it. */
export const shareWith = (part: number, whole: number, interval: Interval): Content =>
  whole === 0
    ? none
    : html`${share(part / whole, 1)}${interval ? html`<br><small>${(100 * interval[0]).toFixed(0)} to ${share(interval[1])}</small>` : ''}`;
export const figureWith = (value: number | null, interval: Interval): Content =>
  html`${figure(value)}${interval ? html`<br><small>${spanOf(interval)}</small>` : ''}`;

export interface Row {
  readonly name: string;
  readonly cells: readonly Content[];
  /** Indented below the previous row. */
  readonly under?: boolean;
}

/**
 * A table that scrolls in its own box, also by keyboard. @param label names it for people who cannot see what surrounds
 * it
 */
export function table(label: string, titles: readonly string[], rows: readonly Row[]): Content {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows.map(({ name, cells, under }) => html`<tr${under ? html` class="under"` : ''}><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}
