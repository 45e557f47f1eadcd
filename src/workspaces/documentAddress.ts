import { CandorError } from '../errors.ts';

/** Where a document can be read. Clients link what they are served, so only these functions decide what that may be. */
const maxLength = 2_000;

/** Line breaks and other control characters, and marks that show an address in another order than it is read. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;
/** A scheme, as a browser reads it. */
const scheme = /^[a-z][a-z\d+.-]*:/iu;
/** What ends an address in Markdown, HTML or a terminal. */
const breaking = /[\s"<>`]/u;

/**
 * What may be stored as a document's address, trimmed: http and https with a host and without credentials, mailto, and
 * paths on the site that the workspace sets. Undefined for all else, such as `javascript:`, `//host` and line breaks.
 */
export function readAddress(text: string): string | undefined {
  const address = text.trim();
  if (address === '' || address.length > maxLength || unseen.test(address) || address.includes('\\')) return undefined;
  if (scheme.test(address)) return absolute(address) && address;
  return address.startsWith('//') || !URL.canParse(address, 'https://site.invalid/') ? undefined : address;
}

/** The address in a form that is safe to link, or undefined. */
function absolute(address: string): string | undefined {
  // `https:host` and `https:///host` lead elsewhere than they seem to.
  if (/^https?:\/\/[^/]/iu.test(address) && URL.canParse(address)) {
    const { username, password, href } = new URL(address);
    return username || password ? undefined : breaking.test(address) ? href : address;
  }
  return /^mailto:./iu.test(address) && !breaking.test(address) ? address : undefined;
}

/**
 * The address that clients are shown, or null. Paths are resolved against `site`; without one they are null, because a
 * client would resolve them against its own site. Also what was stored before addresses were checked passes here.
 */
export function shownAddress(stored: string | null, site: string | null): string | null {
  const address = stored === null ? undefined : readAddress(stored);
  if (address === undefined) return null;
  if (scheme.test(address)) return absolute(address) ?? null;
  if (site === null || !isSite(site)) return null;
  const folder = site.endsWith('/') ? site : `${site}/`;
  return URL.canParse(address, folder) ? new URL(address, folder).href : null;
}

function isSite(site: string): boolean {
  return /^https?:/iu.test(site) && !/[?#]/u.test(site) && readAddress(site) === site && !breaking.test(site);
}

/** @throws BAD_INPUT unless it is an http or https address without credentials, query and fragment */
export function checkSite(site: string): string {
  if (isSite(site)) return site;
  throw new CandorError('BAD_INPUT', 'documentSite must be an address that starts with http:// or https://.', {
    details: { field: 'documentSite' },
    remedy: `Give an address of at most ${maxLength} characters, without user name, query and fragment.`,
  });
}
