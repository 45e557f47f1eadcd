import { fromHtml } from 'hast-util-from-html';
import type { Html, Parents, Root, RootContent } from 'mdast';
import { assemble, type RenderedBlock, type RenderedLine } from '../documentWriter.ts';
import { hastToMdast } from '../html/hastToMdast.ts';
import { htmlTokens, visibleHtml, type VisibleHtml, withinReach } from '../html/htmlTokens.ts';
import { renderBlock } from '../html/renderMdast.ts';
import { stripInvisible } from '../invisible.ts';
import type { ContentFlag, OnPart, ParsedDocument } from '../parsed.ts';
import { withBoldHeadings } from '../textHeadings.ts';
import { stripDirectives, stripMdx } from './markdownMarks.ts';
import { markdownBlocks } from './markdownTree.ts';

/**
 * Parses Markdown (CommonMark with GitHub's tables, lists and notes), and MDX for its words. `body` has no front
 * matter; `firstLine` is the line of the file on which it starts. Raw HTML is read as what it shows. Never throws.
 */
export function parseMarkdown(
  body: string,
  { firstLine = 1, onRead }: { readonly firstLine?: number | undefined; readonly onRead?: OnPart | undefined } = {},
): ParsedDocument {
  const { text: source, removed } = stripInvisible(body);
  const flags = new Set<ContentFlag>(removed ? ['INVISIBLE_CHARACTERS_REMOVED'] : []);
  const visible = visibleHtml(flags);
  const found: RenderedBlock[] = [];
  let list: RenderedLine[] = [];
  const tell = onRead && ((share: number) => onRead(Math.floor(share * body.length), body.length));
  for (const { node: block, continues } of markdownBlocks(stripDirectives(stripMdx(source)), firstLine, tell)) {
    const root: Root = { type: 'root', children: [block] };
    sweep(root, visible);
    // One by one: a quote may have more blocks, and a list more lines, than a call may have arguments.
    for (const node of root.children)
      for (const shown of renderBlock(node, flags)) {
        if (continues && shown.kind === 'LIST') for (const line of shown.lines) list.push(line);
        else if (shown.kind === 'LIST') found.push({ ...shown, lines: (list = [...shown.lines]) });
        else found.push(shown);
      }
  }
  return { ...assemble(withBoldHeadings(found)), flags: [...flags].sort(), metadata: {} };
}

/** HTML with a layout of its own becomes the blocks that it shows; other HTML in Markdown only marks up words. */
const layout = /<(\/?)(table|ul|ol|dl|pre|h[1-6])(?=[\s>])/gi;

/** Removes what raw HTML hides from Markdown trees, and turns raw tables, lists and headings into Markdown nodes. */
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
  const text = [...htmlTokens(value)]
    .map(({ kind, source }) => (kind === 'TEXT' || kind === 'RAW' ? source : source.replaceAll(/[^\n]+/g, '')))
    .join('');
  const source = text.replaceAll(/^[ \t]{1,3}(?=\S)|<(?=[!?/a-z])/gim, '');
  return [...markdownBlocks(source, node.position?.start.line ?? 1)].map((block) => block.node);
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
