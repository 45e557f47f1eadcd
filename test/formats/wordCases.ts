import { docxParts, wordParagraph, zipOf } from '../support/documents.ts';
import type { FormatCase } from './formatCase.ts';

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordSpace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string, properties = '') =>
  `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (content: string, properties = '') =>
  `<w:tc>${properties ? `<w:tcPr>${properties}</w:tcPr>` : ''}${content.startsWith('<') ? content : wordParagraph(content)}</w:tc>`;
const row = (cells: readonly string[], properties = '') =>
  `<w:tr>${properties ? `<w:trPr>${properties}</w:trPr>` : ''}${cells.join('')}</w:tr>`;
const headRow = (cells: readonly string[]) => row(cells, '<w:tblHeader/>');
const table = (...rows: readonly string[]) => `<w:tbl><w:tblPr/>${rows.join('')}</w:tbl>`;
const item = (text: string, level: number, list: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${run(text)}</w:p>`;

/**
 * A Word file with lists (1: numbered, lettered below; 2: bulleted; 3: numbered, of its own; 5: `A.`, `1)`, `(a)`, `(i)`) and notes, as Word
 * writes both.
 */
function wordFile(body: string, notes: readonly string[] = []): Uint8Array {
  const levels = (formats: readonly string[]) =>
    formats
      .map(
        (format, level) =>
          `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${format === 'bullet' ? '•' : `%${level + 1}.`}"/></w:lvl>`,
      )
      .join('');
  const parts = docxParts(body, { styles });
  return zipOf({
    ...parts,
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${relationships}/numbering" Target="numbering.xml"/><Relationship Id="rId3" Type="${relationships}/footnotes" Target="footnotes.xml"/></Relationships>`,
    'word/numbering.xml': `<?xml version="1.0"?><w:numbering ${wordSpace}><w:abstractNum w:abstractNumId="0">${levels(['decimal', 'lowerLetter', 'lowerRoman'])}</w:abstractNum><w:abstractNum w:abstractNumId="1">${levels(['bullet', 'bullet'])}</w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:pStyle w:val="Heading3"/><w:lvlText w:val="Article %1"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Clause"/><w:lvlText w:val="%1.%2"/></w:lvl><w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="3">${outlineLevels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num></w:numbering>`,
    'word/footnotes.xml': `<?xml version="1.0"?><w:footnotes ${wordSpace}><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>${notes
      .map(
        (text, index) =>
          `<w:footnote w:id="${index + 1}"><w:p><w:r><w:footnoteRef/></w:r>${run(` ${text}`)}</w:p></w:footnote>`,
      )
      .join('')}</w:footnotes>`,
  });
}

const outlineLevels = [
  ['upperLetter', '%1.'],
  ['decimal', '%2)'],
  ['lowerLetter', '(%3)'],
  ['lowerRoman', '(%4)'],
]
  .map(
    ([format, text], level) =>
      `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`,
  )
  .join('');

const styles = [
  ['TOCHeading', 'TOC Heading', ''],
  ['TOC1', 'toc 1', ''],
  ['Heading3', 'heading 3', '<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>'],
  ['Clause', 'Clause', '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="4"/></w:numPr></w:pPr>'],
]
  .map(
    ([id = '', name = '', properties = '']) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`,
  )
  .join('');

const noteMark = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;

const nestedLists = (days: string): Uint8Array =>
  wordFile(
    [
      wordParagraph('Returning a device', { style: 'Heading1' }),
      item('Open a ticket.', 0, 1),
      item('Name the device.', 1, 1),
      item('Say what is broken.', 1, 1),
      item('Pack the device.', 0, 1),
      item('Use the old box', 0, 2),
      item('or any box of cardboard', 1, 2),
      wordParagraph('The label comes by mail.'),
      item(`Send it within ${days} days.`, 0, 1),
      wordParagraph('Refunds', { style: 'Heading2' }),
      item('The money comes back by card.', 0, 3),
      item('It takes a week.', 0, 3),
    ].join(''),
  );

const tableInTable = (phone: string): Uint8Array =>
  wordFile(
    [
      wordParagraph('Offices', { style: 'Heading1' }),
      table(
        headRow([cell('Office'), cell('City'), cell('Contacts')]),
        row([
          cell('North'),
          cell('Oslo'),
          cell(
            `${wordParagraph('Ask at the desk first.')}${table(headRow([cell('Name'), cell('Phone')]), row([cell('Ann'), cell('4711')]), row([cell('Bo'), cell(phone)]))}<w:p/>`,
          ),
        ]),
        row([cell('South'), cell('Rome'), cell('Cy at the gate')]),
      ),
      wordParagraph('Offices close at six.'),
    ].join(''),
  );

const spannedTable = (order: readonly [string, string]): Uint8Array =>
  wordFile(
    [
      wordParagraph('Rates', { style: 'Heading1' }),
      table(
        headRow([
          cell('Region', '<w:vMerge w:val="restart"/>'),
          cell('Price', '<w:gridSpan w:val="2"/>'),
          cell('Note', '<w:vMerge w:val="restart"/>'),
        ]),
        headRow([cell('', '<w:vMerge/>'), cell('Month'), cell('Year'), cell('', '<w:vMerge/>')]),
        row([cell('EU', '<w:vMerge w:val="restart"/>'), cell(order[0]), cell(order[1]), cell('plus tax')]),
        row([cell('', '<w:vMerge/>'), cell('11'), cell('110'), cell('')]),
        row([cell('US'), cell('12'), cell('120'), cell('none')]),
      ),
    ].join(''),
  );

const contract = (share: string): Uint8Array =>
  wordFile(
    [
      wordParagraph('Agreement on services', { style: 'Title' }),
      `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${wordParagraph('Contents', { style: 'TOCHeading' })}<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:hyperlink w:anchor="_Toc1">${run('Fees')}<w:r><w:tab/></w:r>${run('2')}</w:hyperlink></w:p></w:sdtContent></w:sdt>`,
      wordParagraph('Fees', { style: 'Heading1' }),
      `<w:p>${run('The fee is ')}<w:del w:id="1"><w:r><w:delText>4 %</w:delText></w:r></w:del><w:ins w:id="2">${run(share)}</w:ins>${run(' of the turnover')}${noteMark(1)}${run(', due at the end of the month.')}</w:p>`,
      `<w:p>${run('Paid by:')}<w:r><w:br/></w:r><w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☒')}</w:sdtContent></w:sdt>${run(' transfer')}<w:r><w:br/></w:r><w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="0"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☐')}</w:sdtContent></w:sdt>${run(' card')}</w:p>`,
      `<w:p>${run('Interest on arrears: ')}<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>i=</m:t></m:r><m:f><m:num><m:r><m:t>p</m:t></m:r></m:num><m:den><m:r><m:t>12</m:t></m:r></m:den></m:f></m:oMath>${run(' a month.')}</w:p>`,
      `<w:p>${run('See page ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGEREF _Toc1 </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('2')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run(' and the ')}<w:hyperlink w:anchor="_Toc1">${run('fees')}</w:hyperlink>${run('.')}</w:p>`,
      `<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps"><w:drawing><wps:txbx xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><w:txbxContent>${wordParagraph('Notice in a box.')}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${wordParagraph('Notice in a box.')}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    ].join(''),
    ['Without value added tax.'],
  );

const clauses = (months: string): Uint8Array =>
  wordFile(
    [
      wordParagraph('Terms of hire', { style: 'Title' }),
      wordParagraph('Term', { style: 'Heading3' }),
      wordParagraph('The hire begins on delivery.', { style: 'Clause' }),
      wordParagraph(`It ends after ${months} months, unless`, { style: 'Clause' }),
      item('it is extended in writing, or', 2, 4),
      item('the lessor ends it earlier.', 2, 4),
      wordParagraph('Price', { style: 'Heading3' }),
      wordParagraph('The price stands in annex B.', { style: 'Clause' }),
    ].join(''),
  );

const box = (isTicked: boolean) =>
  `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${isTicked ? 1 : 0}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run(isTicked ? '☒' : '☐')}</w:sdtContent></w:sdt>`;
const task = (text: string, isTicked: boolean) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr>${box(isTicked)}${run(` ${text}`)}</w:p>`;

const outline = (isShredded: boolean): Uint8Array =>
  wordFile(
    [
      wordParagraph('Closing a branch', { style: 'Title' }),
      wordParagraph('The manager', { style: 'Heading1' }),
      item('Staff', 0, 5),
      item('tells the staff', 1, 5),
      item('in writing, and', 2, 5),
      item('at a meeting', 2, 5),
      item('of all, or', 3, 5),
      item('of each shift;', 3, 5),
      item('offers other places.', 1, 5),
      wordParagraph('The next part is for the landlord.'),
      item('Rooms', 0, 5),
      item('gives notice', 1, 5),
      item('by letter.', 2, 5),
      wordParagraph('Progress', { style: 'Heading1' }),
      task('Notice to the landlord', true),
      task('Files shredded', isShredded),
      task('Keys returned', false),
    ].join(''),
  );

export const wordCases: readonly FormatCase[] = [
  {
    name: 'nested-lists.docx',
    build: () => nestedLists('14'),
    mutation: { build: () => nestedLists('30'), changes: [['within 14 days', 'within 30 days']] },
  },
  {
    name: 'table-in-table.docx',
    build: () => tableInTable('4712'),
    mutation: { build: () => tableInTable('9999'), changes: [['4712', '9999']] },
  },
  {
    name: 'spanned-table.docx',
    build: () => spannedTable(['10', '100']),
    mutation: {
      build: () => spannedTable(['100', '10']),
      changes: [['Price Month: 10; Price Year: 100;', 'Price Month: 100; Price Year: 10;']],
    },
  },
  {
    name: 'clauses.docx',
    build: () => clauses('12'),
    mutation: { build: () => clauses('18'), changes: [['after 12 months', 'after 18 months']] },
  },
  {
    name: 'outline.docx',
    build: () => outline(false),
    mutation: { build: () => outline(true), changes: [['☐ Files shredded', '☑ Files shredded']] },
  },
  {
    name: 'contract.docx',
    build: () => contract('5 %'),
    mutation: { build: () => contract('6 %'), changes: [['fee is 5 %', 'fee is 6 %']] },
  },
];
