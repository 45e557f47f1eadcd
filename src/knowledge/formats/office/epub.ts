import { posix } from 'node:path';
import { CandorError } from '../../../errors.ts';
import { createDocumentWriter, writeParsed } from '../documentWriter.ts';
import { parseHtml } from '../html/html.ts';
import { voids } from '../html/htmlVisibility.ts';
import { officeFacts, readOfficeParts, type OfficeParts } from './officeParts.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { attribute, descendantsOf, elementAt, elementsIn, type XmlElement } from './xml.ts';

const main = 'META-INF/container.xml';
const readable = /\.(xml|opf|x?html?|ncx)$/i;
/** Lists the encrypted parts of a book: its text, or only its fonts. */
const protection = 'META-INF/encryption.xml';

/**
 * Reads the chapters of a book in its reading order, without its table of contents and what is outside that order.
 * Pages of the map are the parts of that order, from 1.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for a protected book, DOCUMENT_TOO_LARGE
 */
export async function parseEpub(bytes: Uint8Array): Promise<ParsedDocument> {
  const parts = await readOfficeParts(bytes, main, readable);
  const rootFile = [...descendantsOf(parts.xml(main))].find(({ name }) => name === 'rootfile');
  const file = (rootFile && attribute(rootFile, 'full-path')) ?? '';
  if (!parts.has(file)) throw new CandorError('DOCUMENT_CORRUPT', 'The book does not say what it is made of.');
  checkProtection(parts);
  const writer = createDocumentWriter('PAGE');
  const flags = new Set<ContentFlag>();
  const problems: string[] = [];
  const chapters = chaptersOf(parts.xml(file), posix.dirname(file));
  for (const [index, name] of chapters.entries()) {
    if (!parts.has(name)) {
      problems.push(`Part ${index + 1} of the book, ${posix.basename(name)}, is missing.`);
      continue;
    }
    const parsed = parseHtml(chapterHtml(parts.text(name)));
    for (const flag of parsed.flags) flags.add(flag);
    writeParsed(writer, parsed, index + 1);
  }
  return { ...writer.finish({ ...officeFacts(parts, file), flags }), problems };
}

/**
 * Turns XHTML into HTML that shows the same: in HTML, `<title/>` or `<div/>` would be open to the end of the file. A
 * book has no navigation frame: its headers, asides and footers are text, its notes among them.
 */
function chapterHtml(xhtml: string): string {
  return xhtml
    .replaceAll(/<([a-z][\w:-]*)(\s[^<>]*)?\/>/gi, (whole, name: string, attributes = '') =>
      voids.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
    )
    .replaceAll(/<(\/?)(?:aside|header|footer)(?=[\s>])/gi, '<$1div')
    .replaceAll(noteMark, '<sup>$&</sup>');
}

/** The link from a text to its note: a few digits or a sign. */
const noteMark = /<a\s[^<>]{0,500}\b(?:epub:type|role)="(?:doc-)?noteref"[^<>]{0,500}>[^<>]{1,5}<\/a>/gi;

function checkProtection(parts: OfficeParts): void {
  if (!parts.has(protection)) return;
  const hidden = [...descendantsOf(parts.xml(protection))].some(
    (element) => element.name === 'CipherReference' && /\.(x?html?|xml)$/i.test(attribute(element, 'URI') ?? ''),
  );
  if (hidden)
    throw new CandorError('DOCUMENT_UNSUPPORTED', 'The book is protected: its text is encrypted.', {
      remedy: 'Ingest a copy without protection.',
    });
}

function chaptersOf(book: XmlElement, folder: string): string[] {
  const [manifest, spine] = [elementAt(book, 'manifest'), elementAt(book, 'spine')];
  const items = new Map((manifest ? elementsIn(manifest, 'item') : []).map((item) => [attribute(item, 'id'), item]));
  return (spine ? elementsIn(spine, 'itemref') : []).flatMap((reference) => {
    const item = items.get(attribute(reference, 'idref'));
    const isContents = /(^|\s)nav(\s|$)/.test((item && attribute(item, 'properties')) ?? '');
    if (!item || isContents || attribute(reference, 'linear') === 'no') return [];
    return [posix.join(folder, decoded(attribute(item, 'href') ?? ''))];
  });
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
