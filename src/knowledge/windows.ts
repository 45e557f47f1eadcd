import { countWords, sentences } from './sentences.ts';

/**
 * Overlapping slices of a text for the embedder: whole sentences up to `maxWords`, each window beginning with the last sentence
 * of the one before. A longer sentence is cut into pieces that overlap by a quarter.
 * The built-in embedder reads about 100 words and blurs above 40 (FACTS 4).
 */
export function windows(text: string, maxWords: number): string[] {
  const pieces = sentences(text).flatMap((span) => cut(text.slice(span.start, span.end), maxWords));
  const found: string[] = [];
  let first = 0;
  while (first < pieces.length) {
    let last = first;
    let words = countWords(pieces[first] ?? '');
    while (last + 1 < pieces.length && words + countWords(pieces[last + 1] ?? '') <= maxWords) {
      last += 1;
      words += countWords(pieces[last] ?? '');
    }
    found.push(pieces.slice(first, last + 1).join(' '));
    if (last + 1 >= pieces.length) break;
    first = Math.max(first + 1, last);
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
