import type { Element, Nodes } from 'hast';
import { attributeOf, blockNames, elementsOf } from './hastWalk.ts';

/** What may hold a menu. */
const containers: ReadonlySet<string> = new Set(['div', 'ul', 'ol', 'p', 'section', 'table', 'tr', 'td', 'dl', 'menu']);
/** Fewer links are a sentence's, or a card's. */
const fewestLinks = 3;
/** Of the letters of a menu these are in links; what is left is a label or a separator. */
const leastShare = 0.8;
/** A link of a menu has fewer letters on the whole; longer ones are titles with what they are about. */
const longestLink = 60;
/** A page with fewer letters beside its links is an index: they are its content. */
const leastBeside = 60;
/** Behind a footer's links there is no more than a line about rights. */
const shortLine = 160;
/** How themes and people call what leads elsewhere, as a word of a class or an id. */
const navigates =
  /(?:^|[\s_-])(?:nav|navi|navbar|navigation|menu|menubar|topbar|sidebar|footer|breadcrumbs?|crumbs|pager|pagination|related|read-?(?:also|more|next)|see-?also|toc|share|social|sitemap|tag-?cloud|skip-?links?|lang(?:uage)?-?(?:switch(?:er)?|menu|links))(?:[\s_-]|$)/i;
const leadsElsewhere =
  /^(?:(?:read|see) (?:also|next)|more (?:articles|pages|from|like)|related(?: \p{L}+)?|you may also like|siehe auch|lesen sie auch|weitere artikel|mehr zum thema|voir aussi|(?:à )?lire aussi|ver también|lea también|vedi anche|leggi anche|zie ook|lees ook|zobacz (?:też|również)|czytaj także|ve(?:ja|r) também|leia também|ayrıca bakınız|関連(?:記事|ページ)|相关(?:文章|链接)|اقرأ أيضًا?)\b.{0,30}$/iu;

interface Counted {
  readonly letters: number;
  readonly linked: number;
  readonly links: number;
}

/**
 * The blocks of a page that are links and little else, where they lead elsewhere: by the name of the block or of one
 * around it, before the first heading, behind all else, or below "Read also". A list of links below a heading or a
 * lead-in is content, and so are those of a page that has hardly anything else.
 * @param isLeftOut what is left out in any case
 */
export function linkBlocksOf(content: Nodes, isLeftOut: (element: Element) => boolean): Set<Element> {
  const counts = new Map<Nodes, Counted>();
  const all = count(content, false, isLeftOut, counts);
  const hasHeadings = [...elementsOf(content)].some((element) => isHeading(element) && !isLeftOut(element));
  const found = new Set<Element>();
  // In reading order: the letters that came, those of them in menus, and the label right above.
  let [came, inMenus, isBelowHeading, label] = [0, 0, false, null as Element | null];
  const leadsAway = (letters: number, isNamed: boolean) =>
    isNamed ||
    (hasHeadings ? !isBelowHeading : came === inMenus) ||
    (label === null ? all.letters - came - letters <= shortLine : leadsElsewhere.test(nodeText(label)));
  const leaveOut = (menu: readonly Element[], letters: number) => {
    for (const node of menu) found.add(node);
    if (label && leadsElsewhere.test(nodeText(label))) found.add(label);
    came += letters;
    inMenus += letters;
    label = null;
  };
  const visit = (node: Nodes, isNamed: boolean) => {
    const { letters } = counts.get(node) ?? none;
    if (node.type === 'text') came += letters;
    if (!('children' in node) || letters === 0) return;
    if (node.type !== 'element' || node === content) return visitAll(node.children, isNamed);
    const named = isNamed || navigates.test(`${attributeOf(node, 'className')} ${attributeOf(node, 'id')}`);
    if (isLinks(node, counts) && leadsAway(letters, named)) return leaveOut([node], letters);
    isBelowHeading ||= isHeading(node);
    visitAll(node.children, named);
    if (
      !node.children.some((child) => child.type === 'element' && blockNames.has(child.tagName)) &&
      blockNames.has(node.tagName)
    )
      label = isLabel(node) ? node : null;
  };
  /** Children one by one, but neighbours that are a menu together at once. */
  const visitAll = (children: readonly Nodes[], isNamed: boolean) => {
    for (let at = 0; at < children.length;) {
      const { links, until } = linkRun(children, at, counts);
      const letters = links.reduce((sum, each) => sum + (counts.get(each)?.letters ?? 0), 0);
      if (links.length > 0 && leadsAway(letters, isNamed)) leaveOut(links, letters);
      else for (const child of children.slice(at, until)) visit(child, isNamed);
      at = until;
    }
  };
  visit(content, false);
  return all.letters - inMenus < leastBeside ? new Set() : found;
}

const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName);

const none: Counted = { letters: 0, linked: 0, links: 0 };

function count(
  node: Nodes,
  inLink: boolean,
  isLeftOut: (element: Element) => boolean,
  counts: Map<Nodes, Counted>,
): Counted {
  let counted = none;
  if (node.type === 'text') {
    const letters = node.value.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    counted = { letters, linked: inLink ? letters : 0, links: 0 };
  } else if ('children' in node && !(node.type === 'element' && isLeftOut(node))) {
    const isLink = node.type === 'element' && node.tagName === 'a' && attributeOf(node, 'href') !== '';
    counted = node.children
      .map((child) => count(child as Nodes, inLink || isLink, isLeftOut, counts))
      .reduce(
        (sum, each) => ({
          letters: sum.letters + each.letters,
          linked: sum.linked + each.linked,
          links: sum.links + each.links,
        }),
        { ...none, links: isLink ? 1 : 0 },
      );
  }
  counts.set(node, counted);
  return counted;
}

/** The neighbours from a child on that are a link in a block each, up to the next other child; none if they are too few for a menu. */
function linkRun(
  children: readonly Nodes[],
  from: number,
  counts: ReadonlyMap<Nodes, Counted>,
): { readonly links: readonly Element[]; readonly until: number } {
  const links: Element[] = [];
  let [until, count] = [from, 0];
  for (let at = from; at < children.length; at += 1) {
    const child = children[at];
    if (child?.type === 'comment' || (child?.type === 'text' && !child.value.trim())) continue;
    const counted = (child && counts.get(child)) ?? none;
    if (child?.type !== 'element' || (child.tagName !== 'div' && child.tagName !== 'p') || !isLinked(counted)) break;
    links.push(child);
    count += counted.links;
    until = at + 1;
  }
  return { links: count >= fewestLinks ? links : [], until: Math.max(until, from + 1) };
}

const isLinked = ({ letters, linked, links }: Counted): boolean =>
  links > 0 && linked >= leastShare * letters && linked <= longestLink * links;

function isLinks(node: Element, counts: ReadonlyMap<Nodes, Counted>): boolean {
  const counted = counts.get(node) ?? none;
  return containers.has(node.tagName) && counted.links >= fewestLinks && isLinked(counted);
}

/** A heading, or a line that ends with a colon or says that it leads elsewhere. */
function isLabel(node: Element): boolean {
  return isHeading(node) || /:\s*$/.test(nodeText(node)) || leadsElsewhere.test(nodeText(node));
}

function nodeText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node
    ? node.children
        .map((child) => nodeText(child))
        .join('')
        .trim()
    : '';
}
