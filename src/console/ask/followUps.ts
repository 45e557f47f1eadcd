/** A heading of a document. */
export interface Heading {
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly above: readonly string[];
  /** Where it stands in the document's text. */
  readonly start: number;
}

const most = 2;
/** A longer heading is a sentence, and no button. */
const longest = 80;

const plain = (text: string): string =>
  text
    .replace(/^#{1,6}\s+/u, '')
    .replaceAll(/\*\*|__|`/gu, '')
    .trim();
const sameText = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
const isBeside = (one: Heading, other: Heading): boolean =>
  one.above.length === other.above.length && one.above.every((text, at) => text === other.above[at]);

/**
 * What can be asked next: the headings beside the one that a quote stands under, then those beside the ones above it;
 * what follows comes first. None where the quote stands under no heading.
 * @param headings in the order of the text
 * @param at where the quote stands
 * @param known what was asked already, and the document's title
 */
export function followUps(headings: readonly Heading[], at: number, known: readonly string[]): string[] {
  const own = headings.findLastIndex(({ start }) => start <= at);
  const [inner] = headings.slice(own, own + 1);
  if (own === -1 || !inner) return [];
  const others = [...headings.slice(own + 1), ...headings.slice(0, own).toReversed()];
  const over = [
    inner,
    ...inner.above.map((text, depth) => ({ ...inner, text, above: inner.above.slice(0, depth) })).toReversed(),
  ];
  const texts = over
    .flatMap((heading) => others.filter((other) => isBeside(other, heading)))
    .map(({ text }) => plain(text));
  const left = texts.filter(
    (text, position) =>
      text !== '' &&
      text.length <= longest &&
      texts.indexOf(text) === position &&
      ![...known, ...over.map((each) => each.text)].some((each) => sameText(plain(each), text)),
  );
  return left.slice(0, most);
}
