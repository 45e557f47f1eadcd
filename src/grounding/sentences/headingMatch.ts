import { contentRootsOf, holdsRoot } from '../words/stems.ts';

/** Askers speak of themselves, headings do not. */
const asker = new Set(['i', 'my', 'me', 'we', 'our', 'us']);
/** One word alone is shared by chance, and of headings that share fewer, as many were right as of any others. */
const leastShared = 2;
const leastOverlap = 0.6;

/**
 * How nearly one of the titles and headings above a sentence is the question itself: 0..1. 1 where it has its very
 * words, as help centres head a section "What is an API?"; else the F1 of their content words, from .6 on.
 */
export function headingMatch(question: string, headings: readonly string[]): number {
  const asked = rootsOf(question);
  const matchOf = (heading: string) => (isWordForWord(question, heading) ? 1 : overlapOf(asked, rootsOf(heading)));
  return Math.max(0, ...headings.map(matchOf));
}

function rootsOf(text: string): string[] {
  return contentRootsOf(text).filter((root) => !asker.has(root));
}

function overlapOf(asked: readonly string[], named: readonly string[]): number {
  const shared = asked.filter((root) => holdsRoot(named, root)).length;
  const overlap = Math.min(1, (2 * shared) / (asked.length + named.length));
  return shared < leastShared || overlap < leastOverlap ? 0 : overlap;
}

/** Whether a heading has the very words of a question, whatever their case and marks: "What’s new?" is "whats new". */
export function isWordForWord(question: string, heading: string): boolean {
  const words = wordsOf(question);
  return words !== '' && wordsOf(heading) === words;
}

function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{M}\d]+/gu) ?? []
  ).join(' ');
}
