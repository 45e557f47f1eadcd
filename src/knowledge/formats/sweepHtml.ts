import { fromHtml } from 'hast-util-from-html';
import type { Html, Root, RootContent } from 'mdast';
import type { Parents } from 'mdast';
import { hastToMdast } from './hastToMdast.ts';
import { withinReach } from './htmlReach.ts';
import type { ContentFlag } from './parsed.ts';
import { visibleHtml, type VisibleHtml } from './visibleHtml.ts';

/** HTML with a layout of its own becomes the blocks that it shows; other HTML in Markdown only marks words up. */
const layout = /<(\/?)(table|ul|ol|dl|pre|h[1-6])(?=[\s>])/gi;

/** Takes out of Markdown trees what their raw HTML hides, and turns raw tables, lists and headings into such. One sweep serves the pieces of one document, in order. */
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
  const flow = parent.type === 'root' || parent.type === 'blockquote' || parent.type === 'listItem' || parent.type === 'footnoteDefinition';
  if (!flow || !hasLayout(value) || !withinReach(value)) return [{ ...node, value }];
  return hastToMdast(fromHtml(value, { fragment: true }), { firstLine: node.position?.start.line ?? 1 }).children;
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
