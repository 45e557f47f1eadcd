import type { Element, Nodes, Root } from 'hast';
import type { Metadata } from '../../document.ts';
import { cleanWords } from '../assemble.ts';
import { wordsOf } from './hastWalk.ts';
import type { ContentFlag } from '../parsed.ts';

export interface HtmlFacts {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly language?: string | undefined;
  /** `description`, `url` (the canonical one), `published` and `modified`, each a text. */
  readonly metadata: Metadata;
}

const maxFact = 1000;

/** What a page says about itself outside of its text: title from `<title>`, else `<h1>`, else `og:title`. */
export function htmlFacts(root: Root): HtmlFacts {
  const elements = [...elementsOf(root)];
  const first = (name: string) =>
    factOf(elements.filter(({ tagName }) => tagName === name).map((element) => wordsOf(element.children, () => false)));
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
    author: author && /^https?:/.test(author) ? undefined : author,
    language: languageOf(elements),
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
  };
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

/** Only a web address: it is shown as a link. */
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
