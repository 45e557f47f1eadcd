import { describe, expect, it } from 'vitest';
import { decodeText, detectFormat, readableExtensions } from '../../../src/knowledge/formats/detectFormat.ts';
import { zipOf } from '../../support/documents.ts';
import { faultOf } from './expectations.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('detectFormat', () => {
  it.each([
    ['a.md', 'MARKDOWN'],
    ['a.MDX', 'MARKDOWN'],
    ['a.markdown', 'MARKDOWN'],
    ['a.html', 'HTML'],
    ['a.htm', 'HTML'],
    ['a.xhtml', 'HTML'],
    ['a.pdf', 'PDF'],
    ['a.docx', 'DOCX'],
    ['a.xlsx', 'XLSX'],
    ['a.xlsm', 'XLSX'],
    ['a.pptx', 'PPTX'],
    ['a.odt', 'ODT'],
    ['a.ods', 'ODS'],
    ['a.odp', 'ODP'],
    ['a.rtf', 'RTF'],
    ['a.epub', 'EPUB'],
    ['a.eml', 'EML'],
    ['a.mbox', 'EML'],
    ['a.msg', 'MSG'],
    ['a.csv', 'CSV'],
    ['a.tsv', 'CSV'],
    ['a.json', 'JSON'],
    ['a.jsonl', 'JSON_LINES'],
    ['a.ndjson', 'JSON_LINES'],
    ['folder.d/a.txt', 'PLAIN_TEXT'],
    ['a.text', 'PLAIN_TEXT'],
    ['a.vtt', 'PLAIN_TEXT'],
    ['a.srt', 'PLAIN_TEXT'],
  ])('knows %s by its name', (name, type) => {
    expect(detectFormat(name, undefined)).toBe(type);
    expect(readableExtensions).toContain(/\.\w+$/.exec(name)?.[0].toLowerCase());
  });

  it('believes the bytes of a PDF more than its name', () => {
    expect(detectFormat('notes.txt', bytes('%PDF-1.7\n…'))).toBe('PDF');
    expect(detectFormat('download', bytes('%PDF-1.7\n…'))).toBe('PDF');
    expect(detectFormat('a.pdf', bytes('junk before\n%PDF-1.7\n…'))).toBe('PDF');
    expect(detectFormat('about-pdf.md', bytes('A file begins with %PDF-1.7.'))).toBe('MARKDOWN');
  });

  it('takes UTF-16 with its mark as text', () => {
    expect(detectFormat('a.txt', Buffer.from('\uFEFFHello', 'utf16le'))).toBe('PLAIN_TEXT');
  });

  it.each([
    ['a.md', bytes('\x7FELF\0\0\0'), 'a.md looks like a binary file and not Markdown.', /UTF-8/],
    ['a.md', zipOf({ 'a.txt': 'x' }), 'a.md looks like a ZIP archive and not Markdown.', /Unpack/],
    ['a.html', bytes('\x89PNG\r\n\x1A\n\0'), 'a.html looks like a PNG or JPEG picture and not HTML.', /OCR/],
    [
      'a.docx',
      bytes('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'),
      'a.docx looks like an old or encrypted Office file and not DOCX.',
      /password/,
    ],
    ['a.xlsx', bytes('a,b'), 'a.xlsx holds no XLSX.', /arrived whole/],
    ['a.msg', zipOf({ 'a.txt': 'x' }), 'a.msg looks like a ZIP archive and not an Outlook mail (MSG).', /Unpack/],

    ['a.docx', bytes('plain words'), 'a.docx holds no DOCX.', /arrived whole/],
    ['a.pdf', bytes('<html>Log in first</html>'), 'a.pdf holds no PDF.', /arrived whole/],
    ['a.txt', bytes('{\\rtf1 Hello}'), 'a.txt looks like an RTF file and not plain text.', /ending \.rtf/],
    [
      'a.doc',
      bytes('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'),
      'a.doc is not a kind of file that can be read.',
      /save it as DOCX or PDF/,
    ],
    ['a.xls', undefined, 'a.xls is not a kind of file that can be read.', /XLSX/],
    ['a.gif', undefined, 'a.gif is not a kind of file that can be read.', /OCR/],
    ['a.png', bytes('plain words'), 'a.png holds no PNG or JPEG picture.', /arrived whole/],
    ['a.zip', undefined, 'a.zip is not a kind of file that can be read.', /Unpack/],
    ['Makefile', bytes('all:\n'), 'Makefile is not a kind of file that can be read.', /\.md, .*\.text/],
  ])('refuses %s that is something else', async (name, content, message, remedy) => {
    const fault = await faultOf(() => detectFormat(name, content), 'DOCUMENT_UNSUPPORTED');
    expect(fault.message).toBe(message);
    expect(fault.remedy).toMatch(remedy);
  });
});

describe('decodeText', () => {
  it('reads UTF-8 and drops its mark', () => {
    expect(decodeText(Buffer.from('\uFEFFGrüße 👋'))).toEqual({ text: 'Grüße 👋', converted: false });
  });

  it.each(['utf16le', 'utf16be'] as const)('converts %s', (encoding) => {
    const encoded = Buffer.from('\uFEFFGrüße 👋', 'utf16le');
    expect(decodeText(encoding === 'utf16be' ? encoded.swap16() : encoded)).toEqual({
      text: 'Grüße 👋',
      converted: true,
    });
  });

  it.each([
    ['Latin-1', Buffer.from('Grüße', 'latin1'), 2],
    ['a lone continuation', Buffer.from([0x61, 0x80]), 1],
    ['an overlong form', Buffer.from([0x61, 0x62, 0xc0, 0xaf]), 2],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80]), 1],
    ['a character cut off', Buffer.from('aß').subarray(0, 2), 2],
  ])('names the byte that is not UTF-8: %s', async (_name, bad, offset) => {
    const fault = await faultOf(() => decodeText(bad), 'DOCUMENT_CORRUPT');
    expect(fault).toMatchObject({
      message: `The text is not valid UTF-8: it breaks at byte ${offset}.`,
      remedy: 'Save the file as UTF-8.',
      details: { offset },
    });
  });

  it('refuses broken UTF-16', async () => {
    await faultOf(() => decodeText(Buffer.from('\uFEFFodd!', 'utf16le').subarray(0, 9)), 'DOCUMENT_CORRUPT');
  });
});
