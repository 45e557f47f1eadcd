import { countWords, sentences } from './sentences.ts';

/**
 * Overlapping slices of a text for the embedder: whole sentences up to `maxWords`, each window beginning one sentence after
 * the one before it began, unless that would only repeat its end. A longer sentence is cut into halves that overlap by a quarter.
 * The built-in embedder reads about 100 words and blurs above 40 (FACTS 4).
 */
export function windows(text: string, maxWords: number): string[] {
  const pieces = sentences(text).flatMap((span) => cut(text.slice(span.start, span.end), maxWords));
  const found: string[] = [];
  let reached = 0;
  for (let first = 0; first < pieces.length; first += 1) {
    let last = first;
    let words = countWords(pieces[first] ?? '');
    while (last + 1 < pieces.length && words + countWords(pieces[last + 1] ?? '') <= maxWords) {
      last += 1;
      words += countWords(pieces[last] ?? '');
    }
    if (last + 1 <= reached) continue;
    reached = last + 1;
    found.push(pieces.slice(first, last + 1).join(' '));
  }
  return found;
}

function cut(sentence: string, maxWords: number): string[] {
  const words = sentence.split(/\s+/);
  if (words.length <= maxWords) return [sentence];
  const pieces: string[] = [];
  const step = Math.max(1, Math.floor(maxWords * 0.75));
  for (let start = 0; start === 0 || start + maxWords - step < words.length; start += step) pieces.push(words.slice(start, start + maxWords).join(' '));
  return pieces;
}
