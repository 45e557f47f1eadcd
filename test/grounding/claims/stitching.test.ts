import { describe, expect, test } from 'vitest';
import { checkClaim, indexPassages } from '../../../src/grounding/claims/checkClaim.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { passage } from '../passage.ts';

const of = (text: string, name = 'a', more: Partial<Passage> = {}) =>
  passage(text, {
    documentTitle: 'Shop',
    sectionPath: [],
    chunkId: `${name}-chunk`,
    versionId: `${name}-version`,
    ...more,
  });
const check = (claim: string, ...passages: (string | Passage)[]) => {
  const { status, evidence } = checkClaim(
    claim,
    indexPassages(passages.map((entry, position) => (typeof entry === 'string' ? of(entry, `p${position}`) : entry))),
  );
  return { status, evidence, quotes: evidence.map(({ proof }) => proof?.quote) };
};
const boxes = 'The small box costs 7 francs. The large box costs 11 francs.';

describe('how many quotes are given', () => {
  const fee = 'The deposit is 40 francs for each bike.';

  test('three that support it, and each place once', () => {
    expect(check('For each bike the deposit is 40 francs.', fee, fee, fee, fee)).toMatchObject({
      status: 'SUPPORTED',
      quotes: [fee, fee, fee],
    });
    const overlap = of(`${fee} Pay it soon.`, 'b', { versionId: 'a-version' });
    expect(
      check('For each bike the deposit is 40 francs.', of(fee), overlap, of(fee, 'c')).evidence.map(
        ({ proof }) => proof?.passage.versionId,
      ),
    ).toEqual(['a-version', 'c-version']);
  });

  test('three that contradict it, and each place once', () => {
    const wrong = check('The deposit is 50 francs for each bike.', fee, fee, fee, fee);
    expect(wrong).toMatchObject({ status: 'CONTRADICTED', quotes: [fee, fee, fee] });
    expect(
      check(
        'The deposit is 50 francs for each bike.',
        of(fee),
        of(`${fee} Pay it soon.`, 'b', { versionId: 'a-version' }),
      ).quotes,
    ).toEqual([fee]);
  });

  test('of what does not support it the one that came nearest', () => {
    expect(
      check(
        'The workshop repairs brakes, saddles and lamps overnight.',
        'The workshop is red. Brakes and saddles hang in the workshop. Lamps burn.',
      ),
    ).toMatchObject({ status: 'UNSUPPORTED', quotes: ['Brakes and saddles hang in the workshop.'] });
    expect(check('Whales sing.', fee)).toMatchObject({ status: 'UNSUPPORTED', quotes: [] });
  });
});

describe('a sentence that begins with a pronoun', () => {
  const claim = 'Ann Keller trained as a watchmaker in Bern.';
  const trained = 'She trained as a watchmaker in Bern.';

  test.each([
    [
      'is quoted with the one before',
      claim,
      `Ann Keller runs the workshop. ${trained}`,
      `Ann Keller runs the workshop. ${trained}`,
    ],
    [
      'and with no more',
      claim,
      `The shop is red. Ann Keller runs the workshop. ${trained}`,
      `Ann Keller runs the workshop. ${trained}`,
    ],
    ['alone, where the claim begins with one too', trained, `Ann Keller runs the workshop. ${trained}`, trained],
    ['alone, where it is the first', 'She trained as a watchmaker.', `${trained} The shop is red.`, trained],
    [
      'alone, where the one before stands on a line of its own',
      claim,
      `Ann Keller runs the workshop.\n${trained}`,
      trained,
    ],
    [
      'alone, where both are too long for a quote',
      claim,
      `Ann Keller runs the workshop${', the shop'.repeat(70)}. ${trained}`,
      trained,
    ],
  ])('%s', (_what, said, text, quote) => {
    expect(check(said, text).quotes).toEqual([quote]);
  });
});

describe('what a sentence proves by itself', () => {
  test('one word proves a claim that says no more', () => {
    const { status, evidence } = check('It is closed.', 'The door is red. Closed.');
    expect(status).toBe('SUPPORTED');
    expect(evidence[0]?.proof?.quote).toBe('Closed.');
    expect(
      evidence[0]?.checks.map(({ name, passed, detail }) => (name === 'QUOTE' ? [passed, detail] : [passed])),
    ).toEqual([[true], [true, null], [true], [true], [true], [true], [true], [true], [true], [true], [true]]);
  });

  test.each(['It is closed today.', 'It is not closed.', 'They were closed by Bo Lind.'])(
    'and no other: %s',
    (claim) => {
      expect(check(claim, 'Closed.').status).not.toBe('SUPPORTED');
    },
  );

  test("what is left to a reader's judgement proves nothing", () => {
    const { status, evidence } = check(
      'The Falcon’s battery holds out for 90 kilometres of riding.',
      'The battery of the Falcon lasts 90 kilometres in summer.',
    );
    expect(status).toBe('UNSUPPORTED');
    expect(evidence.map(({ checks }) => checks.filter(({ passed }) => !passed).map(({ name }) => name))).toEqual([
      ['ADDITIONS', 'COVERAGE'],
    ]);
  });
});

describe('sentences that only together carry a claim', () => {
  const three = 'The battery lasts 2 years. The frame lasts 10 years. The saddle lasts 5 years.';

  test.each([
    ['two', 'The small box costs 7 francs and the large box 11 francs.', boxes, boxes],
    ['in the words of both', boxes, boxes, boxes],
    [
      'the shortest join that does',
      'The frame lasts 10 years and the saddle lasts 5 years.',
      `Bikes are red. ${three} Lamps are blue.`,
      'The frame lasts 10 years. The saddle lasts 5 years.',
    ],
    [
      'at the end of the passage',
      'The saddle lasts 5 years and the lamp is blue.',
      `${three} The lamp is blue.`,
      'The saddle lasts 5 years. The lamp is blue.',
    ],
  ])('%s', (_what, claim, text, quote) => {
    expect(check(claim, text)).toMatchObject({ status: 'SUPPORTED', quotes: [quote] });
  });

  test.each([
    [
      'four are too many',
      'The battery lasts 2 years, the frame 10 years, the saddle 5 years and the lamp 3 years.',
      `${three} The lamp lasts 3 years.`,
    ],
    [
      'not neighbours',
      'The small box costs 7 francs and the large box 11 francs.',
      'The small box costs 7 francs. Bring a card. Ask Bo. Wait here. The large box costs 11 francs.',
    ],
    ['on lines of their own', 'The small box costs 7 francs and the large box 11 francs.', boxes.replace('. ', '.\n')],
    [
      'of two passages',
      'The small box costs 7 francs and the large box 11 francs.',
      of('The small box costs 7 francs.'),
      of('The large box costs 11 francs.', 'b'),
    ],
    [
      'too long for a quote',
      'The small box costs 7 francs and the large box 11 francs.',
      `The small box costs 7 francs${' in the shop'.repeat(60)}. The large box costs 11 francs.`,
    ],
    ['a value of the neighbour', 'The small box costs 11 francs.', boxes],
    ["values in each other's place", 'The small box costs 11 francs and the large box 7 francs.', boxes],
    ['one value for both', 'The small box and the large box cost 11 francs.', boxes],
    ['one of them twice', 'The small box costs 7 francs and the large box 7 francs.', boxes],
  ])('none: %s', (_what, claim, ...passages) => {
    expect(check(claim, ...passages).status).not.toBe('SUPPORTED');
  });
});
