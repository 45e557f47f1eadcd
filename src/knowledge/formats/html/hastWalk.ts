import type { Element, Nodes } from 'hast';
import type { BlockContent, DefinitionContent, PhrasingContent } from 'mdast';
import { raisedNumber } from '../shownNumbers.ts';
import { shownAlternative } from './htmlVisibility.ts';

export type Flow = BlockContent | DefinitionContent;

/** State of a walk from HTML to Markdown, and its helpers. */
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

/** Crossed-out words no longer hold: quoted alone, an old price would look like the current one. */
export const struck: ReadonlySet<string> = new Set(['del', 's', 'strike']);

/** Returns the words of any nodes as texts and breaks only. Blanks separate the blocks among them. */
export function phrasing(nodes: readonly Nodes[], skip: Walk['skip']): PhrasingContent[] {
  const found: PhrasingContent[] = [];
  const visit = (node: Nodes) => {
    if (node.type === 'text') found.push({ type: 'text', value: node.value });
    if (node.type !== 'element' || skip(node) || struck.has(node.tagName)) return;
    const number = node.tagName === 'sup' ? numberIn(node, skip) : undefined;
    if (number !== undefined) {
      found.push({ type: 'text', value: raised(node, number, found) });
      return;
    }
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

const numberIn = (sup: Element, skip: Walk['skip']): string | undefined =>
  /^[-−+]?\d{1,3}$/.exec(
    sup.children
      .map((child) => phrasingText([child], skip))
      .join('')
      .trim(),
  )?.[0];

/** Renders a superscript number; one with a link is the mark of a note. */
function raised(sup: Element, number: string, before: readonly PhrasingContent[]): string {
  const leads = sup.children.some((child) => child.type === 'element' && child.tagName === 'a');
  const last = before.at(-1);
  return leads ? `[${number}]` : raisedNumber(last?.type === 'text' ? last.value : '', number);
}

/** Returns the words of `phrasing` as one line. */
export function phrasingText(nodes: readonly Nodes[], skip: Walk['skip']): string {
  return phrasing(nodes, skip)
    .map((node) => (node.type === 'text' ? node.value : ' '))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function* elementsOf(root: Nodes): Generator<Element> {
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'element') yield node;
    if ('children' in node)
      for (let index = node.children.length - 1; index >= 0; index -= 1) open.push(node.children[index] as Nodes);
  }
}

export function attributeOf(element: Element, name: string): string {
  const value = element.properties[name];
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}
