import { fromHtml } from 'hast-util-from-html';
import type { Html, Nodes, Parents, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { assemble, type RenderedBlock, type RenderedLine } from '../documentWriter.ts';
import { hastToMdast } from '../html/hastToMdast.ts';
import { htmlTokens, visibleHtml, type VisibleHtml, withinReach } from '../html/htmlTokens.ts';
import { renderBlock } from '../html/renderMdast.ts';
import { stripInvisible } from '../invisible.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { stripDirectives, stripMdx } from './markdownMarks.ts';
import { type MarkdownPiece, markdownPieces, normalLabel } from './markdownPieces.ts';

/** Inline marks can nest as deep as a piece is long, and the tree is walked recursively. */
const maxTreeDepth = 250;
const syntax = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/**
 * Parses Markdown (CommonMark with GitHub's tables, lists and notes), and MDX for its words. `body` has no front
 * matter; `firstLine` is the line of the file on which it starts. Raw HTML is read as what it shows. Never throws.
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
 * Returns the tree of a piece without the definitions before it, which are its first `skip` lines. A piece that is too
 * much for the parser becomes a plain tree.
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
 * Returns the stretches between blank lines as raw HTML, so that tags and what they hide are still removed. Of other
 * marks, only the simplest are removed, and images that are written out in the text.
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

/** Searches for each closing parenthesis once; a regular expression would search for a missing one from every start. */
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
 * Adds a piece's blocks with their lines numbered in the document. The first block continues the last one if both are
 * parts of one block.
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
 * Returns, for each piece, Markdown that defines the links and footnotes that it uses; empty if none are needed.
 * Without the definitions in other pieces, `[words][label]` would stay as written. Only the words of a link matter, not
 * its target.
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
    // A link definition is never indented, so it ends the last note.
    return needed.length > 0 ? `${notes.join('')}${links.join('') || '[candor]: #\n'}\n` : '';
  });
}

/** HTML with a layout of its own becomes the blocks that it shows; other HTML in Markdown only marks up words. */
const layout = /<(\/?)(table|ul|ol|dl|pre|h[1-6])(?=[\s>])/gi;

/**
 * Removes what raw HTML hides from Markdown trees, and turns raw tables, lists and headings into Markdown nodes. One
 * sweep serves all pieces of a document, in order.
 */
function sweepHtml(flags: Set<ContentFlag>): (root: Root) => void {
  const visible = visibleHtml(flags);
  return (root) => {
    sweep(root, visible);
  };
}

function sweep(parent: Parents, visible: VisibleHtml): void {
  const words = parent.type === 'paragraph' || parent.type === 'heading' || parent.type === 'tableCell';
  const wasHiding = visible.hiding;
  const children = (parent.children as RootContent[]).flatMap((node): RootContent[] => {
    if (node.type === 'html') return html(node, visible, parent);
    if (visible.hiding) {
      visible.hide(hasWords(node) ? 'x' : '');
      return [];
    }
    if ('children' in node) sweep(node, visible);
    return [node];
  });
  (parent as { children: RootContent[] }).children = children;
  if (words && !wasHiding) visible.close();
}

function html(node: Html, visible: VisibleHtml, parent: Parents): RootContent[] {
  const value = [...visible.read(node.value)].map(({ source }) => source).join('');
  const flow =
    parent.type === 'root' ||
    parent.type === 'blockquote' ||
    parent.type === 'listItem' ||
    parent.type === 'footnoteDefinition';
  if (flow && !hasLayout(value)) return markdownWithin(node, value);
  if (!flow || !withinReach(value)) return [{ ...node, value }];
  return hastToMdast(
    fromHtml(/<(?:pre|code)\b/i.test(value) ? value : value.replaceAll(marks, '$1$2$3'), { fragment: true }),
    { firstLine: node.position?.start.line ?? 1 },
  ).children;
}

/** Marks that authors put between tags, as in `<li>**Stop**</li>`; most site generators read them. */
const marks = /\*\*([^*\n<>]+)\*\*|(?<!`)`([^`\n<>]+)`(?!`)|(?<![!\]])\[([^[\]\n<>]+)\]\([^()\s<>]*\)/g;
const hasMarkdown = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\S|\*\*\S|`\S|\]\(/m;
const maxReread = 4096;

/**
 * Reads HTML without a layout of its own as Markdown if its lines are Markdown, such as a list directly after a
 * `<div>`, without a blank line.
 */
function markdownWithin(node: Html, value: string): RootContent[] {
  if (!hasMarkdown.test(value) || value.length > maxReread) return [{ ...node, value }];
  const line = node.position?.start.line ?? 1;
  const text = [...htmlTokens(value)]
    .map(({ kind, source }) => (kind === 'TEXT' || kind === 'RAW' ? source : source.replaceAll(/[^\n]+/g, '')))
    .join('');
  const tree = fromMarkdown(text.replaceAll(/^[ \t]{1,3}(?=\S)|<(?=[!?/a-z])/gim, ''), {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return tree.children.map((child) => moved(child, line - 1));
}

function moved<Node extends RootContent>(node: Node, by: number): Node {
  const { position } = node;
  const children =
    'children' in node ? { children: (node.children as RootContent[]).map((child) => moved(child, by)) } : {};
  const place = position && {
    position: {
      start: { ...position.start, line: position.start.line + by },
      end: { ...position.end, line: position.end.line + by },
    },
  };
  return { ...node, ...children, ...place };
}

/**
 * Whether HTML has layout elements, all of them complete. A table that is closed in another node, with Markdown in its
 * cells, cannot be read here.
 */
function hasLayout(html: string): boolean {
  const tags = [...html.matchAll(layout)];
  return tags.length > 0 && tags.filter(([, closes]) => closes).length * 2 === tags.length;
}

function hasWords(node: RootContent): boolean {
  if ('value' in node) return node.value.trim() !== '';
  return 'children' in node && node.children.some((child) => hasWords(child));
}
