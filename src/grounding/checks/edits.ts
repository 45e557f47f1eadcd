import { sentences } from '../../knowledge/sentences.ts';
import { alignWords } from '../conflicts/alignWords.ts';
import { scan, type Token } from '../reading/scan.ts';
import { focusRows } from './rows.ts';

/** Where a claim that copies a sentence departs from it. */
export interface Edit {
  /** Lower-case words, without those that say nothing by themselves. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** All of the words, as they stand there. */
  readonly removedText: string;
  readonly addedText: string;
}

/**
 * Share of the shorter text's words that must stand in the other one in order for the claim to be a copy, and the least
 * count of them.
 */
const copyShare = 0.7;
const copyWords = 3;

/**
 * The sentence, item or row of a quote that is most like the claim; of a row the cells alone that it speaks of. Long
 * quotes are read by their sentences: a claim is rarely about more than one.
 */
export function nearestSentence(quote: string, claim: string): string {
  const parts = quote.length > longestQuote ? [] : sentences(quote).map(({ start, end }) => quote.slice(start, end));
  let best = quote;
  let bestLikeness = alignWords(quote, claim).likeness;
  for (const part of parts) {
    const { likeness } = alignWords(part, claim);
    if (likeness <= bestLikeness) continue;
    best = part;
    bestLikeness = likeness;
  }
  return focusRows(best, claim);
}

const longestQuote = 4_000;

/** The edits that make `claim` of `sentence`, in order; undefined when it is no copy but told in other words. */
export function editsOf(sentence: string, claim: string): readonly Edit[] | undefined {
  const aligned = alignWords(sentence, claim);
  const least = Math.min(wordCount(sentence), wordCount(claim));
  if (aligned.shared < Math.max(copyWords, copyShare * least)) return undefined;
  return aligned.replaced.map(({ left, right }) => {
    const [removedText, addedText] = [sentence.slice(left.start, left.end), claim.slice(right.start, right.end)];
    return { removed: tellingWords(removedText), added: tellingWords(addedText), removedText, addedText };
  });
}

function wordCount(text: string): number {
  return scan(text).filter(({ kind }) => kind !== 'SIGN').length;
}

const silent = new Set(
  (
    'a an the is are was were be been being am do does did has have had it its this that these those they them their he she his her which who whom and also then there here so as of to in at on by with your you our we ' +
    'der die das ein eine und ist sind le la les un une et est sont el los las y es son'
  ).split(' '),
);

function tellingWords(text: string): string[] {
  return scan(text)
    .filter((token) => isTelling(token))
    .map(({ lower }) => lower);
}

function isTelling({ kind, lower }: Token): boolean {
  return kind !== 'SIGN' && !silent.has(lower);
}
