import type { Element, Nodes, Root as HastRoot } from 'hast';
import type { List, ListItem, Paragraph, PhrasingContent, Root } from 'mdast';
import { shownLabel } from '../shownNumbers.ts';
import {
  attributeOf,
  blockNames,
  elementsOf,
  type Flow,
  phrasing,
  struck,
  type Walk,
  phrasingText,
} from './hastWalk.ts';
import { htmlTable } from './htmlTable.ts';

declare module 'mdast' {
  interface ParagraphData {
    /** All its words are bold. */
    isBold?: boolean;
  }
  interface ListItemData {
    /** What is shown before the item instead of a bullet or the number of its place: `(a)`, `iv.`. */
    readonly label?: string | undefined;
  }
}

interface HastToMdastOptions {
  /** The line of the document that the tree's line 1 comes from; 1 by default. */
  readonly firstLine?: number;
  /** Elements to leave out with their contents. */
  readonly skip?: (element: Element) => boolean;
}

/**
 * Converts HTML to a Markdown tree of blocks and words, with positions. Inline marks are left out, because
 * `renderMdast` drops them. This is not taken from hast-util-to-mdast 10, which overflows the stack on a table of
 * 160,000 rows (it spreads arrays into calls), takes 17 s and 1.5 GB for a million paragraphs, throws on a broken
 * `<base href>`, and drops captions and menus.
 */
export function hastToMdast(root: HastRoot | Element, options: HastToMdastOptions = {}): Root {
  const shift = (options.firstLine ?? 1) - 1;
  const holdsBlock = new Set<Element>();
  findHolders(root, holdsBlock);
  const walk: Walk = {
    holdsBlock,
    skip: options.skip ?? (() => false),
    position: (nodes) => positionOf(nodes, shift),
    flow: (nodes) => flow(nodes, walk),
  };
  return { type: 'root', children: flow([root], walk) };
}

function findHolders(node: Nodes, found: Set<Element>): boolean {
  let holds = false;
  for (const child of 'children' in node ? node.children : []) {
    if (child.type === 'element') holds = findHolders(child, found) || blockNames.has(child.tagName) || holds;
  }
  if (holds && node.type === 'element') found.add(node);
  return holds;
}

function positionOf(nodes: readonly Nodes[], shift: number): Pick<Flow, 'position'> {
  const start = nodes.find(({ position }) => position)?.position?.start;
  const end = nodes.findLast(({ position }) => position)?.position?.end;
  if (!start || !end) return {};
  return {
    position: {
      start: { line: start.line + shift, column: start.column },
      end: { line: end.line + shift, column: end.column },
    },
  };
}

/** Words between blocks become paragraphs; two line breaks in a row end one. */
function flow(nodes: readonly Nodes[], walk: Walk): Flow[] {
  const found: Flow[] = [];
  let pending: Nodes[] = [];
  const flush = () => {
    const children = phrasing(pending, walk.skip);
    if (children.some((child) => child.type === 'text' && child.value.trim()))
      found.push({
        type: 'paragraph',
        children,
        ...(areBold(pending) && { data: { isBold: true } }),
        ...walk.position(trimmed(pending)),
      });
    pending = [];
  };
  const visit = (node: Nodes) => {
    if (node.type === 'root') for (const child of node.children) visit(child);
    else if (node.type === 'element' && (blockNames.has(node.tagName) || walk.holdsBlock.has(node))) {
      if (walk.skip(node)) return;
      flush();
      for (const child of block(node, walk)) goOn(found, child);
    } else {
      if (isBreak(node) && isBreak(pending.findLast((other) => !isBlank(other)))) flush();
      pending.push(node);
    }
  };
  for (const node of nodes) visit(node);
  flush();
  return found;
}

/** Whether all words of some nodes are bold, as where somebody made a heading without a style for it. */
function areBold(nodes: readonly Nodes[]): boolean {
  const words = nodes.filter((node) =>
    node.type === 'text' ? node.value.trim() !== '' : node.type === 'element' && !isBreak(node),
  );
  return (
    words.length > 0 &&
    words.every(
      (node) =>
        node.type === 'element' && (node.tagName === 'b' || node.tagName === 'strong' || areBold(node.children)),
    )
  );
}

/**
 * Notion and Google Docs write each item of a numbered list, or the items after a nested list, as a list of its own.
 */
function goOn(found: Flow[], next: Flow): void {
  const last = found.at(-1);
  const goesOn =
    last?.type === 'list' &&
    next.type === 'list' &&
    last.ordered &&
    next.ordered &&
    next.start === (last.start ?? 1) + last.children.length;
  if (!goesOn) found.push(next);
  else {
    last.children = last.children.concat(next.children);
    if (last.position && next.position) last.position = { ...last.position, end: next.position.end };
  }
}

function block(node: Element, walk: Walk): Flow[] {
  const own = walk.position([node]);
  switch (node.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [
        { type: 'heading', depth: Number(node.tagName[1]) as 1, children: phrasing(node.children, walk.skip), ...own },
      ];
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return list(node, walk);
    case 'dl':
      return definitions(node, walk);
    case 'pre':
    case 'listing':
    case 'xmp':
    case 'plaintext':
      return [{ type: 'code', value: codeOf(node, walk).replace(/^\n/, ''), ...own }];
    case 'table':
      return htmlTable(node, walk);
    case 'hr':
      return [];
    default:
      return flow(node.children, walk);
  }
}

/** Content of a list that is not an item belongs to the item before it, as in a browser. */
function list(node: Element, walk: Walk): Flow[] {
  const items: ListItem[] = [];
  const start = numberOf(node, 'start') ?? 1;
  const number = counterOf(node, start);
  for (const child of node.children) {
    const isItem = child.type === 'element' && child.tagName === 'li' && !walk.skip(child);
    const checked = isItem ? isTicked(child, node) : undefined;
    if (checked && isItem) unstrike(child);
    const children = flow(isItem ? child.children : [child], walk);
    const before = items.at(-1);
    if (children.length === 0) continue;
    if (before && !isItem) before.children = [...before.children, ...children];
    else
      items.push({
        type: 'listItem',
        children,
        ...(isItem && { data: { label: number(child) } }),
        ...(checked !== undefined && { checked }),
        ...walk.position([child]),
      });
  }
  if (items.length === 0) return [];
  return [{ type: 'list', ordered: node.tagName === 'ol', start, children: items, ...walk.position([node]) }];
}

function numberOf(element: Element, name: 'start' | 'value'): number | undefined {
  const number = Number.parseInt(attributeOf(element, name), 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Returns a function that gives the label of each item in turn; undefined if the item's place implies it. */
function counterOf(list: Element, start: number): (item: Element) => string | undefined {
  const isOrdered = list.tagName === 'ol';
  const listStyle = attributeOf(list, 'style');
  const items = list.children.filter((child) => child.type === 'element' && child.tagName === 'li').length;
  const reversed = isOrdered && list.properties['reversed'] !== undefined;
  let [place, next] = [start, reversed && list.properties['start'] === undefined ? items : start];
  return (item) => {
    const number = (isOrdered ? numberOf(item, 'value') : undefined) ?? next;
    next = number + (reversed ? -1 : 1);
    const own = attributeOf(item, 'style');
    const style = /list-style/i.test(own) ? own : listStyle;
    const type = attributeOf(item, 'type') || attributeOf(list, 'type');
    const label = isOrdered || /list-style[^;]*["']/i.test(own) ? shownLabel(number, style, type) : undefined;
    const shown = label ?? (isOrdered && number !== place ? `${number}.` : undefined);
    place += 1;
    return shown;
  };
}

/** Terms with the definitions that follow them: consecutive terms share them all. */
interface DefinitionGroup {
  readonly terms: Element[];
  readonly definitions: Element[];
}

/** Groups as the standard has them, whether each stands in a `div` or all follow each other. */
function definitionGroups(list: Element): DefinitionGroup[] {
  const groups: DefinitionGroup[] = [];
  const parts = list.children
    .flatMap((child) => (child.type === 'element' && child.tagName === 'div' ? child.children : [child]))
    .filter((child) => child.type === 'element');
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.tagName !== 'dt' && last) last.definitions.push(part);
    else if (part.tagName !== 'dt') groups.push({ terms: [], definitions: [part] });
    else if (last?.definitions.length === 0) last.terms.push(part);
    else groups.push({ terms: [part], definitions: [] });
  }
  return groups;
}

/** What defines a term in a few paragraphs is short up to this many characters. */
const maxDefinition = 600;

/**
 * Short definitions become items, `Term, term: definition`, one for each paragraph; long ones and those with lists or
 * code, such as those of an API reference, stay blocks below their terms.
 */
function definitions(node: Element, walk: Walk): Flow[] {
  const found: Flow[] = [];
  let open: List | undefined;
  for (const { terms, definitions: given } of definitionGroups(node)) {
    const names = terms.map((term) => phrasingText(term.children, walk.skip).replace(/\s*[:：]$/, '')).filter(Boolean);
    const texts = given.map((definition) => shortDefinition(definition, walk));
    if (texts.every((each) => each !== undefined)) {
      if (!open) found.push((open = { type: 'list', ordered: false, children: [], ...walk.position([node]) }));
      const defined = texts.flatMap((values, index) =>
        values.map((value) => ({ value, places: [...terms, given[index]] })),
      );
      for (const { value, places } of defined.length > 0 ? defined : [{ value: '', places: terms }])
        open.children.push(...definitionItem([names.join(', '), value].filter(Boolean).join(': '), places, walk));
    } else {
      open = undefined;
      const isOne = names.length < 2;
      found.push(
        ...(isOne ? terms.flatMap((term) => walk.flow(term.children)) : [paragraphOf(names.join(', '), terms, walk)]),
      );
      found.push(...given.flatMap((definition) => walk.flow(definition.children)));
    }
  }
  return found.filter((each) => each.type !== 'list' || each.children.length > 0);
}

/** The paragraphs of a definition that has a few and nothing else; undefined for any other. */
function shortDefinition(definition: Element, walk: Walk): string[] | undefined {
  if (!walk.holdsBlock.has(definition)) return [phrasingText(definition.children, walk.skip)];
  const blocks = walk.flow(definition.children);
  const isShort =
    blocks.every(({ type }) => type === 'paragraph') &&
    phrasingText(definition.children, walk.skip).length <= maxDefinition;
  return isShort
    ? blocks.map((block) => ('children' in block ? textOf(block.children as PhrasingContent[]) : ''))
    : undefined;
}

const textOf = (children: readonly PhrasingContent[]): string =>
  children
    .map((child) => (child.type === 'text' ? child.value : ' '))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

function definitionItem(value: string, of: readonly (Element | undefined)[], walk: Walk): ListItem[] {
  const places = of.filter((element) => element !== undefined);
  return value ? [{ type: 'listItem', children: [paragraphOf(value, places, walk)], ...walk.position(places) }] : [];
}

const paragraphOf = (value: string, of: readonly Element[], walk: Walk): Paragraph => ({
  type: 'paragraph',
  children: [{ type: 'text', value }],
  ...walk.position(of),
});

function codeOf(node: Nodes, walk: Walk): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || walk.skip(node)) return '';
  return node.tagName === 'br' ? '\n' : node.children.map((child) => codeOf(child, walk)).join('');
}

function trimmed(nodes: readonly Nodes[]): Nodes[] {
  const first = nodes.findIndex((node) => !isBlank(node));
  return nodes.slice(first, nodes.findLastIndex((node) => !isBlank(node)) + 1);
}

function isBlank(node: Nodes): boolean {
  return node.type === 'comment' || (node.type === 'text' && !node.value.trim());
}

function isBreak(node: Nodes | undefined): boolean {
  return node?.type === 'element' && node.tagName === 'br';
}

/** Checkboxes in canonical text. */
export const ticks = { done: '☑', open: '☐' } as const;

/** Names of boxes that open menus and panels; these are not tasks. */
const opener = /toggle|nav|menu|accordion|collaps|tree|tab/i;

/**
 * Whether an item of a task list is done; undefined for any other item. Recognises boxes before the words (GitHub,
 * GitLab, Google Docs' pictures of them, Notion's `checkbox-on`), Confluence's lists, `data-checked` and ARIA.
 */
function isTicked(item: Element, list: Element): boolean | undefined {
  const ticked =
    attributeOf(item, 'dataChecked') || (attributeOf(item, 'role') === 'checkbox' && attributeOf(item, 'ariaChecked'));
  if (ticked === 'true' || ticked === 'false') return ticked === 'true';
  if (/(?:^|\s)inline-task-list(?:\s|$)/.test(attributeOf(list, 'className')))
    return /(?:^|\s)checked(?:\s|$)/.test(attributeOf(item, 'className'));
  const box = leadingBox(item);
  if (!box) return undefined;
  if (box.tagName !== 'input') return isOn.test(attributeOf(box, 'className')) || attributeOf(box, 'alt') === 'checked';
  return box.properties['checked'] !== undefined && box.properties['checked'] !== false;
}

const isOn = /(?:^|\s)checkbox-on(?:\s|$)/;
const isDrawn = /(?:^|\s)checkbox-(?:on|off)(?:\s|$)/;

/** Returns the checkbox before an item's first word. */
function leadingBox(item: Element): Element | undefined {
  for (const child of item.children) {
    if (child.type === 'text' && child.value.trim()) return undefined;
    if (child.type !== 'element') continue;
    if (child.tagName === 'input' && attributeOf(child, 'type') === 'checkbox')
      return opener.test(`${attributeOf(child, 'className')} ${attributeOf(child, 'id')}`) ? undefined : child;
    if (isDrawn.test(attributeOf(child, 'className')) || /^(?:un)?checked$/.test(attributeOf(child, 'alt')))
      return child;
    return leadingBox(child);
  }
  return undefined;
}

/** Keeps the words of a task that is done: they are crossed out because it is done, not because they no longer hold. */
function unstrike(item: Element): void {
  for (const element of elementsOf(item)) if (struck.has(element.tagName)) element.tagName = 'span';
}
