/** A place in a text as a person counts: from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export interface LineFinder {
  /** The place of an offset; by binary search, so in any order. */
  place(offset: number): TextPlace;
}

/** Lines end in `\n` (so `\r\n` does as well). */
export function createLineFinder(text: string): LineFinder {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    place(offset) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
  };
}
