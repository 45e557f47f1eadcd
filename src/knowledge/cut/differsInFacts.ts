import { tensWords, unitWords } from '../numberWords.ts';
import { isUnspaced, lowerWords } from '../words.ts';

/**
 * Whether two similar texts tell different facts, as sheets from one template do: other numbers or codes, or the same in another
 * order; other names; one negation more. In doubt true: two copies shown cost a reader seconds, a hidden exception its answer.
 * Only numerals and English number words count as numbers, and a swap of common words ("monthly" for "yearly") is not seen.
 */
export function differsInFacts(left: string, right: string): boolean {
  return (
    figures(left) !== figures(right) ||
    negations(left) !== negations(right) ||
    namesMissing(left, right) ||
    namesMissing(right, left) ||
    isSubstituted(left, right)
  );
}

/** Numerals with their currency, percent and minus signs, and codes such as BP-4 and E1042. A full stop or comma behind one is none of it. */
const figureShape =
  /(?:(?<![\p{L}\p{N}])[-\u2212])?\p{Sc}?\s?[\p{L}\p{N}]+(?:[-_.,:/][\p{L}\p{N}]+)*(?:(?<=\p{N})\s?[%\p{Sc}])?/gu;
const numberWords = new Set([
  ...unitWords.slice(2),
  ...tensWords,
  'hundred',
  'thousand',
  'million',
  'half',
  'once',
  'twice',
  'double',
]);

function figures(text: string): string {
  return (text.match(figureShape) ?? [])
    .map((figure) => figure.replaceAll(/\s/g, '').toLowerCase())
    .filter((figure) => /\p{N}/u.test(figure) || numberWords.has(figure))
    .join(' ');
}

const negation =
  /(?<!\p{L})(?:not|no|never|none|nor|neither|without|cannot|except|unless|nothing|nobody|excluding|nicht|kein\p{L}{0,2}|nie|niemals|ohne|pas|jamais|sans|non|mai|senza|nunca|sin|não|sem|niet|geen|zonder)(?!\p{L})|n['’]t(?!\p{L})/giu;

function negations(text: string): number {
  return text.match(negation)?.length ?? 0;
}

/** A word with a capital inside a sentence. */
const nameShape = /(?<=[\p{L}\p{N},;)"'’] )\p{Lu}[\p{L}\p{M}\p{N}]*/gu;

function namesMissing(left: string, right: string): boolean {
  const names = left.match(nameShape);
  if (!names) return false;
  const there = new Set(lowerWords(right));
  return names.some((name) => lowerWords(name).some((word) => !there.has(word)));
}

/**
 * Each text has a possible name that the other lacks: a capitalised word wherever it stands, or any word or character of a script
 * without capitals. A sentence that only one of them has is an addition, not another fact.
 */
function isSubstituted(left: string, right: string): boolean {
  return hasOwnName(left, right) && hasOwnName(right, left);
}

function hasOwnName(text: string, other: string): boolean {
  const candidates = text.match(/(?<![\p{L}\p{M}\p{N}])(?:\p{Lu}|\p{Lo})[\p{L}\p{M}\p{N}]*/gu);
  if (!candidates) return false;
  const there = new Set(unitsOf(other));
  return unitsOf(candidates.join(' ')).some((unit) => !there.has(unit));
}

function unitsOf(text: string): string[] {
  return isUnspaced(text) ? Array.from(lowerWords(text).join('')) : lowerWords(text);
}
