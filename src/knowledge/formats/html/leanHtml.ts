import { attributesIn, decodeReferences, htmlTokens, type HtmlToken } from './htmlTokens.ts';
import { declarationsOf } from './htmlVisibility.ts';
import { maxCss } from './styleSheet.ts';

/** From this size on, in UTF-16 units. Smaller pages are parsed as they are. */
const largeHtml = 1_000_000;
/** What is shorter is left as it is. */
const longTag = 200;
const longValue = 64;

/** Attributes that something reads, besides `style`. */
const read: ReadonlySet<string> = new Set([
  ...['alt', 'aria-checked', 'aria-controls', 'aria-hidden', 'aria-label', 'checked', 'class', 'colspan', 'content'],
  ...['data-bs-target', 'data-checked', 'data-target', 'hidden', 'href', 'http-equiv', 'id', 'itemprop', 'lang'],
  ...['media', 'name', 'open', 'property', 'rel', 'reversed', 'role', 'rowspan', 'scope', 'src', 'start', 'title'],
  ...['type', 'value', 'xml:lang'],
]);

/** Properties of `style` by which something is hidden or crossed out. */
const readProperties: ReadonlySet<string> = new Set([
  ...['background', 'background-color', 'clip', 'clip-path', 'color', 'content-visibility', 'display', 'filter'],
  ...['font', 'font-size', 'height', 'left', 'right', 'top', 'bottom', 'max-height', 'max-width', 'mso-hide'],
  ...['opacity', 'overflow', 'position', 'text-decoration', 'text-decoration-line', 'text-indent', 'transform'],
  ...['visibility', 'width'],
]);

/**
 * Returns large HTML without what nobody reads of it: long values of attributes, what styles only adorn, scripts and
 * comments. Lines keep their numbers. parse5 makes each of these letter by letter, which takes 32 bytes for a letter
 * until the value is read: 49 MB of a page with styles of 2 kB, or 12 MB of one picture in its address, were over the
 * parser's limit of memory.
 */
export function leanHtml(html: string): string {
  if (html.length < largeHtml) return html;
  const pieces: string[] = [];
  let raw = '';
  for (const token of htmlTokens(html)) {
    if (token.kind === 'OPEN') raw = token.name;
    const isLong = token.source.length > longTag;
    pieces.push(isLong ? leanToken(token, raw) : token.source);
  }
  return pieces.join('');
}

/** @param within name of the element that RAW text is in */
function leanToken(token: HtmlToken, within: string): string {
  const { kind, source } = token;
  if (kind === 'OPEN') return leanTag(token);
  // What begins a comment in a script decides where the script ends.
  if (kind === 'RAW' && within === 'script' && !source.includes('<!--')) return lineEndsOf(source);
  // A parser ends a comment at `--!>`, too.
  if (kind === 'RAW' && within === 'style') return source.slice(0, maxCss) + lineEndsOf(source.slice(maxCss));
  if (kind === 'MARKUP' && source.startsWith('<!--') && source.endsWith('-->') && !source.includes('--!>'))
    return `<!-- ${lineEndsOf(source)} -->`;
  return source;
}

function leanTag({ name, source }: HtmlToken): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { name: attribute, value, at } of attributesIn(source, 1 + name.length)) {
    const shorter = value.length > longValue ? leanValue(attribute, value) : undefined;
    if (shorter === undefined) continue;
    pieces.push(source.slice(copied, at), `"${shorter}"`);
    copied = at + value.length;
  }
  return pieces.length === 0 ? source : pieces.join('') + source.slice(copied);
}

/** Returns what may stand for a value between double quotes; undefined: the value as it is. */
function leanValue(attribute: string, quoted: string): string | undefined {
  if (attribute === 'style') return leanStyle(quoted);
  const isData = (attribute === 'src' || attribute === 'href') && /^["']?\s*data:/i.test(quoted);
  return read.has(attribute) && !isData ? undefined : lineEndsOf(quoted);
}

function leanStyle(quoted: string): string | undefined {
  // Its value may be a label, in letters of its own.
  if (/list-style/i.test(quoted)) return undefined;
  const style = decodeReferences(/^["']/.test(quoted) ? quoted.slice(1, -1) : quoted);
  const kept = [...declarationsOf(style)].filter(([property]) => readProperties.has(property));
  const escaped = kept
    .map(([property, value]) => `${property}:${value}`)
    .join(';')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;');
  return escaped + lineEndsOf(quoted);
}

const lineEndsOf = (text: string) => text.replaceAll(/[^\n]+/g, '');
