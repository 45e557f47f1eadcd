import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../src/knowledge/formats/pdf/pdf.ts';
import { encryptedPdf, lines, pdfOf, rawPdf, type PlacedText } from '../../support/documents.ts';
import { blockTexts, expectSound, faultOf, positionOf } from './expectations.ts';

/** As a report looks: a running header, a page number, body text between. */
const reportPage = (number: number, body: readonly PlacedText[]): PlacedText[] => [
  { text: `Annual report ${2020 + number}`, x: 60, y: 800, size: 9 },
  ...body,
  { text: `Page ${number} of 3`, x: 280, y: 30, size: 9 },
];

const report = [
  reportPage(1, [
    { text: 'The year in short', x: 60, y: 760, size: 24 },
    { text: 'Energy', x: 60, y: 720, size: 16 },
    ...lines(
      [
        'We lowered the use of power in all build-',
        'ings by a fifth. Most of it came from new',
        'pumps that run on demand.',
      ],
      { y: 690 },
    ),
    ...lines(['Heat came next, and it was the harder part'], { y: 620 }),
  ]),
  reportPage(2, [
    ...lines(['because the boilers are old.'], { y: 740 }),
    ...lines(['• Replace boiler one', '• Insulate the roof of', '  the annex'], { y: 700, x: 70 }),
    { text: 'Water', x: 60, y: 600, size: 16 },
    ...lines(['Use stayed level.'], { y: 570 }),
  ]),
  reportPage(3, lines(['Nothing else changed.'])),
];

describe('parsePdf', () => {
  it('rebuilds paragraphs, headings and lists, and knows the page of each', async () => {
    const parsed = await parsePdf(
      await pdfOf(report, { title: 'Year in short', author: 'Mina Okafor', language: 'en-GB' }),
    );
    expectSound(parsed);
    expect(parsed.text).toBe(
      [
        '# The year in short',
        '## Energy',
        'We lowered the use of power in all buildings by a fifth. Most of it came from new pumps that run on demand.',
        'Heat came next, and it was the harder part because the boilers are old.',
        '- Replace boiler one\n- Insulate the roof of the annex',
        '## Water',
        'Use stayed level.',
        'Nothing else changed.',
      ].join('\n\n'),
    );
    expect(parsed.blocks.map(({ kind, depth }) => depth ?? kind)).toEqual([
      1,
      2,
      'PARAGRAPH',
      'PARAGRAPH',
      'LIST',
      2,
      'PARAGRAPH',
      'PARAGRAPH',
    ]);
    expect(parsed.sourceMap?.unit).toBe('PAGE');
    expect(
      ['We lowered', 'harder part', 'because the boilers', 'Replace', 'Nothing'].map((words) =>
        positionOf(parsed, words),
      ),
    ).toEqual([1, 1, 2, 2, 3]);
    expect(parsed).toMatchObject({
      title: 'Year in short',
      author: 'Mina Okafor',
      language: 'en',
      flags: [],
      metadata: { pages: 3 },
    });
  });

  it('reads two columns that are drawn line by line, each for itself', async () => {
    const left = [
      'The left column begins here and',
      'goes on for some lines before it',
      'comes to its own end, well away',
      'from the other one, as columns',
      'do in journals and in papers of',
      'the older kind.',
    ];
    const right = [
      'Then the right column begins and',
      'it too goes on for a while until',
      'all of its lines have been read',
      'in their order, one below the',
      'other, without a single jump to',
      'the left side.',
    ];
    const rows = left.flatMap((text, index) => [
      ...lines([text], { y: 700 - index * 14 }),
      ...lines([right[index] ?? ''], { x: 310, y: 700 - index * 14 }),
    ]);
    const { text } = await parsePdf(await pdfOf([rows]));
    expect(text.replaceAll(/\s+/g, ' ')).toBe([...left, ...right].join(' '));
  });

  it('gives table rows with the names of their columns', async () => {
    const row = (cells: readonly string[], y: number) =>
      cells.map((text, column) => ({ text, x: 60 + column * 150, y }));
    const parsed = await parsePdf(
      await pdfOf([
        [
          ...lines(['Prices are in francs.'], { y: 740 }),
          ...row(['Item', 'Price', 'Stock'], 700),
          ...row(['Kettle', '29.90', '14'], 685),
          ...row(['Mug', '4.50', '230'], 670),
        ],
      ]),
    );
    expect(blockTexts(parsed, 'TABLE')).toEqual([
      'Item: Kettle; Price: 29.90; Stock: 14\nItem: Mug; Price: 4.50; Stock: 230',
    ]);
  });

  it('keeps the lines of program text, and none of a table of contents as headings', async () => {
    const parsed = await parsePdf(
      await pdfOf([
        [
          { text: 'Setting up . . . . . . . . 4', x: 60, y: 780, size: 16 },
          ...lines(['Run these two commands before anything else is installed:'], { y: 740 }),
          { text: 'npm ci', x: 60, y: 715, font: 'Courier' },
          { text: 'npm start', x: 73, y: 701, font: 'Courier' },
          ...lines(['Then open the page that is printed there.'], { y: 670 }),
        ],
      ]),
    );
    expectSound(parsed);
    expect(blockTexts(parsed, 'CODE')).toEqual(['    npm ci\n      npm start']);
    expect(blockTexts(parsed, 'HEADING')).toEqual([]);
  });

  it('reads the Buffer that node:fs gives, and leaves it whole', async () => {
    const bytes = Buffer.from(await pdfOf([lines(['Words.'])]));
    const before = Buffer.from(bytes);
    expect((await parsePdf(bytes)).text).toBe('Words.');
    expect(bytes.equals(before)).toBe(true);
  });

  it('keeps a hyphen that the text uses elsewhere', async () => {
    const { text } = await parsePdf(
      await pdfOf([lines(['The well-known and the well-', 'known again; an exam-', 'ple more.'])]),
    );
    expect(text).toBe('The well-known and the well-known again; an example more.');
  });

  it('reports pages without text and drops words beside the page', async () => {
    const parsed = await parsePdf(
      await pdfOf([lines(['Visible words.']), [], [{ text: 'secret order', x: 900, y: 300 }]]),
    );
    expect(parsed.text).toBe('Visible words.');
    expect(parsed.flags).toEqual(['PAGES_WITHOUT_TEXT']);
  });

  it('ignores a title that a program made up', async () => {
    const parsed = await parsePdf(
      await pdfOf([lines(['Words.'])], { title: 'Microsoft Word - report_final.doc', author: 'user' }),
    );
    expect(parsed).toMatchObject({ title: undefined, author: undefined });
  });

  it('says that a scan needs OCR', async () => {
    expect((await faultOf(async () => parsePdf(await pdfOf([[], []])), 'DOCUMENT_INVALID')).remedy).toContain('OCR');
  });

  it('says that a password is needed', async () => {
    expect((await faultOf(() => parsePdf(encryptedPdf()), 'DOCUMENT_UNSUPPORTED')).message).toContain('password');
  });

  it('calls damaged what is damaged', async () => {
    const whole = await pdfOf([lines(['Words.'])]);
    const end = Buffer.from('\n%%EOF\n');
    for (const bytes of [
      whole.slice(0, whole.length / 2),
      whole.slice(0, -10),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 'garbage '), end]),
      Buffer.concat([whole.slice(0, whole.length / 3), end]),
    ]) {
      const { message, remedy } = await faultOf(() => parsePdf(bytes), 'DOCUMENT_CORRUPT');
      // Both are shown, one after the other: each says something else.
      expect(`${message} ${remedy}`.match(/damaged/g)).toHaveLength(1);
      expect(remedy).toContain('Export the file again');
    }
  });

  it('refuses a page tree that turns in a circle', async () => {
    const bytes = rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 3 >>']);
    await faultOf(() => parsePdf(bytes), 'DOCUMENT_CORRUPT');
  });

  it('stops at the text limit and when aborted', async () => {
    const bytes = await pdfOf([lines(['Twelve words are more than this small limit lets a document have.'])]);
    await faultOf(() => parsePdf(bytes, { maxTextLength: 20 }), 'DOCUMENT_TOO_LARGE');
    await faultOf(() => parsePdf(bytes, { signal: AbortSignal.abort() }), 'CANCELLED');
  });
});
