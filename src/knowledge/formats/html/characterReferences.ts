import { fromHtml } from 'hast-util-from-html';

const named = new Map<string, string>();
/** HTML names 2,231 references; a text that makes up others must not fill the memory. */
const maxNamed = 3000;

/** Decodes `&amp;`, `&#8364;` and `&#x20AC;` where they end in a semicolon. Unknown ones stay as they are. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|[a-zA-Z][\da-zA-Z]{1,31});/g,
    (reference, decimal?: string, hexadecimal?: string) => {
      if (decimal !== undefined) return fromNumber(Number.parseInt(decimal, 10));
      return hexadecimal === undefined ? fromName(reference) : fromNumber(Number.parseInt(hexadecimal, 16));
    },
  );
}

function fromNumber(number: number): string {
  return number === 0 || number > 0x10_ff_ff || (number >= 0xd8_00 && number <= 0xdf_ff)
    ? '\uFFFD'
    : String.fromCodePoint(number);
}

function fromName(reference: string): string {
  const known = named.get(reference);
  if (known !== undefined) return known;
  const [node] = fromHtml(reference, { fragment: true }).children;
  const decoded = node?.type === 'text' ? node.value : reference;
  if (named.size < maxNamed) named.set(reference, decoded);
  return decoded;
}
