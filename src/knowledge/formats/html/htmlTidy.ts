import type { Element, ElementContent, Nodes, Root, Text } from 'hast';
import { wordsOf } from './hastWalk.ts';
import { attributeOf, elementsOf } from './htmlFacts.ts';

/** Only marks: `#`, `¶`, `↩`, a chain. What site generators put behind a heading or note, to be clicked. */
const marksAlone = /^[\s#¶§↩↑⤴\u{1F517}\uFE0E\u200B]*$/u;
const lineNumbers = /(?:^|\s)(?:linenos?|lineno|linenodiv|gutter|rouge-gutter|hljs-ln-numbers|blob-num|lnt)(?:\s|$)/;
const codeTable = /(?:^|\s)(?:highlighttable|rouge-table|lntable|hljs-ln)(?:\s|$)/;
const tableParts: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr', 'td', 'th']);
const titles: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary']);
const everything = () => false;

/**
 * Mends a tree, before what is hidden is taken out, where a reader sees other words than its elements hold: marks of
 * links to headings go, so do line numbers of code; a question in a button that is a heading stays; a cell that holds
 * only a sign gets the sign's name; panels get the names of their tabs.
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
  if (lineNumbers.test(names)) return true;
  return (
    element.tagName === 'a' &&
    attributeOf(element, 'href').startsWith('#') &&
    marksAlone.test(wordsOf(element.children, everything)) &&
    ![...elementsOf(element)].some(({ tagName }) => tagName === 'img')
  );
}

/** Elsewhere a button is a control and no text. */
function showButtons(title: Element): void {
  for (const element of elementsOf(title)) if (element.tagName === 'button') element.tagName = 'span';
}

/** Tick marks are pictures in many tables, and their names all that tells yes from no. */
function nameSigns(cell: Element): void {
  if (wordsOf(cell.children, ({ tagName }) => tagName === 'svg')) return;
  const names = [...elementsOf(cell)]
    .filter((element) => element !== cell)
    .flatMap((element) => signName(element) ?? []);
  if (names.length > 0) cell.children = [textOf([...new Set(names)].join(' '))];
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
  return title ? wordsOf(title.children, everything) || undefined : undefined;
}

/** A table that stands beside its line numbers is code, below its file's name. */
function flatten(table: Element): void {
  for (const element of elementsOf(table)) if (tableParts.has(element.tagName)) element.tagName = 'div';
}

/** MkDocs shows a tab by a radio button; its names stand in one list before the panels. */
function nameTabs(set: Element): void {
  const labels = childrenOf(set).find((child) => attributeOf(child, 'className').includes('tabbed-labels'));
  const content = childrenOf(set).find((child) => attributeOf(child, 'className').includes('tabbed-content'));
  if (!labels || !content) return;
  const names = childrenOf(labels).map((label) => wordsOf(label.children, everything));
  for (const [index, panel] of childrenOf(content).entries()) {
    const name = names[index];
    if (name) panel.children.unshift({ type: 'element', tagName: 'p', properties: {}, children: [textOf(name)] });
  }
  labels.children = [];
}

const textOf = (value: string): Text => ({ type: 'text', value });
const isElement = (node: Nodes | ElementContent): node is Element => node.type === 'element';
const childrenOf = (element: Element): Element[] => element.children.filter(isElement);
const childrenNamed = (element: Element, name: string): Element[] =>
  childrenOf(element).filter(({ tagName }) => tagName === name);
