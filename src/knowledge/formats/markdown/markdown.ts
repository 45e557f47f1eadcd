import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { assemble, type RenderedBlock, type RenderedLine } from '../assemble.ts';
import { renderBlock } from '../html/renderMdast.ts';
import { sweepHtml } from '../html/sweepHtml.ts';
import { stripInvisible } from '../invisible.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { type MarkdownPiece, markdownPieces, normalLabel } from './markdownPieces.ts';
import { stripMdx } from './mdx.ts';

/** Inline marks can nest as deep as a piece is long, and the tree is walked on the stack. */
const maxTreeDepth = 250;
const syntax = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/**
 * Markdown (CommonMark with GitHub's tables, lists and notes), and MDX for its words. `body` comes without front
 * matter; `firstLine` is the line of the file on which it starts. Raw HTML counts for what it shows. Never throws.
 */
export function parseMarkdown(body: string, { firstLine = 1 }: { readonly firstLine?: number } = {}): ParsedDocument {
  const { text: source, removed } = stripInvisible(body);
  const flags = new Set<ContentFlag>(removed ? ['INVISIBLE_CHARACTERS_REMOVED'] : []);
  const sweep = sweepHtml(flags);
  const pieces = markdownPieces(stripDirectives(stripMdx(source)));
  const references = referencesOf(pieces);
  const found: Growing[] = [];
  for (const [index, piece] of pieces.entries()) {
    const definitions = references[index] ?? '';
    const prefix = `${definitions}${piece.prefix && `${piece.prefix}\n`}`;
    const root = treeOf(piece, prefix, lineEnds(definitions));
    sweep(root);
    if (piece.continues === 'LIST') goOnCounting(root, found.at(-1));
    append(
      found,
      root.children.flatMap((node) => renderBlock(node, flags)),
      piece.continues,
      firstLine + piece.line - 1 - lineEnds(prefix),
    );
  }
  return { ...assemble(found), flags: [...flags].sort(), metadata: {} };
}

/**
 * The tree of a piece without the definitions in front of it, which are its first `skip` lines; of a piece beyond the
 * parser, its text as one node.
 */
function treeOf(piece: MarkdownPiece, prefix: string, skip: number): Root {
  if (piece.plain) return plainTree(piece.source, lineEnds(prefix));
  try {
    const tree = fromMarkdown(`${prefix}${piece.source}`, syntax);
    tree.children = tree.children.filter(({ position }) => (position?.start.line ?? 0) > skip);
    if (!isDeep(tree)) return tree;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return plainTree(piece.source, lineEnds(prefix));
}

function isDeep(root: Root): boolean {
  let level: readonly Nodes[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxTreeDepth) return true;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return false;
}

/**
 * Its stretches between blank lines as raw HTML: tags and what they hide still go. Of other marks the plainest go, and
 * images that stand in the text in full.
 */
function plainTree(source: string, linesBefore: number): Root {
  const root: Root = { type: 'root', children: [] };
  let line = linesBefore + 1;
  for (const part of source.split(/(\n[ \t]*\n)/)) {
    const end = line + lineEnds(part);
    const value = withoutDataUrls(part)
      .replaceAll(/!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
      .replaceAll(/\*\*|`+/g, '');
    if (value.trim())
      root.children.push({
        type: 'html',
        value,
        position: { start: { line, column: 1 }, end: { line: end, column: 1 } },
      });
    line = end;
  }
  return root;
}

/** Each closing parenthesis is looked for once: an expression would look for a missing one from every start. */
function withoutDataUrls(source: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let start = source.indexOf('](data:'); start >= 0; start = source.indexOf('](data:', kept)) {
    const end = source.indexOf(')', start);
    if (end < 0) break;
    parts.push(source.slice(kept, start).replace(/!\[[^[\]\n]{0,500}$/, ''));
    kept = end + 1;
  }
  return [...parts, source.slice(kept)].join('');
}

interface Growing extends RenderedBlock {
  readonly lines: RenderedLine[];
  nextNumber?: number;
}

function goOnCounting(root: Root, last: Growing | undefined): void {
  const [first] = root.children;
  if (first?.type === 'list' && first.ordered && last?.nextNumber !== undefined) first.start = last.nextNumber;
}

/**
 * Adds a piece's blocks, lines counted in the document; the first goes on in the last one where both are parts of one
 * block.
 */
function append(
  found: Growing[],
  blocks: readonly RenderedBlock[],
  continues: MarkdownPiece['continues'],
  shift: number,
): void {
  for (const [index, block] of blocks.entries()) {
    const lines = block.lines.map((line) => ({
      ...line,
      line: line.line === undefined ? undefined : line.line + shift,
    }));
    const last = found.at(-1);
    const same =
      index === 0 &&
      continues === block.kind &&
      last?.kind === block.kind &&
      (last.nextNumber === undefined) === (block.nextNumber === undefined);
    if (!same) {
      found.push({ ...block, lines });
      continue;
    }
    for (const [at, line] of lines.entries())
      last.lines.push(at === 0 && continues === 'PARAGRAPH' ? { ...line, joined: true } : line);
    if (block.nextNumber !== undefined) last.nextNumber = block.nextNumber;
  }
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1;
}

const reference = /\[(\^?(?:[^[\]\\]|\\.){1,200})\]/g;

/**
 * For each piece, Markdown that defines the links and footnotes which it names: without the definitions of other pieces
 * `[words][label]` would stay as written. Where a link leads does not matter, its words do. Empty where nothing is
 * needed.
 */
function referencesOf(pieces: readonly MarkdownPiece[]): string[] {
  if (pieces.length < 2) return pieces.map(() => '');
  const defined = new Set(pieces.flatMap((piece) => piece.labels));
  return pieces.map((piece) => {
    if (piece.plain || defined.size === 0) return '';
    const named = new Set([...piece.source.matchAll(reference)].map(([, label = '']) => normalLabel(label)));
    const needed = [...named].filter((label) => defined.has(label));
    const notes = needed.filter((label) => label.startsWith('^')).map((label) => `[${label}]: x\n\n`);
    const links = needed.filter((label) => !label.startsWith('^')).map((label) => `[${label}]: #\n`);
    // The definition of a link is never indented, and so ends the last note.
    return needed.length > 0 ? `${notes.join('')}${links.join('') || '[candor]: #\n'}\n` : '';
  });
}

const fence = /^[ \t]*(`{3,}|~{3,})/;
const container = /^([ \t>]*):{3,}[ \t]*([A-Za-z][\w-]*)?(?:\[([^\]\n]*)\])?(?:\{[^}\n]*\})?[ \t]*(.*)$/;
const admonition =
  /^([ \t]*)(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+(?:([A-Za-z][\w -]*?)[ \t]*)?(?:"([^"\n]*)")?(?:[ \t]*\{[^{}\n]*\})?[ \t]*$/;
const alert = /^([ \t]*(?:>[ \t]*)+)\[!(\w+)\][+-]?[ \t]*(.*)$/;
const headingAttributes = /^([ \t]*#{1,6}[ \t].*?)[ \t]*\{:?[ \t]*[#.][^{}\n]*\}[ \t]*$/;
const attributesAlone = /^[ \t]*\{:[^{}\n]*\}[ \t]*$/;
const inlineAttributes = /(?<=[)\]`*])\{(?::|[#.]|\w+=)[^{}\n]*\}/g;
/** Of Obsidian: a comment, and the name of a block at its end. */
const comment = /^[ \t]*%%[^%\n]*%%[ \t]*$/;
const blockName = / \^[A-Za-z][\w-]*$/;
const liquid = /^([ \t]*)\{%[^{}\n]*%\}[ \t]*$/;
const liquidTitle = /\b(?:title|summary)="([^"\n]+)"/;
const shortcode = /\{\{[<%][^{}\n]*[%>]\}\}/g;

/** A longer line is no mark, and would take the square of its length. */
const maxLine = 1000;

/**
 * Takes out of Markdown the marks that site generators add and a reader never sees: `:::note Title`, `!!! note "Title"`
 * with its text set in, `=== "Tab"`, `> [!NOTE]`, `## Title {#id}`, `{{< shortcode >}}`, `{% hint %}` on a line of its
 * own. A title stays, the number of lines too. Code stays whole.
 */
function stripDirectives(source: string): string {
  if (!/%%|\^|\{%|:::|!!!|\?\?\?|===|\[!|\{[#.:{ ]|\{\w+=/.test(source)) return source;
  let open: string | undefined;
  /** How far the text of each open admonition is set in. */
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
    // Within a list they are set in as deep as code is elsewhere.
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

/** A paragraph of its own without a blank line: a comment ends what stands above, and its own line ends it. */
function titled(title: string): string {
  return title.trim() && `<!-- -->${title.trim()}`;
}

const named = (type: string) => type.charAt(0).toUpperCase() + type.slice(1).toLowerCase();

function dedented(line: string, by: number): string {
  return line.replaceAll('\t', '    ').replace(new RegExp(`^ {1,${by}}`), '');
}
