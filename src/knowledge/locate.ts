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

/** Whether any page that a span stands on may be read in another order than a person reads it. */
export function isUncertain(sourceMap: SourceMap | null, span: Span): boolean {
  const at = sourceMap?.uncertain ? locate(sourceMap, span) : null;
  const [first, last] = [at?.page ?? null, at?.endPage ?? null];
  if (first === null || last === null) return false;
  return sourceMap?.uncertain?.some((page) => page >= first && page <= last) ?? false;
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
