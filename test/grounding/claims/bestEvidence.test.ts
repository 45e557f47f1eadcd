import { expect, test } from 'vitest';
import { bestEvidence } from '../../../src/grounding/claims/composeAnswer.ts';
import { verifyClaim } from '../../../src/grounding/claims/verifyClaim.ts';
import { candidatesOf } from '../../../src/grounding/sentences/candidates.ts';
import { passage } from '../passage.ts';

const text =
  'Kayaks are red. A kayak costs 14 euros an hour. Guests bring lamps and maps. The kayak costs 14 euros an hour at most.';
const source = passage(text);
const sentences = candidatesOf(source);
const nearest = (claim: string, quote = 'nowhere to be seen at all') =>
  bestEvidence(verifyClaim({ text: claim, quote, chunkId: 'chunk-1' }, [source]), sentences);

test('what the writer cited comes first, with its place in the version', () => {
  const start = 100 + text.indexOf('Guests');
  expect(nearest('Kayaks are red.', 'Guests bring lamps and maps.')).toEqual({
    documentId: 'document-1',
    documentKey: 'one.md',
    title: 'Rental terms',
    url: null,
    versionId: 'version-1',
    quote: 'Guests bring lamps and maps.',
    sourceSpan: { start, end: start + 28 },
    sectionPath: source.sectionPath,
    governing: [],
  });
});

test.each([
  ['the sentence with most of its words', 'A kayak costs 14 euros a day.', 'A kayak costs 14 euros an hour.'],
  ['a later one that has more of them', 'Guests may bring a kayak, lamps, maps.', 'Guests bring lamps and maps.'],
  ['the first, where several have as many', 'The kayak costs 14 euros.', 'A kayak costs 14 euros an hour.'],
])('without a proof: %s', (_what, claim, quote) => {
  expect(nearest(claim)).toMatchObject({ quote, sourceSpan: { start: 100 + text.indexOf(quote) } });
});

test('with three of ten words it is about something else; with four it comes near', () => {
  expect(nearest('Green boats carry seven guests, two lamps, an anchor, maps, flags.')).toBeNull();
  expect(nearest('Green boats bring seven guests, two lamps, an anchor, maps, flags.')).toMatchObject({
    quote: 'Guests bring lamps and maps.',
  });
  expect(
    bestEvidence(verifyClaim({ text: 'Kayaks are red.', quote: 'nowhere', chunkId: 'chunk-1' }, [source]), []),
  ).toBeNull();
});
