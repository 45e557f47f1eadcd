import type { SourceLocation } from '../../knowledge/locate.ts';

/** `page 3` or `lines 3–7`; nothing where the source has no places. */
export function locationText(location: SourceLocation | null): string[] {
  const range = (name: string, first: number | null, last: number | null) =>
    first === null ? [] : [first === last ? `${name} ${first}` : `${name}s ${first}–${last ?? first}`];
  return location
    ? [...range('page', location.page, location.endPage), ...range('line', location.line, location.endLine)]
    : [];
}
