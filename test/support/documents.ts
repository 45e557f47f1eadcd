import { constants, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync, type Zippable } from 'fflate';
import {
  degrees,
  PDFDocument,
  rgb,
  setTextRenderingMode,
  StandardFonts,
  TextRenderingMode,
  type PDFPage,
} from 'pdf-lib';

/** Words at a place of a page: points from the left and from the bottom. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly font?: 'Helvetica' | 'Bold' | 'Courier';
  /** From 0, black, to 1, white. */
  readonly grey?: number;
  /** Degrees, against the clock. */
  readonly turn?: number;
  /** Drawn without paint, as the text layer of a scan is. */
  readonly unpainted?: boolean;
}

/** A filled box, or a stroke when `width` or `height` is 0; `picture` puts an image there. */
export interface PlacedShape {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly grey?: number;
  readonly picture?: boolean;
}

export type Placed = PlacedText | PlacedShape;

export interface PdfFacts {
  readonly title?: string;
  readonly author?: string;
  readonly producer?: string;
  readonly language?: string;
}

export const pageWidth = 595;
export const pageHeight = 842;

/** A PDF with one page for each list, drawn in its order; an empty list gives a page without text. */
export async function pdfOf(pages: readonly (readonly Placed[])[], facts: PdfFacts = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const fonts = {
    Helvetica: await pdf.embedFont(StandardFonts.Helvetica),
    Bold: await pdf.embedFont(StandardFonts.HelveticaBold),
    Courier: await pdf.embedFont(StandardFonts.Courier),
  };
  const picture = await pdf.embedPng(onePixel);
  if (facts.title !== undefined) pdf.setTitle(facts.title);
  if (facts.author !== undefined) pdf.setAuthor(facts.author);
  if (facts.producer !== undefined) pdf.setProducer(facts.producer);
  if (facts.language !== undefined) pdf.setLanguage(facts.language);
  for (const texts of pages) {
    const page = pdf.addPage([pageWidth, pageHeight]);
    for (const placed of texts) {
      if (!('text' in placed)) {
        if (placed.picture) page.drawImage(picture, placed);
        else drawShape(page, placed);
        continue;
      }
      const { text, x, y, size = 11, font = 'Helvetica', grey = 0, turn = 0, unpainted = false } = placed;
      if (unpainted) page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
      page.drawText(text, { x, y, size, font: fonts[font], color: rgb(grey, grey, grey), rotate: degrees(turn) });
      if (unpainted) page.pushOperators(setTextRenderingMode(TextRenderingMode.Fill));
    }
  }
  return pdf.save();
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function drawShape(page: PDFPage, { x, y, width, height, grey = 0 }: PlacedShape): void {
  const color = rgb(grey, grey, grey);
  if (width === 0 || height === 0)
    page.drawLine({ start: { x, y }, end: { x: x + width, y: y + height }, thickness: 0.7, color });
  else page.drawRectangle({ x, y, width, height, color });
}

/** Lines below each other as a text program sets them. */
export function lines(texts: readonly string[], { x = 60, y = 700, size = 11, leading = 1.25 } = {}): PlacedText[] {
  return texts.map((text, index) => ({ text, x, y: y - index * size * leading, size }));
}

/** A PDF that asks for a password: the Standard security handler with keys that fit no empty one. */
export function encryptedPdf(): Uint8Array {
  const key = (byte: string) => `<${byte.repeat(32)}>`;
  return rawPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      `<< /Filter /Standard /V 1 /R 2 /P -4 /O ${key('A1')} /U ${key('B2')} >>`,
    ],
    `/Encrypt 4 0 R /ID [${key('C3').slice(0, 33)}> ${key('C3').slice(0, 33)}>]`,
  );
}

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function rawPdf(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return strToU8(text, true);
}

const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The parts that make a ZIP archive a Word file. `body` is WordprocessingML inside `w:body`. */
export function docxParts(body: string, { styles = '', core = '' } = {}): Record<string, string> {
  return {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'word/document.xml': `${xmlHead}<w:document ${wordNamespace}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `${xmlHead}<w:styles ${wordNamespace}>${namedStyle('Title', 'Title')}${namedStyle('Heading1', 'heading 1')}${namedStyle('Heading2', 'heading 2')}${styles}</w:styles>`,
    'docProps/core.xml': `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${core}</cp:coreProperties>`,
  };
}

const namedStyle = (id: string, name: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;

/** A paragraph of one run; `properties` go into the run, `style` names the paragraph's. */
export function wordParagraph(text: string, { style = '', properties = '' } = {}): string {
  const named = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : '';
  return `<w:p>${named}<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function zipOf(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = Object.fromEntries(
    Object.entries(parts).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
  );
  return zipSync(files);
}

export function docxOf(body: string, facts: { styles?: string; core?: string } = {}): Uint8Array {
  return zipOf(docxParts(body, facts));
}

/**
 * An archive with an entry of `megabytes` zeros, a multiple of 16, made without deflating them all: a deflated stretch that ends on a
 * whole byte may be repeated. The checksum is wrong, which shows only to who inflates the whole.
 */
export function zipBomb(megabytes: number, name = 'word/document.xml'): Uint8Array {
  const stretch = deflateRawSync(new Uint8Array(16 * 1024 * 1024), { finishFlush: constants.Z_SYNC_FLUSH });
  const deflated = Buffer.concat([...Array.from({ length: megabytes / 16 }, () => stretch), Buffer.from([3, 0])]);
  const head = Buffer.from(zipSync({ [name]: new Uint8Array() }));
  const directory = head.indexOf('PK\x01\x02', 0, 'latin1');
  for (const [at, method] of [
    [18, 8],
    [directory + 20, directory + 10],
  ] as const) {
    head.writeUInt16LE(8, method);
    head.writeUInt32LE(deflated.length, at);
    head.writeUInt32LE(megabytes * 1024 * 1024, at + 4);
  }
  const end = head.indexOf('PK\x05\x06', 0, 'latin1');
  head.writeUInt32LE(head.readUInt32LE(end + 16) + deflated.length, end + 16);
  return Buffer.concat([head.subarray(0, directory), deflated, head.subarray(directory)]);
}

/** The archive with another uncompressed size declared for each entry, in the directory as in the local headers. */
export function withDeclaredSize(zip: Uint8Array, size: number): Uint8Array {
  const bytes = Buffer.from(zip);
  for (const [signature, offset] of [
    ['PK\x01\x02', 24],
    ['PK\x03\x04', 22],
  ] as const) {
    for (let at = bytes.indexOf(signature, 0, 'latin1'); at !== -1; at = bytes.indexOf(signature, at + 4, 'latin1'))
      bytes.writeUInt32LE(size, at + offset);
  }
  return bytes;
}
