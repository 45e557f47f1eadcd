const stopWords = new Set(('a an and are as at be been but by can could did do does for from had has have how if in into is it its may might more most must '
  + 'of on only or our shall should so some such than that the their them then there these they this those to was we were what when where which who will with would you your').split(' '));
/** Letters that decide: enough to tell words apart, few enough that inflection does not matter. */
const stemLength = 5;

/** Share of the claim's content words, by their first five letters, that stand in the quote or its headings: 0..1; 1 without any. */
export function contentCoverage(claim: string, quote: string, headings: readonly string[]): number {
  const wanted = contentStems(claim);
  if (wanted.size === 0) return 1;
  const there = contentStems([quote, ...headings].join(' '));
  return [...wanted].filter((stem) => there.has(stem)).length / wanted.size;
}

/** Content words of a text, cut to five letters, once each. */
export function contentStems(text: string): Set<string> {
  const words = text.toLowerCase().normalize('NFKC').replaceAll(/['\u2019]s\b/g, '').match(/[\p{L}\d]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)).map((word) => word.slice(0, stemLength)));
}
