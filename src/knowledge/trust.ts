import type { Trust } from './document.ts';

/**
 * What the caller says of a document, lowered by what its own file says. Whoever writes a text writes its front matter or its line of a data set, so a file
 * never raises its own trust. Undefined: nothing was said.
 */
export function lowestTrust(given: Trust | undefined, ownWord: Trust | undefined): Trust | undefined {
  if (ownWord === 'UNTRUSTED') return ownWord;
  return ownWord === 'NORMAL' && given === 'TRUSTED' ? ownWord : given;
}
