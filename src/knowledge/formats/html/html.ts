import { fromHtml } from 'hast-util-from-html';
import type { Element, Nodes, Root } from 'hast';
import { assemble, type RenderedText } from '../assemble.ts';
import { tidyGoogleDocs } from './googleDocs.ts';
import { hastToMdast } from './hastToMdast.ts';
import { wordsOf } from './hastWalk.ts';
import { attributeOf, elementsOf, htmlFacts, type HtmlFacts } from './htmlFacts.ts';
import { withinReach } from './htmlReach.ts';
import { formControls, isHidden, scripts, unshown } from './htmlVisibility.ts';
import { tidyHtml } from './htmlTidy.ts';
import { htmlWithoutTree } from './htmlWithoutTree.ts';
import { stripInvisible } from '../invisible.ts';
import { styleSheetOf } from './styleSheet.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { renderMdast } from './renderMdast.ts';

/**
 * An HTML page as the text that its reader came for: its `main`, `[role=main]` or only `article`, else its body,
 * without what is hidden, scripts, navigation, asides, forms' controls and the page's own header and footer. A page
 * that has nothing else keeps those. Lines of the map are lines of the source. References are decoded once; entities of
 * a DTD are never read. Never throws.
 */
export function parseHtml(html: string): ParsedDocument {
  const { text: source, removed } = stripInvisible(html);
  const flags = new Set<ContentFlag>(removed ? ['INVISIBLE_CHARACTERS_REMOVED'] : []);
  const { rendered, facts } = withinReach(source) ? withTree(source, flags) : withoutTree(source, flags);
  return { ...rendered, ...facts, flags: [...flags].sort() };
}

interface Page {
  readonly rendered: RenderedText;
  readonly facts: HtmlFacts;
}

function withTree(source: string, flags: Set<ContentFlag>): Page {
  try {
    const root = fromHtml(source);
    tidyHtml(root);
    tidyGoogleDocs(root);
    prune(root, flags);
    return { rendered: render(root, flags), facts: htmlFacts(root) };
  } catch (error) {
    // The reach is an estimate from tags: crooked nesting, such as cells within an SVG, can still be deeper than the
    // stack.
    if (error instanceof RangeError) return withoutTree(source, flags);
    throw error;
  }
}

function withoutTree(source: string, flags: Set<ContentFlag>): Page {
  return { rendered: assemble(htmlWithoutTree(source, flags)), facts: { metadata: {} } };
}

/** Takes out what is not shown. The head stays: facts are read from it, and it is no part of the body. */
function prune(root: Root, flags: Set<ContentFlag>): void {
  const opens = openable(root);
  const sheet = styleSheetOf(root);
  for (const parent of [root, ...elementsOf(root)]) {
    if (!parent.children.some((child) => child.type === 'element')) continue;
    parent.children = (parent.children as Element['children']).filter((child) => {
      if (child.type !== 'element' || child.tagName === 'head' || child.tagName === 'title') return true;
      if (scripts.has(child.tagName)) flags.add('SCRIPT_REMOVED');
      if (unshown.has(child.tagName)) {
        if ([...elementsOf(child)].some(({ tagName }) => scripts.has(tagName))) flags.add('SCRIPT_REMOVED');
        return false;
      }
      const hidden =
        ((isHidden((name) => attribute(child, name)) || sheet.hides(child)) && !opens.has(child)) ||
        (child.tagName === 'dialog' && child.properties['open'] === undefined);
      if (!hidden && (sheet.strikes(child) || strikes.test(attribute(child, 'style') ?? ''))) crossOut(child);
      if (hidden && wordsOf([child], ({ tagName }) => unshown.has(tagName))) flags.add('HIDDEN_TEXT_REMOVED');
      return !hidden;
    });
  }
}

const strikes = /text-decoration(?:-line)?\s*:[^;]*line-through/i;

/** Words that a style crosses out, as those that `<s>` does. */
function crossOut(element: Element): void {
  element.children = [{ type: 'element', tagName: 's', properties: {}, children: element.children }];
}

function attribute(element: Element, name: 'hidden' | 'aria-hidden' | 'style' | 'class'): string | undefined {
  if (name === 'class') return attributeOf(element, 'className');
  const value = element.properties[name === 'aria-hidden' ? 'ariaHidden' : name];
  return value === undefined ? undefined : String(value);
}

/**
 * What a reader of the page opens with a click: panels of tabs, and what a button says that it controls. Each tab's
 * panel gets its name.
 */
function openable(root: Root): Set<Element> {
  const elements = [...elementsOf(root)];
  const withRole = (role: string) => elements.filter((element) => attributeOf(element, 'role') === role);
  const [tabs, panels] = [withRole('tab'), withRole('tabpanel')];
  const controlled = new Set(
    elements
      .flatMap((element) =>
        ['ariaControls', 'dataBsTarget', 'dataTarget'].flatMap((name) =>
          attributeOf(element, name)
            .split(/\s+/)
            .map((id) => id.replace(/^#/, '')),
        ),
      )
      .filter(Boolean),
  );
  const found = new Set(elements.filter((element) => controlled.has(attributeOf(element, 'id'))));
  if (tabs.length !== panels.length) return found;
  for (const [index, panel] of panels.entries()) {
    found.add(panel);
    const name = wordsOf([tabs[index] as Element], () => false);
    if (name)
      panel.children.unshift({
        type: 'element',
        tagName: 'p',
        properties: {},
        children: [{ type: 'text', value: name }],
      });
  }
  for (const list of withRole('tablist')) list.children = [];
  return found;
}

function render(root: Root, flags: Set<ContentFlag>): RenderedText {
  const body = [...elementsOf(root)].find(({ tagName }) => tagName === 'body') ?? root;
  const attempts = [() => mdastOf(mainContent(body), false), () => mdastOf(body, false), () => mdastOf(body, true)];
  let rendered = assemble([]);
  for (const attempt of attempts) {
    rendered = renderMdast(attempt(), flags);
    if (rendered.text) break;
  }
  return rendered;
}

function mainContent(body: Root | Element): Root | Element {
  const elements = [...elementsOf(body)];
  const articles = elements.filter(({ tagName }) => tagName === 'article');
  return (
    elements.find(({ tagName }) => tagName === 'main') ??
    elements.find((element) => attributeOf(element, 'role') === 'main') ??
    (articles.length === 1 ? articles[0] : undefined) ??
    body
  );
}

function mdastOf(content: Root | Element, withFrame: boolean): ReturnType<typeof hastToMdast> {
  const frame = withFrame ? new Set<Nodes>() : frameOf(content);
  return hastToMdast(content, { skip: (element) => formControls.has(element.tagName) || frame.has(element) });
}

const frameRoles: ReadonlySet<string> = new Set(['navigation', 'contentinfo', 'banner', 'search']);
/**
 * Of Docusaurus, Material, Read the Docs, Bootstrap and Confluence: ways back, links to edit a page and when that was
 * done.
 */
const frameNames =
  /(?:^|\s)(?:(?:wy-)?breadcrumbs?|breadcrumb-section|theme-doc-footer|pagination-nav|md-source-file|page-metadata|edit-this-page)(?:\s|$)/;

function isFrame(element: Element): boolean {
  const id = attributeOf(element, 'id');
  return (
    frameRoles.has(attributeOf(element, 'role')) ||
    frameNames.test(`${attributeOf(element, 'className')} ${id}`) ||
    (element.tagName === 'div' && id === 'footer')
  );
}

/** Navigation and asides; of headers and footers those of the page, not those of an article or section. */
function frameOf(content: Root | Element): Set<Nodes> {
  const frame = new Set<Nodes>();
  const visit = (node: Nodes, inSection: boolean) => {
    if (node.type === 'element' && node !== content) {
      const name = node.tagName;
      const navigates = name === 'nav' || name === 'aside' || isFrame(node);
      if (navigates || (!inSection && (name === 'header' || name === 'footer'))) frame.add(node);
    }
    const within = inSection || (node.type === 'element' && ['main', 'article', 'section'].includes(node.tagName));
    if ('children' in node) for (const child of node.children) visit(child, within);
  };
  visit(content, false);
  return frame;
}
