import { decodeHTML } from 'entities';
import type { ContentFlag } from '../parsed.ts';
import { isHidden, scripts, unshown, voids } from './htmlVisibility.ts';

/**
 * One stretch of HTML. MARKUP is a comment, doctype or processing instruction. RAW is text inside `script` and similar
 * elements.
 */
export interface HtmlToken {
  readonly kind: 'TEXT' | 'RAW' | 'OPEN' | 'CLOSE' | 'MARKUP';
  /** In lower case; empty for tokens that are not tags. */
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

/** Returns the end of a tag whose name ends at `from`, ignoring a `>` in a quoted value; -1 if it is never closed. */
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

/**
 * Returns some attributes of an OPEN token, names in lower case. The first attribute of a name counts, as in a browser.
 */
function attributesOf(token: HtmlToken, wanted: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of attributesIn(token.source, 1 + token.name.length))
    if (wanted.has(name) && !found.has(name)) found.set(name, /^["']/.test(value) ? value.slice(1, -1) : value);
  return found;
}

/** Yields the attributes of a tag whose name ends at `from`: names in lower case, values as they stand, with their place. */
export function* attributesIn(
  tag: string,
  from: number,
): Generator<{ readonly name: string; readonly value: string; readonly at: number }> {
  const body = tag.slice(from, -1);
  for (const found of body.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g)) {
    const [whole, name = '', value = ''] = found;
    yield { name: name.toLowerCase(), value, at: from + found.index + whole.length - value.length };
  }
}

/** Returns only the text, with a blank for every tag. */
export function withoutTags(html: string): string {
  if (!html.includes('<')) return html;
  return [...htmlTokens(html)].map(({ kind, source }) => (kind === 'TEXT' || kind === 'RAW' ? source : ' ')).join('');
}

// Measured on Node 20 for parse5 with positions and the tree made from it: 480,000 elements take 790 MB, and the
// 165,000 of a full table take 600 MB. 50,000 attributes in one tag take 7.7 s, in quadratic time. The stack overflows
// between 1,000 and 5,000 levels. A formatting element that is left open is reopened in every later paragraph.
const maxElements = 150_000;
const maxAttributes = 1000;
const maxDepth = 250;
const maxReopened = 100_000;

/** Elements that the next one of their kind closes: left open, they add no depth. */
const selfEnding = new Set([
  'p',
  'li',
  'dt',
  'dd',
  'tr',
  'td',
  'th',
  'thead',
  'tbody',
  'tfoot',
  'option',
  'optgroup',
  'colgroup',
  'rp',
  'rt',
  'html',
  'head',
  'body',
]);
const formatting = new Set([
  'a',
  'b',
  'big',
  'code',
  'em',
  'font',
  'i',
  'nobr',
  's',
  'small',
  'strike',
  'strong',
  'tt',
  'u',
]);

/**
 * Whether a tree of this HTML can be built and walked in reasonable time, memory and stack depth. Estimated from its
 * tags in one linear pass.
 */
export function withinReach(html: string): boolean {
  const open = new Map<string, number>();
  let [elements, depth, formats, reopened] = [0, 0, 0, 0];
  const count = (name: string, by: number) => {
    if (selfEnding.has(name) || (by < 0 && !open.get(name))) return;
    open.set(name, (open.get(name) ?? 0) + by);
    depth += by;
    if (formatting.has(name)) formats += by;
  };
  for (const token of htmlTokens(html)) {
    if (token.kind !== 'OPEN' && token.kind !== 'CLOSE') continue;
    // A browser also makes an element of `</p>` and `</br>` without a start tag.
    if (token.kind === 'OPEN' || token.name === 'p' || token.name === 'br') elements += 1;
    if (!formatting.has(token.name)) reopened += formats;
    if (token.kind === 'CLOSE') count(token.name, -1);
    else if (!voids.has(token.name) && !token.source.endsWith('/>')) count(token.name, 1);
    if (elements > maxElements || depth > maxDepth || reopened > maxReopened || tooManyAttributes(token)) return false;
  }
  return true;
}

function tooManyAttributes(token: HtmlToken): boolean {
  if (token.source.length <= 2 * maxAttributes) return false;
  const attributes = attributesIn(token.source, 1 + token.name.length);
  for (let count = 0; count <= maxAttributes; count += 1) if (attributes.next().done) return false;
  return true;
}

/** Reads HTML piece by piece and returns what is visible. An element may open in one piece and close in another. */
export interface VisibleHtml {
  /** Whether the last piece ended inside an element that is not shown. */
  readonly hiding: boolean;
  /**
   * Yields the visible tokens in order. Hidden ones leave only their line ends, as TEXT, so that lines keep their
   * numbers.
   */
  read(html: string): Generator<HtmlToken>;
  /** Must be called for words in a hidden element that did not come through `read`. */
  hide(words: string): void;
  /** Must be called at the end of a paragraph or cell: an element that opened in it ends with it. */
  close(): void;
}

/** @param drops names of further elements to leave out with their contents */
export function visibleHtml(flags: Set<ContentFlag>, drops: ReadonlySet<string> = new Set()): VisibleHtml {
  let hidden: { readonly name: string; depth: number; readonly flag: ContentFlag | undefined } | undefined;

  const hide = (words: string) => {
    if (hidden?.flag && words.trim()) flags.add(hidden.flag);
  };
  const opens = (token: HtmlToken) => token.kind === 'OPEN' && !voids.has(token.name) && !token.source.endsWith('/>');
  const inside = (token: HtmlToken, open: NonNullable<typeof hidden>) => {
    if (token.kind === 'TEXT' || token.kind === 'RAW') hide(token.source);
    if (token.name === open.name && opens(token)) open.depth += 1;
    if (token.name === open.name && token.kind === 'CLOSE') open.depth -= 1;
    if (open.depth === 0) hidden = undefined;
  };
  const enters = (token: HtmlToken): boolean => {
    if (scripts.has(token.name)) flags.add('SCRIPT_REMOVED');
    const dropped = unshown.has(token.name) || drops.has(token.name);
    if (!dropped && !hides(token)) return false;
    hidden = { name: token.name, depth: 1, flag: dropped ? undefined : 'HIDDEN_TEXT_REMOVED' };
    return true;
  };

  return {
    get hiding() {
      return hidden !== undefined;
    },
    *read(html) {
      for (const token of htmlTokens(html)) {
        if (hidden) inside(token, hidden);
        else if (!(opens(token) && enters(token)) && token.kind !== 'MARKUP') {
          yield token;
          continue;
        }
        const ends = token.source.replaceAll(/[^\n]+/g, '');
        if (ends) yield { kind: 'TEXT', name: '', source: ends };
      }
    },
    hide,
    close() {
      hidden = undefined;
    },
  };
}

const hiding: ReadonlySet<string> = new Set(['hidden', 'aria-hidden', 'style', 'class']);

/** Whether a tag hides its element. Most tags have no attributes, so they hide nothing. */
function hides(token: HtmlToken): boolean {
  if (!/hidden|style|class/i.test(token.source)) return false;
  const attributes = attributesOf(token, hiding);
  return isHidden((name) => attributes.get(name));
}

/**
 * Decodes `&amp;`, `&#8364;` and `&#x20AC;` as a browser does: `&#128;` is the euro sign, and the oldest names need no
 * semicolon. Unknown ones stay as they are.
 */
export function decodeReferences(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}
