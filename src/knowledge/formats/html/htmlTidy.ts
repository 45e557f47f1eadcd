import type { Element, ElementContent, Nodes, Root, Text } from 'hast';
import { asLabel, cssFormat, labelStyle } from '../shownNumbers.ts';
import { attributeOf, elementsOf, phrasingText } from './hastWalk.ts';
import { maxCss } from './styleSheet.ts';

/** Only link marks: `#`, `¶`, `↩`, a chain. Site generators put them after a heading or note. */
const marksAlone = /^[\s#¶§↩↑⤴\u{1F517}\uFE0E\u200B]*$/u;
const lineNumbers = /(?:^|\s)(?:linenos?|lineno|linenodiv|gutter|rouge-gutter|hljs-ln-numbers|blob-num|lnt)(?:\s|$)/;
/** A list of the page's own headings. */
const confluenceContents = /(?:^|\s)toc-macro(?:\s|$)/;
/** The label of a collapsed section to which its author gave no title. */
const confluenceOpener = /(?:^|\s)expand-control(?:\s|$)/;
const codeTable = /(?:^|\s)(?:highlighttable|rouge-table|lntable|hljs-ln)(?:\s|$)/;
const tableParts: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr', 'td', 'th']);
const titles: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary']);
const everything = () => false;

/**
 * Mends a tree, before hidden content is removed, where a reader sees other words than its elements hold. Link marks of
 * headings and line numbers of code are removed; a question in a button that is a heading stays; a cell that holds only
 * a sign gets the sign's name; panels get the names of their tabs.
 */
export function tidyHtml(root: Root): void {
  for (const element of [...elementsOf(root)]) {
    element.children = element.children.filter((child) => child.type !== 'element' || !isMark(child));
    if (titles.has(element.tagName)) showButtons(element);
    if (element.tagName === 'td' || element.tagName === 'th') nameSigns(element);
    if (codeTable.test(attributeOf(element, 'className'))) flatten(element);
    if (attributeOf(element, 'className').split(/\s+/).includes('tabbed-set')) nameTabs(element);
  }
}

function isMark(element: Element): boolean {
  const names = attributeOf(element, 'className');
  if (lineNumbers.test(names) || confluenceContents.test(names)) return true;
  if (confluenceOpener.test(names)) return /^Click here to expand/.test(phrasingText(element.children, everything));
  return (
    element.tagName === 'a' &&
    attributeOf(element, 'href').startsWith('#') &&
    marksAlone.test(phrasingText(element.children, everything)) &&
    ![...elementsOf(element)].some(({ tagName }) => tagName === 'img')
  );
}

/** Shows the words of buttons in a title; elsewhere a button is a control and not text. */
function showButtons(title: Element): void {
  for (const element of elementsOf(title)) if (element.tagName === 'button') element.tagName = 'span';
}

/** Tick marks are pictures in many tables, and only their names distinguish yes from no. */
function nameSigns(cell: Element): void {
  if (phrasingText(cell.children, ({ tagName }) => tagName === 'svg')) return;
  const names = [...elementsOf(cell)]
    .filter((element) => element !== cell)
    .flatMap((element) => signName(element) ?? []);
  if (names.length > 0) cell.children = [textNode([...new Set(names)].join(' '))];
}

function signName(element: Element): string | undefined {
  const named =
    attributeOf(element, 'ariaLabel').trim() ||
    attributeOf(element, 'alt').trim() ||
    attributeOf(element, 'title').trim();
  if (named) return named;
  if (element.tagName === 'input' && attributeOf(element, 'type') === 'checkbox')
    return element.properties['checked'] === undefined || element.properties['checked'] === false ? '☐' : '☑';
  const title = element.tagName === 'svg' ? childrenNamed(element, 'title')[0] : undefined;
  return title ? phrasingText(title.children, everything) || undefined : undefined;
}

/** A table that puts code beside its line numbers is not a data table; the code is below its file's name. */
function flatten(table: Element): void {
  for (const element of elementsOf(table)) if (tableParts.has(element.tagName)) element.tagName = 'div';
}

/** MkDocs shows a tab with a radio button; the tab names are in one list before the panels. */
function nameTabs(set: Element): void {
  const labels = childrenOf(set).find((child) => attributeOf(child, 'className').includes('tabbed-labels'));
  const content = childrenOf(set).find((child) => attributeOf(child, 'className').includes('tabbed-content'));
  if (!labels || !content) return;
  const names = childrenOf(labels).map((label) => phrasingText(label.children, everything));
  for (const [index, panel] of childrenOf(content).entries()) {
    const name = names[index];
    if (name) panel.children.unshift({ type: 'element', tagName: 'p', properties: {}, children: [textNode(name)] });
  }
  labels.children = [];
}

const textNode = (value: string): Text => ({ type: 'text', value });
const isElement = (node: Nodes | ElementContent): node is Element => node.type === 'element';
const childrenOf = (element: Element): Element[] => element.children.filter(isElement);
const childrenNamed = (element: Element, name: string): Element[] =>
  childrenOf(element).filter(({ tagName }) => tagName === name);

/** Lists with the same id are levels of one list: `lst-kix_abc-1` is the second level. */
const levelName = /(?:^|\s)(lst-kix_\w+)-(\d)(?=\s|$)/;
/** `.lst-kix_abc-1>li:before{content:"(" counter(lst-ctn-kix_abc-1,lower-latin) ") "}` */
const rule =
  /\.(lst-kix_\w+-\d)\s*>\s*li:before\s*\{\s*content:((?:"[^"}]{0,40}"|\s|counter\([\w-]{1,80},[\w-]{1,30}\)){1,60})/g;
const part = /"([^"]*)"|counter\([\w-]*-(\d),([\w-]+)\)/g;

/**
 * Mends the tree of a page exported from Google Docs, which writes each level of a list as a separate list, and shows
 * labels, bold words and the title only through its style sheet. Deeper lists move into the item above, and items get
 * their labels. Comments are removed, as they are from a Word file.
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

/** Whether the node is the mark of a comment, or the comment's text at the end of the page. */
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

/** Gives the items of one list their labels, which may include the numbers of the levels above. */
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
