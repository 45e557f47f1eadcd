import { deflateSync } from 'node:zlib';
import { docxOf, rawPdf, wordParagraph, zipBomb, zipOf } from './documents.ts';

const megabyte = 1024 * 1024;

/** Small files of every format that want much memory or time, by their names. Made one at a time: some have 50 MB. */
export const hostileFiles: Readonly<Record<string, () => Uint8Array | string>> = {
  'packed-twice.pdf': () => packedPdf(800, 2),
  'packed-once.pdf': () => packedPdf(200, 1),
  'just-below.pdf': () => packedPdf(60, 2, 'q '),
  'sixteen-parts.pdf': () => packedPdf(60, 2, ' ', 16),
  'run-lengths.pdf': () => contentsPdf(Buffer.alloc(2 * megabyte, '\x81q', 'latin1'), '/RunLengthDecode'),
  'hexadecimal.pdf': () =>
    contentsPdf(deflated(Buffer.alloc(300 * megabyte, '20'), 2), '/FlateDecode /FlateDecode /ASCIIHexDecode'),
  'object-stream.pdf': objectStreamPdf,
  'unicode-map.pdf': unicodeMapPdf,
  'bomb.docx': () => zipBomb(1_024),
  'paragraphs.docx': () => docxOf(wordParagraph('word').repeat(1_200_000)),
  'cells.xlsx': () => sheetOf('<row><c t="inlineStr"><is><t>x</t></is></c></row>'.repeat(2_000_000)),
  'bomb.xlsx': () => zipBomb(1_024, 'xl/worksheets/sheet1.xml'),
  'bomb.pptx': () => zipBomb(1_024, 'ppt/slides/slide1.xml'),
  'bomb.odt': () => zipBomb(1_024, 'content.xml'),
  'bomb.ods': () => zipBomb(1_024, 'content.xml'),
  'bomb.odp': () => zipBomb(1_024, 'content.xml'),
  'bomb.epub': () => zipBomb(1_024, 'OEBPS/content.xhtml'),
  'elements.html': () => '<div><p>word</p></div>'.repeat(600_000),
  'nested.html': () => '<div>'.repeat(2_000_000),
  'page.html': () => largePage(),
  'line.html': () => `<p>${'word '.repeat(9 * megabyte)}</p>`,
  'deep.html': () => '<div>'.repeat(9 * megabyte),
  'attributes.html': () => `<p ${Array.from({ length: 3_000_000 }, (_, nth) => `a${nth}="value"`).join(' ')}>word</p>`,
  'styles.html': () => `<style>${'.a .b > .c { display: none }\n'.repeat(1_000_000)}</style><p class="c">word</p>`,
  'emphasis.md': () => '*a **b '.repeat(200_000),
  'brackets.md': () => '['.repeat(2_000_000),
  'links.md': () => '[a](b'.repeat(400_000),
  'quotes.md': () => `${'>'.repeat(5_000)}a\n`.repeat(400),
  'tables.md': () => `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(600_000)}`,
  'items.md': () => '- a refund\n'.repeat(450_000),
  'backticks.md': () => Array.from({ length: 2_000 }, (_, count) => '`'.repeat(count + 1)).join(' '),
  'columns.csv': () => `${'a,'.repeat(10_000_000)}\n${'b,'.repeat(10_000_000)}\n`,
  'quotes.csv': () => '"'.repeat(20_000_001),
  'nested.json': () => '['.repeat(20_000_000),
  'keys.json': () => `{${Array.from({ length: 2_000_000 }, (_, key) => `"k${key}":${key}`).join(',')}}`,
  'rows.jsonl': () => '{"a":{"b":[1,2,3]}}\n'.repeat(1_000_000),
  'letters.txt': () => 'a'.repeat(45 * megabyte),
  'lines.txt': () => 'a\n\n'.repeat(10_000_000),
  'cues.srt': () => '1\n00:00:00,000 --> 00:00:01,000\na\n\n'.repeat(1_000_000),
  'groups.rtf': () => `{\\rtf1 ${'{\\b '.repeat(5_000_000)}`,
  'pictures.rtf': () => `{\\rtf1 {\\pict ${'00'.repeat(20_000_000)}} word }`,
  'parts.eml': () => mailOf('--b\nContent-Type: text/plain\n\na\n'.repeat(1_000_000)),
  'attached.eml': () =>
    mailOf(
      `--b\nContent-Type: application/pdf; name="a.pdf"\nContent-Disposition: attachment; filename="a.pdf"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(packedPdf(800, 2)).toString('base64')}\n`.repeat(
        20,
      ),
    ),
  'mails.mbox': () => 'From a@example.org Mon Jan  1 00:00:00 2026\nSubject: a\n\nb\n\n'.repeat(600_000),
};

/**
 * Honest: 49 MB, of which 1 are words, the others styles of 2 kB. parse5 makes an attribute's value letter by letter,
 * which takes 32 bytes for each until it is read.
 */
function largePage(): string {
  const style = 'margin:0cm;margin-bottom:.0001pt;font-size:11.0pt;font-family:&quot;Calibri&quot;,sans-serif;'.repeat(
    20,
  );
  const paragraph = `<div class="section"><p class="MsoNormal" style="${style}"><span lang="EN-US">The refund is paid within thirty days of receipt.</span></p></div>\n`;
  return `<html><body>${paragraph.repeat(Math.floor((49 * 1_000_000) / paragraph.length))}</body></html>`;
}

const mailOf = (parts: string) =>
  `From: a@example.org\nSubject: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${parts}--b--\n`;

function deflated(bytes: Buffer, times: number): Buffer {
  let packed = bytes;
  for (let time = 0; time < times; time += 1) packed = deflateSync(packed, { level: 9 });
  return packed;
}

/** A PDF of one page whose drawing is `megabytes` of `fill`, packed so many times, and drawn by so many parts. */
export function packedPdf(megabytes: number, times: number, fill = ' ', parts = 1): Uint8Array {
  const packed = deflated(Buffer.alloc(megabytes * megabyte, fill), times);
  return contentsPdf(packed, '/FlateDecode '.repeat(times), parts);
}

function contentsPdf(packed: Buffer, filters: string, parts = 1): Uint8Array {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [${'4 0 R '.repeat(parts)}] /Resources << /Font << /F1 5 0 R >> >> >>`,
    streamOf(packed, `/Filter [${filters}]`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

function objectStreamPdf(): Uint8Array {
  const packed = deflated(Buffer.concat([Buffer.from('3 0 '), Buffer.alloc(400 * megabyte, ' ')]), 2);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /X 4 0 R >> >> >>',
    streamOf(packed, '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Filter [/FlateDecode /FlateDecode]'),
  ]);
}

function unicodeMapPdf(): Uint8Array {
  const drawn = Buffer.from('BT /F1 11 Tf 60 700 Td (Tea is hot.) Tj ET');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    streamOf(drawn, ''),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
    streamOf(deflated(Buffer.alloc(400 * megabyte, ' '), 2), '/Filter [/FlateDecode /FlateDecode]'),
  ]);
}

const streamOf = (bytes: Buffer, entries: string) =>
  `<< /Length ${bytes.length} ${entries} >>\nstream\n${bytes.toString('latin1')}\nendstream`;

function sheetOf(rows: string): Uint8Array {
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml': `<workbook ${namespace} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet ${namespace}><sheetData>${rows}</sheetData></worksheet>`,
  });
}
