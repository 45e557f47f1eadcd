import type { ReadSpan } from './reader.ts';

/** What models write for each other. */
const alike = [String.raw`['‘’‚‛′]`, String.raw`["“”„«»″]`, String.raw`[-\u2010-\u2015\u2212]`].map((set) => ({
  set,
  isOf: new RegExp(set, 'u'),
}));
/** Letters and digits of scripts that part words by blanks; in the others any place may be the end of a word. */
const wordCharacter = String.raw`(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}]`;

/**
 * Where words that a model gave stand in a text, whole: as they are, but for blanks, quotation marks and dashes. Null where they stand nowhere: they were made up.
 * @param near of several places, the one that begins nearest to this
 */
export function findWords(text: string, words: string, near = 0): ReadSpan | null {
  const wanted = words.trim();
  if (!wanted) return null;
  const places = Array.from(text.matchAll(patternOf(wanted)), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  return places.reduce<ReadSpan | null>(
    (best, place) => (best === null || Math.abs(place.start - near) < Math.abs(best.start - near) ? place : best),
    null,
  );
}

/** "costs 1" does not stand in "costs 10": what begins or ends with a letter or digit begins or ends a word there. */
function patternOf(words: string): RegExp {
  const body = Array.from(words.replaceAll(/\s+/gu, ' '), (character) => {
    if (character === ' ') return String.raw`\s+`;
    return (
      alike.find(({ isOf }) => isOf.test(character))?.set ?? character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)
    );
  }).join('');
  return new RegExp(`(?<!${wordCharacter}(?=${wordCharacter}))${body}(?!(?<=${wordCharacter})${wordCharacter})`, 'gu');
}
