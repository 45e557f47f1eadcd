import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../src/knowledge/formats/pdf/pdf.ts';
import { isUncertain } from '../../../src/knowledge/formats/pdf/pdfLayout.ts';
import { lines, pdfOf, rawPdf, type Placed, type PlacedText } from '../../support/documents.ts';
import { interleaved, paragraph, paragraphs, table } from '../../support/pdfLayouts.ts';
import { blockTexts, expectSound } from './expectations.ts';

const left = [
  'Fill the tank up to the mark and close the lid. Water above the mark leaks into the base and trips the fuse.',
  'Descale once a month with the powder that comes with the machine; vinegar eats the seals.',
  'Never pull the plug while the pump is running.',
];
const right = [
  'The red lamp shows that the tank is empty. The machine stops by itself and goes on when it is filled again.',
  'A blinking lamp asks for descaling. It can be put off twice.',
  'Two beeps mean that the door is open.',
];
const column = (texts: readonly string[], x: number, { width = 225, y = 740, leading = 1.25 } = {}) =>
  paragraphs(texts, { x, y, width, leading });
const body = (text: string, y: number) => paragraph(text, { x: 60, y, width: 470 });
const title: PlacedText = { text: 'Coffee machine', x: 60, y: 790, size: 20 };

async function read(...pages: (readonly Placed[])[]): Promise<string[]> {
  const parsed = await parsePdf(await pdfOf(pages));
  expectSound(parsed);
  return blockTexts(parsed);
}

describe('the reading order of a page', () => {
  it.each<[string, readonly Placed[], readonly string[]]>([
    [
      'two columns drawn line by line',
      [title, ...interleaved(column(left, 60), column(right, 310))],
      ['# Coffee machine', ...left, ...right],
    ],
    [
      'two columns drawn one after the other',
      [title, ...column(left, 60), ...column(right, 310)],
      ['# Coffee machine', ...left, ...right],
    ],
    [
      'the right column drawn first',
      [title, ...column(right, 310), ...column(left, 60)],
      ['# Coffee machine', ...left, ...right],
    ],
    [
      'columns that were changed for each other',
      [title, ...interleaved(column(right, 60), column(left, 310))],
      ['# Coffee machine', ...right, ...left],
    ],
    [
      'columns of different leading',
      interleaved(column(left, 60, { leading: 1.3 }), column(right, 310, { leading: 1.2, y: 738 })),
      [...left, ...right],
    ],
    [
      'three columns drawn line by line',
      interleaved(
        column(left, 50, { width: 150 }),
        interleaved(column(right, 225, { width: 150 }), column(left, 400, { width: 150 })),
      ),
      [...left, ...right, ...left],
    ],
    [
      'a column that ends early',
      interleaved(column(left, 60), column(right.slice(0, 1), 310)),
      [...left, right[0] ?? ''],
    ],
    [
      'a line across, between columns',
      [
        ...interleaved(column(left, 60), column(right, 310)),
        ...body(
          'Whatever happens, do not open the base of the machine: there is nothing in it that you could mend by yourself, and much that bites.',
          590,
        ),
        ...interleaved(column(right, 60, { y: 540 }), column(left, 310, { y: 540 })),
      ],
      [
        ...left,
        ...right,
        'Whatever happens, do not open the base of the machine: there is nothing in it that you could mend by yourself, and much that bites.',
        ...right,
        ...left,
      ],
    ],
    [
      'steps in two columns',
      interleaved(
        [1, 2, 3].map((n) => ({ text: `${n}. Press key ${n}.`, x: 60, y: 700 - n * 16 })),
        [4, 5, 6].map((n) => ({ text: `${n}. Turn knob ${n}.`, x: 310, y: 748 - n * 16 })),
      ),
      ['1. Press key 1.\n2. Press key 2.\n3. Press key 3.\n4. Turn knob 4.\n5. Turn knob 5.\n6. Turn knob 6.'],
    ],
    [
      'an address beside a form',
      [
        ...['Acme GmbH', 'Hauptstrasse 5', '8000 Bern'].map((text, index) => ({ text, x: 60, y: 780 - index * 13 })),
        ...['Date: 3 May 2026', 'Due: 2 June 2026'].map((text, index) => ({ text, x: 400, y: 780 - index * 13 })),
        ...body(
          'We thank you for your order and charge the following for the month of April, to be paid within thirty days.',
          700,
        ),
      ],
      [
        'Acme GmbH',
        'Hauptstrasse 5',
        '8000 Bern',
        'Date: 3 May 2026',
        'Due: 2 June 2026',
        'We thank you for your order and charge the following for the month of April, to be paid within thirty days.',
      ],
    ],
    [
      'text set sideways',
      [
        { text: 'The first line of a page', x: 100, y: 100, turn: 90 },
        { text: 'and the second line of it.', x: 114, y: 100, turn: 90 },
      ],
      ['The first line of a page and the second line of it.'],
    ],
    [
      'bullets drawn as dots',
      [
        ...lines(['First', 'Second', 'Third'], { x: 80 }),
        ...[0, 1, 2].map((index) => ({ x: 68, y: 702 - index * 11 * 1.25, width: 4, height: 4 })),
      ],
      ['- First\n- Second\n- Third'],
    ],
    [
      'a word that a line break parts',
      lines(['The service is avail-', 'able on working days.']),
      ['The service is available on working days.'],
    ],
    [
      'contents with dots',
      [0, 1, 2].map((index) => ({
        text: `Chapter ${index} . . . . . . . . . . . . ${index}7`,
        x: 60,
        y: 700 - index * 15,
      })),
      [0, 1, 2].map((index) => `Chapter ${index} … ${index}7`),
    ],
  ])('%s', async (_, page, expected) => {
    expect(await read(page)).toEqual(expected);
  });
});

describe('running headers and footers', () => {
  const pages = (count: number, around: (number: number) => readonly Placed[]) =>
    Array.from({ length: count }, (_, index) => [
      ...around(index + 1),
      ...body(
        `Rule ${index + 1} of this handbook says that nobody is to be woken before the ${index + 5}th hour of the day.`,
        600,
      ),
    ]);
  const bodies = (count: number) =>
    Array.from(
      { length: count },
      (_, index) =>
        `Rule ${index + 1} of this handbook says that nobody is to be woken before the ${index + 5}th hour of the day.`,
    );
  const small = (text: string, x: number, y: number): PlacedText => ({ text, x, y, size: 8 });

  it.each<[string, number, (number: number) => readonly Placed[]]>([
    ['on one page, with its number', 1, () => [small('Page 1', 280, 30)]],
    ['on one page, with its number and count', 1, () => [small('Page 1 of 1', 280, 30)]],
    ['on two pages', 2, (number) => [small('Acme Handbook', 60, 810), small(`${number} / 2`, 280, 30)]],
    ['on three pages, drawn last or first', 3, (number) => [small(`Acme Handbook, page ${number}`, 60, 810)]],
    [
      'left and right',
      6,
      (number) =>
        number % 2
          ? [small('Acme Handbook', 60, 810), small(String(number), 60, 30)]
          : [small('Rules of the house', 400, 810), small(String(number), 520, 30)],
    ],
    [
      'of chapters, beside the number of the page',
      10,
      (number) => [small(`Chapter ${Math.ceil(number / 2)}: On sleep ${number + 4}`, 60, 810)],
    ],
    ['in another language', 3, (number) => [small(`Seite ${number} von 3`, 280, 30)]],
  ])('go: %s', async (_, count, around) => {
    expect(await read(...pages(count, around))).toEqual(bodies(count));
  });

  it('stay where they are words of the page: a date, a number, a title', async () => {
    const page: Placed[] = [
      small('12 May 2026', 60, 810),
      ...body('Seats: 40', 60),
      ...body('Nothing else stands here, which is why the page is so short.', 500),
    ];
    expect(await read(page)).toEqual(
      ['12 May 2026', 'Nothing else stands here, which is why the page is so short.', 'Seats: 40'].sort(
        (one, other) =>
          page.findIndex((each) => 'text' in each && each.text.startsWith(one.slice(0, 8))) -
          page.findIndex((each) => 'text' in each && each.text.startsWith(other.slice(0, 8))),
      ),
    );
  });
});

it('lines of two full pages that differ by a number alone stay', async () => {
  const rule = (number: number) => `Rule ${number} says that the door of room ${number} is to be closed at night.`;
  const full = (from: number) =>
    Array.from({ length: 58 }, (_, index) => ({ text: rule(from + index), x: 60, y: 800 - index * 13.5, size: 10 }));
  const text = (await read(full(100), full(200))).join(' ');
  expect(
    [...Array(58).keys()].filter((index) => !text.includes(rule(100 + index)) || !text.includes(rule(200 + index))),
  ).toEqual([]);
});

it('cells that stand in the middle of a row of many lines belong to it, when they are drawn cell by cell', async () => {
  const at = (text: string, x: number, y: number, bold = false): PlacedText => ({
    text,
    x,
    y,
    size: 10,
    ...(bold && { font: 'Bold' as const }),
  });
  const page = [
    at('Zone', 60, 700, true),
    at('Countries', 100, 700, true),
    at('Price', 450, 700, true),
    at('1', 60, 676),
    at('Germany, Austria, Switzerland, Liechtenstein, Luxembourg, Belgium and', 100, 682),
    at('Denmark without their islands', 100, 670),
    at('4.90', 450, 676),
    at('2', 60, 652),
    at('Rest of the European Union', 100, 652),
    at('9.90', 450, 652),
  ];
  expect(await read(page)).toEqual([
    'Zone: 1; Countries: Germany, Austria, Switzerland, Liechtenstein, Luxembourg, Belgium and Denmark without their islands; Price: 4.90\nZone: 2; Countries: Rest of the European Union; Price: 9.90',
  ]);
});

describe('what a reader of a PDF does not see', () => {
  const seen = body('Seen words.', 700);
  const picture = { x: 0, y: 0, width: 595, height: 842, picture: true };

  it.each<[string, readonly Placed[], readonly string[]]>([
    ['white on white', [{ text: 'secret', x: 60, y: 500, grey: 1 }], []],
    ['nearly white', [{ text: 'secret', x: 60, y: 500, grey: 0.98 }], []],
    ['without paint', [{ text: 'secret', x: 60, y: 500, unpainted: true }], []],
    ['of one point', [{ text: 'secret', x: 60, y: 500, size: 1 }], []],
    [
      'black on black',
      [
        { x: 50, y: 490, width: 100, height: 20, grey: 0 },
        { text: 'secret', x: 60, y: 500 },
      ],
      [],
    ],
    [
      'white on black, which is seen',
      [
        { x: 50, y: 490, width: 100, height: 20, grey: 0 },
        { text: 'shown', x: 60, y: 500, grey: 1 },
      ],
      ['shown'],
    ],
    [
      'white on a picture, which may be seen',
      [
        { ...picture, y: 400, height: 200 },
        { text: 'shown', x: 60, y: 500, grey: 1 },
      ],
      ['shown'],
    ],
    [
      'without paint on a scan, which is what was recognised there',
      [picture, { text: 'recognised', x: 60, y: 500, unpainted: true }],
      ['recognised'],
    ],
    [
      'without paint beside a small picture',
      [
        { ...picture, width: 60, height: 60 },
        { text: 'secret', x: 60, y: 500, unpainted: true },
      ],
      [],
    ],
    [
      'in the middle of a line',
      [
        { text: 'Price is 5 ', x: 60, y: 500 },
        { text: 'ignore', x: 120, y: 500, grey: 1 },
        { text: 'francs', x: 160, y: 500 },
      ],
      ['Price is 5 francs'],
    ],
  ])('%s', async (_, placed, expected) => {
    const parsed = await parsePdf(await pdfOf([[...seen, ...placed]]));
    expect(blockTexts(parsed)).toEqual(['Seen words.', ...expected]);
    expect(parsed.flags).toEqual(
      JSON.stringify(placed).includes('secret') || JSON.stringify(placed).includes('ignore')
        ? ['HIDDEN_TEXT_REMOVED']
        : [],
    );
  });

  it('is told when it is turned against its page', async () => {
    const parsed = await parsePdf(
      await pdfOf([[...seen, { text: 'DRAFT', x: 200, y: 300, size: 60, turn: 45, grey: 0.8 }]]),
    );
    expect([parsed.text, parsed.flags]).toEqual(['Seen words.', ['ROTATED_TEXT_REMOVED']]);
  });

  it('goes with the layer that is switched off', async () => {
    const stream = 'BT /F1 12 Tf 60 700 Td (Seen words.) Tj ET /OC /MC0 BDC BT /F1 12 Tf 60 600 Td (secret) Tj ET EMC';
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] /Order [6 0 R] >> >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /Properties << /MC0 6 0 R >> >> >>',
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      '<< /Type /OCG /Name (Notes) >>',
    ]);
    expect(await parsePdf(bytes)).toMatchObject({ text: 'Seen words.', flags: ['HIDDEN_TEXT_REMOVED'] });
  });
});

it('a plot with thousands of lines is read in fair time, its labels apart', async () => {
  const grid = Array.from({ length: 1_500 }, (_, index) => ({
    x: 60 + (index % 50) * 9,
    y: 200 + Math.floor(index / 50) * 12,
    width: index % 2 ? 8 : 0,
    height: index % 2 ? 0 : 11,
  }));
  const plot =
    'The plot shows how much water was used over a year, by the week, in all of the buildings that belong to the house, without those that were let.';
  const labels = Array.from({ length: 40 }, (_, index) => ({
    text: String(index),
    x: 60 + index * 11,
    y: 180,
    size: 6,
  }));
  const parsed = await parsePdf(await pdfOf([[...body(plot, 760), ...grid, ...labels]]));
  expectSound(parsed);
  expect(blockTexts(parsed)[0]).toBe(plot);
});

it('a ruled page with one wide table of spans keeps each cell with its names', async () => {
  const rules = [700, 680, 660, 640, 620].map((y) => ({ x: 60, y, width: y === 680 ? 200 : 300, height: 0 }));
  const shapes: Placed[] = [
    ...rules.filter(({ y }) => y !== 680 && y !== 640),
    { x: 160, y: 680, width: 200, height: 0 },
    { x: 160, y: 640, width: 200, height: 0 },
    ...[60, 160, 360].map((x) => ({ x, y: 620, width: 0, height: 80 })),
    { x: 260, y: 620, width: 0, height: 60 },
  ];
  const words: [string, number, number][] = [
    ['Plan', 64, 686],
    ['Price', 164, 686],
    ['Month', 164, 666],
    ['Year', 264, 666],
    ['Pro', 64, 634],
    ['9', 164, 646],
    ['90', 264, 646],
    ['8', 164, 626],
    ['80', 264, 626],
  ];
  const parsed = await parsePdf(
    await pdfOf([
      [
        ...shapes,
        ...words.map(([text, x, y]): PlacedText => ({
          text,
          x,
          y,
          size: 10,
          ...(y > 660 && { font: 'Bold' as const }),
        })),
      ],
    ]),
  );
  expect(parsed.text).toBe('Plan: Pro; Price Month: 9; Price Year: 90\nPlan: Pro; Price Month: 8; Price Year: 80');
});

it('a table with cells that are empty or broken keeps them in their columns', async () => {
  const rows = [
    ['Priority', 'Time to first response', 'Note'],
    ['Urgent, everybody is affected', '1 hour', ''],
    ['High', '', 'on working days, between eight and six'],
    ['Normal', '1 working day', ''],
  ];
  const parsed = await parsePdf(await pdfOf([table(rows, { x: 60, y: 700, widths: [90, 80, 120], boldHead: true })]));
  expect(parsed.text).toBe(
    'Priority: Urgent, everybody is affected; Time to first response: 1 hour\nPriority: High; Note: on working days, between eight and six\nPriority: Normal; Time to first response: 1 working day',
  );
});

describe('what looks like one table and is none', () => {
  const small = { boldHead: true, widths: [80, 80] };
  const plans = [
    ['Plan', 'Price'],
    ['Basic', 'CHF 5'],
    ['Pro', 'CHF 9'],
  ];
  const zones = [
    ['Zone', 'Days'],
    ['Europe', '3 days'],
    ['World', '9 days'],
  ];
  const both = [
    'Plan: Basic; Price: CHF 5\nPlan: Pro; Price: CHF 9',
    'Zone: Europe; Days: 3 days\nZone: World; Days: 9 days',
  ];

  it.each([['ALL'], ['NONE'], ['HEAD']] as const)('two tables side by side, rules %s', async (rules) => {
    expect(
      await read([
        ...table(plans, { x: 60, y: 700, rules, ...small }),
        ...table(zones, { x: 320, y: 700, rules, ...small }),
      ]),
    ).toEqual(both);
  });

  it('rows below one label', async () => {
    const rows = [
      ['Plan', 'Feature', 'Limit'],
      ['Basic', 'Users', '5'],
      ['', 'Projects', '3'],
      ['Pro', 'Users', '50'],
      ['', 'Projects', '30'],
    ];
    const page = table(rows, { x: 60, y: 700, widths: [100, 120, 80], boldHead: true });
    expect(await read(page)).toEqual([
      'Plan: Basic; Feature: Users; Limit: 5\nFeature: Projects; Limit: 3\nPlan: Pro; Feature: Users; Limit: 50\nFeature: Projects; Limit: 30',
    ]);
  });

  it('a paragraph right below, and one right above', async () => {
    const text = 'Prices are for a month and a person, and are due on its first day, whatever happens.';
    const page = [...body(text, 712), ...table(plans, { x: 60, y: 694, padding: 2, ...small }), ...body(text, 640)];
    expect(await read(page)).toEqual([text, both[0], text]);
  });
});

it.each([
  [30, true],
  [31, false],
])('text over text that stands %d places on in the order of the page: uncertain is %s', (places, uncertain) => {
  const kind = { size: 10, upright: true, monospaced: false, bold: false };
  const fragments = Array.from({ length: places + 4 }, (_, index) => {
    const left = (index % places) * 60;
    return { ...kind, text: `word ${index}`, left, right: left + 50, top: 700 + index / 10 };
  });
  expect(isUncertain({ fragments }, [])).toBe(uncertain);
});
