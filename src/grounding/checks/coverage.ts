import { isSynonym } from '../words/synonyms.ts';
import { failed, passed, undecided, type Verdict } from '../claims/claim.ts';

const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how if in into is it its may might more most must ' +
    'of on only or our shall should so some such than that the their them then there these they this those to was we were what when where which who will with would you your'
  ).split(' '),
);
/** The number of letters that are compared: enough to distinguish words, few enough to ignore inflection. */
const stemLength = 5;

/** A claim may word up to half of its content differently. Beyond that it says something else. */
const minCoverage = 0.5;
/** From this coverage on, the words leave no doubt for an entailment model to settle. */
const sureCoverage = 0.75;
/**
 * The least coverage of a part of the claim that has enough words to make its own statement. Below it, the part is not
 * supported.
 */
const minPart = 0.25;
const wordsOfPart = 4;

/** Checks the share of the claim's words that the evidence contains, and that no part of the claim is uncovered. */
export function checkCoverage(claim: string, quote: string, headings: readonly string[], coverage: number): Verdict {
  const share = `${Math.round(coverage * 100)} % of the claim's words stand in the quote.`;
  if (coverage < minCoverage) return failed(share);
  const loose = claim
    .split(/[;:]\s|,\s|\.\s|\s(?:and|but|while|whereas)\s/)
    .find((part) => contentStems(part).size >= wordsOfPart && contentCoverage(part, quote, headings) < minPart);
  if (loose !== undefined) return failed(`Nothing in the quote says “${loose.trim()}”.`);
  return coverage < sureCoverage ? undecided(share) : { ...passed, detail: share };
}

/**
 * Share of the claim's content words, compared by their first five letters, that occur in the quote or its headings:
 * 0..1; 1 if there are none.
 * @param weightOf the weight of a stem, such as its inverse document frequency; 1 for each by default
 */
export function contentCoverage(
  claim: string,
  quote: string,
  headings: readonly string[],
  weightOf: (stem: string) => number = () => 1,
): number {
  const whole = [quote, ...headings].join(' ');
  const there = contentStems(whole);
  const words = contentWordsOf(whole);
  let [found, all] = [0, 0];
  const seen = new Set<string>();
  for (const word of contentWordsOf(claim)) {
    const stem = word.slice(0, stemLength);
    if (seen.has(stem)) continue;
    seen.add(stem);
    const weight = weightOf(stem);
    all += weight;
    if (there.has(stem) || words.some((other) => isSynonym(word, other))) found += weight;
  }
  return all === 0 ? 1 : found / all;
}

/** The content words of a text, cut to five letters, without duplicates. */
export function contentStems(text: string): Set<string> {
  return new Set(contentWordsOf(text).map((word) => word.slice(0, stemLength)));
}

/** The words of a text in lower case, without function words. */
export function contentWordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .replaceAll(/['\u2019]s\b/g, '')
      .match(/[\p{L}\d]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word));
}
