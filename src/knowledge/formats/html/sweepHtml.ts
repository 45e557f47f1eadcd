import { fromHtml } from 'hast-util-from-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Html, Root, RootContent, Parents } from 'mdast';
import { hastToMdast } from './hastToMdast.ts';
import { htmlTokens, visibleHtml, type VisibleHtml, withinReach } from './htmlTokens.ts';
import type { ContentFlag } from '../parsed.ts';

/** HTML with a layout of its own becomes the blocks that it shows; other HTML in Markdown only marks words up. */
const layout = /<(\/?)(table|ul|ol|dl|pre|h[1-6])(?=[\s>])/gi;

/**
 * Takes out of Markdown trees what their raw HTML hides, and turns raw tables, lists and headings into such. One sweep
 * serves the pieces of one document, in order.
 */
export function sweepHtml(flags: Set<ContentFlag>): (root: Root) => void {
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

/** Marks that authors put between tags, where most site generators read them: `<li>**Stop**</li>`. */
const marks = /\*\*([^*\n<>]+)\*\*|(?<!`)`([^`\n<>]+)`(?!`)|(?<![!\]])\[([^[\]\n<>]+)\]\([^()\s<>]*\)/g;
const hasMarkdown = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\S|\*\*\S|`\S|\]\(/m;
const maxReread = 4096;

/**
 * HTML without a layout of its own whose lines are Markdown, as in `<div>` before a list without a blank line, is read
 * as such.
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

/** A table that is closed in another node, with Markdown in its cells, is none that could be read here. */
function hasLayout(html: string): boolean {
  const tags = [...html.matchAll(layout)];
  return tags.length > 0 && tags.filter(([, closes]) => closes).length * 2 === tags.length;
}

function hasWords(node: RootContent): boolean {
  if ('value' in node) return node.value.trim() !== '';
  return 'children' in node && node.children.some((child) => hasWords(child));
}
