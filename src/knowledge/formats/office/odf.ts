import { createDocumentWriter } from '../documentWriter.ts';
import { parseHtml } from '../html/html.ts';
import { asHtml, tag } from '../html/htmlText.ts';
import { odfStyles } from './odfStyles.ts';
import { flowHtml, startReading } from './odfText.ts';
import { odsSheets } from './odsSheets.ts';
import { officeFacts, readOfficeParts, type OfficeParts } from './officeParts.ts';
import type { ContentFlag, ParsedDocument, SourceType } from '../parsed.ts';
import { writeSheets } from './sheetTables.ts';
import { writeHeading, writeParsed } from '../writeParsed.ts';
import { CandorError } from '../../../errors.ts';
import { attribute, elementAt, elementsIn, textIn, type XmlElement } from './xml.ts';

const main = 'content.xml';
const bodies = { ODT: 'text', ODS: 'spreadsheet', ODP: 'presentation' } as const;
const names = {
  text: 'a text document (.odt)',
  spreadsheet: 'a spreadsheet (.ods)',
  presentation: 'a presentation (.odp)',
};

/**
 * OpenDocument: a text document, the sheets of a spreadsheet or the slides of a presentation, without what is hidden, comments, tracked
 * deletions, and tables of contents.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for another kind or a password, DOCUMENT_TOO_LARGE
 */
export async function parseOdf(bytes: Uint8Array, type: keyof typeof bodies): Promise<ParsedDocument> {
  const parts = await readOfficeParts(bytes, main);
  checkPassword(parts);
  const body = elementAt(parts.xml(main), 'body');
  const content = body && elementAt(body, bodies[type]);
  if (!content) throw otherKind(body, type);
  const parsed =
    type === 'ODS' ? sheets(parts, content) : type === 'ODP' ? slides(parts, content) : text(parts, content);
  const facts = officeFacts(parts, 'meta.xml');
  return { ...parsed, title: facts.title ?? parsed.title, author: facts.author, language: facts.language };
}

function otherKind(body: XmlElement | undefined, type: SourceType): CandorError {
  const found = body && elementsIn(body).find(({ name }) => name in names)?.name;
  const kind = found ? names[found as keyof typeof names] : undefined;
  if (!kind) return new CandorError('DOCUMENT_UNSUPPORTED', `The OpenDocument file holds no ${type}.`);
  return new CandorError('DOCUMENT_UNSUPPORTED', `The file is ${kind} and not ${type}.`, {
    remedy: 'Give it the ending of its kind and ingest it again.',
  });
}

function checkPassword(parts: OfficeParts): void {
  if (parts.has('META-INF/manifest.xml') && parts.text('META-INF/manifest.xml').includes('encryption-data'))
    throw new CandorError('DOCUMENT_UNSUPPORTED', 'The file is encrypted: it opens only with a password.', {
      remedy: 'Save it without a password and ingest that file.',
    });
}

function text(parts: OfficeParts, content: XmlElement): ParsedDocument {
  const reading = startReading(odfStyles(parts));
  const html = flowHtml(content, reading);
  const notes = tag('ol', reading.notes.map((note) => tag('li', note)).join(''));
  const parsed = parseHtml(`${html}${reading.notes.length > 0 ? notes : ''}`);
  return { ...parsed, title: undefined, sourceMap: null, flags: flagsOf(parsed.flags, reading.hidden), metadata: {} };
}

function flagsOf(flags: readonly ContentFlag[], hidden: boolean): ContentFlag[] {
  return [...new Set([...flags, ...(hidden ? (['HIDDEN_TEXT_REMOVED'] as const) : [])])];
}

function sheets(parts: OfficeParts, content: XmlElement): ParsedDocument {
  const { sheets: found, problems } = odsSheets(content, odfStyles(parts));
  const writer = createDocumentWriter('LINE');
  writeSheets(found, writer);
  const flags: ContentFlag[] = problems.length > 0 ? ['HIDDEN_TEXT_REMOVED'] : [];
  return { ...writer.finish({ flags }), problems };
}

const framing = /^(header|footer|date-time|page-number|page)$/;

function slides(parts: OfficeParts, content: XmlElement): ParsedDocument {
  const styles = odfStyles(parts);
  const writer = createDocumentWriter('PAGE');
  const problems: string[] = [];
  const reading = startReading(styles);
  for (const [index, page] of elementsIn(content, 'page').entries()) {
    const number = index + 1;
    if (styles.hidden.has(attribute(page, 'style-name') ?? '')) {
      problems.push(`Slide ${number} is hidden and was not read.`);
      reading.hidden = true;
      continue;
    }
    const shapes = elementsIn(page).filter((shape) => !framing.test(attribute(shape, 'class') ?? ''));
    const titled = shapes.find((shape) => attribute(shape, 'class') === 'title');
    const title = titled ? wordsOf(titled) : '';
    const rest = { ...page, children: shapes.filter((shape) => shape !== titled && shape.name !== 'notes') };
    const parsed = parseHtml(flowHtml(rest, reading));
    if (!title && !parsed.text && shapes.length > 0)
      problems.push(`Slide ${number} holds only pictures; their text was not read.`);
    if (title || parsed.text) writeHeading(writer, title || `Slide ${number}`, number, 2);
    writeParsed(writer, parsed, number, 2);
    const notes = parseHtml(notesHtml(page, reading));
    if (notes.text) writeHeading(writer, 'Notes', number, 3);
    writeParsed(writer, notes, number, 3);
  }
  return { ...writer.finish({ flags: flagsOf([], reading.hidden) }), problems };
}

function wordsOf(shape: XmlElement): string {
  return parseHtml(tag('p', asHtml(textIn(shape)))).text;
}

function notesHtml(page: XmlElement, reading: ReturnType<typeof startReading>): string {
  const notes = elementAt(page, 'notes');
  const frames = notes ? elementsIn(notes).filter((shape) => attribute(shape, 'class') === 'notes') : [];
  return frames.map((frame) => flowHtml(frame, reading)).join('');
}
