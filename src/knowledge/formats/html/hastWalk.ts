import type { Element, Nodes } from 'hast';
import { shownAlternative } from './htmlVisibility.ts';
import type { BlockContent, DefinitionContent, PhrasingContent } from 'mdast';

export type Flow = BlockContent | DefinitionContent;

/** What a walk from HTML to Markdown carries. */
export interface Walk {
  /** Elements with blocks somewhere inside. */
  readonly holdsBlock: ReadonlySet<Element>;
  /** Elements to leave out with their contents. */
  readonly skip: (element: Element) => boolean;
  readonly position: (nodes: readonly Nodes[]) => Pick<Flow, 'position'>;
  /** Children as blocks. */
  readonly flow: (nodes: readonly Nodes[]) => Flow[];
}

export const blockNames: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'html',
  'legend',
  'li',
  'listing',
  'main',
  'menu',
  'nav',
  'ol',
  'p',
  'plaintext',
  'pre',
  'search',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
  'xmp',
]);

/** Words of any nodes: blocks among them are parted by blanks. Only texts and breaks are left. */
export function phrasing(nodes: readonly Nodes[], skip: Walk['skip']): PhrasingContent[] {
  const found: PhrasingContent[] = [];
  const visit = (node: Nodes) => {
    if (node.type === 'text') found.push({ type: 'text', value: node.value });
    if (node.type !== 'element' || skip(node)) return;
    if (node.tagName === 'br') found.push({ type: 'break' });
    if (node.tagName === 'img')
      found.push({ type: 'text', value: shownAlternative(node.properties['alt'] ?? '', node.properties['src'] ?? '') });
    const edge = blockNames.has(node.tagName) ? ' ' : node.tagName === 'q' ? '"' : '';
    if (edge) found.push({ type: 'text', value: edge });
    for (const child of node.children) visit(child);
    if (edge) found.push({ type: 'text', value: edge });
  };
  for (const node of nodes) visit(node);
  return found;
}

/** The same words as one line. */
export function wordsOf(nodes: readonly Nodes[], skip: Walk['skip']): string {
  return phrasing(nodes, skip)
    .map((node) => (node.type === 'text' ? node.value : ' '))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
