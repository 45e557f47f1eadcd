import { burn } from '@kenjiuno/msgreader/lib/Burner.js';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js';
import { asHtml } from '../../src/knowledge/formats/html/htmlText.ts';
import { zipOf } from './documents.ts';

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheetMain = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const relations = (targets: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A cell: text, a number with its format, or what a formula gave. */
export type WorkbookCell =
  | string
  | number
  | null
  | {
      readonly value: string | number | boolean;
      readonly format?: string;
      readonly bold?: boolean;
      readonly white?: boolean;
      readonly formula?: string;
      /** A formula that no program has reckoned yet. */
      readonly withoutResult?: boolean;
    };

export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly (readonly WorkbookCell[])[];
  readonly merges?: readonly string[];
  readonly state?: 'hidden' | 'veryHidden';
  /** From 1. */
  readonly hiddenRows?: readonly number[];
  /** From 1. */
  readonly hiddenColumns?: readonly number[];
  /** The range of a table with a header row. */
  readonly table?: string;
  readonly filter?: string;
}

export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`;

/** An Excel workbook, with texts shared as Excel does. */
export function xlsxOf(sheets: readonly WorkbookSheet[], { title = '', from1904 = false } = {}): Uint8Array {
  const strings: string[] = [];
  const styles: string[] = ['General|plain'];
  const shared = (text: string) => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const styleOf = (key: string) => {
    if (!styles.includes(key)) styles.push(key);
    return styles.indexOf(key);
  };
  const cellXml = (cell: WorkbookCell, reference: string): string => {
    if (cell === null || cell === '') return '';
    const { value, format = 'General', ...look } = typeof cell === 'object' ? cell : { value: cell };
    const style = styleOf(
      `${format}|${'bold' in look && look.bold ? 'bold' : 'white' in look && look.white ? 'white' : 'plain'}`,
    );
    const formula = 'formula' in look && look.formula ? `<f>${asHtml(look.formula)}</f>` : '';
    const open = `<c r="${reference}" s="${style}"`;
    if ('withoutResult' in look && look.withoutResult) return `${open}>${formula}</c>`;
    if (typeof value === 'string')
      return formula
        ? `${open} t="str">${formula}<v>${asHtml(value)}</v></c>`
        : `${open} t="s"><v>${shared(value)}</v></c>`;
    if (typeof value === 'boolean') return `${open} t="b">${formula}<v>${value ? 1 : 0}</v></c>`;
    return `${open}>${formula}<v>${value}</v></c>`;
  };
  const sheetXml = (sheet: WorkbookSheet): string => {
    const columns = (sheet.hiddenColumns ?? []).map((column) => `<col min="${column}" max="${column}" hidden="1"/>`);
    const rows = sheet.rows.map((cells, index) => {
      const hidden = sheet.hiddenRows?.includes(index + 1) ? ' hidden="1"' : '';
      return `<row r="${index + 1}"${hidden}>${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${index + 1}`)).join('')}</row>`;
    });
    const merges = (sheet.merges ?? []).map((range) => `<mergeCell ref="${range}"/>`);
    return `${xmlHead}<worksheet xmlns="${sheetMain}" xmlns:r="${relationships}">${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>${rows.join('')}</sheetData>${sheet.filter ? `<autoFilter ref="${sheet.filter}"/>` : ''}${merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>` : ''}${sheet.table ? '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>' : ''}</worksheet>`;
  };
  const parts: Record<string, string> = {};
  for (const [index, sheet] of sheets.entries()) {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet);
    if (!sheet.table) continue;
    parts[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`] = relations([
      ['rId1', 'table', `../tables/table${index + 1}.xml`],
    ]);
    parts[`xl/tables/table${index + 1}.xml`] =
      `${xmlHead}<table xmlns="${sheetMain}" id="1" name="T" displayName="T" ref="${sheet.table}"/>`;
  }
  return zipOf(workbookParts(sheets, parts, { title, from1904, strings, styles }));
}

interface WorkbookFacts {
  readonly title: string;
  readonly from1904: boolean;
  readonly strings: readonly string[];
  readonly styles: readonly string[];
}

function workbookParts(
  sheets: readonly WorkbookSheet[],
  parts: Readonly<Record<string, string>>,
  { title, from1904, strings, styles }: WorkbookFacts,
): Record<string, string> {
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${asHtml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  );
  return {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'docProps/core.xml': `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${asHtml(title)}</dc:title></cp:coreProperties>`,
    'xl/workbook.xml': `${xmlHead}<workbook xmlns="${sheetMain}" xmlns:r="${relationships}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['rId900', 'sharedStrings', 'sharedStrings.xml'],
      ['rId901', 'styles', 'styles.xml'],
    ]),
    ...parts,
    'xl/sharedStrings.xml': `${xmlHead}<sst xmlns="${sheetMain}">${strings.map((text) => `<si><t xml:space="preserve">${asHtml(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': stylesXml(styles),
  };
}

function stylesXml(styles: readonly string[]): string {
  const formats = styles.map((style) => style.split('|')[0] ?? '');
  const looks = ['plain', 'bold', 'white'];
  const styleXml = styles.map((style, index) => {
    const format = formats[index] ?? '';
    const number = /^#\d+$/.test(format) ? format.slice(1) : format === 'General' ? '0' : String(200 + index);
    return `<xf numFmtId="${number}" fontId="${looks.indexOf(style.split('|')[1] ?? '')}" fillId="0"/>`;
  });
  const own = formats.map((format, index) =>
    format === 'General' || /^#\d+$/.test(format)
      ? ''
      : `<numFmt numFmtId="${200 + index}" formatCode="${asHtml(format)}"/>`,
  );
  return `${xmlHead}<styleSheet xmlns="${sheetMain}"><numFmts>${own.join('')}</numFmts><fonts><font/><font><b/></font><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill><patternFill patternType="none"/></fill></fills><cellXfs>${styleXml.join('')}</cellXfs></styleSheet>`;
}

export interface Slide {
  readonly title?: string;
  /** The main text: a line each, levels by leading tabs; `{alphaLcParenR}` before the words numbers them. */
  readonly body?: readonly string[];
  readonly boxes?: readonly string[];
  readonly table?: readonly (readonly string[])[];
  readonly picture?: string;
  readonly chart?: boolean;
  readonly notes?: string;
  readonly hidden?: boolean;
  readonly footer?: string;
}

const drawing = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${relationships}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const paragraphXml = (line: string) => {
  const level = /^\t*/.exec(line)?.[0].length ?? 0;
  const [, numbers, words = ''] = /^(?:\{(\w+)\})?([^]*)/.exec(line.trim()) ?? [];
  const properties = `<a:pPr${level > 0 ? ` lvl="${level}"` : ''}>${numbers ? `<a:buAutoNum type="${numbers}"/>` : ''}</a:pPr>`;
  return `<a:p>${properties}<a:r><a:t>${asHtml(words)}</a:t></a:r></a:p>`;
};
const shapeXml = (placeholder: string, lines: readonly string[]) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${lines.map(paragraphXml).join('')}</p:txBody></p:sp>`;

function slideXml({ title, body, boxes = [], table, picture, chart, hidden, footer }: Slide): string {
  const cells = (row: readonly string[]) =>
    row.map((cell) => `<a:tc><a:txBody>${paragraphXml(cell)}</a:txBody></a:tc>`).join('');
  const shapes = [
    title === undefined ? '' : shapeXml('<p:ph type="title"/>', [title]),
    body ? shapeXml('<p:ph idx="1"/>', body) : '',
    ...boxes.map((text) => shapeXml('', [text])),
    table
      ? `<p:graphicFrame><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/>${table.map((row) => `<a:tr>${cells(row)}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
      : '',
    picture === undefined
      ? ''
      : `<p:pic><p:nvPicPr><p:cNvPr id="9" name="Picture" descr="${asHtml(picture)}"/></p:nvPicPr></p:pic>`,
    chart
      ? '<p:graphicFrame><a:graphic><a:graphicData uri="c"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId9"/></a:graphicData></a:graphic></p:graphicFrame>'
      : '',
    footer === undefined ? '' : shapeXml('<p:ph type="ftr" idx="11"/>', [footer]),
  ];
  return `${xmlHead}<p:sld ${drawing}${hidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes.join('')}</p:spTree></p:cSld></p:sld>`;
}

/**
 * A PowerPoint presentation.
 * @param changed what becomes of the XML of a slide
 */
export function pptxOf(slides: readonly Slide[], title = '', changed = (xml: string): string => xml): Uint8Array {
  const parts: Record<string, string> = {};
  for (const [index, slide] of slides.entries()) {
    const number = index + 1;
    parts[`ppt/slides/slide${number}.xml`] = changed(slideXml(slide));
    if (slide.notes === undefined) continue;
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relations([
      ['rId1', 'notesSlide', `../notesSlides/notesSlide${number}.xml`],
    ]);
    parts[`ppt/notesSlides/notesSlide${number}.xml`] =
      `${xmlHead}<p:notes ${drawing}><p:cSld><p:spTree>${shapeXml('<p:ph type="sldImg"/>', ['Picture'])}${shapeXml('<p:ph type="body" idx="1"/>', [slide.notes])}${shapeXml('<p:ph type="sldNum" idx="5"/>', [String(number)])}</p:spTree></p:cSld></p:notes>`;
  }
  return zipOf({
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'docProps/core.xml': `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${asHtml(title)}</dc:title></cp:coreProperties>`,
    'ppt/presentation.xml': `${xmlHead}<p:presentation ${drawing}><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      slides.map((_, index) => [`rId${index + 1}`, 'slide', `slides/slide${index + 1}.xml`] as const),
    ),
    ...parts,
  });
}

const odfSpaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"';

/** An OpenDocument file of a body, as it stands within `office:text`, `office:spreadsheet` or `office:presentation`. */
export function odfOf(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  { styles = '', title = '' } = {},
): Uint8Array {
  return zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `${xmlHead}<office:document-content ${odfSpaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'meta.xml': `${xmlHead}<office:document-meta ${odfSpaces}><office:meta><dc:title>${asHtml(title)}</dc:title></office:meta></office:document-meta>`,
  });
}

/** Rows of an OpenDocument table. */
export const odfRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (cells) =>
        `<table:table-row>${cells.map((cell) => (cell ? `<table:table-cell office:value-type="string"><text:p>${asHtml(cell)}</text:p></table:table-cell>` : '<table:table-cell/>')).join('')}</table:table-row>`,
    )
    .join('');

/** A book of chapters, each the inside of a `body`. */
export function epubOf(chapters: readonly string[], { title = 'A book', protect = false } = {}): Uint8Array {
  const names = chapters.map((_, index) => `c${index + 1}.xhtml`);
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${xmlHead}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    ...(protect
      ? {
          'META-INF/encryption.xml': `${xmlHead}<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData><CipherData><CipherReference URI="OEBPS/c1.xhtml"/></CipherData></EncryptedData></encryption>`,
        }
      : {}),
    'OEBPS/book.opf': `${xmlHead}<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${asHtml(title)}</dc:title><dc:creator>Mary Lake</dc:creator><dc:language>en-GB</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${names.map((name, index) => `<item id="i${index}" href="${name}" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine><itemref idref="nav"/>${names.map((_, index) => `<itemref idref="i${index}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': '<html><body><nav><ol><li>One</li></ol></nav></body></html>',
    ...Object.fromEntries(
      chapters.map((chapter, index) => [
        `OEBPS/${names[index] ?? ''}`,
        `${xmlHead}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${chapter}</body></html>`,
      ]),
    ),
  });
}

/** A mail of a text, an HTML part, and attachments. */
export function emlOf({
  subject,
  text,
  html,
  attachments = [],
}: {
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly { readonly name: string; readonly content: Uint8Array }[];
}): Uint8Array {
  const head = [
    'From: "Ann Lee" <ann@example.com>',
    'To: Bo Day <bo@example.com>, team@example.com',
    'Date: Tue, 03 Mar 2026 09:15:00 +0100',
    `Subject: ${subject}`,
    'Message-ID: <m1@example.com>',
    'MIME-Version: 1.0',
  ];
  const part = (type: string, body: string) =>
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString('base64')}`;
  const texts = [
    ...(text === undefined ? [] : [part('text/plain', text)]),
    ...(html === undefined ? [] : [part('text/html', html)]),
  ];
  // Of two forms of one text a mail program shows one.
  const alternative = `Content-Type: multipart/alternative; boundary="b2"\r\n\r\n${texts.map((each) => `--b2\r\n${each}\r\n`).join('')}--b2--`;
  const bodies = [
    ...(attachments.length > 0 && texts.length > 1 ? [alternative] : texts),
    ...attachments.map(
      ({ name, content }) =>
        `Content-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`,
    ),
  ];
  const kind = attachments.length > 0 ? 'mixed' : 'alternative';
  return Buffer.from(
    [
      ...head,
      `Content-Type: multipart/${kind}; boundary="b1"`,
      '',
      ...bodies.map((body) => `--b1\r\n${body}`),
      '--b1--',
      '',
    ].join('\r\n'),
  );
}

interface OutlookMail {
  readonly subject: string;
  readonly body?: string;
  /** As text, or in the bytes of an encoding. */
  readonly html?: string | Uint8Array;
  /** Behind the head that tells its size ([MS-OXRTFCP]). */
  readonly rtf?: Uint8Array;
  readonly to?: readonly { readonly name: string; readonly address: string }[];
  readonly sent?: Date;
  readonly attachments?: readonly { readonly name: string; readonly content: Uint8Array }[];
}

type Stream = readonly [name: string, content: Uint8Array];

const wide = (value: string) => Buffer.from(value, 'utf16le');
/** A property that stands in the list of properties itself: its tag, flags, and 8 bytes. */
function fixedProperty(tag: number, value: bigint): Buffer {
  const entry = Buffer.alloc(16);
  entry.writeUInt32LE(tag, 0);
  entry.writeUInt32LE(6, 4);
  entry.writeBigUInt64LE(value, 8);
  return entry;
}
/** From 1601 on, in tenths of microseconds. */
const fileTime = (date: Date): bigint => (BigInt(date.getTime()) + 11_644_473_600_000n) * 10_000n;

/** An Outlook mail: a compound file of its properties, its recipients and its attachments. */
export function msgOf({ subject, body, html, rtf, to = [], sent, attachments = [] }: OutlookMail): Uint8Array {
  const own: readonly Stream[] = [
    // The head of the properties; texts stand in streams of their own, named by property and type.
    [
      '__properties_version1.0',
      Buffer.concat([Buffer.alloc(32), ...(sent ? [fixedProperty(0x0e06_0040, fileTime(sent))] : [])]),
    ],
    ['__substg1.0_001A001F', wide('IPM.Note')],
    ['__substg1.0_0037001F', wide(subject)],
    ['__substg1.0_0C1A001F', wide('Ann Lee')],
    ['__substg1.0_5D01001F', wide('ann@example.com')],
    ...(body === undefined ? [] : [['__substg1.0_1000001F', wide(body)] as const]),
    ...(html === undefined ? [] : [['__substg1.0_10130102', Buffer.from(html as string)] as const]),
    ...(rtf === undefined ? [] : [['__substg1.0_10090102', Buffer.from(rtf)] as const]),
  ];
  const storages = [
    ...to.map(({ name, address }, index) => ({
      name: `__recip_version1.0_#0000000${index}`,
      streams: [
        ['__properties_version1.0', Buffer.concat([Buffer.alloc(8), fixedProperty(0x0c15_0003, 1n)])],
        ['__substg1.0_3001001F', wide(name)],
        ['__substg1.0_39FE001F', wide(address)],
      ] as readonly Stream[],
    })),
    ...attachments.map(({ name, content }, index) => ({
      name: `__attach_version1.0_#0000000${index}`,
      streams: [
        ['__properties_version1.0', Buffer.alloc(8)],
        ['__substg1.0_3707001F', wide(name)],
        ['__substg1.0_37010102', content],
      ] as readonly Stream[],
    })),
  ];
  return compoundFile(own, storages);
}

function compoundFile(
  own: readonly Stream[],
  storages: readonly { readonly name: string; readonly streams: readonly Stream[] }[],
): Uint8Array {
  const document = ([name, content]: Stream) => ({
    name,
    type: TypeEnum.DOCUMENT,
    length: content.length,
    binaryProvider: () => Uint8Array.from(content),
  });
  const entries: Parameters<typeof burn>[0] = own.map(document);
  const children = own.map((_, index) => index + 1);
  for (const { name, streams } of storages) {
    const at = entries.length + 1;
    children.push(at);
    entries.push(
      { name, type: TypeEnum.DIRECTORY, length: 0, children: streams.map((_, index) => at + 1 + index) },
      ...streams.map(document),
    );
  }
  return burn([{ name: 'Root Entry', type: TypeEnum.ROOT, length: 0, children }, ...entries]);
}
