import type { OfficeParts } from './officeParts.ts';
import { htmlFormat } from '../listLabels.ts';
import { attribute, descendantsOf, elementsIn, type XmlElement } from './xml.ts';

/** What styles of an OpenDocument file tell of how things are shown, by their names. */
export interface OdfStyles {
  /** Text, sections, slides and sheets that are not shown. */
  readonly hidden: ReadonlySet<string>;
  readonly bold: ReadonlySet<string>;
  readonly filled: ReadonlySet<string>;
  /** How a list of a style shows the numbers of a level, from 1 on; undefined where it shows bullets. */
  numbersOf(style: string | undefined, level: number): NumberedLevel | undefined;
  /** The name a person chose it by, or that of the style that it is derived from. */
  named(style: string | undefined): string;
}

/** How a level shows its number: `(`, `lowerLetter`, `)`. */
interface NumberedLevel {
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** Reads the styles of all parts. */
export function odfStyles(parts: OfficeParts): OdfStyles {
  const parents = new Map<string, string>();
  const lists = new Map<string, ReadonlyMap<string, NumberedLevel | undefined>>();
  const [hidden, bold, filled] = [1, 2, 3].map(() => new Set<string>()) as [Set<string>, Set<string>, Set<string>];
  const roots = ['styles.xml', 'content.xml'].filter((name) => parts.has(name)).map((name) => parts.xml(name));
  for (const style of roots.flatMap((root) => stylesIn(root))) {
    const name = attribute(style, 'name') ?? '';
    const parent = attribute(style, 'parent-style-name');
    if (parent !== undefined) parents.set(name, parent);
    const levels = elementsIn(style).filter((each) => each.name.startsWith('list-level-style-'));
    if (levels.length > 0)
      lists.set(name, new Map(levels.map((level) => [attribute(level, 'level') ?? '', numberedLevel(level)])));
    for (const properties of elementsIn(style)) {
      const is = (key: string, value: RegExp) => value.test(attribute(properties, key) ?? '');
      // Of a table `display` is `false`, of text `none`; of a slide `visibility` is `hidden`.
      if (is('display', /^(none|false)$/) || is('visibility', /^hidden$/)) hidden.add(name);
      if (is('font-weight', /^(bold|[6-9]00)$/)) bold.add(name);
      if (is('background-color', /^#(?!ffffff)/i)) filled.add(name);
    }
  }
  for (const [name, parent] of parents) {
    if (hidden.has(parent)) hidden.add(name);
    if (bold.has(parent)) bold.add(name);
  }
  return {
    hidden,
    bold,
    filled,
    numbersOf: (style, level) => {
      const levels = lists.get(style ?? '');
      return levels?.get(levels.has(String(level)) ? String(level) : '1');
    },
    named: (style) => parents.get(style ?? '') ?? style ?? '',
  };
}

function numberedLevel(level: XmlElement): NumberedLevel | undefined {
  const format = attribute(level, 'num-format') ?? '1';
  if (level.name !== 'list-level-style-number' || !format) return undefined;
  const prefix = attribute(level, 'num-prefix') ?? '';
  return {
    format: htmlFormat(format) ?? 'decimal',
    prefix,
    suffix: attribute(level, 'num-suffix') ?? (prefix ? '' : '.'),
  };
}

function stylesIn(root: XmlElement): XmlElement[] {
  const containers = elementsIn(root).filter(({ name }) => /^(automatic-)?styles$/.test(name));
  return containers
    .flatMap((container) => [...descendantsOf(container)])
    .filter(({ name }) => /^(list-)?style$/.test(name));
}
