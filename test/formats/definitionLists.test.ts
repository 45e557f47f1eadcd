/** Terms keep their definitions, and a name over two lines its parts, in every format that is read as a page. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/knowledge/formats/parse.ts';
import { docxOf } from '../support/documents.ts';
import { emlOf, epubOf, odfOf } from '../support/officeFiles.ts';

const pages: Readonly<Record<string, (body: string) => Uint8Array>> = {
  'page.html': (body) => Buffer.from(`<main>${body}</main>`),
  'book.epub': (body) => epubOf([body]),
  'mail.eml': (body) => emlOf({ subject: 'Lists', html: body }),
};

const lists: readonly (readonly [what: string, body: string, expected: readonly string[]])[] = [
  [
    'two terms with two definitions',
    '<dl><dt>Urine</dt><dd>three days</dd><dt>Blood</dt><dt>Tissue</dt><dd>seven years</dd><dd>at minus 20 degrees</dd></dl>',
    ['- Urine: three days', '- Blood, Tissue: seven years', '- Blood, Tissue: at minus 20 degrees'],
  ],
  [
    'a paragraph in one definition',
    '<dl><dt>Smear</dt><dd>two days</dd><dt>X-ray</dt><dd><p>ten years</p></dd></dl>',
    ['- Smear: two days', '- X-ray: ten years'],
  ],
  [
    'two paragraphs in a definition',
    '<dl><dt>Guest</dt><dd><p>stays three nights</p><p>pays at the desk</p></dd></dl>',
    ['- Guest: stays three nights', '- Guest: pays at the desk'],
  ],
  [
    'groups in div',
    '<dl><div><dt>Grün</dt><dd>sofort frei</dd></div><div><dt>Gelb</dt><dt>Orange</dt><dd>zweite Lesung</dd></div></dl>',
    ['- Grün: sofort frei', '- Gelb, Orange: zweite Lesung'],
  ],
  [
    'code in one definition and none in the next',
    '<dl><dt>open</dt><dt>load</dt><dd><p>Opens.</p><pre>open()</pre></dd><dt>close</dt><dd>Closes.</dd></dl>',
    ['open, load', 'Opens.', '    open()', '- close: Closes.'],
  ],
  ['colons behind terms', '<dl><dt>Owner:</dt><dd>Ann</dd><dt>Room:</dt></dl>', ['- Owner: Ann', '- Room']],
];

describe.each(Object.entries(pages))('definition lists in %s', (name, file) => {
  it.each(lists)('keep %s', async (_what, body, expected) => {
    const { text } = await parse({ name, content: file(body) });
    expect(text.split(/\n+/).filter((line) => !/^(?:#|From:)/.test(line))).toEqual(expected);
  });
});

const htmlCell = (text: string) => `<td>${text.replaceAll('|', '<br>')}</td>`;
const wordCell = (text: string) =>
  `<w:tc><w:p><w:r>${text
    .split('|')
    .map((line) => `<w:t>${line}</w:t>`)
    .join('<w:br/>')}</w:r></w:p></w:tc>`;
const odfCell = (text: string) =>
  `<table:table-cell><text:p>${text.replaceAll('|', '<text:line-break/>')}</text:p></table:table-cell>`;
const tableOf = (rows: readonly (readonly string[])[], row: string, cell: (text: string) => string) =>
  rows.map((cells) => `<${row}>${cells.map(cell).join('')}</${row}>`).join('');
const files: Readonly<Record<string, (rows: readonly (readonly string[])[]) => Uint8Array>> = {
  'codes.html': ([head = [], ...rows]) =>
    Buffer.from(
      `<main><table><thead>${tableOf([head], 'tr', htmlCell)}</thead>${tableOf(rows, 'tr', htmlCell)}</table></main>`,
    ),
  'codes.docx': ([head = [], ...rows]) =>
    docxOf(
      `<w:tbl><w:tblPr/><w:tr><w:trPr><w:tblHeader/></w:trPr>${head.map(wordCell).join('')}</w:tr>${tableOf(rows, 'w:tr', wordCell)}</w:tbl>`,
    ),
  'codes.odt': ([head = [], ...rows]) =>
    odfOf(
      'text',
      `<table:table><table:table-header-rows>${tableOf([head], 'table:table-row', odfCell)}</table:table-header-rows>${tableOf(rows, 'table:table-row', odfCell)}</table:table>`,
    ),
};

describe.each(Object.entries(files))('a header over two lines in %s', (name, file) => {
  it.each([
    [
      'is two columns where every cell has two lines',
      [
        ['Code', 'Meaning|Remedy'],
        ['E1', 'Paper jam|Open the rear door'],
        ['E2', 'No paper|Fill tray 2'],
      ],
      ['Code: E1; Meaning: Paper jam; Remedy: Open the rear door', 'Code: E2; Meaning: No paper; Remedy: Fill tray 2'],
    ],
    [
      'is two columns in German',
      [
        ['Nummer', 'Ursache|Abhilfe', 'Frist'],
        ['17', 'Filter voll|Filter leeren', 'heute'],
        ['21', 'Tür offen|Tür schließen', 'sofort'],
      ],
      [
        'Nummer: 17; Ursache: Filter voll; Abhilfe: Filter leeren; Frist: heute',
        'Nummer: 21; Ursache: Tür offen; Abhilfe: Tür schließen; Frist: sofort',
      ],
    ],
    [
      'is one name where the cells have one line',
      [
        ['Item', 'Price|per month'],
        ['Desk', '40 euros'],
        ['Room', '250 euros'],
      ],
      ['Item: Desk; Price per month: 40 euros', 'Item: Room; Price per month: 250 euros'],
    ],
  ])('%s', async (_what, rows, expected) => {
    const { text } = await parse({ name, content: file(rows) });
    expect(text.split('\n')).toEqual(expected);
  });
});
