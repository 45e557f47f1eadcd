/** What is shown around a quote of a document that is too long to be shown whole. */
const around = 2_500;

export interface Excerpt {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

/** The quote with some 2,500 characters on each side, from the beginning of a line to the end of one. */
export function excerptOf(text: string, { start, end }: { readonly start: number; readonly end: number }): Excerpt {
  const first = start <= around ? 0 : text.indexOf('\n', start - around) + 1;
  const last = end + around >= text.length ? text.length : text.lastIndexOf('\n', end + around);
  const from = first > start ? start : first;
  return {
    before: text.slice(from, start),
    quote: text.slice(start, end),
    after: text.slice(end, Math.max(end, last)),
  };
}
