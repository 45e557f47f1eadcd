import { asHtml, tag } from '../html/htmlText.ts';
import { asLabel, htmlFormat, labelStyle } from '../shownNumbers.ts';
import type { OfficeParts } from './officeParts.ts';
import { attribute, descendantsOf, elementAt, elementsIn, textIn, type XmlElement } from './xml.ts';

interface OdfReading {
  readonly styles: OdfStyles;
  /** Notes in order, shown below the text. */
  readonly notes: string[];
  hidden: boolean;
  /** Number of items of numbered lists so far, by list id and by style: another list can continue from there. */
  readonly counted: Map<string, number>;
}

export const startReading = (styles: OdfStyles): OdfReading => ({
  styles,
  notes: [],
  hidden: false,
  counted: new Map(),
});

/** Elements that are stored beside the text and are not part of it. */
const skipped =
  /^(tracked-changes|table-of-content|alphabetical-index|illustration-index|object-index|user-index|bibliography|annotation|annotation-end|sequence-decls|forms|variable-decls|user-field-decls|hidden-text|hidden-paragraph|notes|sender-\w+)$/;
const maxSpaces = 100;
const maxSpan = 100;

/** Returns the content of a body, section, list item, cell or text box. */
export function flowHtml(parent: XmlElement, reading: OdfReading): string {
  let html = '';
  let code: string[] = [];
  const flush = () => {
    if (code.length > 0) html += tag('pre', code.join('\n'));
    code = [];
  };
  for (const element of elementsIn(parent)) {
    if (element.name === 'p' && /^Preformatted/.test(reading.styles.named(styleOf(element)))) {
      code.push(inlineHtml(element, reading).replaceAll('<br>', '\n'));
      continue;
    }
    flush();
    html += blockHtml(element, reading);
  }
  flush();
  return html;
}

function blockHtml(element: XmlElement, reading: OdfReading): string {
  if (skipped.test(element.name)) return '';
  if (isHidden(element, reading)) return '';
  switch (element.name) {
    case 'h':
      return tag(`h${level(element)}`, inlineHtml(element, reading));
    case 'p':
      return paragraphHtml(element, reading);
    case 'list':
      return outerListHtml(element, reading);
    case 'table':
      return tableHtml(element, reading);
    case 'frame':
    case 'custom-shape':
    case 'g':
    case 'a':
      return shapeHtml(element, reading);
    default:
      return flowHtml(element, reading);
  }
}

const styleOf = (element: XmlElement): string | undefined => attribute(element, 'style-name');

function isHidden(element: XmlElement, reading: OdfReading): boolean {
  const hidden =
    reading.styles.hidden.has(styleOf(element) ?? '') || /^(none|false)$/.test(attribute(element, 'display') ?? '');
  if (hidden && textIn(element).trim()) reading.hidden = true;
  return hidden;
}

function level(heading: XmlElement): number {
  return Math.min(Math.max(Number(attribute(heading, 'outline-level') ?? 1) || 1, 1), 6);
}

function paragraphHtml(element: XmlElement, reading: OdfReading): string {
  const named = reading.styles.named(styleOf(element));
  const html = inlineHtml(element, reading);
  return named === 'Title' ? tag('h1', html) : tag('p', html);
}

/** Returns the words of a paragraph, followed by its text boxes and tables as blocks. */
function inlineHtml(element: XmlElement, reading: OdfReading): string {
  const bold = reading.styles.bold.has(styleOf(element) ?? '');
  let html = '';
  for (const child of element.children) {
    if (typeof child === 'string') html += asHtml(child.replaceAll(/\s+/g, ' '));
    else html += phraseHtml(child, reading);
  }
  return bold && html.trim() ? tag('b', html) : html;
}

function phraseHtml(element: XmlElement, reading: OdfReading): string {
  if (skipped.test(element.name) || isHidden(element, reading)) return '';
  switch (element.name) {
    case 's':
      return ' '.repeat(Math.min(Number(attribute(element, 'c') ?? 1) || 1, maxSpaces));
    case 'tab':
      return ' ';
    case 'line-break':
      return '<br>';
    case 'note': {
      const body = elementAt(element, 'note-body');
      if (body) reading.notes.push(flowHtml(body, reading));
      return `[${asHtml(textIn(elementAt(element, 'note-citation')))}]`;
    }
    case 'frame':
    case 'custom-shape':
    case 'g':
      return shapeHtml(element, reading);
    case 'page-number':
    case 'page-count':
      return '';
    default:
      return inlineHtml(element, reading);
  }
}

/** Returns a text box, a table, or the description of a picture. */
function shapeHtml(shape: XmlElement, reading: OdfReading): string {
  const picture = elementsIn(shape, 'image').length > 0;
  const description = textIn(elementAt(shape, 'desc')) || textIn(elementAt(shape, 'title'));
  if (picture && description) return tag('p', `<img alt="${asHtml(description)}" src="">`);
  return elementsIn(shape)
    .filter(({ name }) => !/^(image|object|object-ole|desc|title|plugin)$/.test(name))
    .map((child) => blockHtml(child, reading))
    .join('');
}

/**
 * Returns a list, which may continue the numbers of an earlier one: of the last list with its style, or of the one it
 * names.
 */
function outerListHtml(list: XmlElement, reading: OdfReading): string {
  const style = styleOf(list) ?? '';
  const earlier = attribute(list, 'continue-list');
  const goesOn = earlier ?? (attribute(list, 'continue-numbering') === 'true' ? style : undefined);
  const start = (goesOn === undefined ? undefined : reading.counted.get(goesOn)) ?? 0;
  const count = start + elementsIn(list, 'list-item').length;
  for (const name of [style, attribute(list, 'id') ?? style]) reading.counted.set(name, count);
  return listHtml(list, reading, style, start + 1);
}

function listHtml(list: XmlElement, reading: OdfReading, style: string | undefined, start = 1, level = 1): string {
  const items = elementsIn(list).filter(({ name }) => name === 'list-item' || name === 'list-header');
  const numbers = reading.styles.numbersOf(style, level);
  const html = items
    .map((item, index) =>
      tag('li', itemHtml(item, reading, style, level), {
        style: numbers && labelStyle(`${numbers.prefix}${asLabel(start + index, numbers.format)}${numbers.suffix}`),
      }),
    )
    .join('');
  return numbers ? tag('ol', html, { start: start > 1 ? String(start) : undefined }) : tag('ul', html);
}

function itemHtml(item: XmlElement, reading: OdfReading, style: string | undefined, level: number): string {
  return elementsIn(item)
    .map((child) =>
      child.name === 'list'
        ? listHtml(child, reading, styleOf(child) ?? style, 1, level + 1)
        : blockHtml(child, reading),
    )
    .join('');
}

function tableHtml(table: XmlElement, reading: OdfReading): string {
  const rows = (parent: XmlElement) =>
    elementsIn(parent, 'table-row')
      .filter((row) => !/^(collapse|filter)$/.test(attribute(row, 'visibility') ?? ''))
      .map((row) =>
        tag(
          'tr',
          elementsIn(row, 'table-cell')
            .map((cell) => cellHtml(cell, reading))
            .join(''),
        ),
      );
  const head = elementsIn(table, 'table-header-rows').flatMap(rows);
  const body = elementsIn(table).flatMap((child) =>
    child.name === 'table-row'
      ? rows({ ...table, children: [child] })
      : /^table-row/.test(child.name)
        ? rows(child)
        : [],
  );
  const title = textIn(elementAt(table, 'title'));
  const named = title ? tag('caption', asHtml(title)) : '';
  return tag('table', `${named}${head.length > 0 ? tag('thead', head.join('')) : ''}${tag('tbody', body.join(''))}`);
}

function cellHtml(cell: XmlElement, reading: OdfReading): string {
  const span = (name: string) => {
    const count = Number(attribute(cell, name) ?? 1);
    return count > 1 ? String(Math.min(count, maxSpan)) : undefined;
  };
  return tag('td', flowHtml(cell, reading), {
    colspan: span('number-columns-spanned'),
    rowspan: span('number-rows-spanned'),
  });
}

/** How the styles of an OpenDocument file show things, by style name. */
export interface OdfStyles {
  /** Text, sections, slides and sheets that are not shown. */
  readonly hidden: ReadonlySet<string>;
  readonly bold: ReadonlySet<string>;
  readonly filled: ReadonlySet<string>;
  /** Returns how a list style shows the numbers of a level, from 1; undefined if it shows bullets. */
  numbersOf(style: string | undefined, level: number): NumberedLevel | undefined;
  /** Returns the name by which a person chose the style: that of the style it is derived from, or its own. */
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
      // `display` is `false` for a hidden table and `none` for hidden text; `visibility` is `hidden` for a hidden
      // slide.
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
