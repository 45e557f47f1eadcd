import { createDocumentWriter, writeHeading, writeParsed } from '../documentWriter.ts';
import { parseHtml } from '../html/html.ts';
import { asHtml, type ListedParagraph, listsHtml, tag } from '../html/htmlText.ts';
import { asLabel } from '../shownNumbers.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { officeFacts, type OfficeParts, partOf, readOfficeParts, type Relation, relationsOf } from './officeParts.ts';
import { attribute, descendantsOf, elementAt, elementsIn, relationId, textIn, type XmlElement } from './xml.ts';

const main = 'ppt/presentation.xml';

/**
 * Reads the slides of a presentation as sections: title, texts, lists, tables, descriptions of pictures, then the
 * speaker's notes. Hidden slides are not read, and `problems` says so. Pages of the map are slide numbers.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for an archive that is not a presentation, DOCUMENT_TOO_LARGE
 */
export async function parsePptx(bytes: Uint8Array): Promise<ParsedDocument> {
  const parts = await readOfficeParts(bytes, main);
  const relations = relationsOf(parts, main);
  const writer = createDocumentWriter('PAGE');
  const problems: string[] = [];
  const flags = new Set<ContentFlag>();
  const list = elementAt(parts.xml(main), 'sldIdLst');
  for (const [index, element] of (list ? elementsIn(list, 'sldId') : []).entries()) {
    const number = index + 1;
    const file = partOf(parts, relations, element);
    const slide = file === undefined ? undefined : parts.xml(file);
    if (!file || !slide) continue;
    if (/^(0|false)$/.test(attribute(slide, 'show') ?? '')) {
      flags.add('HIDDEN_TEXT_REMOVED');
      problems.push(`Slide ${number} is hidden and was not read.`);
      continue;
    }
    const related = relationsOf(parts, file);
    const { title, html, notRead } = slideHtml(slide, diagramTexts(parts, related));
    const content = parseHtml(html);
    for (const flag of content.flags) flags.add(flag);
    if (!title && !content.text) flags.add('PAGES_WITHOUT_TEXT');
    problems.push(...problemsOf(number, !title && !content.text, notRead));
    if (title || content.text) writeHeading(writer, title || `Slide ${number}`, number, 2);
    writeParsed(writer, content, number, 2);
    writeNotes(parts, related, number, writer);
  }
  return { ...writer.finish({ ...officeFacts(parts), flags }), problems };
}

function problemsOf(number: number, empty: boolean, { pictures, charts, media }: SlideNotes): string[] {
  if (empty && pictures > 0) return [`Slide ${number} holds only pictures; their text was not read.`];
  return [
    ...(charts > 0 ? [`Slide ${number}: a chart was not read.`] : []),
    ...(media > 0 ? [`Slide ${number}: an embedded object was not read.`] : []),
  ];
}

/** Returns the texts of SmartArt, each diagram's items in order, by the id that the slide uses for it. */
function diagramTexts(parts: OfficeParts, related: ReadonlyMap<string, Relation>): Map<string, string[]> {
  return new Map(
    [...related].flatMap(([id, { type, target }]): [string, string[]][] => {
      if (type !== 'diagramData' || !parts.has(target)) return [];
      const points = elementAt(parts.xml(target), 'ptLst');
      const texts = (points ? elementsIn(points, 'pt') : [])
        .filter((point) => !/^(pres|parTrans|sibTrans)$/.test(attribute(point, 'type') ?? 'node'))
        .map((point) => slideHtml(wrapped(point), new Map()).words);
      return [[id, texts.filter(Boolean)]];
    }),
  );
}

const wrapped = (point: XmlElement): XmlElement => ({ name: 'sld', attributes: {}, children: [point] });

function writeNotes(
  parts: OfficeParts,
  related: ReadonlyMap<string, Relation>,
  number: number,
  writer: ReturnType<typeof createDocumentWriter>,
): void {
  const file = [...related.values()].find(({ type }) => type === 'notesSlide')?.target;
  if (file === undefined || !parts.has(file)) return;
  const content = parseHtml(slideHtml(parts.xml(file), new Map()).html);
  if (!content.text) return;
  writeHeading(writer, 'Notes', number, 3);
  writeParsed(writer, content, number, 3);
}

/** Counts of what is not text on a slide. */
interface SlideNotes {
  readonly pictures: number;
  readonly charts: number;
  readonly media: number;
}

interface SlideText {
  readonly title: string;
  /** Everything but the title. */
  readonly html: string;
  /** The same in one line. */
  readonly words: string;
  readonly notRead: SlideNotes;
}

interface Reading {
  readonly diagrams: ReadonlyMap<string, readonly string[]>;
  title: string;
  pictures: number;
  charts: number;
  media: number;
}

/** Placeholders that repeat on each slide, and the picture of the slide on its notes page. */
const framing = /^(ftr|dt|sldNum|hdr|sldImg)$/;
const listed = /^(body|obj|)$/;

/** Returns a slide in the order of its shapes, which is also the order of a screen reader, with its title taken out. */
function slideHtml(slide: XmlElement, diagrams: Reading['diagrams']): SlideText {
  const reading: Reading = { diagrams, title: '', pictures: 0, charts: 0, media: 0 };
  const tree = elementAt(slide, 'cSld', 'spTree') ?? slide;
  const html = shapesHtml(tree, reading);
  const words = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { title: reading.title, html, words, notRead: reading };
}

function shapesHtml(group: XmlElement, reading: Reading): string {
  return elementsIn(group)
    .map((shape) => shapeHtml(shape, reading))
    .join('');
}

function shapeHtml(shape: XmlElement, reading: Reading): string {
  if (isHidden(shape)) return '';
  switch (shape.name) {
    case 'sp':
      return textShape(shape, reading);
    case 't':
    case 'txBody':
      return bodyHtml(shape, false);
    case 'grpSp':
      return shapesHtml(shape, reading);
    case 'AlternateContent':
      return shapesHtml(elementAt(shape, 'Choice') ?? elementAt(shape, 'Fallback') ?? shape, reading);
    case 'pic':
      reading.pictures += 1;
      return pictureHtml(shape);
    case 'pt':
      return shapesHtml(shape, reading);
    case 'graphicFrame':
      return frameHtml(shape, reading);
    default:
      return '';
  }
}

/** Whether a shape is in the file but not shown. */
function isHidden(shape: XmlElement): boolean {
  return elementsIn(shape).some((properties) => {
    const own = elementAt(properties, 'cNvPr');
    return own !== undefined && /^(1|true)$/.test(attribute(own, 'hidden') ?? '');
  });
}

function textShape(shape: XmlElement, reading: Reading): string {
  const placeholder = elementAt(shape, 'nvSpPr', 'nvPr', 'ph');
  const type = placeholder && (attribute(placeholder, 'type') ?? '');
  if (type !== undefined && framing.test(type)) return '';
  const body = elementAt(shape, 'txBody');
  if (!body) return '';
  if ((type === 'title' || type === 'ctrTitle') && !reading.title) {
    reading.title = elementsIn(body, 'p').map(paragraphText).join(' ').replaceAll(/\s+/g, ' ').trim();
    return '';
  }
  return bodyHtml(body, type !== undefined && listed.test(type));
}

/** Returns paragraphs and lists; paragraphs of the main text are bulleted unless they say otherwise. */
function bodyHtml(body: XmlElement, bulleted: boolean): string {
  const label = createLabels();
  const paragraphs = elementsIn(body, 'p')
    .map((paragraph): ListedParagraph => {
      const properties = elementAt(paragraph, 'pPr');
      const has = (name: string) => properties !== undefined && elementsIn(properties, name).length > 0;
      const level = Math.min(Number((properties && attribute(properties, 'lvl')) ?? 0) || 0, 8);
      const html = asHtml(paragraphText(paragraph)).replaceAll('\n', '<br>');
      const marked = has('buChar') || has('buBlip') || (bulleted && !has('buNone'));
      return {
        html,
        level,
        label: html.trim() ? label(level, properties && elementAt(properties, 'buAutoNum')) : undefined,
        list: has('buAutoNum') ? 'ol' : marked ? 'ul' : undefined,
      };
    })
    .filter(({ html }) => html.trim());
  // A single bulleted paragraph is a sentence and not a list.
  if (paragraphs.length === 1) return tag('p', paragraphs[0]?.html ?? '');
  return listsHtml(paragraphs);
}

/**
 * Returns a function that labels the paragraphs of one shape in turn; `alphaLcParenR` gives `a)`. A list restarts after
 * another paragraph.
 */
function createLabels(): (level: number, numbers: XmlElement | undefined) => string | undefined {
  const counts: { readonly type: string; readonly number: number }[] = [];
  return (level, numbers) => {
    const type = numbers && (attribute(numbers, 'type') ?? 'arabicPeriod');
    const last = counts[level];
    counts.length = Math.min(counts.length, level);
    if (!numbers || type === undefined) return undefined;
    const start = Number.parseInt(attribute(numbers, 'startAt') ?? '1', 10) || 1;
    const number = last?.type === type ? last.number + 1 : start;
    counts[level] = { type, number };
    const [, name = '', shape = ''] = /^(alphaLc|alphaUc|romanLc|romanUc|arabic)(\w*)$/.exec(type) ?? [];
    const words = asLabel(number, autoFormats.get(name) ?? 'decimal');
    return shape === 'ParenBoth' ? `(${words})` : shape === 'ParenR' ? `${words})` : `${words}.`;
  };
}

const autoFormats: ReadonlyMap<string, string> = new Map([
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
]);

function paragraphText(paragraph: XmlElement): string {
  return elementsIn(paragraph)
    .map((child) => {
      if (child.name === 'br') return '\n';
      if (child.name === 'r' || child.name === 'fld') return textIn(elementAt(child, 't'));
      return child.name === 'AlternateContent' ? paragraphText(elementAt(child, 'Choice') ?? child) : '';
    })
    .join('');
}

function pictureHtml(shape: XmlElement): string {
  const properties = elementAt(shape, 'nvPicPr', 'cNvPr');
  const description = (properties && attribute(properties, 'descr')) ?? '';
  return description ? tag('p', `<img alt="${asHtml(description)}" src="">`) : '';
}

function frameHtml(frame: XmlElement, reading: Reading): string {
  const data = elementAt(frame, 'graphic', 'graphicData');
  const table = data && elementAt(data, 'tbl');
  if (table) return tableHtml(table);
  const diagram = data && elementAt(data, 'relIds');
  const texts = diagram && reading.diagrams.get(relationId(diagram, 'dm') ?? '');
  if (texts) return tag('ul', texts.map((text) => tag('li', text)).join(''));
  if (data && elementsIn(data, 'chart').length > 0) reading.charts += 1;
  else if (data) reading.media += 1;
  return '';
}

function tableHtml(table: XmlElement): string {
  const properties = elementAt(table, 'tblPr');
  const headed = properties !== undefined && /^(1|true)$/.test(attribute(properties, 'firstRow') ?? '');
  const rows = elementsIn(table, 'tr').map((row, index) => {
    const cells = elementsIn(row, 'tc').filter((cell) => !isMerged(cell));
    const name = headed && index === 0 ? 'th' : 'td';
    return tag('tr', cells.map((cell) => cellHtml(cell, name)).join(''));
  });
  const [first = '', ...rest] = rows;
  return tag('table', headed ? `${tag('thead', first)}${tag('tbody', rest.join(''))}` : rows.join(''));
}

const isMerged = (cell: XmlElement): boolean =>
  /^(1|true)$/.test(attribute(cell, 'hMerge') ?? '') || /^(1|true)$/.test(attribute(cell, 'vMerge') ?? '');

function cellHtml(cell: XmlElement, name: string): string {
  const paragraphs = [...descendantsOf(cell)].filter((each) => each.name === 'p').map(paragraphText);
  const bold = [...descendantsOf(cell)].filter((each) => each.name === 'r').map((run) => elementAt(run, 'rPr'));
  const isBold = bold.length > 0 && bold.every((run) => run && /^(1|true)$/.test(attribute(run, 'b') ?? ''));
  const html = paragraphs.map((text) => tag('p', asHtml(text).replaceAll('\n', '<br>'))).join('');
  return tag(name, isBold ? tag('b', html) : html, {
    colspan: attribute(cell, 'gridSpan'),
    rowspan: attribute(cell, 'rowSpan'),
  });
}
