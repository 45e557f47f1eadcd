import { cutsWord } from '../wholeWords.ts';

/** Codes such as E1042 or BP-4, and words with a capital inside a sentence. */
const codeShape = /\b(?=\w*\d)(?=\w*\p{L})[\p{L}\d][\p{L}\d_-]*\b/gu;
const nameShape = /(?<=[\p{L}\d,;:)"'’] )\p{Lu}[\p{L}\d-]+/gu;

/** Addresses: the shortest way from a sentence to a trap. */
const linkShape = /(?:https?:\/\/|www\.)[^\s)\]>"'”’]+|[\w.+-]+@[\w-]+\.\w+/giu;

/**
 * Each name, code and address of the claim stands in the quote or in its headings, as a whole word: E1042 is not E10421, Ann not Anna.
 * @returns those of the claim that are in neither
 */
export function missingNames(claim: string, quote: string, headings: readonly string[]): string[] {
  const there = [quote, ...headings].join(' \n ').toLowerCase();
  return [...new Set([...matches(claim, linkShape), ...matches(claim, codeShape), ...matches(claim, nameShape)])].filter((name) => !stands(there, name.toLowerCase()));
}

/** A plural of a name is the name. */
function stands(text: string, name: string): boolean {
  for (let start = text.indexOf(name); start !== -1; start = text.indexOf(name, start + 1)) {
    const end = start + name.length;
    const plural = /^\p{L}+$/u.test(name) && text.startsWith('s', end) ? 1 : 0;
    if (!cutsWord(text, start, end + plural)) return true;
  }
  return false;
}

function matches(text: string, shape: RegExp): string[] {
  return [...text.matchAll(shape)].map((match) => match[0].replace(/[.,;:!?]+$/, ''));
}
