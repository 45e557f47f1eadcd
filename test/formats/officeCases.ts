import { emlOf, epubOf, msgOf, odfOf, odfRows, pptxOf, xlsxOf } from '../support/officeFiles.ts';
import type { FormatCase } from './formatCase.ts';

const bold = (value: string) => ({ value, bold: true });

const workbooks: FormatCase[] = [
  {
    name: 'formats.xlsx',
    build: () =>
      xlsxOf(
        [
          {
            name: 'Prices',
            rows: [
              ['Price list 2026'],
              [],
              [bold('Plan'), bold('Price'), bold('From'), bold('Share'), bold('Active')],
              [
                'Basic',
                { value: 9.5, format: '#,##0.00 "EUR"' },
                { value: 46000, format: '#14' },
                { value: 0.25, format: '0%' },
                { value: true },
              ],
              [
                'Pro',
                { value: 1234.5, format: '[$€-407] #,##0.00' },
                { value: 46031, format: 'd mmm yyyy' },
                { value: 0.005, format: '0.0%' },
                { value: false },
              ],
              [
                'Max',
                { value: -3, format: '0.00;(0.00)' },
                { value: 46031.5, format: '#22' },
                { value: 1 / 3, format: '# ?/?' },
                null,
              ],
            ],
          },
        ],
        { title: 'Prices of 2026' },
      ),
  },
  {
    name: 'hidden.xlsx',
    build: () =>
      xlsxOf([
        {
          name: 'Staff',
          rows: [
            [bold('Name'), bold('Salary'), bold('Office')],
            ['Ann', 50000, 'Rome'],
            ['Bo', 60000, 'Bern'],
            ['Cy', 70000, { value: 'Oslo', white: true }],
          ],
          hiddenRows: [3],
          hiddenColumns: [2],
        },
        { name: 'Old', state: 'hidden', rows: [['secret']] },
        { name: 'Older', state: 'veryHidden', rows: [['secret']] },
      ]),
  },
  {
    name: 'merged.xlsx',
    build: () =>
      xlsxOf([
        {
          name: 'Rates',
          rows: [
            ['Region', 'Price', null, 'Note'],
            [null, 'Month', 'Year', null],
            ['EU', 10, 100, 'a'],
            [null, 11, 110, 'b'],
            ['US', 12, 120, 'c'],
          ],
          merges: ['A1:A2', 'B1:C1', 'D1:D2', 'A3:A4'],
        },
      ]),
  },
  {
    name: 'twoTables.xlsx',
    build: () =>
      xlsxOf([
        {
          name: 'Both',
          rows: [
            ['Name', 'Seats', null, 'City', 'People'],
            ['A', 5, null, 'Rome', 100],
            ['B', 6, null, 'Bern', 200],
            [],
            ['C', 7, null, null, null],
          ],
        },
        {
          name: 'Pairs',
          rows: [
            ['Owner', 'Finance'],
            ['Valid until', '2027'],
            ['Seats', 5],
          ],
        },
      ]),
  },
  {
    name: 'formulas.xlsx',
    build: () =>
      xlsxOf([
        {
          name: 'Sums',
          rows: [
            ['Item', 'Sum'],
            ['a', { value: 0, formula: 'A1+B1', withoutResult: true }],
            ['b', { value: 12.5, formula: '5*2.5' }],
            ['c', { value: 'twelve', formula: 'TEXT(12)' }],
          ],
          filter: 'A1:B4',
        },
      ]),
  },
  {
    name: 'namedTable.xlsx',
    build: () =>
      xlsxOf([
        {
          name: 'Roles',
          rows: [
            ['Role', 'May'],
            ['Reader', 'read'],
            ['Editor', 'write'],
          ],
          table: 'A1:B3',
        },
      ]),
  },
  {
    name: 'from1904.xlsx',
    build: () => xlsxOf([{ name: 'D', rows: [['Due'], [{ value: 44000, format: 'yyyy-mm-dd' }]] }], { from1904: true }),
  },
  {
    name: 'groups.xlsx',
    build: () =>
      xlsxOf([
        {
          name: 'Fleet',
          rows: [
            [bold('Car'), bold('Seats'), bold('Price')],
            ['Small cars'],
            ['Mini', 4, 30],
            ['Large cars'],
            ['Van', 9, 80],
            ['Prices per day.'],
          ],
        },
      ]),
  },
];

const slides: FormatCase[] = [
  {
    name: 'slides.pptx',
    build: () =>
      pptxOf(
        [
          {
            title: 'Welcome',
            body: ['First point', '\tsub point', 'Second point'],
            notes: 'Say hello first.',
            footer: 'Confidential',
          },
          {
            title: 'Numbers',
            table: [
              ['Region', 'Seats'],
              ['EU', '100'],
              ['US', '200'],
            ],
          },
          { title: 'Hidden', hidden: true, body: ['never shown'] },
          { picture: 'x' },
          { chart: true, title: 'Growth', boxes: ['A free box of text'] },
          { title: 'Map', picture: 'The way from the station to the office' },
        ],
        'A talk',
      ),
  },
  { name: 'onePoint.pptx', build: () => pptxOf([{ title: 'One', body: ['A single sentence is no list.'] }]) },
];

const openDocuments: FormatCase[] = [
  {
    name: 'text.odt',
    build: () =>
      odfOf(
        'text',
        `<text:p text:style-name="Title">Rules of leave</text:p><text:h text:outline-level="1">Days</text:h><text:p>Staff have <text:span text:style-name="H">secret </text:span>25 days<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Part-time staff pro rata.</text:p></text:note-body></text:note>.</text:p><text:list text:style-name="N"><text:list-item><text:p>Ask.</text:p><text:list><text:list-item><text:p>In writing.</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>Wait.</text:p></text:list-item></text:list><table:table><table:table-header-rows>${odfRows([['Grade', 'Days']])}</table:table-header-rows>${odfRows(
          [
            ['A', '25'],
            ['B', '30'],
          ],
        )}</table:table><text:p text:style-name="Preformatted_20_Text">leave<text:s text:c="2"/>--all</text:p><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:p>Ends<office:annotation><text:p>a comment</text:p></office:annotation> here.</text:p>`,
        {
          styles:
            '<style:style style:name="H"><style:text-properties text:display="none"/></style:style><text:list-style style:name="N"><text:list-level-style-number text:level="1"/></text:list-style>',
          title: 'Leave',
        },
      ),
  },
  {
    name: 'sheet.ods',
    build: () =>
      odfOf(
        'spreadsheet',
        `<table:table table:name="Rates">${odfRows([
          ['City', 'Rate'],
          ['Rome', '5.20 €'],
          ['Bern', '6.10 €'],
        ])}<table:table-row table:visibility="collapse"><table:table-cell><text:p>secret</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table><table:table table:name="Gone" table:style-name="T">${odfRows([['x']])}</table:table>`,
        { styles: '<style:style style:name="T"><style:table-properties table:display="false"/></style:style>' },
      ),
  },
  {
    name: 'spans.ods',
    build: () =>
      odfOf(
        'spreadsheet',
        `<table:table table:name="S">${odfRows([['Area', 'Team', 'Seats']])}<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>North</text:p></table:table-cell><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>5</text:p></table:table-cell></table:table-row><table:table-row><table:covered-table-cell/><table:table-cell><text:p>B</text:p></table:table-cell><table:table-cell><text:p>6</text:p></table:table-cell></table:table-row></table:table>`,
      ),
  },
  {
    name: 'slides.odp',
    build: () =>
      odfOf(
        'presentation',
        '<draw:page draw:name="p1"><draw:frame presentation:class="title"><draw:text-box><text:p>Hello</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:list><text:list-item><text:p>One point</text:p></text:list-item></text:list></draw:text-box></draw:frame><draw:frame presentation:class="footer"><draw:text-box><text:p>Foot</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>Say it.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page><draw:page><draw:frame><draw:image/></draw:frame></draw:page>',
      ),
  },
];

const books: FormatCase[] = [
  {
    name: 'book.epub',
    build: () =>
      epubOf([
        '<h1>One</h1><p>It was &#8220;dark&#8221;.</p><p style="display:none">hidden</p>',
        '<h1>Two</h1><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
      ]),
  },
];

const mails: FormatCase[] = [
  {
    name: 'plain.eml',
    build: () =>
      emlOf({
        subject: '=?utf-8?q?Parking_at_the_caf=C3=A9?=',
        text: 'Parking is free from May.\n\nOn Mon, 2 Mar 2026, Bo Day <bo@example.com> wrote:\n> Is parking free?\n> Thanks',
        attachments: [
          { name: 'places.csv', content: Buffer.from('Lot,Places\nA,5\nB,6\n') },
          { name: 'photo.png', content: Buffer.from('\x89PNGxxxx', 'latin1') },
        ],
      }),
  },
  {
    name: 'html.eml',
    build: () =>
      emlOf({
        subject: 'Rooms',
        text: 'no table here',
        html: '<div style="display:none">preheader</div><p>New rooms:</p><table><tr><th>Room</th><th>Seats</th></tr><tr><td>Fjord</td><td>8</td></tr></table><div class="gmail_quote">On Monday Bo wrote:<blockquote>Which rooms are new?</blockquote></div>',
      }),
  },
  {
    name: 'mailInMail.eml',
    build: () =>
      emlOf({
        subject: 'Outer',
        text: 'See the mail inside.',
        attachments: [{ name: 'inner.eml', content: emlOf({ subject: 'Inner', text: 'The code is 4711.' }) }],
      }),
  },
  {
    name: 'plain.msg',
    build: () =>
      msgOf({
        subject: 'Badges',
        body: 'Badges cost 5 EUR.\r\n\r\n-----Original Message-----\r\nFrom: Bo Day\r\nWhat do badges cost?',
      }),
  },
  {
    name: 'html.msg',
    build: () => msgOf({ subject: 'Desks', html: '<html><body><p>Desks are <b>white</b>.</p></body></html>' }),
  },
];

const rich: FormatCase[] = [
  {
    name: 'rich.rtf',
    build: () =>
      Buffer.from(
        String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial CYR;}}{\stylesheet{\s0 Normal;}{\s1 heading 1;}}{\info{\title Leave rules}{\author Ann}}
{\header Page head}\pard\s1 Leave\par\pard\f0 Staff have 25 days\u8212?really, caf\'e9 {\f1 \'cf\'f0}{\v hidden}{\footnote Part-time pro rata.}.\par
{\listtext\'95\tab}\pard\ilvl0 First\par{\listtext\'95\tab}\pard Second\par
\trowd\trhdr\cellx1000\cellx2000\pard\intbl Grade\cell Days\cell\row\trowd\cellx1000\cellx2000\pard\intbl A\cell 25\cell\row\trowd\cellx1000\cellx2000\pard\intbl B\cell 30\cell\row\pard After{\*\bkmkstart x}{\pict 0102}{\field{\*\fldinst HYPERLINK "x"}{\fldrslt the link}}.\par}`,
        'latin1',
      ),
  },
  {
    name: 'merged.rtf',
    build: () =>
      Buffer.from(
        String.raw`{\rtf1\ansi \trowd\clvmgf\cellx1\cellx2\cellx3\pard\intbl{\b Area}\cell{\b Team}\cell{\b Seats}\cell\row\trowd\clvmgf\cellx1\cellx2\cellx3\intbl North\cell A\cell 5\cell\row\trowd\clvmrg\cellx1\cellx2\cellx3\intbl\cell B\cell 6\cell\row\pard}`,
      ),
  },
];

export const officeCases: readonly FormatCase[] = [
  ...workbooks,
  ...slides,
  ...openDocuments,
  ...books,
  ...mails,
  ...rich,
];
