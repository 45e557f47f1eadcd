import type { Element, Nodes, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import type { Metadata } from '../../document.ts';
import { assemble, cleanWords, type RenderedBlock, type RenderedText, usableAuthor } from '../documentWriter.ts';
import { stripInvisible } from '../invisible.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { hastToMdast } from './hastToMdast.ts';
import { attributeOf, blockNames, elementsOf, phrasingText } from './hastWalk.ts';
import { tidyGoogleDocs, tidyHtml } from './htmlTidy.ts';
import { decodeReferences, visibleHtml, withinReach } from './htmlTokens.ts';
import { formControls, isHidden, scripts, unshown } from './htmlVisibility.ts';
import { linkBlocksOf } from './linkBlocks.ts';
import { leanHtml } from './leanHtml.ts';
import { renderMdast } from './renderMdast.ts';
import { styleSheetOf } from './styleSheet.ts';

/**
 * Reads the main text of an HTML page: its `main`, `[role=main]` or only `article`, otherwise its body. Hidden text,
 * scripts, form controls, navigation, menus of links, asides and the page's own header and footer are left out. A page with no other
 * text keeps its navigation, asides, header and footer. Lines of the map are lines of the source. References are
 * decoded once; entities of a DTD are never read. Never throws.
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
    const root = fromHtml(leanHtml(source));
    tidyHtml(root);
    tidyGoogleDocs(root);
    prune(root, flags);
    return { rendered: render(root, flags), facts: htmlFacts(root) };
  } catch (error) {
    // `withinReach` only estimates from tags: malformed nesting, such as cells within an SVG, can still overflow the
    // stack.
    if (error instanceof RangeError) return withoutTree(source, flags);
    throw error;
  }
}

function withoutTree(source: string, flags: Set<ContentFlag>): Page {
  return { rendered: assemble(htmlWithoutTree(source, flags)), facts: { metadata: {} } };
}

/** Removes what is not shown. The head stays: facts are read from it, and it is not part of the body. */
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
      if (hidden && phrasingText([child], ({ tagName }) => unshown.has(tagName))) flags.add('HIDDEN_TEXT_REMOVED');
      return !hidden;
    });
  }
}

const strikes = /text-decoration(?:-line)?\s*:[^;]*line-through/i;

/** Marks words that a style crosses out as `<s>` does. */
function crossOut(element: Element): void {
  element.children = [{ type: 'element', tagName: 's', properties: {}, children: element.children }];
}

function attribute(element: Element, name: 'hidden' | 'aria-hidden' | 'style' | 'class'): string | undefined {
  if (name === 'class') return attributeOf(element, 'className');
  const value = element.properties[name === 'aria-hidden' ? 'ariaHidden' : name];
  return value === undefined ? undefined : String(value);
}

/**
 * Returns what a reader of the page opens with a click: panels of tabs, and elements that a button says it controls.
 * Adds the name of each tab to its panel.
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
    const name = phrasingText([tabs[index] as Element], () => false);
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
  const isLeftOut = (element: Element) => formControls.has(element.tagName) || frame.has(element);
  const menus = withFrame ? new Set<Element>() : linkBlocksOf(content, isLeftOut);
  return hastToMdast(content, { skip: (element) => isLeftOut(element) || menus.has(element) });
}

const frameRoles: ReadonlySet<string> = new Set(['navigation', 'contentinfo', 'banner', 'search']);
/**
 * Names in Docusaurus, Material, Read the Docs, Bootstrap and Confluence for breadcrumbs, page links, links to edit a
 * page, and edit dates.
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

/** Returns navigation and asides, and the headers and footers of the page, but not those of an article or section. */
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

/**
 * Returns the visible words of HTML that is too large, deep or malformed for a tree, as a paragraph or heading between
 * any two block tags. Tables and lists keep only their words. Takes linear time and constant stack depth.
 */
function htmlWithoutTree(html: string, flags: Set<ContentFlag>): RenderedBlock[] {
  const found: RenderedBlock[] = [];
  let [line, start, words, heading] = [1, 1, [] as string[], 0];
  const flush = () => {
    const text = cleanWords(decodeReferences(words.join('')), flags);
    if (text && heading > 0)
      found.push({ kind: 'HEADING', depth: heading, lines: [{ text: `${'#'.repeat(heading)} ${text}`, line: start }] });
    else if (text) found.push({ kind: 'PARAGRAPH', lines: [{ text, line: start }] });
    words = [];
  };
  for (const { kind, name, source } of visibleHtml(flags, formControls).read(html)) {
    if (kind === 'TEXT' || kind === 'RAW') {
      if (words.length === 0) start = line + lineEnds(/^\s*/.exec(source)?.[0] ?? '');
      if (words.length > 0 || source.trim()) words.push(source);
    } else if (name === 'td' || name === 'th' || name === 'br') words.push(' ');
    else if (blockNames.has(name)) {
      flush();
      heading = kind === 'OPEN' && /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
    }
    line += lineEnds(source);
  }
  flush();
  return found;
}

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

interface HtmlFacts {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly language?: string | undefined;
  /** `description`, `url` (the canonical one), `published` and `modified`, each a string. */
  readonly metadata: Metadata;
}

const maxFact = 1000;

/**
 * Returns what a page says about itself outside its text. Its title comes from `<title>`, then `<h1>`, then `og:title`.
 */
function htmlFacts(root: Root): HtmlFacts {
  const elements = [...elementsOf(root)];
  const first = (name: string) =>
    factOf(
      elements.filter(({ tagName }) => tagName === name).map((element) => phrasingText(element.children, () => false)),
    );
  const meta = (...names: readonly string[]) => factOf(names.map((name) => metaContent(elements, name)));
  const author = meta('author', 'article:author', 'dc.creator');
  const metadata = {
    description: meta('description', 'og:description'),
    url: canonicalUrl(elements),
    published: meta('article:published_time', 'datepublished', 'dc.date', 'date'),
    modified: meta('article:modified_time', 'datemodified', 'last-modified'),
  };
  return {
    title: first('title') ?? first('h1') ?? meta('og:title'),
    author: author && /^https?:/.test(author) ? undefined : usableAuthor(author, [meta('generator')]),
    language: languageOf(elements),
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
  };
}

function factOf(candidates: readonly string[]): string | undefined {
  return candidates.map((text) => cleanWords(text.slice(0, maxFact), new Set<ContentFlag>())).find(Boolean);
}

function metaContent(elements: readonly Element[], name: string): string {
  const meta = elements.find(
    (element) =>
      element.tagName === 'meta' &&
      ['name', 'property', 'itemProp', 'httpEquiv'].some((key) => attributeOf(element, key).toLowerCase() === name),
  );
  return meta ? attributeOf(meta, 'content') : '';
}

/** Returns only a web address, because it is shown as a link. */
function canonicalUrl(elements: readonly Element[]): string | undefined {
  const link = elements.find(
    (element) =>
      element.tagName === 'link' && attributeOf(element, 'rel').toLowerCase().split(' ').includes('canonical'),
  );
  const url = link ? attributeOf(link, 'href').trim() : '';
  return /^https?:\/\//i.test(url) && URL.canParse(url) && url.length <= 2000 ? url : undefined;
}

function languageOf(elements: readonly Element[]): string | undefined {
  const html = elements.find(({ tagName }) => tagName === 'html');
  return (
    html &&
    /^\s*([a-z]{2})(?![a-z\d])/i.exec(attributeOf(html, 'lang') || attributeOf(html, 'xml:lang'))?.[1]?.toLowerCase()
  );
}
