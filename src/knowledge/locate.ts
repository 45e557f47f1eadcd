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
