import { createRequire } from 'node:module';
import type { Element, Root } from 'hast';
import type { Atrule, CssNode, Declaration, ident, parse as parseCss, Rule, Selector } from 'css-tree';
import { attributeOf, elementsOf } from './hastWalk.ts';
import { declarationsOf } from './htmlVisibility.ts';

/** What the style sheets in a page hide or cross out. */
interface StyleSheet {
  hides(element: Element): boolean;
  strikes(element: Element): boolean;
}

interface Compound {
  readonly tag: string;
  readonly classes: readonly string[];
  readonly ids: readonly string[];
  /** Whether the selector has only classes, ids and a name: no place in the page, state or attribute. */
  readonly alone: boolean;
}

interface Setting extends Compound {
  readonly property: (typeof properties)[number];
  readonly hides: boolean;
  /** Precedence among matching rules: `!important`, then ids, classes, name, and last the order. */
  readonly weight: number;
}

const properties = ['display', 'visibility', 'text-decoration', 'text-decoration-line'] as const;
/** `!important` outweighs any sum of specificity and order. */
const importantWeight = 1e9;
/** Maximum characters in all style sheets of a page; honest pages have a tenth. */
export const maxCss = 1_000_000;
/** Maximum rules that hide or show. Each is compared with elements and with the other rules. */
const maxSettings = 2_000;
const nothingHidden: StyleSheet = { hides: () => false, strikes: () => false };
/** Loads css-tree only when a page needs it: it takes 50 ms, and most documents are not pages. */
const load = createRequire(import.meta.url);

/**
 * Reads `<style>` elements for rules that select by class or id alone and set `display`, `visibility` or
 * `text-decoration`, as a browser with a wide window applies them: rules for print and narrow windows do not count.
 * What another rule shows in some state or place (`.tab.active`, `.menu:hover`) is there to be opened, and does not
 * count as hidden. Rules for a bare element name are not read: they hide a page until its script runs. Never throws.
 */
export function styleSheetOf(root: Root): StyleSheet {
  const css = [...elementsOf(root)]
    .filter(({ tagName }) => tagName === 'style')
    .filter((element) => appliesTo(attributeOf(element, 'media')) === 'always')
    .map(({ children }) => children.map((child) => (child.type === 'text' ? child.value : '')).join(''))
    .join('\n')
    .slice(0, maxCss);
  if (!/\\|none|hidden|collapse|line-through/i.test(css)) return nothingHidden;
  try {
    const parse = load('css-tree/parser') as typeof parseCss;
    return sheetOf(
      settingsOf(parse(css, { parseValue: false, parseAtrulePrelude: false, parseCustomProperty: false })),
    );
  } catch {
    // Nested too deeply for the stack: such a sheet is ignored.
    return nothingHidden;
  }
}

type Applies = 'always' | 'sometimes' | 'never';

/** Returns whether a media query always, sometimes or never applies to a window of 1,280 pixels. */
function appliesTo(media: string): Applies {
  const queries = media.toLowerCase().split(',').map(appliesToOne);
  return queries.includes('always') ? 'always' : queries.includes('sometimes') ? 'sometimes' : 'never';
}

const wide = 1_280;

function appliesToOne(query: string): Applies {
  if (/\b(?:print|speech)\b/.test(query)) return /\bnot\b/.test(query) ? 'always' : 'never';
  const rest = query.replaceAll(/\b(?:only|and|all|screen)\b/g, ' ').trim();
  if (!rest) return 'always';
  const widths = [...rest.matchAll(/\((min|max)-(?:device-)?width\s*:\s*([\d.]+)(px|em|rem)\)/g)];
  const fits = widths.every(([, side, value = '', unit]) => {
    const pixels = Number(value) * (unit === 'px' ? 1 : 16);
    return side === 'min' ? pixels <= wide : pixels >= wide;
  });
  if (!fits) return 'never';
  return rest.replaceAll(/\((?:min|max)-(?:device-)?width\s*:[^()]*\)/g, '').trim() ? 'sometimes' : 'always';
}

/** css-tree gives names as they are written: `.\\78` is the class `x`. */
const decoded = (name: string): string =>
  name.includes('\\') ? (load('css-tree/utils') as { readonly ident: typeof ident }).ident.decode(name) : name;

function settingsOf(sheet: CssNode): Setting[] {
  const found: Setting[] = [];
  const visit = (nodes: Iterable<CssNode>, applies: Applies) => {
    for (const node of nodes) {
      if (found.length >= maxSettings) return;
      if (node.type === 'Rule') found.push(...settingsOfRule(node, applies, found.length));
      if (node.type === 'Atrule' && node.block) visit(node.block.children, both(applies, appliesWithin(node)));
    }
  };
  if (sheet.type === 'StyleSheet') visit(sheet.children, 'always');
  return found;
}

function appliesWithin({ name, prelude }: Atrule): Applies {
  if (name === 'media') return appliesTo(prelude?.type === 'Raw' ? prelude.value : '');
  return name === 'layer' ? 'always' : /^(?:supports|container|scope)$/.test(name) ? 'sometimes' : 'never';
}

const both = (one: Applies, other: Applies): Applies =>
  one === 'never' || other === 'never' ? 'never' : one === 'always' ? other : one;

function settingsOfRule({ prelude, block }: Rule, applies: Applies, order: number): Setting[] {
  if (applies === 'never' || prelude.type !== 'SelectorList') return [];
  const values = [...block.children].flatMap((node) => (node.type === 'Declaration' ? settingOf(node) : []));
  return [...prelude.children].flatMap((selector) => {
    const compound = selector.type === 'Selector' ? subjectOf(selector) : undefined;
    if (!compound) return [];
    return (
      values
        // A rule that hides only sometimes does not count.
        .filter(({ hides }) => !hides || (applies === 'always' && compound.alone))
        .map(({ property, hides, important }): Setting => {
          const { ids, classes, tag } = compound;
          const alone = compound.alone && applies === 'always';
          const specificity = Math.min(ids.length, 9) * 100 + Math.min(classes.length, 9) * 10 + (tag ? 1 : 0);
          return {
            ...compound,
            alone,
            property,
            hides,
            weight: (important ? importantWeight : 0) + specificity * 1e5 + order,
          };
        })
    );
  });
}

interface Value {
  readonly property: Setting['property'];
  readonly hides: boolean;
  readonly important: boolean;
}

function settingOf({ property, value, important }: Declaration): Value[] {
  const text = value.type === 'Raw' ? value.value : '';
  const declared = declarationsOf(`${property}:${text}`);
  return properties.flatMap((name) => {
    const word = declared.get(name);
    const hiding = name.startsWith('text') ? /line-through/ : /^(?:none|hidden|collapse)$/;
    return word === undefined ? [] : [{ property: name, hides: hiding.test(word), important: important !== false }];
  });
}

/**
 * Returns the last part of a selector, which is its subject; undefined if it names neither a class nor an id, or a
 * pseudo-element.
 */
function subjectOf({ children }: Selector): Compound | undefined {
  const parts = [...children];
  const from = parts.findLastIndex(({ type }) => type === 'Combinator') + 1;
  const compound = parts.slice(from);
  const named = (type: 'ClassSelector' | 'IdSelector' | 'TypeSelector') =>
    compound.flatMap((part) => (part.type === type ? [decoded(part.name)] : []));
  const [classes, ids, [tag = '']] = [named('ClassSelector'), named('IdSelector'), named('TypeSelector')];
  if (classes.length + ids.length === 0) return undefined;
  // A pseudo-element is not an element of the page.
  if (compound.some(({ type }) => type === 'PseudoElementSelector')) return undefined;
  const plain = /^(?:Class|Id|Type)Selector$/;
  return {
    classes,
    ids,
    tag: tag === '*' ? '' : tag.toLowerCase(),
    alone: from === 0 && compound.every(({ type }) => plain.test(type)),
  };
}

function sheetOf(settings: readonly Setting[]): StyleSheet {
  const shows = settings.filter(({ hides }) => !hides);
  const counted = settings.filter((setting) => setting.alone && !(setting.hides && isRevealed(setting, shows)));
  if (!counted.some(({ hides }) => hides)) return nothingHidden;
  const byName = new Map<string, Setting[]>();
  for (const setting of counted) {
    const name = keysOf(setting.classes, setting.ids)[0] ?? '';
    byName.set(name, [...(byName.get(name) ?? []), setting]);
  }
  const takes = (element: Element, taken: readonly Setting['property'][]) => {
    if (element.tagName === 'html' || element.tagName === 'body') return false;
    const classes = attributeOf(element, 'className').split(/\s+/).filter(Boolean);
    const ids = [attributeOf(element, 'id')].filter(Boolean);
    const matching = [...new Set(keysOf(classes, ids))]
      .flatMap((name) => byName.get(name) ?? [])
      .filter((setting) => matches(setting, element.tagName, classes, ids));
    return taken.some((property) => {
      const own = matching.filter((setting) => setting.property === property);
      const first = own.reduce<Setting | undefined>(
        (best, each) => (best && best.weight > each.weight ? best : each),
        undefined,
      );
      if (!first?.hides) return false;
      // An element's own style takes precedence over a sheet.
      return first.weight >= importantWeight || !declarationsOf(attributeOf(element, 'style')).has(property);
    });
  };
  return {
    hides: (element) => takes(element, ['display', 'visibility']),
    strikes: (element) => takes(element, ['text-decoration', 'text-decoration-line']),
  };
}

const keysOf = (classes: readonly string[], ids: readonly string[]): string[] => [
  ...classes.map((name) => `.${name}`),
  ...ids.map((name) => `#${name}`),
];

/** Whether another rule shows the same elements in a state or place that the page can reach. */
function isRevealed(hiding: Setting, shows: readonly Setting[]): boolean {
  return shows.some(
    (show) =>
      show.property === hiding.property &&
      (!show.alone || show.classes.length + show.ids.length > hiding.classes.length + hiding.ids.length) &&
      hiding.classes.every((name) => show.classes.includes(name)) &&
      hiding.ids.every((name) => show.ids.includes(name)),
  );
}

const matches = (setting: Setting, tag: string, classes: readonly string[], ids: readonly string[]): boolean =>
  (!setting.tag || setting.tag === tag) &&
  setting.classes.every((name) => classes.includes(name)) &&
  setting.ids.every((name) => ids.includes(name));
