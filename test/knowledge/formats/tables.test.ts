import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../../src/knowledge/formats/csv.ts';
import { parseDocx } from '../../../src/knowledge/formats/office/docx.ts';
import { parseOdf } from '../../../src/knowledge/formats/office/odf.ts';
import { parseHtml } from '../../../src/knowledge/formats/html/html.ts';
import { parseMarkdown } from '../../../src/knowledge/formats/markdown/markdown.ts';
import type { ParsedDocument } from '../../../src/knowledge/formats/parsed.ts';
import { parsePdf } from '../../../src/knowledge/formats/pdf/pdf.ts';
import { docxOf, pdfOf, wordParagraph } from '../../support/documents.ts';
import { odfOf, odfRows } from '../../support/officeFiles.ts';
import { paragraph, table, type Table } from '../../support/pdfLayouts.ts';
import { blockTexts, expectSound } from './expectations.ts';

type Rows = readonly (readonly string[])[];

/** The one form that a table has in canonical text, whatever it was written in. */
const canonical = ([names = [], ...rows]: Rows): string =>
  rows
    .map((row) =>
      row
        .map((cell, column) => cell && `${names[column] ?? ''}: ${cell}`)
        .filter(Boolean)
        .join('; '),
    )
    .join('\n');

const credits: Rows = [
  ['Uptime', 'Credit'],
  ['below 99.9 %', '5 % of the monthly fee'],
  ['below 99.5 %', '15 % of the monthly fee'],
  ['below 99.0 %', '30 % of the monthly fee'],
];
const suppliers: Rows = [
  ['Sub-processor', 'Purpose', 'Location'],
  ['Hetzner Online', 'Hosting of the application and its backups in two data centres', 'Germany'],
  ['Postmark', 'Delivery of transactional mail', 'United States'],
  ['Stripe', 'Payments', 'Ireland'],
];
const stock: Rows = [
  ['Part', 'Number', 'Price', 'Stock'],
  ['Seal ring', 'S-100', '4.50', '20'],
  ['Pump', 'P-220', '48.00', ''],
  ['Lid', 'L-001', '9.90', '11'],
  ['Water tank', 'T-310', '', '4'],
];

/** The table itself, one with two cells swapped, and one with its first column moved to the end. */
function twins(rows: Rows): readonly Rows[] {
  const last = (rows[0]?.length ?? 0) - 1;
  const swapped = rows.map((row, index) =>
    row.map((cell, column) =>
      column === last && index === 1
        ? (rows[2]?.[last] ?? '')
        : column === last && index === 2
          ? (rows[1]?.[last] ?? '')
          : cell,
    ),
  );
  return [rows, swapped, rows.map(([first = '', ...rest]) => [...rest, first])];
}

async function expectTable(read: (rows: Rows) => ParsedDocument | Promise<ParsedDocument>, rows: Rows): Promise<void> {
  const texts: string[] = [];
  for (const twin of twins(rows)) {
    const parsed = await read(twin);
    expectSound(parsed);
    texts.push([...blockTexts(parsed, 'TABLE'), ...blockTexts(parsed, 'RECORD')].join('\n'));
  }
  expect(texts).toEqual(twins(rows).map(canonical));
  expect(new Set(texts).size).toBe(3);
}

const before = paragraph(
  'Credits are given for each calendar month in which the service was available for less than what is promised here, and are set off against the next invoice.',
  { x: 60, y: 780, width: 470 },
);
const after = paragraph('They must be asked for within thirty days after the end of the month, in writing.', {
  x: 60,
  y: 420,
  width: 470,
});
const place = { x: 60, y: 720 };

describe('a table in a PDF', () => {
  const layouts: [string, Partial<Table>][] = [
    ['without rules or bold', {}],
    ['without rules, tight', { padding: 0 }],
    ['drawn line by line', { padding: 0, draw: 'BY_LINE' }],
    ['drawn column by column', { draw: 'BY_COLUMN', boldHead: true }],
    ['with a bold header', { boldHead: true }],
    ['fully ruled', { rules: 'ALL' }],
    ['fully ruled, tight, bold', { rules: 'ALL', padding: 1, boldHead: true }],
    ['ruled above and below its header', { rules: 'HEAD' }],
    ['with ruled columns', { rules: 'OUTLINE' }],
    ['white on dark', { headFill: 0.2 }],
    ['grey behind its header, ruled', { headFill: 0.4, rules: 'ALL' }],
  ];
  const pdf = (widths: readonly number[], layout: Partial<Table>) => async (rows: Rows) =>
    parsePdf(await pdfOf([[...before, ...table(rows, { ...place, widths, ...layout }), ...after]]));

  it.each(layouts)('of numbers %s', (_, layout) => expectTable(pdf([150, 160], layout), credits));
  it.each(layouts)('of parts %s', (_, layout) => expectTable(pdf([110, 110, 110, 110], layout), stock));
  it.each(
    layouts.filter(
      ([, { boldHead, headFill, rules }]) => boldHead || headFill || rules === 'HEAD' || rules === 'OUTLINE',
    ),
  )('of words %s', (_, layout) => expectTable(pdf([130, 150, 130], layout), suppliers));

  it('whose header nothing tells keeps its rows apart, and names nothing', async () => {
    const parsed = await pdf([110, 150, 110], {})(suppliers);
    expect(blockTexts(parsed, 'TABLE')).toEqual([suppliers.map((row) => row.join('; ')).join('\n')]);
  });

  it('of names and values has no header, and each name stands before its value', async () => {
    const rows: Rows = [
      ['Name', 'Ann Lee'],
      ['Role', 'Editor'],
      ['Phone', '031 555 12 12'],
      ['Since', '2019'],
      ['Seats', '5'],
      ['Rooms', '3'],
    ];
    expect(blockTexts(await pdf([100, 200], {})(rows), 'TABLE')).toEqual([
      rows.map((row) => row.join(': ')).join('\n'),
    ]);
  });

  it('with numbers set to the right, between columns of prose', async () => {
    await expectTable(async (rows) => {
      const column = (x: number, y: number) =>
        paragraph(
          'Fill the tank up to the mark and close the lid. Water above the mark leaks into the base and trips the fuse of the kitchen.',
          { x, y, width: 225 },
        );
      return parsePdf(
        await pdfOf([
          [
            ...column(60, 780),
            ...column(310, 780),
            ...table(rows, { ...place, y: 700, widths: [120, 120, 120, 100], alignRight: [2, 3] }),
            ...column(60, 560),
            ...column(310, 560),
          ],
        ]),
      );
    }, stock);
  });

  it.each([
    ['with its header once more', true],
    ['without', false],
  ])('that goes on with the next page, %s', async (_, again) => {
    const rows = Array.from({ length: 8 }, (__, index) => [`Part ${index}`, `N-${index}`, `${index}.50`]);
    const head = ['Part', 'Number', 'Price'];
    const options = { widths: [120, 120, 120], rules: 'ALL', boldHead: true } as const;
    const rest = table([...(again ? [head] : []), ...rows.slice(4)], { x: 60, y: 700, ...options, boldHead: again });
    const parsed = await parsePdf(
      await pdfOf([table([head, ...rows.slice(0, 4)], { x: 60, y: 300, ...options }), rest]),
    );
    expect(blockTexts(parsed)).toEqual([canonical([head, ...rows])]);
  });

  it('beside a column of figures that is no part of it stays whole', async () => {
    const rows: Rows = [
      ['Plan', 'Seats', 'Price'],
      ['Basic', '5', '10'],
      ['Team', '20', '30'],
    ];
    const parsed = await parsePdf(
      await pdfOf([
        [
          { text: 'Prices of 2026', x: 60, y: 780, size: 18 },
          ...table(rows, { ...place, widths: [100, 100, 100], rules: 'ALL' }),
          ...after,
        ],
      ]),
    );
    expect(blockTexts(parsed)).toEqual(['# Prices of 2026', canonical(rows), after.map(({ text }) => text).join(' ')]);
  });
});

describe('a table in a Word file', () => {
  const cell = (text: string, properties = '', shade = '') =>
    `<w:tc><w:tcPr>${shade}</w:tcPr>${wordParagraph(text, { properties })}</w:tc>`;
  const word = (rows: Rows, { look = '', bold = '', shade = '', first = '' }) =>
    docxOf(
      `<w:tbl><w:tblPr>${look}</w:tblPr>${rows.map((row, index) => `<w:tr>${index === 0 ? first : ''}${row.map((text) => (index === 0 ? cell(text, bold, shade) : cell(text))).join('')}</w:tr>`).join('')}</w:tbl>`,
      {
        styles:
          '<w:style w:type="table" w:styleId="Headed"><w:name w:val="Headed"/><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>',
      },
    );

  it.each([
    ['bold', { bold: '<w:b/>' }],
    ['repeated on each page', { first: '<w:trPr><w:tblHeader/></w:trPr>' }],
    ['shaded', { shade: '<w:shd w:val="clear" w:color="auto" w:fill="D9E2F3"/>' }],
    ['set apart by its style', { look: '<w:tblStyle w:val="Headed"/><w:tblLook w:val="04A0" w:firstRow="1"/>' }],
    [
      'set apart by its style, in the older notation',
      { look: '<w:tblStyle w:val="Headed"/><w:tblLook w:val="04A0"/>' },
    ],
    [
      'flagged, as a program writes it',
      { look: '<w:tblStyle w:val="TableGrid"/><w:tblLook w:val="04A0" w:firstRow="1"/>' },
    ],
  ])('with a header that is %s', (_, options) => expectTable((rows) => parseDocx(word(rows, options)), suppliers));

  it('with a header that only its words tell', () => expectTable((rows) => parseDocx(word(rows, {})), stock));

  it('of names and values has no header, whatever the flag that Word gives to all', async () => {
    const rows: Rows = [
      ['Name', 'Ann'],
      ['Role', 'Editor'],
      ['City', 'Bern'],
    ];
    const parsed = await parseDocx(
      word(rows, { look: '<w:tblStyle w:val="TableGrid"/><w:tblLook w:val="04A0" w:firstRow="1"/>' }),
    );
    expect(parsed.text).toBe('Name: Ann\nRole: Editor\nCity: Bern');
  });
});

describe('a table in text', () => {
  const html = (rows: Rows, head: (cells: string) => string) =>
    `<table>${rows.map((row, index) => (index === 0 ? head(row.map((cell) => `<th>${cell}</th>`).join('')) : `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)).join('')}</table>`;
  const forms: [string, (rows: Rows) => ParsedDocument][] = [
    [
      'Markdown',
      (rows) =>
        parseMarkdown(
          rows
            .map((row, index) => `| ${row.join(' | ')} |${index === 0 ? `\n|${'---|'.repeat(row.length)}` : ''}`)
            .join('\n'),
        ),
    ],
    ['HTML with a head', (rows) => parseHtml(html(rows, (cells) => `<thead><tr>${cells}</tr></thead>`))],
    ['HTML with header cells', (rows) => parseHtml(html(rows, (cells) => `<tr>${cells}</tr>`))],
    ['HTML in Markdown', (rows) => parseMarkdown(`Prices:\n\n${html(rows, (cells) => `<tr>${cells}</tr>`)}\n`)],
    ['CSV', (rows) => parseCsv(rows.map((row) => row.join(',')).join('\n'))],
    ['CSV with semicolons', (rows) => parseCsv(rows.map((row) => row.join(';')).join('\n'))],
    ['CSV with tabs', (rows) => parseCsv(rows.map((row) => row.join('\t')).join('\n'), { delimiter: '\t' })],
  ];

  it.each(
    forms.flatMap(([name, read]) =>
      [credits, suppliers, stock].map((rows) => [name, rows[0]?.[0] ?? '', read, rows] as const),
    ),
  )('%s: %s', (_, __, read, rows) => expectTable(read, rows));

  it('HTML without header cells has a header where its words tell one', () => {
    const plain = (rows: Rows) =>
      parseHtml(
        `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
      ).text;
    expect(plain(stock)).toBe(canonical(stock));
    expect(plain(suppliers)).toBe(suppliers.map((row) => row.join('; ')).join('\n'));
  });

  it('CSV with a title above its header', () => {
    expect(parseCsv('Price list 2026\n\nPlan,Price\nBasic,5\nPro,9\n').text).toBe(
      'Price list 2026\n\nPlan: Basic; Price: 5\nPlan: Pro; Price: 9',
    );
  });

  it('a cell of an OpenDocument table belongs to every row that it spans', async () => {
    const cell = (text: string, spans = '') => `<table:table-cell${spans}><text:p>${text}</text:p></table:table-cell>`;
    const rows = [
      cell('Basic', ' table:number-rows-spanned="2"') + cell('May') + cell('5'),
      `<table:covered-table-cell/>${cell('June')}${cell('6')}`,
    ].map((cells) => `<table:table-row>${cells}</table:table-row>`);
    const file = odfOf('text', `<table:table>${odfRows([['Plan', 'Month', 'Fee']])}${rows.join('')}</table:table>`);
    expect((await parseOdf(file, 'ODT')).text).toBe(
      'Plan: Basic; Month: May; Fee: 5\nPlan: Basic; Month: June; Fee: 6',
    );
  });
});
