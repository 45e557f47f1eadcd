/** A cell over several columns holds for each of them, in every format that has such cells. */
import { describe, expect, it } from 'vitest';
import { asHtml } from '../../src/knowledge/formats/html/htmlText.ts';
import { parse } from '../../src/knowledge/formats/parse.ts';
import { docxOf, pdfOf } from '../support/documents.ts';
import { columnName, epubOf, odfOf, pptxOf, xlsxOf } from '../support/officeFiles.ts';
import { expectSound } from '../knowledge/formats/expectations.ts';

/** A cell with the number of columns that it covers. */
type Cell = string | readonly [text: string, across: number];
type Rows = readonly (readonly Cell[])[];

const textOf = (cell: Cell) => (typeof cell === 'string' ? cell : cell[0]);
const acrossOf = (cell: Cell) => (typeof cell === 'string' ? 1 : cell[1]);
const covered = (cell: Cell) => Array.from({ length: acrossOf(cell) - 1 });

const htmlTable = (rows: Rows) =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td colspan="${acrossOf(cell)}">${asHtml(textOf(cell))}</td>`).join('')}</tr>`).join('')}</table>`;

const odfTable = (rows: Rows) =>
  `<table:table table:name="T">${rows
    .map(
      (row) =>
        `<table:table-row>${row.map((cell) => `<table:table-cell office:value-type="string" table:number-columns-spanned="${acrossOf(cell)}"><text:p>${asHtml(textOf(cell))}</text:p></table:table-cell>${covered(cell).fill('<table:covered-table-cell/>').join('')}`).join('')}</table:table-row>`,
    )
    .join('')}</table:table>`;

const wordTable = (rows: Rows) =>
  `<w:tbl><w:tblPr/>${rows
    .map(
      (row) =>
        `<w:tr>${row.map((cell) => `<w:tc><w:tcPr><w:gridSpan w:val="${acrossOf(cell)}"/></w:tcPr><w:p><w:r><w:t>${asHtml(textOf(cell))}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`;

/** As Word writes them: a wide cell ends where the last of its columns does. */
const rtfTable = (rows: Rows) =>
  rows
    .map((row) => {
      let column = 0;
      const edges = row.map((cell) => `\\cellx${(column += acrossOf(cell)) * 1500}`);
      return `\\trowd${edges.join('')}\\pard\\intbl ${row.map((cell) => `${textOf(cell)}\\cell `).join('')}\\row `;
    })
    .join('');

/** As other programs write them: each column has a cell, and those behind the first are marked as merged. */
const mergedRtf = (rows: Rows) =>
  rows
    .map((row) => {
      const parts = row.flatMap((cell) => [
        { mark: acrossOf(cell) > 1 ? '\\clmgf' : '', text: textOf(cell) },
        ...covered(cell).map(() => ({ mark: '\\clmrg', text: '' })),
      ]);
      return `\\trowd${parts.map(({ mark }, column) => `${mark}\\cellx${(column + 1) * 1500}`).join('')}\\pard\\intbl ${parts.map(({ text }) => `${text}\\cell `).join('')}\\row `;
    })
    .join('');

function workbook(rows: Rows): Uint8Array {
  const merges: string[] = [];
  const cells = rows.map((row, index) => {
    const placed: string[] = [];
    for (const cell of row) {
      if (acrossOf(cell) > 1)
        merges.push(
          `${columnName(placed.length)}${index + 1}:${columnName(placed.length + acrossOf(cell) - 1)}${index + 1}`,
        );
      placed.push(textOf(cell), ...covered(cell).map(() => ''));
    }
    return placed;
  });
  return xlsxOf([{ name: 'T', rows: cells, merges }]);
}

function slides(rows: Rows): Uint8Array {
  const placed = rows.map((row) => row.flatMap((cell) => [textOf(cell), ...covered(cell).map(() => '')]));
  let found = 0;
  const wide = rows.flatMap((row) => row.flatMap((cell) => [acrossOf(cell), ...covered(cell).map(() => 0)]));
  return pptxOf([{ title: 'T', table: placed }], '', (xml) =>
    xml.replaceAll('<a:tc>', () => {
      const across = wide[found++] ?? 1;
      return across === 0 ? '<a:tc hMerge="1">' : `<a:tc gridSpan="${across}">`;
    }),
  );
}

/** Ruled around each cell, header rows in bold. */
function printed(rows: Rows, heads: number): Promise<Uint8Array> {
  const [left, top, width, height] = [60, 700, 110, 26];
  const columns = Math.max(...rows.map((row) => row.reduce((sum, cell) => sum + acrossOf(cell), 0)));
  const level = [...rows.keys(), rows.length].map((row) => ({
    x: left,
    y: top - row * height,
    width: columns * width,
    height: 0,
  }));
  return pdfOf([
    [
      ...level,
      ...rows.flatMap((row, index) => {
        const y = top - (index + 1) * height;
        let x = left;
        return [
          { x: left, y, width: 0, height },
          ...row.flatMap((cell) => {
            const text = {
              text: textOf(cell),
              x: x + 5,
              y: y + 8,
              size: 10,
              font: index < heads ? ('Bold' as const) : ('Helvetica' as const),
            };
            x += acrossOf(cell) * width;
            return [...(text.text ? [text] : []), { x, y, width: 0, height }];
          }),
        ];
      }),
    ],
  ]);
}

const writers: Readonly<Record<string, (rows: Rows, heads: number) => Uint8Array | Promise<Uint8Array>>> = {
  'table.pdf': printed,
  'table.html': (rows) => Buffer.from(`<main>${htmlTable(rows)}</main>`),
  'table.epub': (rows) => epubOf([htmlTable(rows)]),
  'table.docx': (rows) => docxOf(wordTable(rows)),
  'table.odt': (rows) => odfOf('text', odfTable(rows)),
  'table.ods': (rows) => odfOf('spreadsheet', odfTable(rows)),
  'table.xlsx': workbook,
  'table.pptx': slides,
  'table.rtf': (rows) => Buffer.from(`{\\rtf1\\ansi ${rtfTable(rows)}\\pard}`, 'latin1'),
  'merged.rtf': (rows) => Buffer.from(`{\\rtf1\\ansi ${mergedRtf(rows)}\\pard}`, 'latin1'),
};

const tables: readonly (readonly [what: string, rows: Rows, expected: readonly string[]])[] = [
  [
    'a price for two days',
    [
      ['Place', 'Weekday', 'Weekend'],
      ['Terrace', '30 pounds', '45 pounds'],
      ['Garden', ['60 pounds', 2]],
    ],
    ['Place: Terrace; Weekday: 30 pounds; Weekend: 45 pounds', 'Place: Garden; Weekday: 60 pounds; Weekend: 60 pounds'],
  ],
  [
    'two of four columns in the middle',
    [
      ['Pass', 'Student', 'Adult', 'Senior', 'Deposit'],
      ['Month', '18 euros', ['36 euros', 2], '5 euros'],
      ['Year', ['190 euros', 3], '9 euros'],
    ],
    [
      'Pass: Month; Student: 18 euros; Adult: 36 euros; Senior: 36 euros; Deposit: 5 euros',
      'Pass: Year; Student: 190 euros; Adult: 190 euros; Senior: 190 euros; Deposit: 9 euros',
    ],
  ],
  [
    'German words',
    [
      ['Boot', 'Sommer', 'Herbst', 'Winter'],
      ['Kajak', '12 Euro', '9 Euro', '7 Euro'],
      ['Kanu', '15 Euro', ['11 Euro', 2]],
    ],
    [
      'Boot: Kajak; Sommer: 12 Euro; Herbst: 9 Euro; Winter: 7 Euro',
      'Boot: Kanu; Sommer: 15 Euro; Herbst: 11 Euro; Winter: 11 Euro',
    ],
  ],
  [
    'a sum whose name is over the first columns',
    [
      ['Item', 'Unit', 'Pieces', 'Price'],
      ['Nails', 'box', '12', '3.20'],
      ['Boards', 'each', '4', '18.00'],
      [['Total', 2], '16', '21.20'],
    ],
    [
      'Item: Nails; Unit: box; Pieces: 12; Price: 3.20',
      'Item: Boards; Unit: each; Pieces: 4; Price: 18.00',
      'Item: Total; Pieces: 16; Price: 21.20',
    ],
  ],
  [
    'hours without names of rows',
    [
      ['Monday', 'Tuesday', 'Friday'],
      [['9 to 17', 2], '9 to 12'],
      ['18 to 20', ['19 to 21', 2]],
    ],
    ['Monday: 9 to 17; Tuesday: 9 to 17; Friday: 9 to 12', 'Monday: 18 to 20; Tuesday: 19 to 21; Friday: 19 to 21'],
  ],
  [
    'a line over all columns',
    [['Room', 'Seats', 'Floor'], ['Fjord', '12', '2'], [['Ask the desk for keys', 3]], ['Lagoon', '30', '1']],
    ['Room: Fjord; Seats: 12; Floor: 2', 'Ask the desk for keys', 'Room: Lagoon; Seats: 30; Floor: 1'],
  ],
  [
    'a group of columns above their names',
    [
      ['Room', ['Price', 2]],
      ['', 'Weekday', 'Weekend'],
      ['Cellar', '70 pounds', '95 pounds'],
      ['Attic', ['140 pounds', 2]],
    ],
    [
      'Room: Cellar; Price Weekday: 70 pounds; Price Weekend: 95 pounds',
      'Room: Attic; Price Weekday: 140 pounds; Price Weekend: 140 pounds',
    ],
  ],
  [
    'columns that every row has merged',
    [
      [
        ['Tea', 2],
        ['Price', 2],
      ],
      [
        ['Green', 2],
        ['2.10', 2],
      ],
      [
        ['Black', 2],
        ['1.90', 2],
      ],
    ],
    ['Tea: Green; Price: 2.10', 'Tea: Black; Price: 1.90'],
  ],
];

describe.each(Object.entries(writers))('%s', (name, file) => {
  it.each(tables)('has %s', async (_what, rows, expected) => {
    const parsed = await parse({ name, content: await file(rows, rows.length - expected.length) });
    expectSound(parsed);
    expect(parsed.text.split(/\n+/).filter((line) => !line.startsWith('#'))).toEqual(expected);
  });
});

describe('cells over rows and columns', () => {
  it('push what stands beside them to its column', async () => {
    const content =
      '<main><table><tr><th>Boat<th>Low<th>Mid<th>High<tr><td>Punt<td rowspan=2 colspan=2>10<td>20<tr><td>Skiff<td>30</table></main>';
    expect((await parse({ name: 'a.html', content })).text).toBe(
      'Boat: Punt; Low: 10; Mid: 10; High: 20\nBoat: Skiff; Low: 10; Mid: 10; High: 30',
    );
  });
});
