import { asHtml, tag } from '../html/htmlText.ts';
import { listsHtml, type ListedParagraph } from '../html/listsHtml.ts';
import { attribute, descendantsOf, elementAt, elementsIn, relationId, textIn, type XmlElement } from './xml.ts';

/** What of a slide is no text. */
export interface SlideNotes {
  readonly pictures: number;
  readonly charts: number;
  readonly media: number;
}

export interface SlideText {
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

/** Placeholders that repeat on each slide, and the picture of the slide on its notes. */
const framing = /^(ftr|dt|sldNum|hdr|sldImg)$/;
const listed = /^(body|obj|)$/;

/** A slide in the order of its shapes, which is the order that a screen reader reads them in, its title taken out. */
export function slideHtml(slide: XmlElement, diagrams: Reading['diagrams']): SlideText {
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

/** Drawn, and not shown. */
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

/** Paragraphs and lists; those of the main text are bulleted unless they say otherwise. */
function bodyHtml(body: XmlElement, bulleted: boolean): string {
  const paragraphs = elementsIn(body, 'p')
    .map((paragraph): ListedParagraph => {
      const properties = elementAt(paragraph, 'pPr');
      const has = (name: string) => properties !== undefined && elementsIn(properties, name).length > 0;
      const marked = has('buChar') || has('buBlip') || (bulleted && !has('buNone'));
      return {
        html: asHtml(paragraphText(paragraph)).replaceAll('\n', '<br>'),
        level: Math.min(Number((properties && attribute(properties, 'lvl')) ?? 0) || 0, 8),
        list: has('buAutoNum') ? 'ol' : marked ? 'ul' : undefined,
      };
    })
    .filter(({ html }) => html.trim());
  // One bulleted paragraph alone is a sentence and no list.
  if (paragraphs.length === 1) return tag('p', paragraphs[0]?.html ?? '');
  return listsHtml(paragraphs);
}

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
  const html = paragraphs.map((text) => asHtml(text).replaceAll('\n', '<br>')).join('<br>');
  return tag(name, isBold ? tag('b', html) : html, {
    colspan: attribute(cell, 'gridSpan'),
    rowspan: attribute(cell, 'rowSpan'),
  });
}
