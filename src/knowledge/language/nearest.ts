/** Returns the candidate that `word` was most likely meant to be, or undefined if none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const starts = candidates.filter((candidate) => word.length >= 3 && candidate.startsWith(word));
  if (starts.length === 1) return starts[0];
  // A third of the letters may be wrong; with more, short words would match anything.
  const limit = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate;
}

/** The Damerau-Levenshtein distance (optimal string alignment): a swap of neighbours counts once. */
export function editDistance(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const best = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
      rows[row]?.push(best);
    }
  }
  return at(left.length, right.length);
}
