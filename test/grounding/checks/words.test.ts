import { describe, expect, test } from 'vitest';
import { isAntonym } from '../../../src/grounding/checks/polarity.ts';
import { limitOf } from '../../../src/grounding/checks/numbers.ts';
import { checkCoverage } from '../../../src/grounding/checks/additions.ts';
import { contradicted, failed, passed, unproven, worst } from '../../../src/grounding/checks/verdict.ts';
import { contentCoverage, hasWord, missingStems, sameStem } from '../../../src/knowledge/language/stems.ts';
import {
  editsOf,
  nearestSentence,
  focusRows,
  holds,
  holdsPhrase,
  canonicalRows,
  scannedWords,
} from '../../../src/grounding/checks/edits.ts';
import { amountsOf } from '../../../src/knowledge/values/amounts.ts';

test.each([
  ['enabled', 'disabled', true],
  ['enabling', 'disables', true],
  ['before', 'after', true],
  ['possible', 'impossible', true],
  ['locked', 'unlocked', true],
  ['forbidden', 'allowed', true],
  ['succeeded', 'fails', true],
  ['before', 'before', false],
  ['beforehand', 'after', false],
  ['able', 'unable', true],
  ['due', 'undue', false],
  ['enablement', 'disablements', false],
  ['red', 'blue', false],
  ['highest', 'lower', false],
])('%s and %s are opposites: %s', (left, right, opposite) => {
  expect(isAntonym(left, right)).toBe(opposite);
  expect(isAntonym(right, left)).toBe(opposite);
});

test.each([
  ['a word and itself', 'fee', 'fee', true],
  ['a plural', 'fee', 'fees', true],
  ['the same five letters', 'battery', 'batteries', true],
  ['five letters and more', 'elect', 'electric', true],
  ['other five letters', 'rental', 'rents', false],
  ['a silent e', 'write', 'writing', true],
  ['a silent e of five letters', 'share', 'sharing', true],
  ['four letters', 'sign', 'signed', true],
  ['three letters', 'rob', 'robs', true],
  ['two letters', 'go', 'goes', false],
  ['an ending that is none', 'sign', 'signal', false],
  ['an adverb', 'slow', 'slowly', true],
  ['a genitive', 'dog', "dog's", true],
  ['one that only ends so', 'sing', 'using', false],
])('forms of one word, %s: %s, %s: %s', (_what, left, right, same) => {
  expect(sameStem(left, right)).toBe(same);
  expect(sameStem(right, left)).toBe(same);
});

test('a text has a word in some form, and lacks others', () => {
  expect(hasWord('All FEES are due.', 'fee')).toBe(true);
  expect(hasWord('All coffee is due.', 'fee')).toBe(false);
  expect(hasWord('', 'fee')).toBe(false);
  expect(missingStems('The lamps and the boats', 'A boat is here')).toEqual(['lamps', 'boats']);
  expect(missingStems('The lamps and the boats', 'Lamps and boats')).toEqual([]);
});

describe('rows', () => {
  test.each<[string, string, string[][][]]>([
    [
      'with two cells and more',
      'Plan: Basic; Price: €5',
      [
        [
          ['Plan', 'Basic'],
          ['Price', '€5'],
        ],
      ],
    ],
    [
      'of several lines',
      'A: 1; B: 2\nSome text.\nA: 3;  B: 4',
      [
        [
          ['A', '1'],
          ['B', '2'],
        ],
        [
          ['A', '3'],
          ['B', '4'],
        ],
      ],
    ],
    [
      'with a colon in a value',
      'Open: 7: 30; B: 2',
      [
        [
          ['Open', '7: 30'],
          ['B', '2'],
        ],
      ],
    ],
    ['none of one cell', 'Plan: Basic', []],
    ['none with a cell that has no header', 'Plan: Basic; and more', []],
    ['none that begins with a colon', ': Basic; Price: €5', []],
    ['none with a header of 41 characters', `${'a'.repeat(41)}: 1; B: 2`, []],
    [
      'a header of forty characters',
      `${'a'.repeat(40)}: 1; B: 2`,
      [
        [
          ['a'.repeat(40), '1'],
          ['B', '2'],
        ],
      ],
    ],
  ])('%s', (_what, text, rows) => {
    expect(canonicalRows(text)).toEqual(rows);
  });

  test.each([
    ['the cells of a header that the claim has', 'The price is low.', 'Plan: Basic; Price: €5'],
    ['of a value that it has', 'It has 10 of them.', 'Plan: Basic; Users: 10'],
    ['of a header before a value', 'Users pay €5.', 'Plan: Basic; Users: 10'],
    ['the first alone', 'It is red.', 'Plan: Basic'],
  ])('a row has %s', (_what, claim, focused) => {
    expect(focusRows('Plan: Basic; Price: €5; Users: 10', claim)).toBe(focused);
    expect(focusRows(`It is here.\nPlan: Basic; Price: €5; Users: 10`, claim)).toBe(`It is here.\n${focused}`);
  });

  test('words are read in one spelling', () => {
    expect(scannedWords('BP-4 costs €1,200.50 (10 %), E1042!')).toEqual([
      'bp4',
      'costs',
      '€',
      '1200.5',
      '10',
      '%',
      'e1042',
    ]);
    expect(scannedWords('v1.2.3')).toEqual(['v1.2.3']);
  });

  test('a phrase stands side by side, words anywhere and in any form', () => {
    const words = scannedWords('The basic plan has 10 users.');
    expect([
      holdsPhrase(words, 'Basic plan'),
      holdsPhrase(words, 'plan basic'),
      holdsPhrase(words, 'plan users'),
      holdsPhrase(words, ''),
      holdsPhrase(words, 'users now'),
    ]).toEqual([true, false, false, false, false]);
    expect([
      holds(words, 'Plans of the user'),
      holds(words, 'basics'),
      holds(words, '10'),
      holds(words, '1'),
      holds(words, 'the of'),
      holds(words, 'plan pro'),
    ]).toEqual([true, true, true, false, false, false]);
  });
});

describe('edits', () => {
  test('what a copy leaves out, adds and replaces', () => {
    expect(editsOf('The small box costs 7 francs in the shop.', 'The large box costs 7 francs now.')).toEqual([
      { removed: ['small'], added: ['large'], removedText: 'small', addedText: 'large' },
      { removed: ['shop'], added: ['now'], removedText: 'in the shop', addedText: 'now' },
    ]);
    expect(editsOf('The box costs 7 francs.', 'The box costs 7 francs!')).toEqual([]);
  });

  test.each([
    [
      'three words in common, seven in ten of the shorter',
      'The red box is big.',
      'The blue box is big, they say so.',
      true,
    ],
    ['fewer than seven in ten', 'The red box is big.', 'The blue bag is big, they say so.', false],
    ['fewer than three', 'Closed today.', 'Closed today.', false],
    ['three of three', 'It is closed.', 'It is closed.', true],
  ])('a copy has %s', (_what, sentence, claim, isCopy) => {
    expect(editsOf(sentence, claim) !== undefined).toBe(isCopy);
  });

  test('the sentence that is most like the claim', () => {
    const quote = 'The small box costs 7 francs. The large box costs 11 francs. Bring a card.';
    expect(nearestSentence(quote, 'The large box costs 12 francs.')).toBe('The large box costs 11 francs.');
    expect(nearestSentence(quote, quote)).toBe(quote);
    expect(nearestSentence('Plan: Basic; Price: €5; Users: 10', 'Basic has 10 users.')).toBe('Plan: Basic; Users: 10');
    expect(nearestSentence(`${quote} ${'It is so. '.repeat(400)}`, 'Bring a card.')).toMatch(/^The small box/);
  });
});

test.each([
  ['The maximum is 20 MB.', 'AT_MOST'],
  ['The minimum is 20 MB.', 'AT_LEAST'],
  ['It is 20 MB at most.', 'AT_MOST'],
  ['It is 20 MB.', undefined],
  ['The maximum or minimum is 20 MB.', undefined],
  ['The maximum is low; it has 20 MB.', undefined],
  ['The maximum is low and it has 20 MB.', undefined],
  ['It has 20 MB, the maximum of all.', undefined],
  ['It has 20 MB and a maximum.', undefined],
  [`The maximum ${'x'.repeat(48)} is 20 MB.`, undefined],
])('%s limits %s', (text, limit) => {
  const [amount] = amountsOf(text);
  expect(amount && limitOf(text, amount)).toBe(limit);
});

describe('coverage', () => {
  test('words and parts that the quote does not carry', () => {
    const quote = 'The desk lends helmets and lamps.';
    expect(checkCoverage('The desk lends helmets.', quote, 0.75)).toEqual({
      outcome: 'PASSED',
      detail: "75 % of the claim's words stand in the quote.",
    });
    expect(checkCoverage('The desk lends helmets.', quote, 0.5)).toEqual({
      outcome: 'UNPROVEN',
      detail: "50 % of the claim's words stand in the quote.",
    });
    expect(checkCoverage('The desk lends helmets.', quote, 0.29)).toEqual({
      outcome: 'FAILED',
      detail: "29 % of the claim's words stand in the quote.",
    });
    expect(checkCoverage('The desk lends helmets; wooden boats need fresh paint.', quote, 0.8)).toEqual({
      outcome: 'UNPROVEN',
      detail: 'Nothing in the quote says “wooden boats need fresh paint.”.',
    });
    expect(checkCoverage('The desk lends helmets; boats need paint.', quote, 0.8).outcome).toBe('PASSED');
  });

  test('a stem counts once, a genitive is no word', () => {
    expect(contentCoverage('Lamps, lamp and lamps hang', 'a lamp')).toBe(1 / 3);
    expect(contentCoverage("The shop's lamps", 'lamps')).toBe(1 / 2);
    expect(contentCoverage('ＡＢＣ', 'abc')).toBe(1);
  });
});

test('the worst of several verdicts is the first of the most serious', () => {
  const all = [passed, unproven('a'), failed('b'), contradicted('c'), contradicted('d'), failed('e')];
  expect(worst(all)).toEqual(contradicted('c'));
  expect(worst([...all.slice(0, 3), failed('e')])).toEqual(failed('b'));
  expect(worst(all.slice(0, 2))).toEqual(unproven('a'));
  expect(worst([])).toBe(passed);
});
