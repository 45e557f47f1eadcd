import { lowerWords } from '../../knowledge/words.ts';

const wordsPerRun = 3;

/** The runs of three words of a text, to be compared with those of others. */
export function wordRuns(text: string): ReadonlySet<string> {
  const words = lowerWords(text);
  return new Set(
    words.slice(wordsPerRun - 1).map((_, position) => words.slice(position, position + wordsPerRun).join(' ')),
  );
}

/** How much of the shorter text stands in the other, by their runs of three words: 0..1; 0 for texts of fewer words. Containment and not Jaccard: where a chunk is cut is chance. */
export function sharedText(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [shorter, longer] = left.size <= right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const run of shorter) if (longer.has(run)) shared += 1;
  return shorter.size === 0 ? 0 : shared / shorter.size;
}
