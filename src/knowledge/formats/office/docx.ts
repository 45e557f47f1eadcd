import mammoth from 'mammoth';
import { CandorError, isCandorError } from '../../../errors.ts';
import { formulasAsText } from './docxMath.ts';
import { numberParagraphs, startLists } from './docxNumbers.ts';
import { headedStyles, markHeaderRows } from './docxTables.ts';
import { hiddenStyles, removeHiddenRuns } from './hiddenRuns.ts';
import { parseHtml } from '../html/html.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { usableTitle } from '../documentWriter.ts';
import { storedZip } from './storedZip.ts';
import { readZip } from './zipGuard.ts';

/**
 * The text of a Word file: headings, paragraphs, lists, tables and notes; no images, comments, deleted text, page
 * headers or hidden text. A Word file knows no pages before it is printed, so there is no source map.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for an archive that is no Word file, DOCUMENT_TOO_LARGE for a bomb
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
    ...coreProperties(texts.get('docProps/core.xml') ?? ''),
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

/** Word writes UTF-8 and no document type: one is a way to smuggle in entities that grow. */
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
  // Title would be a plain paragraph; a style map inside the file is not asked.
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
        // A note ends in an arrow back to its mark.
        .replaceAll(/<a href="#(foot|end)note-ref-[^"]*">↑<\/a>/g, '')
        // A box to tick is no control here: it says what was chosen.
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

function coreProperties(xml: string): { title: string | undefined; author: string | undefined } {
  const property = (name: string) => {
    const raw = new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1] ?? '';
    const text = raw.replaceAll(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole);
    return usableTitle(text);
  };
  return { title: property('title'), author: property('creator') };
}
