/**
 * Letters, accents and digits of scripts that part words by blanks; in the others any place may be the end of a word.
 */
const wordCharacter =
  /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}]/u;

/**
 * Whether a stretch of text begins or ends inside a word or a number, or leaves a number's sign, fraction or other end
 * of its range behind.
 */
export function cutsWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  const startsInside = wordCharacter.test(lastOf(before)) && wordCharacter.test(firstOf(text.slice(start, start + 2)));
  const endsInside =
    wordCharacter.test(firstOf(after)) && wordCharacter.test(lastOf(text.slice(Math.max(start, end - 2), end)));
  const startsInNumber =
    /^\d/.test(text.slice(start, start + 1)) && /(?:\d[.,:]|[-\u2012-\u2014\u2212]|[€$£¥]\s?)$/.test(before);
  const endsInNumber = /\d$/.test(text.slice(start, end)) && /^(?:[-\u2012-\u2014\u2212.,:]\d|\s?[%€$£¥])/.test(after);
  return startsInside || endsInside || startsInNumber || endsInNumber;
}

const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 32);
const lastOf = (text: string) => Array.from(text).at(-1) ?? '';
