import { describe, expect, test } from 'vitest';
import { checkClaim, indexPassages } from '../../../src/grounding/claims/checkClaim.ts';
import { passage } from '../passage.ts';

const terms = passage(
  'The battery lasts 2 years. The frame is guaranteed for 10 years. Rentals in winter are cheaper. The small box costs 7 francs. The large box costs 11 francs. ' +
    'Returns are accepted within 30 days of delivery. Dogs are not allowed in the cabins.\nAnn Keller runs the workshop. She trained as a watchmaker in Bern.',
  { documentTitle: 'Shop terms', sectionPath: ['Terms'] },
);
const list = passage('You need:\n- a passport that is valid for 6 months\n- two photographs of the child', {
  chunkId: 'chunk-2',
  versionId: 'version-2',
  documentTitle: 'Papers',
  sectionPath: [],
});
const index = indexPassages([terms, list]);
const verdictOf = (claim: string) => checkClaim(claim, index);
const quotesOf = (claim: string) => verdictOf(claim).evidence.map(({ proof }) => proof?.quote);

describe('checkClaim', () => {
  test.each<[string, string, string[]]>([
    ['SUPPORTED', 'You can return items within 30 days.', ['Returns are accepted within 30 days of delivery.']],
    ['SUPPORTED', 'Rentals are cheaper in winter.', ['Rentals in winter are cheaper.']],
    [
      'SUPPORTED',
      'The battery lasts 2 years and the frame is guaranteed for 10 years.',
      ['The battery lasts 2 years. The frame is guaranteed for 10 years.'],
    ],
    [
      'SUPPORTED',
      'The small box costs 7 francs and the large box 11 francs.',
      ['The small box costs 7 francs. The large box costs 11 francs.'],
    ],
    [
      'SUPPORTED',
      'Ann Keller trained as a watchmaker in Bern.',
      ['Ann Keller runs the workshop. She trained as a watchmaker in Bern.'],
    ],
    [
      'SUPPORTED',
      'You need two photographs of the child.',
      ['You need:\n- a passport that is valid for 6 months\n- two photographs of the child'],
    ],
    ['CONTRADICTED', 'Dogs are allowed in the cabins.', ['Dogs are not allowed in the cabins.']],
    ['UNSUPPORTED', 'Rentals are cheaper in summer.', ['Rentals in winter are cheaper.']],
    ['UNSUPPORTED', 'Whales sing.', []],
  ])('%s: %s', (status, claim, quotes) => {
    expect(verdictOf(claim).status).toBe(status);
    expect(quotesOf(claim).slice(0, 1)).toEqual(quotes);
  });

  test.each([
    'The small box costs 11 francs.',
    'The large box costs 7 francs.',
    'The small box costs 11 francs and the large box 7 francs.',
    'The battery is guaranteed for 10 years.',
    'A passport that is valid for 6 months and two photographs of the parents are needed.',
    'Returns are accepted within 14 days of delivery.',
    'Ann Keller trained as a watchmaker in Basel.',
    'Bob Miller trained as a watchmaker in Bern.',
  ])('nothing is stitched together: %s', (claim) => {
    expect(verdictOf(claim).status).not.toBe('SUPPORTED');
    expect(verdictOf(claim).evidence).not.toEqual([]);
  });

  test('every quote stands in its passage at its span', () => {
    for (const { evidence } of ['Rentals are cheaper in winter.', 'Ann Keller trained as a watchmaker in Bern.'].map(
      (claim) => verdictOf(claim),
    )) {
      for (const { proof } of evidence)
        expect(
          proof?.passage.text.slice(
            proof.sourceSpan.start - proof.passage.sourceSpan.start,
            proof.sourceSpan.end - proof.passage.sourceSpan.start,
          ),
        ).toBe(proof?.quote);
    }
  });
});

test('figures and names find their sentence among many alike', () => {
  const many = Array.from({ length: 40 }, (_, row) =>
    passage(`The box of size ${row} costs ${row * 3} francs in the shop.`, {
      chunkId: `box-${row}`,
      versionId: `v-${row}`,
      sectionPath: [],
    }),
  );
  const [nearest] = indexPassages(many).near('The box of size 17 costs 51 francs in the shop.');
  expect(nearest?.text).toBe('The box of size 17 costs 51 francs in the shop.');
});
