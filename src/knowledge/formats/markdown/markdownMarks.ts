import { voids } from '../html/htmlVisibility.ts';

const fence = /^[ \t]*(`{3,}|~{3,})/;
const container = /^([ \t>]*):{3,}[ \t]*([A-Za-z][\w-]*)?(?:\[([^\]\n]*)\])?(?:\{[^}\n]*\})?[ \t]*(.*)$/;
const admonition =
  /^([ \t]*)(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+(?:([A-Za-z][\w -]*?)[ \t]*)?(?:"([^"\n]*)")?(?:[ \t]*\{[^{}\n]*\})?[ \t]*$/;
const alert = /^([ \t]*(?:>[ \t]*)+)\[!(\w+)\][+-]?[ \t]*(.*)$/;
const headingAttributes = /^([ \t]*#{1,6}[ \t].*?)[ \t]*\{:?[ \t]*[#.][^{}\n]*\}[ \t]*$/;
const attributesAlone = /^[ \t]*\{:[^{}\n]*\}[ \t]*$/;
const inlineAttributes = /(?<=[)\]`*])\{(?::|[#.]|\w+=)[^{}\n]*\}/g;
/** In Obsidian: a comment, and the name at the end of a block. */
const comment = /^[ \t]*%%[^%\n]*%%[ \t]*$/;
const blockName = / \^[A-Za-z][\w-]*$/;
const liquid = /^([ \t]*)\{%[^{}\n]*%\}[ \t]*$/;
const liquidTitle = /\b(?:title|summary)="([^"\n]+)"/;
const shortcode = /\{\{[<%][^{}\n]*[%>]\}\}/g;

/** A longer line is not a mark, and matching it would take quadratic time. */
const maxLine = 1000;

/**
 * Removes marks from Markdown that site generators add and a reader never sees: `:::note Title`, `!!! note "Title"`
 * with its indented text, `=== "Tab"`, `> [!NOTE]`, `## Title {#id}`, `{{< shortcode >}}`, `{% hint %}` on a line of
 * its own. Titles stay, and so does the number of lines. Code is unchanged.
 */
export function stripDirectives(source: string): string {
  if (!/%%|\^|\{%|:::|!!!|\?\?\?|===|\[!|\{[#.:{ ]|\{\w+=/.test(source)) return source;
  let open: string | undefined;
  /** Indentation of the text of each open admonition. */
  let levels: number[] = [];
  const lines = source.split('\n').map((given) => {
    if (given.length > maxLine) return given;
    const indent = /^[ \t]*/.exec(given)?.[0].replaceAll('\t', '    ').length ?? 0;
    if (given.trim() && !open) levels = levels.filter((level) => indent >= level);
    const line = levels.length > 0 ? dedented(given, levels.length * 4) : given;
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open) && line.trim() === mark) open = undefined;
      return line;
    }
    if (mark) open = mark;
    if (mark) return line;
    // Within a list, admonitions are indented as deeply as code is elsewhere.
    const block = admonition.exec(line);
    if (block && (block[2] !== undefined || block[3] !== undefined)) {
      levels.push(indent + 4);
      return block[3] ? `${block[1] ?? ''}${titled(block[3])}` : '';
    }
    return /^(?: {4}|\t)/.test(line) && !container.test(line) ? line : plain(line);
  });
  return lines.join('\n');
}

function plain(line: string): string {
  if (comment.test(line)) return '';
  const tag = liquid.exec(line);
  if (tag) return (tag[1] ?? '') + titled(liquidTitle.exec(line)?.[1] ?? '');
  const colons = container.exec(line);
  if (colons) return (colons[1] ?? '') + titled(colons[3] || (colons[4] ?? ''));
  const alerted = alert.exec(line);
  if (alerted) return `${alerted[1] ?? ''}${titled(alerted[3] ?? '') || `${named(alerted[2] ?? '')}:`}`;
  if (attributesAlone.test(line)) return '';
  return line
    .replace(headingAttributes, '$1')
    .replace(blockName, '')
    .replaceAll(shortcode, '')
    .replaceAll(inlineAttributes, '');
}

/**
 * Makes a title a paragraph of its own without a blank line: an HTML comment ends the paragraph above, and ends itself
 * with its line.
 */
function titled(title: string): string {
  return title.trim() && `<!-- -->${title.trim()}`;
}

const named = (type: string) => type.charAt(0).toUpperCase() + type.slice(1).toLowerCase();

function dedented(line: string, by: number): string {
  return line.replaceAll('\t', '    ').replace(new RegExp(`^ {1,${by}}`), '');
}

/** One of these is in every MDX file that has something to strip, and in few others. */
const signs = /^(?:import|export)\b|\{\/\*|<\/?[A-Z>]|=\{/m;
const importLine = /^import\s(?:[\w*{}\s,$]+\sfrom\s)?\s*['"][^'"\n]+['"];?\s*$/;
const exportLine = /^export\s+(?:(?:const|let|var|function|class|async)\s+[\w$]+|default\b.*[={(;]|[{*])/;
/**
 * How many characters of one text may be read for tags that turn out not to be tags: `<A <A <A` would take quadratic
 * time.
 */
const maxWasted = 1_000_000;
const maxTag = 1000;

/**
 * Removes what only MDX has from Markdown: a leading block of imports and exports, `{/* comments *\/}`, tags of
 * components and tags with `{expressions}` as values. The words inside stay, and so do code and the number
 * of lines.
 */
export function stripMdx(source: string): string {
  if (!signs.test(source)) return source;
  const stripped = stripTags(stripImports(source));
  return isMdx(source)
    ? stripStatements(stripped).replaceAll(/\{(?:props|frontMatter|siteConfig)\.[\w.]+\}/g, '')
    : stripped;
}

/** Whether the text has a component, or an import at its start: no other Markdown has them. */
function isMdx(source: string): boolean {
  return /<[A-Z][a-z]\w*(?:\s[^<>]*)?\/?>/.test(source) || importLine.test(source.trimStart().split('\n', 1)[0] ?? '');
}

/** Removes imports and exports between blocks of text, each between blank lines. */
function stripStatements(source: string): string {
  let fence: string | undefined;
  let [before, inside] = ['', false];
  return source
    .split('\n')
    .map((line) => {
      const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark) fence = fence === undefined ? mark : line.trim() === mark && mark.startsWith(fence) ? undefined : fence;
      inside =
        fence === undefined &&
        line.trim() !== '' &&
        (inside || (!before.trim() && (importLine.test(line) || exportLine.test(line))));
      before = line;
      return inside ? '' : line;
    })
    .join('\n');
}

/** A block of statements runs to the next blank line. */
function stripImports(source: string): string {
  const lines = source.split('\n');
  let inside = false;
  for (const [index, line] of lines.entries()) {
    if (!line.trim()) inside = false;
    else if (inside || importLine.test(line) || exportLine.test(line)) {
      inside = true;
      lines[index] = '';
    } else break;
  }
  return lines.join('\n');
}

function stripTags(source: string): string {
  const parts: string[] = [];
  // The first alternatives match what stays as it is: indented code, from a blank line on; other indented lines, unless
  // they start with a tag; fences.
  const special =
    /(?:(?<=\n[ \t]*\n)|(?<![^]))(?:(?: {4}|\t).*\n?)+|^(?: {4}|\t)[ \t]*(?![ \t<{`~]).*|^[ \t]*(?:[-*+>][ \t]+)*(`{3,}|~{3,})|`+|<|\{\/\*/gm;
  let [kept, wasted, comments] = [0, 0, true];
  const replace = (start: number, end: number, by = '') => {
    parts.push(source.slice(kept, start), by, source.slice(start, end).replaceAll(/[^\n]+/g, ''));
    kept = special.lastIndex = end;
  };
  for (let found = special.exec(source); found; found = special.exec(source)) {
    const at = found.index;
    if (/^[ \t]/.test(found[0]) && !found[1]) continue;
    if (found[1]) special.lastIndex = fenceEnd(source, special.lastIndex, found[1]);
    else if (found[0].startsWith('`')) special.lastIndex = codeEnd(source, special.lastIndex, found[0]);
    else if (found[0] === '<') {
      const tag = wasted < maxWasted ? jsxTag(source, at) : undefined;
      if (tag?.strip) replace(at, tag.end, tag.hides ? `<${tag.name} hidden>` : shownTitle(source, at, tag));
      else wasted += (tag?.end ?? at) - at;
    } else if (comments) {
      const end = source.indexOf('*/}', at);
      if (end < 0) comments = false;
      else replace(at, end + 3);
    }
  }
  return [...parts, source.slice(kept)].join('');
}

function fenceEnd(source: string, from: number, fence: string): number {
  const close = new RegExp(`^[ \\t>]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`, 'gm');
  close.lastIndex = from;
  return close.exec(source) ? close.lastIndex : source.length;
}

/** Returns the end of inline code. Backticks without a match in the same paragraph are not code. */
function codeEnd(source: string, from: number, ticks: string): number {
  const rest = source.slice(from, from + 2000).split(/\n[ \t]*\n/, 1)[0] ?? '';
  const close = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(rest);
  return close ? from + close.index + ticks.length : from;
}

const title = /\s(?:title|label|header|heading|summary|question)\s*=\s*(?:"([^"{}<>\n]+)"|'([^'{}<>\n]+)')/;

/** Returns what a component shows above its words, or before them on their line: the name of a tab, a card, a step. */
function shownTitle(source: string, at: number, { end, name }: JsxTag): string {
  const tag = source.slice(at, end);
  const found = /^<[A-Z]/.test(tag) && name ? title.exec(tag) : null;
  const words = (found?.[1] ?? found?.[2] ?? '').trim();
  if (!words) return '';
  const follows = /^[^\n]*/.exec(source.slice(end, end + maxTag))?.[0].trim() ?? '';
  const goesOn = follows && !follows.startsWith('<') && !tag.endsWith('/>');
  return goesOn && !/[.!?:]$/.test(words) ? `${words}: ` : `${words} `;
}

interface JsxTag {
  readonly name: string;
  readonly end: number;
  /** False if the tag is HTML or not a tag at all; `end` is how far it was read. */
  readonly strip: boolean;
  readonly hides: boolean;
}

function jsxTag(source: string, at: number): JsxTag {
  const text = source.slice(at, at + maxTag);
  const name = /^<\/?([A-Za-z][\w.-]*)?(?=[\s/>])/.exec(text);
  if (!name) return { name: '', end: at, strip: false, hides: false };
  const end = tagEnd(text, name[0].length);
  const body = text.slice(name[0].length, Math.abs(end));
  // `<DIV>` and `<Br>` are HTML in capitals.
  const component = name[1] === undefined || (/^[A-Z](?=.*[a-z])/.test(name[1]) && !voids.has(name[1].toLowerCase()));
  return {
    name: name[1] ?? '',
    end: at + Math.abs(end),
    strip: end > 0 && (component || body.includes('{')),
    hides: !component && /display['"]?\s*:\s*['"]none/.test(body),
  };
}

/** Returns the end of a tag, after its `>`. If it is not a tag, returns how far it was read as a negative number. */
function tagEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1);
      if (close < 0) return -text.length;
      at = close;
    } else if (depth === 0 && character === '>') return at + 1;
    else if (depth === 0 && !/[\w\s:=./-]/.test(character)) return -at;
  }
  return -text.length;
}
