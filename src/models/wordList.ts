/** The everyday words of a language, for recognising typos. */
export interface WordList {
  /** ISO 639-1. */
  readonly language: string;
  has(word: string): boolean;
  /** Words that turn into `word` by one typo (an extra, missing or wrong letter, or two swapped), most common first. */
  near(word: string): readonly string[];
}

/**
 * Whether two words differ by one typo: an extra, missing or wrong letter, or two neighbours swapped (optimal string
 * alignment of 1).
 */
export function isOneSlip(left: string, right: string): boolean {
  if (left === right || Math.abs(left.length - right.length) > 1) return false;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  const rest = (word: string, skipped: number) => word.slice(from + skipped);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1);
  const isSwapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2));
}

/** Whether the only difference is two swapped neighbours. */
export function isSwap(left: string, right: string): boolean {
  return left.length === right.length && isOneSlip(left, right) && sorted(left) === sorted(right);
}

const sorted = (word: string) => Array.from(word).sort().join('');
