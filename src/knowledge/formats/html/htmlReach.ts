import { attributesOf, htmlTokens, type HtmlToken } from './htmlTokens.ts';
import { voids } from './htmlVisibility.ts';

// parse5 with positions, and the tree made of it, on Node 20: 480,000 elements take 790 MB, the 165,000 of a full table
// 600 MB; 50,000 attributes in one tag take 7.7 s, by their square; the stack ends between 1,000 and 5,000 levels. A
// formatting element that is left open is opened anew in every later paragraph.
const maxElements = 150_000;
const maxAttributes = 1000;
const maxDepth = 250;
const maxReopened = 100_000;

/** Elements that the next of their kind closes: left open they make no depth. */
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
 * Whether a tree of this HTML can be built and walked in fair time, memory and stack. An estimate from its tags, in one
 * linear pass.
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
    // A browser makes an element of `</p>` and `</br>` without a start, too.
    if (token.kind === 'OPEN' || token.name === 'p' || token.name === 'br') elements += 1;
    if (!formatting.has(token.name)) reopened += formats;
    if (token.kind === 'CLOSE') count(token.name, -1);
    else if (!voids.has(token.name) && !token.source.endsWith('/>')) count(token.name, 1);
    if (elements > maxElements || depth > maxDepth || reopened > maxReopened || tooManyAttributes(token)) return false;
  }
  return true;
}

function tooManyAttributes(token: HtmlToken): boolean {
  return token.source.length > 2 * maxAttributes && attributesOf(token).size > maxAttributes;
}
