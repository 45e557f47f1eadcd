import { asHtml, tag } from '../html/htmlText.ts';
import { asLabel, labelStyle } from '../shownNumbers.ts';
import { looksLikeHeader } from '../tableRows.ts';
import { attribute, elementAt, elementsIn, readXml, type XmlElement } from './xml.ts';

interface Level {
  readonly start: number;
  readonly format: string;
  /** A pattern such as `%1.%2` or `Article %1`. */
  readonly text: string;
  /** Whether the numbers of the levels above appear as figures, whatever their own format. */
  readonly figures: boolean;
  /** The number of this list's first paragraph, whatever number the lists with the same counter have reached. */
  readonly restart: number | undefined;
}

interface NumberedList {
  /** Lists with the same definition continue each other's numbers. */
  readonly definition: string;
  readonly levels: ReadonlyMap<number, Level>;
}

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly list: string | undefined;
  readonly level: number | undefined;
}

interface Numbering {
  readonly lists: ReadonlyMap<string, NumberedList>;
  readonly styles: ReadonlyMap<string, Style>;
  /** The last numbers given, by definition and level. */
  readonly counters: Map<string, (number | undefined)[]>;
  readonly seen: Set<string>;
}

const maxLevel = 8;
const maxBasedOn = 20;
/** Private-use characters around the number of a list item, until mammoth has built its list. */
const [before, behind] = ['\uE000', '\uE001'];

/**
 * Returns a Word file's text with the numbers that Word shows but does not store in its XML. A heading or a clause
 * (`4.2`, `Article 3`) gets its number as words. A list item gets a mark, by which `startLists` recognises a continued
 * list that mammoth restarted. Entries of a table of contents are removed.
 * @param parts texts of the archive by name
 */
export function numberParagraphs(xml: string, parts: ReadonlyMap<string, string>): string {
  const numbering: Numbering = {
    lists: listsOf(parts.get('word/numbering.xml')),
    styles: stylesOf(parts.get('word/styles.xml')),
    counters: new Map(),
    seen: new Set(),
  };
  return xml
    .replaceAll(/<w:pPrChange[\s>](?:(?!<w:pPrChange|<w:p[\s>])[^])*?<\/w:pPrChange>/g, '')
    .replaceAll(paragraphStart, (whole, open: string, properties = '') => {
      const style = /<w:pStyle w:val="([^"]*)"/.exec(properties as string)?.[1];
      if (contents.test(numbering.styles.get(style ?? '')?.name ?? '')) return `${open}${contentsMark}`;
      return numbered(whole, open, properties as string, style, numbering);
    })
    .replaceAll(contentsEntry, '');
}

/**
 * None of these patterns looks beyond the next paragraph of its kind: an unclosed one would be read to the end of the
 * file from each start.
 */
const paragraphStart = /(<w:p(?:\s[^<>]*[^<>/])?>)(<w:pPr>(?:(?!<w:p[\s>])[^])*?<\/w:pPr>)?/g;
const contents = /^toc (?:\d|heading)/i;
const contentsMark = '<!--contents-->';
const contentsEntry = /<w:p(?:\s[^<>]*)?><!--contents-->(?:(?!<!--contents-->)[^])*?<\/w:p>/g;

/** Returns mammoth's HTML with each list starting at the number of its first item, and each item with its label. */
export function startLists(html: string): string {
  return html
    .replaceAll(
      /(<ol>)?<li>((?:<\w+[^<>]*>){0,5})\uE000(\d+) ([^\uE000\uE001]*)\uE001/g,
      (_, opens: string | undefined, marks: string, number: string, label: string) =>
        `${opens ? `<ol start="${number}">` : ''}${tag('li', '', { style: labelStyle(label) }).replace('</li>', '')}${marks}`,
    )
    .replaceAll(/\uE000[^\uE000\uE001]*\uE001/g, '');
}

function numbered(
  whole: string,
  open: string,
  properties: string,
  style: string | undefined,
  numbering: Numbering,
): string {
  const place = placeOf(properties, style, numbering);
  const list = place && numbering.lists.get(place.list);
  const level = list?.levels.get(place?.level ?? 0);
  if (!place || !list || !level) return whole;
  const numbers = count(place.list, list, place.level, numbering);
  if (/^(?:bullet|none)$/.test(level.format)) return whole;
  const number = numbers[place.level] ?? level.start;
  if (isHeading(style, numbering.styles)) return `${whole}${runOf(`${labelOf(list, place.level, numbers)} `)}`;
  if (isPlain(list, place.level))
    return `${whole}${runOf(`${before}${number} ${labelOf(list, place.level, numbers)}${behind}`)}`;
  const none = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>';
  const kept = properties.replace(/<w:numPr>[^]*?<\/w:numPr>/, '').replace('</w:pPr>', `${none}</w:pPr>`);
  return `${open}${kept || `<w:pPr>${none}</w:pPr>`}${runOf(`${labelOf(list, place.level, numbers)} `)}`;
}

/** Returns words as a run of a Word paragraph; '' if they are only blanks. */
export const runOf = (text: string): string =>
  text.trim() ? `<w:r><w:t xml:space="preserve">${asHtml(text)}</w:t></w:r>` : '';

function placeOf(
  properties: string,
  styleId: string | undefined,
  { styles, lists }: Numbering,
): { readonly list: string; readonly level: number } | undefined {
  const own = /<w:numPr>([^]*?)<\/w:numPr>/.exec(properties)?.[1];
  let [list, level] = [valueIn(own, 'numId'), Number(valueIn(own, 'ilvl') ?? NaN)];
  let style = styles.get(styleId ?? '');
  for (let steps = 0; style && steps < maxBasedOn && (list === undefined || Number.isNaN(level)); steps += 1) {
    list ??= style.list;
    if (Number.isNaN(level) && style.level !== undefined) level = style.level;
    style = styles.get(style.basedOn ?? '');
  }
  if (list === undefined || !lists.has(list)) return undefined;
  return { list, level: Number.isNaN(level) ? 0 : Math.min(Math.max(level, 0), maxLevel) };
}

const valueIn = (xml: string | undefined, name: string): string | undefined =>
  new RegExp(`<w:${name} w:val="([^"]*)"`).exec(xml ?? '')?.[1];

/** Whether a style is a heading by its name, `heading 1`, as mammoth decides it. */
const isHeading = (style: string | undefined, styles: Numbering['styles']): boolean =>
  /^heading \d/i.test(styles.get(style ?? '')?.name ?? '');

/**
 * Whether a level and all levels above it have bullets or simple numbers (`1.`, `a)`, `(i)`), which a list in canonical
 * text can show.
 */
function isPlain({ levels }: NumberedList, level: number): boolean {
  return Array.from({ length: level + 1 }, (_, index) => levels.get(index)).every(
    (each, index) => each && (each.format === 'bullet' || new RegExp(`^\\(?%${index + 1}[.):]?$`).test(each.text)),
  );
}

/** Takes the next number of a level and restarts the deeper ones. */
function count(id: string, list: NumberedList, level: number, numbering: Numbering): readonly (number | undefined)[] {
  const counters = numbering.counters.get(list.definition) ?? [];
  const { start = 1, restart } = list.levels.get(level) ?? {};
  const key = `${id} ${level}`;
  const begins = restart !== undefined && !numbering.seen.has(key) ? restart : undefined;
  numbering.seen.add(key);
  const next = counters.slice(0, level + 1);
  next[level] = begins ?? (counters[level] ?? start - 1) + 1;
  numbering.counters.set(list.definition, next);
  return next;
}

function labelOf({ levels }: NumberedList, level: number, numbers: readonly (number | undefined)[]): string {
  const { text = '', figures = false } = levels.get(level) ?? {};
  return text.replaceAll(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const format = (figures ? undefined : levels.get(at)?.format) ?? 'decimal';
    return asLabel(numbers[at] ?? levels.get(at)?.start ?? 1, format);
  });
}

function listsOf(xml: string | undefined): Map<string, NumberedList> {
  if (xml === undefined) return new Map();
  const root = readXml(xml);
  const definitions = new Map(
    elementsIn(root, 'abstractNum').map((each) => [attribute(each, 'abstractNumId') ?? '', elementsIn(each, 'lvl')]),
  );
  return new Map(
    elementsIn(root, 'num').map((each) => {
      const definition = valueOf(each, 'abstractNumId') ?? '';
      const overrides = new Map(elementsIn(each, 'lvlOverride').map((one) => [attribute(one, 'ilvl'), one]));
      const levels = (definitions.get(definition) ?? []).map((level): [number, Level] => {
        const override = overrides.get(attribute(level, 'ilvl'));
        return [Number(attribute(level, 'ilvl')), levelOf((override && elementAt(override, 'lvl')) ?? level, override)];
      });
      return [attribute(each, 'numId') ?? '', { definition, levels: new Map(levels) }];
    }),
  );
}

function levelOf(level: XmlElement, override: XmlElement | undefined): Level {
  const restart = override && valueOf(override, 'startOverride');
  return {
    start: numberOr(valueOf(level, 'start'), 1),
    format: valueOf(level, 'numFmt') ?? 'decimal',
    text: valueOf(level, 'lvlText') ?? '',
    figures: elementAt(level, 'isLgl') !== undefined,
    restart: restart === undefined ? undefined : numberOr(restart, 1),
  };
}

const valueOf = (element: XmlElement, child: string): string | undefined => {
  const found = elementAt(element, child);
  return found && attribute(found, 'val');
};

const maxNumber = 1_000_000;
const numberOr = (value: string | undefined, otherwise: number): number =>
  value !== undefined && /^\d+$/.test(value) ? Math.min(Number(value), maxNumber) : otherwise;

function stylesOf(xml: string | undefined): Map<string, Style> {
  if (xml === undefined) return new Map();
  return new Map(
    elementsIn(readXml(xml), 'style').map((style) => {
      const numbers = elementAt(style, 'pPr', 'numPr');
      const level = numbers && valueOf(numbers, 'ilvl');
      return [
        attribute(style, 'styleId') ?? '',
        {
          name: valueOf(style, 'name') ?? '',
          basedOn: valueOf(style, 'basedOn'),
          list: numbers && valueOf(numbers, 'numId'),
          level: level === undefined ? undefined : numberOr(level, 0),
        },
      ];
    }),
  );
}

const mark = '<w:tblHeader/>';
/** How many rows are examined to detect an unmarked header. */
const maxSpan = 100;
const maxLooked = 50;

/** Returns the ids of table styles that set the first row apart. */
export function headedStyles(stylesXml: string): Set<string> {
  return new Set(
    stylesXml.split('<w:style ').flatMap((style) => {
      const id = /w:styleId="([^"]*)"/.exec(style.slice(0, 500))?.[1];
      return id !== undefined && style.includes('w:type="firstRow"') ? [id] : [];
    }),
  );
}

/**
 * Returns the XML with a header mark on the first row of each table that shows a header by its style, shading or words.
 * mammoth recognises only rows that are repeated on each page, and bold text. Tables with nested tables are unchanged.
 */
export function markHeaderRows(xml: string, headed: ReadonlySet<string>): string {
  const parts = xml.split(/(?=<w:tbl>)/);
  return parts
    .map((part) => {
      const end = part.indexOf('</w:tbl>');
      return part.startsWith('<w:tbl>') && end > 0 && hasHeader(part.slice(0, end), headed) ? marked(part) : part;
    })
    .join('');
}

function hasHeader(table: string, headed: ReadonlySet<string>): boolean {
  const [first = '', ...rest] = table.split('</w:tr>').slice(0, -1);
  if (rest.length === 0 || first.includes('<w:tblHeader')) return false;
  const properties = table.slice(0, table.indexOf('<w:tr'));
  const look = /<w:tblLook [^>]*>/.exec(properties)?.[0] ?? '';
  const flagged =
    /w:firstRow="(?:1|true|on)"/.test(look) ||
    (!look.includes('w:firstRow') &&
      (Number.parseInt(/w:val="([\da-fA-F]{4})"/.exec(look)?.[1] ?? '0', 16) & 0x20) !== 0);
  const style = /<w:tblStyle w:val="([^"]*)"/.exec(properties)?.[1];
  if (flagged && style !== undefined && headed.has(style)) return true;
  const fills = [first, ...rest].map(fillOf);
  if (fills[0] !== undefined && !fills.slice(1).includes(fills[0])) return true;
  // A group of columns stands above a second row of names, which is found with the table whole.
  if (first.includes('<w:gridSpan')) return false;
  return looksLikeHeader([first, ...rest].slice(0, maxLooked).map(textsOf), { flagged });
}

const cellsOf = (row: string): string[] => row.split('</w:tc>').slice(0, -1);

/** The texts of a row by column: '' where the cell to the left spans the column. */
const textsOf = (row: string): string[] =>
  cellsOf(row).flatMap((cell) => {
    const across = Number(/<w:gridSpan w:val="(\d{1,3})"/.exec(cell)?.[1] ?? 1);
    return [cellText(cell), ...Array.from({ length: Math.min(across, maxSpan) - 1 }, () => '')];
  });

function cellText(cell: string): string {
  return [...cell.matchAll(/<w:t(?: [^<>]*)?>([^<]*)</g)]
    .map(([, text = '']) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the colour behind a row if all its cells share one. */
function fillOf(row: string): string | undefined {
  const fills = new Set(
    cellsOf(row).map((cell) => /<w:shd [^>]*w:fill="([\da-fA-F]{6})"/.exec(cell)?.[1]?.toUpperCase()),
  );
  const [fill] = fills;
  return fills.size === 1 && fill !== 'FFFFFF' ? fill : undefined;
}

function marked(part: string): string {
  const row = part.indexOf('<w:tr');
  const open = part.indexOf('>', row) + 1;
  const own = part.startsWith('<w:trPr>', open);
  return own
    ? `${part.slice(0, open + 8)}${mark}${part.slice(open + 8)}`
    : `${part.slice(0, open)}<w:trPr>${mark}</w:trPr>${part.slice(open)}`;
}
