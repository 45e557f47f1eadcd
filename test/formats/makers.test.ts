/** Who wrote a file is no program, template or placeholder. */
import { expect, it } from 'vitest';
import { parse } from '../../src/knowledge/formats/parse.ts';
import { docxParts, pdfOf, wordParagraph, zipOf } from '../support/documents.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const authorOf = async (name: string, content: string | Uint8Array) =>
  (await parse({ name, content: typeof content === 'string' ? Buffer.from(content) : content })).author;

const word = (author: string, application: string, template = 'Normal.dotm') =>
  zipOf({
    ...docxParts(wordParagraph('Keys are at the desk.'), {
      core: `${head}<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>${author}</dc:creator></cp:coreProperties>`,
    }),
    'docProps/app.xml': `${head}<Properties><Template>${template}</Template><Application>${application}</Application></Properties>`,
  });

const openText = (author: string, generator: string, template = '') =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${head}<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text><text:p>Keys are at the desk.</text:p></office:text></office:body></office:document-content>`,
    'meta.xml': `${head}<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:dc="d" xmlns:xlink="x"><office:meta><dc:creator>${author}</dc:creator><meta:generator>${generator}</meta:generator><meta:template xlink:title="${template}"/></office:meta></office:document-meta>`,
  });

const page = (author: string, generator: string) =>
  `<html><head><meta name="author" content="${author}"><meta name="generator" content="${generator}"></head><body><p>Keys are at the desk.</p></body></html>`;
const rich = (author: string, generator: string) =>
  `{\\rtf1\\ansi{\\*\\generator ${generator};}{\\info{\\author ${author}}}Keys are at the desk.\\par}`;
const printed = (author: string, producer: string) =>
  pdfOf([[{ text: 'Keys are at the desk of the house.', x: 60, y: 700, size: 11 }]], { author, producer });

it.each([
  ['the program of a Word file', 'a.docx', word('Microsoft Word', 'Microsoft Office Word')],
  ['its template', 'a.docx', word('Invoice', 'Microsoft Office Word', 'Invoice.dotx')],
  ['what a library writes', 'a.docx', word('python-docx', 'Microsoft Macintosh Word')],
  ['a placeholder in square brackets', 'a.docx', word('[Author name]', 'Microsoft Office Word')],
  ['the generator of OpenDocument', 'a.odt', openText('Collabora Office', 'Collabora_Office/23.05$Linux')],
  ['the template of OpenDocument', 'a.odt', openText('Brief modern', 'LibreOffice/7', 'Brief modern')],
  ['the generator of a page', 'a.html', page('Eleventy', 'Eleventy v3.0')],
  ['a placeholder of a page', 'a.html', page('{{ page.author }}', 'Hugo 0.120')],
  ['the generator of rich text', 'a.rtf', rich('Riched', 'Riched20 10.0.19041')],
  ['a placeholder of rich text', 'a.rtf', rich('(unspecified)', 'Riched20 10.0.19041')],
])('%s is nobody', async (_what, name, content) => {
  expect(await authorOf(name, content)).toBeUndefined();
});

it.each([
  ['(anonymous)', 'ReportLab PDF Library - (opensource)'],
  ['ReportLab', 'ReportLab PDF Library - (opensource)'],
  ['Typst', 'Typst 0.11.0'],
  ['unspecified', 'ReportLab PDF Library'],
  ['<author>', 'Prawn'],
])('%s is nobody in a PDF of %s', async (author, producer) => {
  expect(await authorOf('a.pdf', await printed(author, producer))).toBeUndefined();
});

it('people and teams stay', async () => {
  expect(await authorOf('a.docx', word('Ann Lee', 'Microsoft Office Word'))).toBe('Ann Lee');
  expect(await authorOf('a.odt', openText('Office Team', 'LibreOffice/7'))).toBe('Office Team');
  expect(await authorOf('a.html', page('Jana Word', 'WordPress 6.4'))).toBe('Jana Word');
  expect(await authorOf('a.rtf', rich('Bo Day', 'Riched20 10.0'))).toBe('Bo Day');
  expect(await authorOf('a.pdf', await printed('Ann Lee (HR)', 'Typst 0.11.0'))).toBe('Ann Lee (HR)');
});
