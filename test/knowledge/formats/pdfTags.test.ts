import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../src/knowledge/formats/pdf/pdf.ts';
import { element, firstElement, taggedPdf, taggedTable } from '../../support/taggedPdf.ts';
import { blockTexts, expectSound } from './expectations.ts';

const line = (text: string, y: number, x = 60) => ({ text, x, y });
/** Cells so close that they look like a sentence. */
const closeRows = [
  [line('Day', 700), line('Pool', 700, 106)],
  [line('Monday', 685), line('closed', 685, 106)],
  [line('Tuesday', 670), line('open', 670, 106)],
];
const asText = 'Day Pool Monday closed Tuesday open';

async function read(bytes: Uint8Array): Promise<string[]> {
  const parsed = await parsePdf(bytes);
  expectSound(parsed);
  return blockTexts(parsed);
}

describe('the tags of a PDF', () => {
  it('tell the cells of a table, and its header', async () => {
    expect(await read(taggedPdf(...taggedTable(closeRows)))).toEqual([
      'Day: Monday; Pool: closed\nDay: Tuesday; Pool: open',
    ]);
    expect((await parsePdf(taggedPdf(...taggedTable(closeRows)), { readsTags: false })).text).toBe(asText);
  });

  it('tell headings of the size of the text, each by itself', async () => {
    const bytes = taggedPdf(
      [line('Noise', 700), line('Evenings', 686), line('It is quiet from ten on.', 672)],
      [
        element('Document', 6, ['8 0 R', '9 0 R', '10 0 R']),
        element('H1', 7, [0]),
        element('H3', 7, [1]),
        element('P', 7, [2]),
      ],
      [8, 9, 10],
    );
    expect(await read(bytes)).toEqual(['# Noise', '### Evenings', 'It is quiet from ten on.']);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'part short paragraphs that no gap parts',
      ['Ring twice after six', 'Ask for Piotr', 'Letters are kept at the gate until the office opens again on Monday.'],
      ['Ring twice after six', 'Ask for Piotr', 'Letters are kept at the gate until the office opens again on Monday.'],
    ],
    [
      'part no sentence whose lines are tagged one by one',
      ['The tank is filled by hand each morning before the first of the', 'Guests arrive. It holds two', 'litres.'],
      ['The tank is filled by hand each morning before the first of the Guests arrive. It holds two litres.'],
    ],
  ])('%s', async (_, texts, expected) => {
    const bytes = taggedPdf(
      texts.map((text, index) => line(text, 700 - index * 14)),
      [
        element(
          'Document',
          6,
          texts.map((_text, index) => `${firstElement + 1 + index} 0 R`),
        ),
        ...texts.map((_text, index) => element('P', firstElement, [index])),
      ],
      texts.map((_text, index) => firstElement + 1 + index),
    );
    expect(await read(bytes)).toEqual(expected);
  });

  it('count for nothing where the page contradicts them', async () => {
    const [texts, elements, parents] = taggedTable(closeRows);
    const swapped = texts.map((text, index) => ({ ...text, y: texts[(index + 2) % 6]?.y ?? 0, x: 60 + index * 70 }));
    const crossed = await parsePdf(taggedPdf(swapped, elements, parents), { readsTags: false });
    expect((await parsePdf(taggedPdf(swapped, elements, parents))).text).toBe(crossed.text);
  });

  const prose = Array.from({ length: 12 }, (_, index) =>
    line(`Rule ${index} says that nobody is woken before the sixth hour of the day.`, 700 - index * 14),
  );
  it.each<[string, Uint8Array]>([
    ['contents that do not exist', taggedPdf(...taggedTable(closeRows, (index) => [index + 100]))],
    [
      'a content that two cells claim',
      taggedPdf(...taggedTable(closeRows, (index) => (index === 5 ? [4, 5] : [index]))),
    ],
    [
      'one cell that claims the whole page',
      taggedPdf(
        prose,
        taggedTable(closeRows, (index) => (index === 0 ? prose.map((_, each) => each) : []))[1],
        prose.map(() => firstElement + 2),
      ),
    ],
    [
      'one heading that claims the whole page',
      taggedPdf(
        prose,
        [
          element(
            'H1',
            6,
            prose.map((_, index) => index),
          ),
        ],
        prose.map(() => firstElement),
      ),
    ],
    [
      'an element that is its own child',
      taggedPdf(
        prose,
        [element('Table', 7, ['7 0 R', 0])],
        prose.map(() => 7),
      ),
    ],
    [
      'elements that hold each other',
      taggedPdf(
        prose,
        [element('Sect', 8, ['8 0 R', 0]), element('Table', 7, ['7 0 R', 1])],
        prose.map((_, index) => 7 + (index % 2)),
      ),
    ],
    [
      'a parent that is no element',
      taggedPdf(
        prose,
        [],
        prose.map(() => 3),
        [3],
      ),
    ],
    [
      'fifty thousand elements',
      taggedPdf(
        prose,
        [`<< /S /Sect /P 6 0 R /Pg 3 0 R /K [${'<< /S /P >> '.repeat(50_000)} 0] >>`],
        prose.map(() => 7),
      ),
    ],
    [
      'elements one in the other, a hundred thousand deep',
      taggedPdf(
        prose,
        Array.from({ length: 100_000 }, (_, index) =>
          element('Sect', index + 6, [index === 99_999 ? 0 : `${index + 8} 0 R`]),
        ),
        prose.map(() => 100_006),
      ),
    ],
  ])('are left aside: %s', async (_, bytes) => {
    expect((await parsePdf(bytes)).text).toBe((await parsePdf(bytes, { readsTags: false })).text);
  });
});
