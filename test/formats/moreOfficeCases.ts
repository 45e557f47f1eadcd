import { emlOf, epubOf, msgOf, odfOf, odfRows, pptxOf, xlsxOf } from '../support/officeFiles.ts';
import type { FormatCase } from './formatCase.ts';
import { tableFile } from './tableFiles.ts';

const bold = (value: string) => ({ value, bold: true });

const quarter = (late: string): Uint8Array =>
  pptxOf(
    [
      {
        title: 'Second quarter',
        body: ['What went well', '\tSupport answered sooner', '\t\tUnder one hour', 'What did not'],
      },
      {
        title: 'Tickets',
        table: [
          ['Team', 'Open', 'Late'],
          ['Desk', '14', late],
          ['Field', '9', ''],
        ],
        boxes: ['Counted on 30 June'],
        notes: 'The desk lost two people.\nHiring is under way.',
        footer: 'Internal',
      },
      { title: 'Next', boxes: ['Left: hire', 'Right: train'], picture: 'A plan of the two steps that follow' },
    ],
    'Review',
  );

const workbook = (price: number, paid: number): Uint8Array =>
  xlsxOf(
    [
      {
        name: 'Orders',
        rows: [
          ['Orders of spring'],
          [],
          [bold('Customer'), null, bold('Order'), null, bold('Paid on')],
          [bold('Name'), bold('City'), bold('Price'), bold('Discount'), null],
          [
            'Alder',
            'Oslo',
            { value: price, format: '#,##0.00 €' },
            { value: 0.05, format: '0%' },
            { value: paid, format: 'dd/mm/yyyy' },
          ],
          ['Birch', 'Rome', { value: 80, format: '#,##0.00 €' }, null, { value: 46113.75, format: 'yyyy-mm-dd hh:mm' }],
          [bold('Total'), null, { value: price + 80, format: '#,##0.00 €', formula: 'SUM(C5:C6)' }],
        ],
        merges: ['A1:E1', 'A3:B3', 'C3:D3', 'E3:E4'],
      },
      {
        name: 'Hours',
        rows: [
          ['Day', 'From', 'To'],
          ['Monday', { value: 0.375, format: 'hh:mm' }, { value: 0.75, format: 'hh:mm' }],
          ['Sunday', 'closed', { value: 0, formula: 'NA()', withoutResult: true }],
        ],
      },
      { name: 'Empty', rows: [] },
      { name: 'Notes', rows: [['Prices are net.'], ['Ask Ann.']] },
    ],
    { title: 'Orders' },
  );

const guide = (minutes: string): Uint8Array =>
  epubOf(
    [
      `<section epub:type="chapter"><h1>Soups</h1><p>Boil the beans<a epub:type="noteref" href="#n1" id="r1">1</a> for ${minutes} minutes.<span epub:type="pagebreak" id="p12" title="12"/></p><p><a id="mark"/>Add salt<sup><a epub:type="noteref" href="#n2">2</a></sup> at the end.</p><ol start="3"><li>Stir.</li><li>Rest.</li></ol><aside epub:type="footnote" id="n1"><p>Soaked over night.</p></aside><aside epub:type="footnote" id="n2"><p>Five grams. <a href="#r1">↩</a></p></aside></section>`,
      `<h1>Breads</h1><div style="display:none"/><p>Knead for ten minutes.</p><figure><img src="a.jpg" alt="A loaf with three cuts on its top"/><figcaption>Cut before baking.</figcaption></figure><table><caption>Heat</caption><tr><th>Bread</th><th>Heat</th></tr><tr><td>Rye</td><td>240 °C</td></tr><tr><td>Flat</td><td/></tr></table>`,
      `<nav epub:type="landmarks"><ol><li><a href="c1.xhtml">Begin</a></li></ol></nav><h1>Index</h1><p>Beans, 12</p>`,
    ],
    { title: 'Cooking' },
  );

const manual = (litres: string): Uint8Array =>
  odfOf(
    'text',
    `<text:table-of-content><text:index-body><text:p>Filling 2</text:p></text:index-body></text:table-of-content><text:h text:outline-level="1"><text:bookmark-start text:name="a"/>Filling<text:bookmark-end text:name="a"/></text:h><text:section text:name="s"><text:p>The tank holds<text:s/>${litres}<text:span> litres</text:span><text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Of diesel.</text:p></text:note-body></text:note>.<text:soft-page-break/></text:p></text:section><text:list text:style-name="N"><text:list-item><text:p>Open the cap.</text:p></text:list-item><text:list-item><text:p>Fill.</text:p></text:list-item></text:list><text:p>Wait a minute.</text:p><text:list text:style-name="N" text:continue-numbering="true"><text:list-item><text:p>Close the cap.</text:p></text:list-item></text:list><table:table><table:table-header-rows>${odfRows([['Part', 'Tools']])}</table:table-header-rows><table:table-row><table:table-cell><text:p>Pump</text:p></table:table-cell><table:table-cell><text:p>As follows:</text:p><table:table>${odfRows(
      [
        ['Tool', 'Size'],
        ['Key', '13 mm'],
        ['Driver', '5 mm'],
      ],
    )}</table:table></table:table-cell></table:table-row>${odfRows([['Valve', 'none']])}</table:table><text:p><draw:frame><draw:text-box><text:p>Wear gloves.</text:p></draw:text-box></draw:frame></text:p>`,
    {
      styles:
        '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>',
      title: 'Manual',
    },
  );

const labelledText = (days: string): Uint8Array => {
  const list = (...items: readonly string[]) =>
    `<text:list text:style-name="L">${items.map((each) => `<text:list-item>${each}</text:list-item>`).join('')}</text:list>`;
  const level = (number: number, name: string, attributes: string) =>
    `<text:list-level-style-${name} text:level="${number}" ${attributes}/>`;
  return odfOf(
    'text',
    `<text:h text:outline-level="1">Leave</text:h>${list(`<text:p>Ask</text:p>${list(`<text:p>in writing, and</text:p>${list('<text:p>by mail</text:p>')}`, `<text:p>${days} days before.</text:p>`)}`, '<text:p>Wait.</text:p>')}`,
    {
      styles: `<text:list-style style:name="L">${level(1, 'number', 'style:num-format="I" style:num-suffix="."')}${level(2, 'number', 'style:num-format="a" style:num-prefix="(" style:num-suffix=")"')}${level(3, 'bullet', 'text:bullet-char="•"')}</text:list-style>`,
      title: 'Leave',
    },
  );
};

const labelledSlides = (days: string): Uint8Array =>
  pptxOf([
    {
      title: 'Leave',
      body: [
        '{romanUcPeriod}Ask',
        '\t{alphaLcParenR}in writing',
        `\t{alphaLcParenR}${days} days before`,
        '{romanUcPeriod}Wait',
        '\t{alphaLcParenR}a week',
        '{arabicParenBoth}Go',
      ],
    },
  ]);

const odsCell = (text: string, attributes = '') =>
  `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
const calendar = (first: string, second: string): Uint8Array =>
  odfOf(
    'spreadsheet',
    `<table:table table:name="Days">${odfRows([['Day', 'Date', 'Share', 'Sum']])}<table:table-row>${odsCell('Easter')}${odsCell(first, ' office:value-type="date" office:date-value="2026-04-05"')}${odsCell('12.50%', ' office:value-type="percentage" office:value="0.125"')}${odsCell('1,200.00 €', ' table:formula="of:=[.A1]" office:value-type="currency" office:value="1200"')}</table:table-row><table:table-row>${odsCell('Whitsun')}${odsCell(second)}<table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>same</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="4"/></table:table-row><table:table-row>${odsCell('Office closed on all of them', ' table:number-columns-spanned="4"')}<table:covered-table-cell table:number-columns-repeated="3"/></table:table-row></table:table><table:table table:name="People">${odfRows(
      [
        ['Name', 'Room'],
        ['Ann', '12'],
        ['Bo', '14'],
      ],
    )}<table:table-row>${odsCell('Cy<text:line-break/>Lee')}<table:table-cell><office:annotation><text:p>moved</text:p></office:annotation><text:p>16</text:p></table:table-cell></table:table-row></table:table>`,
  );

const price = (fee: string): Uint8Array =>
  Buffer.from(
    String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}{\stylesheet{\s0 Normal;}{\s2 heading 2;}}{\info{\title Fees}}
{\header\pard Running head\par}{\footer\pard Page {\field{\*\fldinst PAGE}{\fldrslt 1}}\par}
\pard\s2 Fees\par\pard\plain All fees are net{\super\chftn}{\footnote\pard{\super\chftn} Tax is added.}, per month.\par
\trowd\trhdr\cellx2000\cellx4000\cellx6000\pard\intbl Plan\cell Fee\cell Notes\cell\row
\trowd\cellx2000\cellx4000\cellx6000\pard\intbl Basic\cell ${fee} \'80\cell one seat\par two devices\cell\row
\trowd\cellx2000\cellx4000\cellx6000\pard\intbl Pro\cell 20 \'80\cell
\pard\intbl\itap2 Seat\nestcell Fee\nestcell{\*\nesttableprops\trowd\cellx4500\cellx5000\nestrow}{\nonesttables\par}
\pard\intbl\itap2 Extra\nestcell 3 \'80\nestcell{\*\nesttableprops\trowd\cellx4500\cellx5000\nestrow}{\nonesttables\par}
\pard\intbl\itap1\cell\row
\pard\plain{\pntext 1.\tab}Choose.\par{\pntext 2.\tab}Pay.\par\pard Afterwards {\b\ul nothing} more{\deleted  or less}.\line Really.\par}`,
    'latin1',
  );

const reply = async (seats: string): Promise<Uint8Array> =>
  emlOf({
    subject: 'Offer 12',
    text: 'As above in HTML',
    html: `<html><head><style>p { color: black }</style></head><body><p>Dear Bo,</p><p>the offer in short:</p><table><tr><th>Item</th><th>Seats</th></tr><tr><td>Licence</td><td>${seats}</td></tr><tr><td>Training</td><td>5</td></tr></table><p>Best, Ann</p><div class="gmail_quote"><div class="gmail_attr">On Mon, 2 Mar 2026 Bo wrote:</div><blockquote><p>How many seats?</p></blockquote></div></body></html>`,
    attachments: [
      {
        name: 'rooms.xlsx',
        content: xlsxOf([
          {
            name: 'Rooms',
            rows: [
              ['Room', 'Seats'],
              ['Fjord', 8],
              ['Lagoon', 4],
            ],
          },
        ]),
      },
      {
        name: 'sla.pdf',
        content: (await tableFile('pdf', {
          title: 'Levels',
          section: 'Credits',
          rows: [
            ['Uptime', 'Credit'],
            ['99.9 %', '5 %'],
            ['99.5 %', '15 %'],
          ],
        })) as Uint8Array,
      },
      { name: 'logo.gif', content: Buffer.from('GIF89a') },
    ],
  });

const outlook = (day: string): Uint8Array =>
  msgOf({
    subject: 'Move of the office',
    html: `<html><body><p>We move on ${day}.</p><ul><li>Pack your desk.</li><li>Take plants home.</li></ul><table><tr><td><b>Team</b></td><td><b>Floor</b></td></tr><tr><td>Sales</td><td>2</td></tr><tr><td>Legal</td><td>3</td></tr></table><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Bo Day</p></div><p>When do we move?</p></body></html>`,
  });

/** As programs of Western Europe write a mail that has a € in it. */
const western = (fee: string): Uint8Array =>
  Buffer.from(
    [
      'From: =?windows-1252?Q?J=F6rg_=96_Sales?= <j@example.com>',
      'To: bo@example.com',
      'Date: Tue, 03 Mar 2026 09:15:00 +0100',
      'Subject: =?windows-1252?Q?Fee_in_=80?=',
      'Content-Type: text/plain; charset=windows-1252',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      `The fee is =80${fee} =96 =93all in=94.`,
      '',
    ].join('\r\n'),
  );

const westernPage = (fee: string): Uint8Array =>
  msgOf({
    subject: 'Fee',
    html: Buffer.from(
      `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252"></head><body><p>The caf\u00E9 costs \u0080${fee} \u0096 \u0093all in\u0094.</p></body></html>`,
      'latin1',
    ),
  });

/** As Outlook keeps most mails that were sent as HTML: the page inside RTF, beside a plain text. */
const pageInRtf = (fee: string): Uint8Array =>
  msgOf({
    subject: 'Prices',
    body: `Dear Bo,\r\nPlan Fee\r\nBasic € 9\r\nPro € ${fee}`,
    rtf: Buffer.from(
      String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fswiss\fcharset204 Arial CYR;}}
{\*\htmltag64 <html>}{\*\htmltag50 <body>}{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Dear Bo, as told in the caf\'e9:\htmlrtf\par}\htmlrtf0 {\*\htmltag72 </p>}
{\*\htmltag96 <table>}{\*\htmltag96 <tr>}{\*\htmltag96 <th>}Plan{\*\htmltag96 </th>}{\*\htmltag96 <th>}Fee{\*\htmltag96 </th>}{\*\htmltag96 </tr>}{\*\htmltag96 <tr>}{\*\htmltag96 <td>}Basic{\*\htmltag96 </td>}{\*\htmltag96 <td>}\'80 9{\*\htmltag96 </td>}{\*\htmltag96 </tr>}{\*\htmltag96 <tr>}{\*\htmltag96 <td>}Pro{\*\htmltag96 </td>}{\*\htmltag96 <td>}\'80 `.concat(
        fee,
        String.raw`{\*\htmltag96 </td>}{\*\htmltag96 </tr>}{\*\htmltag96 </table>}{\*\htmltag58 </body>}{\*\htmltag64 </html>}}`,
      ),
      'latin1',
    ),
  });

const withAttachments = (seats: string): Uint8Array =>
  msgOf({
    subject: 'Rooms',
    body: 'The rooms are attached.\r\nAnn',
    to: [{ name: 'Bo Day', address: 'bo@example.com' }],
    sent: new Date('2026-03-03T08:15:00Z'),
    attachments: [
      { name: 'rooms.csv', content: Buffer.from(`Room,Seats\nFjord,${seats}\nLagoon,4 with a wall screen\n`) },
      { name: 'plan.dwg', content: Buffer.from('AC1032') },
    ],
  });

export const moreOfficeCases: readonly FormatCase[] = [
  {
    name: 'quarter.pptx',
    build: () => quarter('3'),
    mutation: { build: () => quarter('7'), changes: [['Late: 3', 'Late: 7']] },
  },
  {
    name: 'orders.xlsx',
    build: () => workbook(1200.5, 46112),
    mutation: { build: () => workbook(1200.5, 46113), changes: [['31/03/2026', '01/04/2026']] },
  },
  {
    name: 'cooking.epub',
    build: () => guide('40'),
    mutation: { build: () => guide('90'), changes: [['for 40 minutes', 'for 90 minutes']] },
  },
  {
    name: 'manual.odt',
    build: () => manual('60'),
    mutation: { build: () => manual('70'), changes: [['60 litres', '70 litres']] },
  },
  {
    name: 'labels.odt',
    build: () => labelledText('9'),
    mutation: { build: () => labelledText('8'), changes: [['9 days', '8 days']] },
  },
  {
    name: 'labels.pptx',
    build: () => labelledSlides('9'),
    mutation: { build: () => labelledSlides('8'), changes: [['9 days', '8 days']] },
  },
  {
    name: 'labels.rtf',
    build: () =>
      String.raw`{\rtf1\ansi{\stylesheet{\s0 Normal;}}\pard Terms\par{\listtext 1.\tab}\pard\ilvl0 Ask\par{\listtext (a)\tab}\pard\ilvl1 in writing\par{\listtext (b)\tab}\pard\ilvl1 nine days before\par\pard Then wait.\par{\listtext 2.\tab}\pard\ilvl0 Go\par{\listtext o\tab}\pard\ilvl1 by rail\par}`,
  },
  {
    name: 'calendar.ods',
    build: () => calendar('5 Apr 2026', '24 May 2026'),
    mutation: {
      build: () => calendar('24 May 2026', '5 Apr 2026'),
      changes: [
        ['Date: 5 Apr 2026; Share: 12.50%', 'Date: 24 May 2026; Share: 12.50%'],
        ['Date: 24 May 2026; Share: same', 'Date: 5 Apr 2026; Share: same'],
      ],
    },
  },
  {
    name: 'fees.rtf',
    build: () => price('9'),
    mutation: { build: () => price('8'), changes: [['Fee: 9 €', 'Fee: 8 €']] },
  },
  {
    name: 'offer.eml',
    build: () => reply('12'),
    mutation: { build: () => reply('15'), changes: [['Seats: 12', 'Seats: 15']] },
  },
  {
    name: 'move.msg',
    build: () => outlook('1 May'),
    mutation: { build: () => outlook('9 May'), changes: [['1 May', '9 May']] },
  },
  {
    name: 'western.eml',
    build: () => western('40'),
    mutation: { build: () => western('50'), changes: [['€40', '€50']] },
  },
  {
    name: 'western.msg',
    build: () => westernPage('40'),
    mutation: { build: () => westernPage('50'), changes: [['€40', '€50']] },
  },
  {
    name: 'pageInRtf.msg',
    build: () => pageInRtf('29'),
    mutation: { build: () => pageInRtf('39'), changes: [['€ 29', '€ 39']] },
  },
  {
    name: 'attached.msg',
    build: () => withAttachments('8 at one table'),
    mutation: { build: () => withAttachments('9 at one table'), changes: [['8 at one', '9 at one']] },
  },
];
