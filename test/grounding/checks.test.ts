import { describe, expect, test } from 'vitest';
import { contentCoverage, contentStems } from '../../src/grounding/checks/coverage.ts';
import { missingNames } from '../../src/grounding/checks/names.ts';
import { missingNumbers, numbersOf } from '../../src/grounding/checks/numbers.ts';
import { samePolarity } from '../../src/grounding/checks/polarity.ts';

describe('numbers', () => {
  test.each([
    ['€ 1,000.00', '€1000'], ['1000 €', '€1000'], ['$3', '3 $'], ['1,234,567.80', '1234567.8'], ['10 %', '10.0%'], ['3.50', '3.5'], ['1,5', '1.5'], ['−5', '-5'],
  ])('%s and %s are one number', (left, right) => {
    expect(numbersOf(left)).toEqual(numbersOf(right));
    expect(numbersOf(left)).toHaveLength(1);
  });

  test.each([
    ['5', '50'], ['5', '5%'], ['$5', '€5'], ['5 $', '5 €'], ['5', '-5'], ['1.5', '15'], ['1.000', '1'], ['1,000', '1'], ['7:30', '7:45'], ['1042', '10421'], ['1.2.3', '1.2.4'],
  ])('%s and %s are two numbers', (left, right) => {
    expect(missingNumbers(left, right)).toEqual(numbersOf(left));
    expect(missingNumbers(right, left)).toEqual(numbersOf(right));
  });

  test('each number of the claim is asked for, and a range has two', () => {
    expect(missingNumbers('From 10-20 days at 3 euros', 'It takes 10 days')).toEqual(['20', '3']);
    expect(missingNumbers('no number', 'only 5')).toEqual([]);
  });
});

describe('names and codes', () => {
  test.each([
    ['a name inside the sentence', 'The Falcon lasts long', 'The bike lasts long', ['Falcon']],
    ['a code', 'fault E1042 is bad', 'fault E1043 is bad', ['E1042']],
    ['a code that begins another', 'fault E1042 is bad', 'fault E10421 is bad', ['E1042']],
    ['a code with a dash', 'the BP-4 pump', 'the BP-5 pump', ['BP-4']],
    ['a name inside another', 'ask Ann now', 'ask Anna now', ['Ann']],
  ])('misses %s', (_what, claim, quote, missing) => {
    expect(missingNames(claim, quote, [])).toEqual(missing);
  });

  test.each([
    ['in another case', 'the Falcon lasts', 'FALCON bikes last', []],
    ['in a heading', 'the Falcon lasts', 'It lasts', ['Falcon e-bike']],
    ['as a plural or possessive', 'the Falcon and Anna', 'all Falcons and Anna’s', []],
    ['at the start of the claim, where every word has a capital', 'Batteries last', 'They last', []],
  ])('accepts one %s', (_what, claim, quote, headings) => {
    expect(missingNames(claim, quote, headings)).toEqual([]);
  });
});

test.each([
  ['It is covered', 'It is not covered', false], ['It may be used', "It can't be used", false], ['It may be used', 'It can’t be used', false], ['free', 'free unless late', false],
  ['all bikes', 'all bikes except cargo bikes', false], ['It is never lent', 'It is not lent', true], ['a Notebook', 'a knot', true], ['without fee', 'no fee', true],
])('polarity of "%s" and "%s": the same is %s', (claim, quote, same) => {
  expect(samePolarity(claim, quote)).toBe(same);
  expect(samePolarity(quote, claim)).toBe(same);
});

describe('coverage', () => {
  test('counts content words by their first five letters', () => {
    expect(contentStems('The batteries of a Battery')).toEqual(new Set(['batte']));
    expect(contentCoverage('The battery lasts ninety kilometres', 'batteries last kilometre after kilometre', [])).toBe(2 / 4);
  });

  test('headings count, stop words do not, and a claim without content is covered', () => {
    expect(contentCoverage('The Falcon lasts', 'It lasts', ['Falcon'])).toBe(1);
    expect(contentCoverage('It is what it is', 'brass', [])).toBe(1);
    expect(contentCoverage('brass bells', '', [])).toBe(0);
  });
});
