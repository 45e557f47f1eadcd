/** Addresses and links in a text, which can lead a reader into a trap. */

/** A link or an image in Markdown or HTML, which can hide an address behind other words. */
const markupShape = /!?\[[^\]\n]*\][([][^)\]\n]*[)\]]|<\/?[a-z!][^>\n]*>/giu;
/**
 * URLs with a scheme, web and email addresses, and bare domains: a label, a dot, and an ending of letters. Each part
 * has its maximum length (RFC 1035, RFC 5321). Without these bounds, a run of 20,000 letters took 9 s, because a search
 * to the end of the run started at each letter.
 */
const addressShape =
  /[a-z][a-z\d+.-]{1,30}:\/\/[^\s)\]>"'”’]+|\b(?:mailto|tel|data|javascript):[^\s)\]>"'”’]+|www\.[^\s)\]>"'”’]+|[\p{L}\d.+_-]{1,64}@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+|(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,20}\p{L}{2,}(?:[/?#:][^\s)\]>"'”’]*)?/giu;

/** The addresses of a text, in lower case, without trailing punctuation and without duplicates. */
function addressesOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(addressShape)].map(([address]) => address.toLowerCase().replace(/[.,;:!?…]+$/u, '')),
  );
}

function markupOf(text: string): Set<string> {
  return new Set([...text.matchAll(markupShape)].map(([markup]) => markup));
}

/**
 * Links, images and addresses of a text that its source does not have. Each is compared as a whole: a new label for a
 * genuine address is foreign too. Bare domains are addresses. A word with a dot inside may be mistaken for one, and
 * then has to be in the source too.
 */
export function foreignAddresses(text: string, source: string): string[] {
  const [addresses, markup] = [addressesOf(source), markupOf(source)];
  return [
    ...[...markupOf(text)].filter((found) => !markup.has(found)),
    ...[...addressesOf(text)].filter((found) => !addresses.has(found)),
  ];
}

/** The text with links and addresses replaced by ellipses. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(markupShape, '…').replaceAll(addressShape, '…');
}
