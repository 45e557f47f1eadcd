import type { OfficeParts } from './officeParts.ts';
import { attribute, descendantsOf, elementAt, elementsIn, type XmlElement } from './xml.ts';

/** What styles of an OpenDocument file tell of how things are shown, by their names. */
export interface OdfStyles {
  /** Text, sections, slides and sheets that are not shown. */
  readonly hidden: ReadonlySet<string>;
  readonly bold: ReadonlySet<string>;
  readonly filled: ReadonlySet<string>;
  /** Lists whose first level is numbered. */
  readonly numbered: ReadonlySet<string>;
  /** The name a person chose it by, or that of the style that it is derived from. */
  named(style: string | undefined): string;
}

/** Reads the styles of all parts. */
export function odfStyles(parts: OfficeParts): OdfStyles {
  const parents = new Map<string, string>();
  const [hidden, bold, filled, numbered] = [1, 2, 3, 4].map(() => new Set<string>()) as [
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const roots = ['styles.xml', 'content.xml'].filter((name) => parts.has(name)).map((name) => parts.xml(name));
  for (const style of roots.flatMap((root) => stylesIn(root))) {
    const name = attribute(style, 'name') ?? '';
    const parent = attribute(style, 'parent-style-name');
    if (parent !== undefined) parents.set(name, parent);
    if (elementAt(style, 'list-level-style-number')?.attributes['text:level'] === '1') numbered.add(name);
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
  return { hidden, bold, filled, numbered, named: (style) => parents.get(style ?? '') ?? style ?? '' };
}

function stylesIn(root: XmlElement): XmlElement[] {
  const containers = elementsIn(root).filter(({ name }) => /^(automatic-)?styles$/.test(name));
  return containers
    .flatMap((container) => [...descendantsOf(container)])
    .filter(({ name }) => /^(list-)?style$/.test(name));
}
