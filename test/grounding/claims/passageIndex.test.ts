import { describe, expect, test } from 'vitest';
import { indexPassages } from '../../../src/grounding/claims/checkClaim.ts';
import { passage } from '../passage.ts';

const plain = (text: string, sectionPath: readonly string[] = []) =>
  passage(text, { documentTitle: '', sectionPath, chunkId: text });
const near = (claim: string, ...texts: string[]) =>
  indexPassages(texts.map((text) => plain(text)))
    .near(claim)
    .map(({ text }) => text);

describe('near', () => {
  test.each<[string, string, string[], string[]]>([
    [
      "with more of the claim's words",
      'Lamps hang in the hall.',
      ['Lamps are sold.', 'Lamps hang in the hall.'],
      ['Lamps hang in the hall.', 'Lamps are sold.'],
    ],
    [
      'in reading order, where they share as much',
      'Lamps and vests.',
      ['Vests are red.', 'Lamps are dear.'],
      ['Vests are red.', 'Lamps are dear.'],
    ],
    [
      'with its figure before one with its word',
      'Lamps for 40.',
      ['Lamps are sold. Rooms take 40.'],
      ['Rooms take 40.', 'Lamps are sold.'],
    ],
    [
      'with its name before one with its word',
      'For lamps ask Keller.',
      ['Lamps are sold. We met Keller.'],
      ['We met Keller.', 'Lamps are sold.'],
    ],
    [
      'with a word that few passages have',
      'Boats have lamps.',
      ['Boats are red.', 'Boats are green.', 'Lamps are sold.'],
      ['Lamps are sold.', 'Boats are red.', 'Boats are green.'],
    ],
    ['with none of its words: none', 'Whales sing.', ['Lamps are sold.', 'Boats are red.'], []],
    ['with what is inflected', 'A lamp was sold.', ['Lamps are red. The sale of boats.'], []],
  ])('the sentence %s', (_what, claim, texts, expected) => {
    expect(near(claim, ...texts)).toEqual(expected);
  });

  test('title, headings and the sentence before tell alike sentences apart, and are not enough alone', () => {
    const index = indexPassages([
      plain('The fee is 5 euros.', ['Canoes']),
      plain('The fee is 5 euros. Pay it soon.', ['Kayaks']),
    ]);
    expect(index.near('The kayak fee is 5 euros.').map(({ passage: { sectionPath } }) => sectionPath)).toEqual([
      ['Kayaks'],
      ['Canoes'],
    ]);
    expect(index.near('The canoe fee is 5 euros.').map(({ passage: { sectionPath } }) => sectionPath)).toEqual([
      ['Canoes'],
      ['Kayaks'],
    ]);
    expect(index.near('A kayak sank.')).toEqual([]);
  });

  test('a word of its own tells more than one of its heading', () => {
    expect(
      indexPassages([plain('The boat fee is due.', ['Kayaks']), plain('The kayak fee is due.', ['Boats'])])
        .near('A kayak fee.')
        .map(({ text }) => text),
    ).toEqual(['The kayak fee is due.', 'The boat fee is due.']);
  });

  test('six sentences of the eight best passages', () => {
    const texts = Array.from({ length: 12 }, (_, row) => `Lamp ${String.fromCodePoint(97 + row).repeat(3)} hangs.`);
    expect(near('A lamp hangs.', ...texts)).toEqual(texts.slice(0, 6));
    const alike = Array.from({ length: 8 }, () => plain('Boats float.', ['Lamps']));
    const better = plain('Boats have lamps.');
    const best = (passages: Parameters<typeof indexPassages>[0]) =>
      indexPassages(passages).near('Boats have lamps.')[0]?.text;
    expect(best([...alike.slice(1), better])).toBe('Boats have lamps.');
    expect(best([...alike, better])).toBe('Boats float.');
  });
});

test('around a sentence stand all of its passage, in reading order', () => {
  const index = indexPassages([plain('Lamps are sold. Vests are red.'), plain('Boats are green.')]);
  const [vests] = index.near('Vests.');
  expect(vests && index.around(vests).map(({ text }) => text)).toEqual(['Lamps are sold.', 'Vests are red.']);
});
