/**
 * One stretch of HTML. MARKUP is a comment, doctype or processing instruction. TEXT inside `script` and its like is
 * RAW.
 */
export interface HtmlToken {
  readonly kind: 'TEXT' | 'RAW' | 'OPEN' | 'CLOSE' | 'MARKUP';
  /** Lower case; empty but for tags. */
  readonly name: string;
  readonly source: string;
}

const rawText = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const tagName = /<\/?([a-zA-Z][^\s/>]*)/y;

/**
 * Splits HTML in one pass, in linear time. Nothing is repaired: an unclosed tag and all after it are TEXT, an unclosed
 * comment runs to the end.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const token = tokenAt(html, at);
    at += token.source.length;
    yield token;
    if (token.kind !== 'OPEN' || !rawText.has(token.name) || token.source.endsWith('/>')) continue;
    const source = html.slice(at, rawEnd(html, token.name, at));
    at += source.length;
    if (source) yield { kind: 'RAW', name: '', source };
  }
}

function tokenAt(html: string, at: number): HtmlToken {
  const next = html.indexOf('<', at);
  if (next !== at) return { kind: 'TEXT', name: '', source: html.slice(at, next < 0 ? undefined : next) };
  if (html.startsWith('<!--', at))
    return { kind: 'MARKUP', name: '', source: html.slice(at, after(html, '-->', at + 2)) };
  if (html[at + 1] === '!' || html[at + 1] === '?')
    return { kind: 'MARKUP', name: '', source: html.slice(at, after(html, '>', at)) };
  tagName.lastIndex = at;
  const name = tagName.exec(html)?.[1]?.toLowerCase();
  if (name === undefined) return { kind: 'TEXT', name: '', source: '<' };
  const end = tagEnd(html, tagName.lastIndex);
  if (end < 0) return { kind: 'TEXT', name: '', source: html.slice(at) };
  return { kind: html[at + 1] === '/' ? 'CLOSE' : 'OPEN', name, source: html.slice(at, end) };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

/** The end of a tag whose name ends at `from`; a `>` in a quoted value does not count. -1: never closed. */
function tagEnd(html: string, from: number): number {
  const stop = /[>"']/g;
  stop.lastIndex = from;
  for (let found = stop.exec(html); found; found = stop.exec(html)) {
    if (found[0] === '>') return stop.lastIndex;
    if (
      !html
        .slice(Math.max(from, found.index - 20), found.index)
        .trimEnd()
        .endsWith('=')
    )
      continue;
    const close = html.indexOf(found[0], stop.lastIndex);
    if (close < 0) return -1;
    stop.lastIndex = close + 1;
  }
  return -1;
}

function rawEnd(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** The attributes of an OPEN token, names in lower case; the first of a name counts, as in a browser. */
export function attributesOf(token: HtmlToken): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const body = token.source.slice(1 + token.name.length, -1);
  for (const [, name = '', value = ''] of body.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g)) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), /^["']/.test(value) ? value.slice(1, -1) : value);
  }
  return found;
}

/** Text alone; every tag becomes a blank. */
export function withoutTags(html: string): string {
  if (!html.includes('<')) return html;
  return [...htmlTokens(html)].map(({ kind, source }) => (kind === 'TEXT' || kind === 'RAW' ? source : ' ')).join('');
}
