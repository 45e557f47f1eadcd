import mammoth from 'mammoth';
import { CandorError, isCandorError } from '../../../errors.ts';
import { usableAuthor, usableTitle } from '../documentWriter.ts';
import { parseHtml } from '../html/html.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { headedStyles, markHeaderRows, numberParagraphs, runOf, startLists } from './docxMarkup.ts';
import { makersIn, readZip, storedZip } from './officeParts.ts';
import { attribute, elementAt, elementsIn, readXml, textIn, type XmlElement } from './xml.ts';

/**
 * Reads the text of a Word file: headings, paragraphs, lists, tables and notes, but no images, comments, deleted text,
 * page headers or hidden text. A Word file has no pages until it is printed, so there is no source map.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for an archive that is not a Word file, DOCUMENT_TOO_LARGE for a ZIP
 * bomb
 */
export async function parseDocx(bytes: Uint8Array): Promise<ParsedDocument> {
  const parts = await readZip(bytes, (name) => /\.(xml|rels)$/i.test(name));
  checkParts(parts);
  const texts = new Map([...parts].map(([name, content]) => [name, decodePart(content)]));
  const hidden = new Set(
    [...texts.values()].filter((xml) => xml.includes('styleId')).flatMap((xml) => [...hiddenStyles(xml)]),
  );
  const visible = [...texts].map(([name, xml]) => ({ name, ...removeHiddenRuns(xml, hidden) }));
  const headed = headedStyles(texts.get('word/styles.xml') ?? '');
  const shown = visible.map(({ name, xml }): [string, Buffer] => {
    const numbered = name === 'word/document.xml' ? numberParagraphs(xml, texts) : xml;
    return [name, Buffer.from(formulasAsText(markHeaderRows(numbered, headed)))];
  });
  const parsed = parseHtml(await toHtml(storedZip(new Map(shown))));
  const flags = new Set<ContentFlag>(parsed.flags);
  if (visible.some(({ removed }) => removed)) flags.add('HIDDEN_TEXT_REMOVED');
  return {
    ...parsed,
    ...coreProperties(texts.get('docProps/core.xml') ?? '', texts.get('docProps/app.xml') ?? ''),
    sourceMap: null,
    flags: [...flags],
    metadata: {},
  };
}

function checkParts(parts: ReadonlyMap<string, Buffer>): void {
  if (parts.has('word/document.xml') || parts.has('_rels/.rels')) {
    const other = [...parts.keys()].find((name) => /^(xl|ppt)\//.test(name));
    if (!other) return;
    const sheet = other.startsWith('xl/');
    const ending = sheet ? '.xlsx' : '.pptx';
    throw new CandorError(
      'DOCUMENT_UNSUPPORTED',
      `The file is ${sheet ? 'an Excel workbook' : 'a PowerPoint presentation'} and not DOCX.`,
      { remedy: `Give it the ending ${ending} and ingest it again.` },
    );
  }
  throw new CandorError('DOCUMENT_CORRUPT', 'The archive holds no Word document.');
}

/** Word writes UTF-8 and no document type, which could smuggle in entities that grow. */
function decodePart(content: Buffer): string {
  const xml = content.toString('utf8');
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new CandorError(
      'DOCUMENT_CORRUPT',
      'The Word file holds a document type declaration, which Word never writes.',
    );
  return xml;
}

const options = {
  // Without this map, Title would be a plain paragraph. A style map inside the file is ignored.
  styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
  includeEmbeddedStyleMap: false,
  externalFileAccess: false,
  convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
};

async function toHtml(zip: Buffer): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml({ buffer: zip }, options);
    return (
      startLists(value)
        // A note ends with an arrow back to its mark.
        .replaceAll(/<a href="#(foot|end)note-ref-[^"]*">↑<\/a>/g, '')
        // A checkbox is not a control here: it shows what was chosen.
        .replaceAll(/<input type="checkbox"( checked="checked")?\s*\/>/g, (_, checked) => (checked ? '☑' : '☐'))
    );
  } catch (error) {
    if (isCandorError(error)) throw error;
    throw new CandorError('DOCUMENT_CORRUPT', 'The Word file cannot be read: its parts do not fit together.', {
      cause: error,
    });
  }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function coreProperties(core: string, app: string): { title: string | undefined; author: string | undefined } {
  const property = (name: string) => {
    const raw = new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(core)?.[1] ?? '';
    return raw.replaceAll(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole);
  };
  return { title: usableTitle(property('title')), author: usableAuthor(property('creator'), makersIn(app)) };
}

/**
 * Hidden text of Word files (`w:vanish`, on a run or through its style). A reader of the printed page never sees it,
 * but mammoth passes it on. Elements are recognised by local name only: an invented namespace prefix must not bring
 * hidden text back.
 */

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)(?:[^\s/>:]+:)?([^\s/>:!?]+)((?:[^"'>/]|"[^"]*"|'[^']*'|\/(?!>))*)(\/?)>/g;

interface Tag {
  readonly name: string;
  readonly attributes: string;
  readonly opens: boolean;
  readonly closes: boolean;
  readonly start: number;
  readonly end: number;
}

function* tags(xml: string): Generator<Tag> {
  for (const found of xml.matchAll(token)) {
    const [whole, slash, name, attributes = '', selfClosing] = found;
    if (name !== undefined)
      yield {
        name,
        attributes,
        opens: slash === '',
        closes: slash === '/' || selfClosing === '/',
        start: found.index,
        end: found.index + whole.length,
      };
  }
}

function valueOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found?.[1] ?? found?.[2];
}

const isOn = ({ attributes }: Tag): boolean => !/^(false|0|off)$/.test(valueOf(attributes, 'val') ?? '');

interface Style {
  vanish?: boolean;
  basedOn?: string;
}

/** Returns the ids of styles whose text is hidden, directly or through a style they are based on. */
function hiddenStyles(xml: string): Set<string> {
  const styles = readStyles(xml);
  const isHidden = (id: string | undefined, seen: Set<string>): boolean => {
    const style = id === undefined || seen.has(id) ? undefined : styles.get(id);
    if (!style || id === undefined) return false;
    return style.vanish ?? isHidden(style.basedOn, seen.add(id));
  };
  return new Set([...styles.keys()].filter((id) => isHidden(id, new Set())));
}

function readStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  const path: string[] = [];
  let style: Style = {};
  for (const tag of tags(xml)) {
    if (tag.opens && tag.name === 'style') styles.set(valueOf(tag.attributes, 'styleId') ?? '', (style = {}));
    if (tag.opens && tag.name === 'vanish' && path.at(-1) === 'rPr' && path.at(-2) === 'style')
      style.vanish = isOn(tag);
    if (tag.opens && tag.name === 'basedOn' && path.at(-1) === 'style')
      style.basedOn = valueOf(tag.attributes, 'val') ?? '';
    follow(path, tag);
  }
  return styles;
}

function follow(path: string[], tag: Tag): void {
  if (tag.opens && !tag.closes) path.push(tag.name);
  else if (!tag.opens) path.pop();
}

interface Run {
  readonly start: number;
  readonly paragraphStyle: string;
  style: string;
  vanish: boolean | undefined;
}

/** Returns the XML without hidden runs; `removed` is true if one of them held text. */
function removeHiddenRuns(xml: string, hidden: ReadonlySet<string>): { xml: string; removed: boolean } {
  if (hidden.size === 0 && !xml.includes('vanish')) return { xml, removed: false };
  const spans = outermost(hiddenRuns(xml, hidden));
  let at = 0;
  const kept = spans.map(({ start, end }) => {
    const part = xml.slice(at, start);
    at = end;
    return part;
  });
  return {
    xml: kept.join('') + xml.slice(at),
    removed: spans.some(({ start, end }) => holdsText(xml.slice(start, end))),
  };
}

interface HiddenRun {
  readonly start: number;
  readonly end: number;
}

function hiddenRuns(xml: string, hidden: ReadonlySet<string>): HiddenRun[] {
  const found: HiddenRun[] = [];
  const path: string[] = [];
  const runs: Run[] = [];
  const paragraphs: string[] = [];
  for (const tag of tags(xml)) {
    if (tag.opens && !tag.closes && tag.name === 'p') paragraphs.push('');
    if (tag.opens && tag.name === 'pStyle' && path.at(-1) === 'pPr')
      paragraphs[paragraphs.length - 1] = valueOf(tag.attributes, 'val') ?? '';
    if (tag.opens && !tag.closes && tag.name === 'r')
      runs.push({ start: tag.start, paragraphStyle: paragraphs.at(-1) ?? '', style: '', vanish: undefined });
    readRunProperty(tag, path, runs.at(-1));
    if (!tag.opens && tag.name === 'p') paragraphs.pop();
    const run = !tag.opens && tag.name === 'r' ? runs.pop() : undefined;
    if (run && (run.vanish ?? (hidden.has(run.style) || hidden.has(run.paragraphStyle))))
      found.push({ start: run.start, end: tag.end });
    follow(path, tag);
  }
  return found;
}

function readRunProperty(tag: Tag, path: readonly string[], run: Run | undefined): void {
  if (!run || !tag.opens || path.at(-1) !== 'rPr' || path.at(-2) !== 'r') return;
  if (tag.name === 'vanish') run.vanish = isOn(tag);
  if (tag.name === 'rStyle') run.style = valueOf(tag.attributes, 'val') ?? '';
}

/** Returns the spans in order, without those inside another: a run can hold a text box with runs of its own. */
function outermost(spans: readonly HiddenRun[]): HiddenRun[] {
  let end = 0;
  return [...spans]
    .sort((left, right) => left.start - right.start)
    .filter((span) => {
      if (span.start < end) return false;
      end = span.end;
      return true;
    });
}

function holdsText(xml: string): boolean {
  return [...xml.matchAll(/<(?:[^\s/>:]+:)?t(?:\s[^>]*)?>([^<]*)</g)].some(([, text = '']) => text.trim());
}

/** Writes formulas as words in a line, `i = p/12`, because mammoth would drop them. */
function formulasAsText(xml: string): string {
  return xml.replaceAll(/<m:oMath(?:\s[^<>]*)?>(?:(?!<m:oMath[\s>])[^])*?<\/m:oMath>/g, (formula) =>
    runOf(inLine(readXml(formula))),
  );
}

function inLine(element: XmlElement): string {
  const part = (name: string): string => {
    const found = elementAt(element, name);
    return found ? inLine(found) : '';
  };
  switch (element.name) {
    case 't':
      return textIn(element);
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'sSup':
      return `${part('e')}^${grouped(part('sup'))}`;
    case 'sSub':
      return `${part('e')}_${grouped(part('sub'))}`;
    case 'sSubSup':
      return `${part('e')}_${grouped(part('sub'))}^${grouped(part('sup'))}`;
    case 'rad':
      return `${part('deg')}√${grouped(part('e'))}`;
    case 'd':
      return `${sign(element, 'begChr', '(')}${elementsIn(element, 'e').map(inLine).join(', ')}${sign(element, 'endChr', ')')}`;
    case 'nary':
      return `${sign(element, 'chr', '∫')}${limit('_', part('sub'))}${limit('^', part('sup'))} ${part('e')}`;
    case 'rPr':
    case 'ctrlPr':
      return '';
    default:
      return elementsIn(element).map(inLine).join('');
  }
}

const grouped = (text: string): string => (/^[\p{L}\d.,%]*$/u.test(text) ? text : `(${text})`);
const limit = (mark: string, text: string): string => (text ? `${mark}${grouped(text)}` : '');

/** Returns a bracket or the sign of a sum, as the formula's properties define it. */
function sign(element: XmlElement, name: string, otherwise: string): string {
  const found = elementAt(element, `${element.name}Pr`, name);
  return found ? (attribute(found, 'val') ?? '') : otherwise;
}
