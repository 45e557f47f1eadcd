import { sharedStart } from '../../knowledge/words.ts';

/**
 * Lexemes share at least this many letters, and this much of the longer one, to count as forms of one word that the
 * stemmer parts: "founder" and "founded".
 */
const fewestLetters = 4;
const leastShare = 0.6;

/**
 * How near the nearest of some lexemes comes to one: the shared beginning over the longer of both; 1 for the same, 0
 * for none. Codes are never near.
 */
export function nearestLexeme(lexeme: string, among: ReadonlySet<string>): number {
  if (among.has(lexeme)) return 1;
  if (lexeme.length < fewestLetters || /\d/.test(lexeme)) return 0;
  let nearest = 0;
  for (const other of among) {
    const share = sharedStart(lexeme, other) / Math.max(lexeme.length, other.length);
    if (share > nearest && share >= leastShare && sharedStart(lexeme, other) >= fewestLetters) nearest = share;
  }
  return nearest;
}
