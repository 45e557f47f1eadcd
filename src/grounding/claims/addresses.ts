import { suspicious } from './suspicious.ts';
import type { VerifiedClaim } from './verifyClaim.ts';

/** A link or an image as Markdown and HTML write them: what hides an address behind other words. */
const markupShape = /!?\[[^\]\n]*\][([][^)\]\n]*[)\]]|<\/?[a-z!][^>\n]*>/giu;
/**
 * Addresses with a scheme, of pages, of mail, and bare domains: a label, a dot, and an ending of letters. Each part is
 * as long as it may be there (RFC 1035, RFC 5321) and no longer: without these bounds 20,000 letters in a row took 9 s,
 * since each of them began a search to their end.
 */
const addressShape =
  /[a-z][a-z\d+.-]{1,30}:\/\/[^\s)\]>"'”’]+|\b(?:mailto|tel|data|javascript):[^\s)\]>"'”’]+|www\.[^\s)\]>"'”’]+|[\p{L}\d.+_-]{1,64}@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+|(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,20}\p{L}{2,}(?:[/?#:][^\s)\]>"'”’]*)?/giu;

/** The addresses of a text, in lower case and without the punctuation behind them, once each. */
function addressesOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(addressShape)].map(([address]) => address.toLowerCase().replace(/[.,;:!?…]+$/u, '')),
  );
}

function markupOf(text: string): Set<string> {
  return new Set([...text.matchAll(markupShape)].map(([markup]) => markup));
}

/**
 * Links, images and addresses of a text that its source does not have, each whole: a label of one's own before a true
 * address is foreign too. A bare domain is an address; a word with a dot inside may be taken for one, and must then
 * stand in the source as well.
 */
export function foreignAddresses(text: string, source: string): string[] {
  const [addresses, markup] = [addressesOf(source), markupOf(source)];
  return [
    ...[...markupOf(text)].filter((found) => !markup.has(found)),
    ...[...addressesOf(text)].filter((found) => !addresses.has(found)),
  ];
}

/** The text without anything that leads elsewhere. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(markupShape, '…').replaceAll(addressShape, '…');
}

/**
 * A claim with a link, an image or an address that its quote does not have is not supported: the shortest way from a
 * sentence to a trap.
 */
export function refuseForeign(claim: VerifiedClaim): VerifiedClaim {
  const foreign = foreignAddresses(claim.draft.text, claim.proof?.quote ?? '');
  if (foreign.length === 0) return claim;
  return {
    ...claim,
    decided: true,
    status: 'UNSUPPORTED',
    checks: [
      ...claim.checks,
      { name: 'NAMES', passed: false, detail: `Links or addresses that are not in the quote: ${foreign.join(', ')}` },
    ],
  };
}

const mostCharacters = 300;

/**
 * What a model gives as a reason, fit for a person: one line of plain text that leads nowhere, and not too long. Empty
 * where it gives orders instead, as a document may have made it say.
 */
export function plainReason(text: string): string {
  if (suspicious(text)) return '';
  const line = withoutAddresses(text.replaceAll(/[\p{C}\s]+/gu, ' '))
    .replaceAll(/[<>`[\]]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1).trimEnd()}…`.toWellFormed() : line;
}
