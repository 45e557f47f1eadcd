import type { SourceMap, Span } from './document.ts';

/** Where a span stands in the source that was taken in, from 1; null where the source has no such places. */
export interface SourceLocation {
  readonly page: number | null;
  readonly endPage: number | null;
  readonly line: number | null;
  readonly endLine: number | null;
}

/** The page or lines of a span of canonical text. Null without a map. An empty span stands where it begins. */
export function locate(sourceMap: SourceMap | null, span: Span): SourceLocation | null {
  if (!sourceMap) return null;
  const first = positionAt(sourceMap, span.start);
  const last = positionAt(sourceMap, Math.max(span.start, span.end - 1));
  if (first === undefined || last === undefined) return null;
  return sourceMap.unit === 'PAGE'
    ? { page: first, endPage: last, line: null, endLine: null }
    : { page: null, endPage: null, line: first, endLine: last };
}

/**
 * Whether any page that a span stands on may be read in another order than a person reads it, or a word in it was
 * recognised with doubt.
 */
export function isUncertain(sourceMap: SourceMap | null, span: Span): boolean {
  if (doubtfulIn(sourceMap, span).length > 0) return true;
  const at = sourceMap?.uncertain ? locate(sourceMap, span) : null;
  const [first, last] = [at?.page ?? null, at?.endPage ?? null];
  if (first === null || last === null) return false;
  return sourceMap?.uncertain?.some((page) => page >= first && page <= last) ?? false;
}

/** Words in a span that were recognised with doubt: spans of the text. */
export function doubtfulIn(sourceMap: SourceMap | null, { start, end }: Span): Span[] {
  return (sourceMap?.doubtful ?? []).flatMap(([from, to]) =>
    from < end && to > start ? [{ start: from, end: to }] : [],
  );
}

/**
 * How sure the recognition of the pages is that a span stands on, 0 to 1, of several the least; null where nothing was
 * recognised.
 */
export function certaintyOf(sourceMap: SourceMap | null, span: Span): number | null {
  const at = sourceMap?.recognised ? locate(sourceMap, span) : null;
  const found = (sourceMap?.recognised ?? []).filter(
    ({ page }) => page >= (at?.page ?? Infinity) && page <= (at?.endPage ?? 0),
  );
  return found.length === 0 ? null : Math.min(...found.map(({ certainty }) => certainty));
}

/** Binary search for the last stretch that begins at or before the offset. */
function positionAt({ offsets, positions }: SourceMap, offset: number): number | undefined {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return positions[Math.max(0, low - 1)];
}
