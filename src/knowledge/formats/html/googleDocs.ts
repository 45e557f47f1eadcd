import type { Element, Root } from 'hast';
import { asLabel, cssFormat, labelStyle } from '../listLabels.ts';
import { attributeOf, elementsOf } from './htmlFacts.ts';

/** Lists of one id are levels of one list: `lst-kix_abc-1` is the second. */
const levelName = /(?:^|\s)(lst-kix_\w+)-(\d)(?=\s|$)/;
/** `.lst-kix_abc-1>li:before{content:"(" counter(lst-ctn-kix_abc-1,lower-latin) ") "}` */
const rule =
  /\.(lst-kix_\w+-\d)\s*>\s*li:before\s*\{\s*content:((?:"[^"}]{0,40}"|\s|counter\([\w-]{1,80},[\w-]{1,30}\)){1,60})/g;
const part = /"([^"]*)"|counter\([\w-]*-(\d),([\w-]+)\)/g;
const maxCss = 1_000_000;

/**
 * Mends the tree of a page that Google Docs exported. It writes each level of a list as a list beside the others and
 * shows labels, bold words and the title by its style sheet alone: deeper lists go into the item above, items get their
 * labels. Comments go, as they do from a Word file.
 */
export function tidyGoogleDocs(root: Root): void {
  const elements = [...elementsOf(root)];
  const lists = elements.filter(isDocsList);
  if (lists.length === 0 && !elements.some(isDocsBody)) return;
  const css = elements
    .filter(({ tagName }) => tagName === 'style')
    .flatMap(({ children }) => children.map((child) => (child.type === 'text' ? child.value : '')))
    .join('\n')
    .slice(0, maxCss);
  const labels = new Map([...css.matchAll(rule)].map(([, name = '', content = '']) => [name, content]));
  const counters = new Map<string, number[]>();
  for (const list of lists) number(list, labels, counters);
  for (const parent of [root, ...elements]) if (parent.children.some(isDocsList)) fold(parent);
  if (!elements.some(isDocsBody)) return;
  const bold = new Set([...css.matchAll(boldRule)].map(([, name = '']) => name));
  for (const element of elements) {
    const classes = attributeOf(element, 'className').split(' ');
    if (element.tagName === 'span' && classes.some((name) => bold.has(name))) element.tagName = 'b';
    if (element.tagName === 'p' && classes.includes('title')) element.tagName = 'h1';
    element.children = element.children.filter((child) => !isComment(child));
  }
}

const isDocsBody = (element: Element): boolean =>
  element.tagName === 'body' && attributeOf(element, 'className').split(' ').includes('doc-content');
const boldRule = /\.(c\d+)\{[^{}]*font-weight:[6-9]00/g;

/** The mark of one, and what it says at the end of the page. */
function isComment(node: Element['children'][number]): boolean {
  if (node.type !== 'element' || (node.tagName !== 'sup' && node.tagName !== 'div')) return false;
  const within =
    node.tagName === 'sup'
      ? node.children
      : node.children.flatMap((child) => ('children' in child ? child.children : []));
  return within.some(
    (child) => child.type === 'element' && child.tagName === 'a' && /^cmnt/.test(attributeOf(child, 'id')),
  );
}

const isList = (node: Root | Root['children'][number]): node is Element =>
  node.type === 'element' && (node.tagName === 'ol' || node.tagName === 'ul');
const isDocsList = (node: Root['children'][number]): node is Element =>
  isList(node) && levelName.test(attributeOf(node, 'className'));
const isItem = (node: Root['children'][number]): node is Element => node.type === 'element' && node.tagName === 'li';

/** Gives the items of one list their labels, which may name the numbers of the levels above. */
function number(list: Element, labels: ReadonlyMap<string, string>, counters: Map<string, number[]>): void {
  const [, id = '', digit = '0'] = levelName.exec(attributeOf(list, 'className')) ?? [];
  const level = Number(digit);
  const content = labels.get(`${id}-${digit}`);
  if (list.tagName !== 'ol' || content === undefined) return;
  const counts = counters.get(id) ?? [];
  counters.set(id, counts);
  const start = Number.parseInt(attributeOf(list, 'start'), 10);
  let next = Number.isSafeInteger(start) ? start : 1;
  for (const item of list.children.filter(isItem)) {
    counts[level] = next++;
    const label = content
      .replaceAll(/\s*(?="|counter)/g, '')
      .replaceAll(part, (_, words?: string, at?: string, format?: string) =>
        at === undefined ? (words ?? '') : asLabel(counts[Number(at)] ?? 1, cssFormat(format ?? '') ?? 'decimal'),
      );
    item.properties['style'] = labelStyle(label);
  }
}

function fold(parent: Root | Element): void {
  const open: { readonly list: Element; readonly id: string; readonly level: number }[] = [];
  parent.children = (parent.children as Element['children']).filter((child) => {
    if (!isDocsList(child)) {
      if (child.type !== 'text' || child.value.trim()) open.length = 0;
      return true;
    }
    const [, id = '', digit = '0'] = levelName.exec(attributeOf(child, 'className')) ?? [];
    const level = Number(digit);
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const above = open.at(-1);
    const isSame = above?.level === level && above.id === id && above.list.tagName === child.tagName;
    if (isSame) {
      above.list.children.push(...child.children);
      return false;
    }
    if (above?.level === level) open.pop();
    const item = open.at(-1)?.list.children.findLast(isItem);
    open.push({ list: child, id, level });
    item?.children.push(child);
    return item === undefined;
  });
}
