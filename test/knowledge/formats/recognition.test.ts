import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseImage } from '../../../src/knowledge/formats/scan/recognisePages.ts';
import { decodeGrey, type GreyImage, takeRules } from '../../../src/knowledge/formats/scan/greyImage.ts';
import { recognisedPage } from '../../../src/knowledge/formats/scan/recognisedPage.ts';
import {
  findRecognition,
  type RecognisedLine,
  type RecognisedPicture,
  type Recogniser,
} from '../../../src/knowledge/formats/scan/recogniser.ts';
import { certaintyOf, doubtfulIn, isUncertain } from '../../../src/knowledge/document.ts';
import { blockTexts, expectSound, faultOf } from './expectations.ts';

/** Ink of `boxes` on white paper: [left, top, right, bottom), in pixels. */
function drawn(
  width: number,
  height: number,
  boxes: readonly (readonly [number, number, number, number])[],
): GreyImage {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  return { width, height, pixels };
}

/** A line of words set in a font of 20 pixels, each letter 10 wide; `word:55` is 55 % sure, others are 95 %. */
function line(baseline: number, text: string, { left = 100, height = 20 } = {}): RecognisedLine {
  let at = left;
  const words = text.split(' ').map((part) => {
    const [, word = part, sure] = /^(.+):(\d+)$/.exec(part) ?? [];
    const placed = { text: word, certainty: sure ? Number(sure) / 100 : 0.95, left: at, right: at + word.length * 10 };
    at = placed.right + 8;
    return placed;
  });
  return { baseline, height, words };
}

const picture = (lines: readonly RecognisedLine[], rules: RecognisedPicture['rules'] = []): RecognisedPicture => ({
  width: 1_190,
  height: 1_684,
  lines,
  rules,
});
const saying = (read: RecognisedPicture): Recogniser => ({
  recognise: async () => Promise.resolve(read),
  close: async () => Promise.resolve(),
});

/** The head of a PNG, which is all that is looked at before it is decoded. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from('\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\b\0\0\0\0', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

describe('takeRules', () => {
  it('takes the rules of a table out and leaves letters, however large, where they are', () => {
    const rules: [number, number, number, number][] = [
      [100, 100, 900, 103],
      [100, 200, 900, 203],
      [100, 100, 103, 203],
      [897, 100, 900, 203],
    ];
    const letters: [number, number, number, number][] = [
      [150, 140, 156, 170],
      [160, 140, 180, 146],
      [300, 400, 420, 440],
    ];
    const { rules: found, cleaned } = takeRules(drawn(1_000, 600, [...rules, ...letters]));
    expect(found).toHaveLength(4);
    expect(found[0]).toEqual({ left: 100, right: 900, top: 100, bottom: 103 });
    expect(Buffer.compare(cleaned.pixels, drawn(1_000, 600, letters).pixels)).toBe(0);
  });

  it('leaves the foot of blurred letters, which is no rule: ink goes on above it', () => {
    const blurred = drawn(1_000, 200, [
      [100, 120, 300, 124],
      ...Array.from({ length: 20 }, (_, letter): [number, number, number, number] => [
        100 + letter * 10,
        100,
        106 + letter * 10,
        120,
      ]),
    ]);
    expect(takeRules(blurred).rules).toEqual([]);
  });
});

describe('decodeGrey', () => {
  it.each([0, 1, 2, 3, 4])('undoes filter %i of PNG', (filter) => {
    const [width, height] = [3, 2];
    // Filtered by hand, after the specification: the picture is 10 20 30 / 40 50 60.
    const rows = [
      [10, 20, 30, 40, 50, 60],
      [10, 10, 10, 40, 10, 10],
      [10, 20, 30, 30, 30, 30],
      [10, 15, 20, 35, 20, 20],
      [10, 10, 10, 30, 10, 10],
    ][filter] as number[];
    const raw = Buffer.from([filter, ...rows.slice(0, 3), filter, ...rows.slice(3)]);
    const chunk = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
    };
    const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0]);
    const png = Buffer.concat([Buffer.alloc(8), chunk('IHDR', head), chunk('IDAT', deflateSync(raw))]);
    expect([...decodeGrey(png).pixels]).toEqual([10, 20, 30, 40, 50, 60]);
  });
});

describe('parseImage', () => {
  it('writes a recognised page as headings, lists and tables, and what is doubtful of it', async () => {
    const parsed = await parseImage(
      pngHead(1_190, 1_684),
      saying(
        picture(
          [
            line(100, 'Harbour rules', { height: 36 }),
            line(200, 'A berth costs 18 crowns a night, longer boats pay more.'),
            line(300, '«:40 Engines are off.'),
            line(330, '+:37 Dogs are kept on a lend:52'),
            line(500, 'Pier', { left: 120 }),
            line(500, 'Fee', { left: 420 }),
            line(560, 'Northern', { left: 120 }),
            line(560, '16.00:71', { left: 420 }),
            line(620, '~~::3 iJ;:9'),
          ],
          [
            ...[460, 520, 580].map((top) => ({ left: 100, right: 600, top, bottom: top + 3 })),
            ...[100, 400, 597].map((left) => ({ left, right: left + 3, top: 460, bottom: 583 })),
          ],
        ),
      ),
    );
    expectSound(parsed);
    expect(blockTexts(parsed)).toEqual([
      '# Harbour rules',
      'A berth costs 18 crowns a night, longer boats pay more.',
      '- Engines are off.\n- Dogs are kept on a lend',
      'Pier: Northern; Fee: 16.00',
    ]);
    const spanOf = (words: string) => {
      const start = parsed.text.indexOf(words);
      return { start, end: start + words.length };
    };
    expect(doubtfulIn(parsed.sourceMap, { start: 0, end: parsed.text.length })).toEqual([
      spanOf('lend'),
      spanOf('16.00'),
    ]);
    expect(isUncertain(parsed.sourceMap, spanOf('A berth costs 18 crowns'))).toBe(false);
    expect(isUncertain(parsed.sourceMap, spanOf('Dogs are kept on a lend'))).toBe(true);
    expect(isUncertain(parsed.sourceMap, spanOf('Fee: 16.00'))).toBe(true);
    expect(certaintyOf(parsed.sourceMap, spanOf('A berth'))).toBeCloseTo(0.92, 1);
    expect(parsed.problems).toEqual([
      'Page 1: recognised from its picture, 92 % sure. Doubtful: “lend”, “16.00”; answers from passages with such a word are never CONFIDENT. 1 line was left out as unreadable.',
    ]);
  });

  it('holds a whole page for uncertain that was hardly recognised', async () => {
    const poor = picture([line(100, 'Tbe:50 ferry:70 lnaves:60 the:80 northern:66 peer:50')]);
    const { sourceMap, problems } = await parseImage(pngHead(1_190, 1_684), saying(poor));
    expect(sourceMap).toMatchObject({ uncertain: [1], recognised: [{ page: 1, certainty: 0.63 }] });
    expect(problems?.[0]).toMatch(/^Page 1: recognised .* 63 % sure\. Answers from there are never CONFIDENT\.$/);
  });

  it('is told how to switch recognition on', async () => {
    const fault = await faultOf(async () => parseImage(pngHead(10, 10), undefined), 'DOCUMENT_UNSUPPORTED');
    expect(fault.remedy).toContain('CANDOR_OCR=eng');
  });

  it('refuses billions of pixels before they are decoded, and a head that breaks off', async () => {
    const never = saying(picture([]));
    const jpeg = Buffer.from('\xFF\xD8\xFF\xE0\0\x04JF\xFF\xC0\0\x0B\b\xFF\xFF\xFF\xFF\x01\0\0\0', 'latin1');
    for (const bomb of [pngHead(60_000, 60_000), jpeg])
      expect((await faultOf(async () => parseImage(bomb, never), 'DOCUMENT_TOO_LARGE')).message).toMatch(
        /^The picture has 6/,
      );
    await faultOf(async () => parseImage(jpeg.subarray(0, 6), never), 'DOCUMENT_CORRUPT');
    await faultOf(async () => parseImage(pngHead(9, 9).subarray(0, 20), never), 'DOCUMENT_CORRUPT');
    await faultOf(async () => parseImage(pngHead(9, 9), never), 'DOCUMENT_INVALID');
  });
});

it('text on both sides of an upright rule is two cells, however near', () => {
  const near = picture([line(100, 'one two')], [{ left: 133, right: 135, top: 60, bottom: 140 }]);
  expect(recognisedPage(near, 1, 595).page.fragments.map(({ text }) => text)).toEqual(['one', 'two']);
  expect(recognisedPage({ ...near, rules: [] }, 1, 595).page.fragments.map(({ text }) => text)).toEqual(['one two']);
});

it('a missing package is named with the command that installs it', async () => {
  const fault = await faultOf(() => findRecognition('xyz'), 'BAD_CONFIG');
  expect(fault.message).toBe('CANDOR_OCR=xyz needs the package @tesseract.js-data/xyz.');
  expect(fault.remedy).toContain('npm install --no-save tesseract.js@7.0.0 @tesseract.js-data/xyz@1.0.0');
});
