/** A sign counts where no range or date can be meant; a currency or percent sign on either side. */
const numberShape = /(?:(?<![\p{L}\d])[-\u2212])?[€$£¥]?\s?\d+(?:[.,:]\d+)*(?:\s?[%€$£¥])?/gu;

/**
 * Each number of the claim stands in the quote with the same value, sign, currency sign and percent sign.
 * @returns the numbers of the claim that the quote lacks
 */
export function missingNumbers(claim: string, quote: string): string[] {
  const there = new Set(numbersOf(quote));
  return numbersOf(claim).filter((number) => !there.has(number));
}

/** Numbers in one spelling: `€ 1,000.00`, `€1000` and `1000 €` are the same; `1.5` stays. */
export function numbersOf(text: string): string[] {
  return [...text.matchAll(numberShape)].map((match) => normalise(match[0]));
}

/** `1.000` is a thousand in half of Europe and one elsewhere: it equals only itself. */
const eitherWay = /^\D*[1-9]\d{0,2}(?:\.\d{3})+%?$/;

function normalise(number: string): string {
  const compact = number.replaceAll(/\s/g, '').replace('\u2212', '-').replace(/^(-?)([^-]*)([€$£¥])$/, '$1$3$2');
  if (eitherWay.test(compact)) return compact;
  const decimal = compact.replaceAll(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return decimal.replace(/(\.\d*?)0+(?=%?$)/, '$1').replace(/\.(?=%?$)/, '');
}
