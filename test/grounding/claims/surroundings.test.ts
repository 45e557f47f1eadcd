import { describe, expect, test } from 'vitest';
import { evidenceOf } from '../../../src/grounding/claims/verifyClaim.ts';

const placed = { documentTitle: 'Boathouse', sectionPath: ['Prices'] };

/** What a quote is read with, for a claim that says the same. Headings that are there for every quote are left out. */
function readAt(text: string, quote: string) {
  const start = text.indexOf(quote);
  const { evidence } = evidenceOf({ ...placed, text }, { start, end: start + quote.length }, quote);
  expect(evidence.around.slice(0, 2)).toEqual(['Boathouse', 'Prices']);
  const { around, lead, ...rest } = evidence;
  return { ...rest, above: [...around.slice(2), ...(lead === '' ? [] : [lead])] };
}

describe('the sentence of a quote', () => {
  const text =
    'Kayaks are rented by the hour. The deposit is returned unless the boat is lost. Bring a card.\nDogs stay ashore.\nAsk the warden.';

  test.each([
    ['is whole', 'deposit is returned', 'The deposit is returned unless the boat is lost.'],
    [
      'alone, where it is quoted whole',
      'The deposit is returned unless the boat is lost.',
      'The deposit is returned unless the boat is lost.',
    ],
    [
      'goes with each that the quote touches',
      'by the hour. The deposit',
      'Kayaks are rented by the hour. The deposit is returned unless the boat is lost.',
    ],
    ['on every line of it', 'a card.\nDogs', 'Bring a card.\nDogs stay ashore.'],
    ['without the line behind a line break', 'Dogs stay ashore.\n', 'Dogs stay ashore.'],
    ['without the blanks that are quoted before it', ' Bring a card.', 'Bring a card.'],
    ['without the line before', '\nAsk the', 'Ask the warden.'],
  ])('%s: %s', (_what, quote, sentence) => {
    expect(readAt(text, quote)).toEqual({ quote, sentence, passage: text, above: [] });
  });
});

describe('what stands above a quote', () => {
  test.each<[string, string, string, string[]]>([
    [
      'the nearest heading of the passage',
      '# Boats\nAll float.\n## Canoes\nAll are green.\n## Rafts\nAll are flat.',
      'are green',
      ['Canoes'],
    ],
    ['no heading that comes later', 'All boats float.\n## Canoes\nAll are green.', 'boats float', []],
    ['no line that only has the sign inside', 'Berth #7 or ## 8 is free.\nMoor there.', 'Moor there', []],
    ['the line that leads in a list', 'The fee covers:\n- a vest\n- a paddle', 'a paddle', ['The fee covers:']],
    [
      'its numbered kind, with a blank behind the colon',
      'Do this: \n1. Sign the list.\n12) Take a vest.',
      'Take a vest',
      ['Do this:'],
    ],
    ['no list under a line that leads nothing in', 'The fee is low.\n- a vest\n- a paddle', 'a paddle', []],
    ['no list under a colon inside its line', 'Open: daily.\n- a vest', 'a vest', []],
    ['no lead above a line that is no item', 'The fee covers:\nVests are free.', 'Vests', []],
    ['no lead for a line with a mark inside', 'The fee covers:\nVests - all sizes.', 'all sizes', []],
    ['none at the top', '- a vest\n- a paddle', 'a vest', []],
    ['a lead that is quoted itself is none', 'The fee covers:\n- a vest', 'covers:\n- a vest', []],
  ])('%s', (_what, text, quote, above) => {
    expect(readAt(text, quote).above).toEqual(above);
  });

  test.each<[string, string, string, string[]]>([
    ['the sentence before', 'Kayaks are red. Canoes are green. They cost 5 euros.', 'cost 5', ['Canoes are green.']],
    [
      'the line above, where none is before it on its own',
      'Canoes are green.\nThese cost 5 euros.',
      'cost 5',
      ['Canoes are green.'],
    ],
    ['of several lines the nearest', 'Rafts are flat.\nCanoes are green.\nIt is so.', 'is so', ['Canoes are green.']],
    ['behind a mark', 'Canoes are green. “Their fee is 5 euros.”', 'fee is', ['Canoes are green.']],
    ['by an ending of its language', 'Ein Kanu ist frei. Dieses kostet 5 Euro.', 'kostet', ['Ein Kanu ist frei.']],
    ['by two words', 'Kayaks and rafts are here. The former are red.', 'are red', ['Kayaks and rafts are here.']],
    ['nothing, where a word only begins like one', 'Canoes are green. Items are dear.', 'are dear', []],
    ['nothing, where the word stands later', 'Canoes are green. Bo likes it.', 'likes', []],
    ['nothing, where "the" leads on', 'Canoes are green. The raft is flat.', 'is flat', []],
  ])('a sentence that points back has %s', (_what, text, quote, above) => {
    expect(readAt(text, quote).above).toEqual(above);
  });

  test('a sentence that points back with nothing above it stays alone', () => {
    expect(readAt('They cost 5 euros.', 'cost 5').above.filter(Boolean)).toEqual([]);
  });
});
