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
  const length = Math.min(left.length, right.length);
  let from = 0;
  while (from < length && left[from] === right[from]) from += 1;
  let behind = 0;
  while (behind < length - from && left.at(-1 - behind) === right.at(-1 - behind)) behind += 1;
  // What stands before and behind the slip is alike, and nothing else is left.
  const rest = length - from - behind;
  if (left.length !== right.length) return rest === 0;
  return rest === 1 || (rest === 2 && left[from] === right[from + 1] && left[from + 1] === right[from]);
}

/** Whether the only difference is two swapped neighbours. */
export function isSwap(left: string, right: string): boolean {
  return left.length === right.length && isOneSlip(left, right) && sorted(left) === sorted(right);
}

const sorted = (word: string) => Array.from(word).sort().join('');
