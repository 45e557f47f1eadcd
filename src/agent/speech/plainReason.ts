import { withoutAddresses } from '../../grounding/claims/addresses.ts';
import { suspicious } from '../../grounding/claims/suspicious.ts';

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
