/** More links of a page are not followed. */
const maxLinks = 5_000;
/** A longer tag or address is no link of a page that people read. */
const maxLength = 4_096;

/**
 * Returns the addresses that a page's `<a href>` lead to, absolute and without fragments, in order. One pass over the
 * text and no tree: the page is a stranger's, and is read for its text in a process with limits.
 */
export function pageLinks(html: string, page: string): readonly string[] {
  const lower = html.toLowerCase();
  const found = new Set<string>();
  for (let at = lower.indexOf('<a'); at >= 0 && found.size < maxLinks; at = lower.indexOf('<a', at + 2)) {
    if (!/\s/.test(lower[at + 2] ?? '')) continue;
    const end = lower.indexOf('>', at);
    if (end < 0) break;
    if (end - at > maxLength) continue;
    const href = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(html.slice(at, end));
    const link = absolute(href?.[1] ?? href?.[2] ?? href?.[3] ?? '', page);
    if (link) found.add(link);
  }
  return [...found];
}

/** What a sitemap lists: pages, or further sitemaps. Undefined: the text is no sitemap. */
export function readSitemap(xml: string): { readonly pages: string[]; readonly sitemaps: string[] } | undefined {
  const root = /<(urlset|sitemapindex)[\s>]/.exec(xml.slice(0, maxLength))?.[1];
  if (!root) return undefined;
  const listed: string[] = [];
  for (let at = xml.indexOf('<loc>'); at >= 0 && listed.length < 50_000; at = xml.indexOf('<loc>', at + 5)) {
    const end = xml.indexOf('</loc>', at);
    if (end < 0) break;
    const text = xml
      .slice(at + 5, Math.min(end, at + maxLength))
      .trim()
      .replace(/^<!\[CDATA\[(.*)\]\]>$/, '$1');
    const link = absolute(text, undefined);
    if (link) listed.push(link);
  }
  return root === 'urlset' ? { pages: listed, sitemaps: [] } : { pages: [], sitemaps: listed };
}

/** Returns a web address without its fragment; undefined for any other. */
function absolute(given: string, page: string | undefined): string | undefined {
  const text = given.replaceAll(/&(?:amp|#38|#x26);/gi, '&').trim();
  if (text === '' || text.startsWith('#') || !URL.canParse(text, page)) return undefined;
  const url = new URL(text, page);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    return undefined;
  url.hash = '';
  return url.href;
}
