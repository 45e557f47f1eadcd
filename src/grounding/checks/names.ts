/** Codes such as E1042 or BP-4, and words with a capital inside a sentence. */
const codeShape = /\b(?=\w*\d)(?=\w*\p{L})[\p{L}\d][\p{L}\d_-]*\b/gu;
const nameShape = /(?<=[\p{L}\d,;:)"'’] )\p{Lu}[\p{L}\d-]+/gu;

/**
 * Each name and code of the claim stands in the quote or in its headings.
 * @returns those of the claim that are in neither
 */
export function missingNames(claim: string, quote: string, headings: readonly string[]): string[] {
  const there = [quote, ...headings].join(' \n ').toLowerCase();
  return [...new Set([...matches(claim, codeShape), ...matches(claim, nameShape)])].filter((name) => !there.includes(name.toLowerCase()));
}

function matches(text: string, shape: RegExp): string[] {
  return [...text.matchAll(shape)].map((match) => match[0]);
}
