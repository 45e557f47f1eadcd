const numberShape = /[€$£¥]?\s?\d+(?:[.,:]\d+)*\s?%?/g;

/**
 * Each number of the claim stands in the quote with the same value, currency sign and percent sign.
 * @returns the numbers of the claim that the quote lacks
 */
export function missingNumbers(claim: string, quote: string): string[] {
  const there = new Set(numbersOf(quote));
  return numbersOf(claim).filter((number) => !there.has(number));
}

/** Numbers in one spelling: `€ 1,000.00` and `€1000` are the same; `1.5` stays. */
export function numbersOf(text: string): string[] {
  return [...text.matchAll(numberShape)].map((match) => normalise(match[0]));
}

function normalise(number: string): string {
  const compact = number.replaceAll(/\s/g, '').replaceAll(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return compact.replace(/(\.\d*?)0+(?=%?$)/, '$1').replace(/\.(?=%?$)/, '');
}
