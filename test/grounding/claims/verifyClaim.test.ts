import { describe, expect, test } from 'vitest';
import type { CheckName, ClaimStatus } from '../../../src/grounding/claim.ts';
import { verifyClaim } from '../../../src/grounding/claims/verifyClaim.ts';
import { passage } from '../passage.ts';

const quote = 'The battery of the Falcon lasts 90 kilometres in summer';
const source = passage(`Read this first. ${quote}. It is not covered by any insurance.`);
const check = (text: string, named = quote, chunkId = source.chunkId) =>
  verifyClaim({ text, quote: named, chunkId }, [source]);
const failed = (claim: ReturnType<typeof check>) =>
  claim.checks.filter((entry) => !entry.passed).map((entry) => entry.name);

test('a claim that its quote proves is supported, with the span in the version', () => {
  const claim = check('The Falcon’s battery lasts 90 kilometres.');
  expect(claim).toMatchObject({
    status: 'SUPPORTED',
    support: 1,
    proof: { quote, sourceSpan: { start: 117, end: 117 + quote.length } },
  });
  expect(claim.checks.map((entry) => entry.name)).toEqual<CheckName[]>([
    'POINTER',
    'QUOTE',
    'NUMBERS',
    'DATES',
    'NAMES',
    'POLARITY',
    'MODALITY',
    'SCOPE',
    'RELATION',
    'ADDITIONS',
    'COVERAGE',
  ]);
  expect(claim.decided).toBe(true);
});

describe('one check that fails is enough', () => {
  test.each<[string, string, string, string, CheckName[], ClaimStatus?]>([
    [
      'a passage that was not retrieved',
      'The battery lasts 90 kilometres.',
      quote,
      'chunk-of-another-workspace',
      ['POINTER', 'QUOTE'],
    ],
    [
      'a fabricated quote',
      'The battery lasts 90 kilometres.',
      'The battery lasts for ever and a day',
      'chunk-1',
      ['QUOTE'],
    ],
    ['a quote of three words', 'The battery of the Falcon lasts.', 'battery of the Falcon lasts', 'chunk-1', ['QUOTE']],
    ['a wrong number', 'The battery of the Falcon lasts 95 kilometres.', quote, 'chunk-1', ['NUMBERS'], 'CONTRADICTED'],
    [
      'a quote that cuts the number',
      'The battery of the Falcon lasts 9 hours.',
      'The battery of the Falcon lasts 9',
      'chunk-1',
      ['QUOTE'],
    ],
    ['a percent sign that is not there', 'The battery of the Falcon lasts 90 %.', quote, 'chunk-1', ['NUMBERS']],
    ['a sibling', 'The battery of the Eagle lasts 90 kilometres.', quote, 'chunk-1', ['NAMES', 'SCOPE']],
    [
      'other words',
      'The battery explodes violently whenever somebody charges bikes.',
      quote,
      'chunk-1',
      ['ADDITIONS', 'COVERAGE'],
    ],
  ])('%s', (_what, text, named, chunkId, names, status = 'UNSUPPORTED') => {
    const claim = check(text, named, chunkId);
    expect(failed(claim)).toEqual(names);
    expect(claim.checks.filter(({ passed }) => !passed).every(({ detail }) => detail)).toBe(true);
    expect(claim.status).toBe(status);
  });
});

test('a lone negation is a contradiction, with another fault it is unsupported', () => {
  expect(check('The battery of the Falcon does not last 90 kilometres.').status).toBe('CONTRADICTED');
  expect(check('It is covered by any insurance.', 'It is not covered by any insurance')).toMatchObject({
    status: 'CONTRADICTED',
  });
  expect(check('The battery of the Eagle does not last 90 kilometres.').status).toBe('UNSUPPORTED');
});

test('a short sentence that is quoted whole is its own proof', () => {
  expect(check('Read this first.', 'Read this first.').status).toBe('SUPPORTED');
});

describe('how long a quote must be', () => {
  const short = passage('Closed. Dogs sleep. Cats sleep in the barn.');
  test.each([
    ['a sentence of two words', 'Dogs sleep soundly.', 'Dogs sleep.', true],
    ['a part of a sentence', 'Cats sleep soundly.', 'Cats sleep', false],
    ['a sentence of one word', 'It is closed.', 'Closed.', false],
    ['one that is the claim itself', ' Closed. ', 'Closed.', true],
    ['a part of a sentence that is the claim itself', 'Cats sleep', 'Cats sleep', true],
  ])('%s', (_what, text, named, enough) => {
    expect(failed(verifyClaim({ text, quote: named, chunkId: 'chunk-1' }, [short])).includes('QUOTE')).toBe(!enough);
  });
});

test.each([
  ['a short word counts half', 'The Falcon’s battery lasts big.', 3 / 3.5],
  ['a short figure counts whole', 'The Falcon’s battery lasts 95.', 3 / 4],
  ['as does a word of four letters', 'The Falcon’s battery lasts days.', 3 / 4],
  ['what stands above does not count', 'The rental battery of the Falcon lasts.', 3 / 4],
  ['an amount in other words is carried', 'The battery of the Falcon lasts ninety kilometres in summer.', 1],
  ['another amount is not', 'The battery of the Falcon lasts eighty kilometres in summer.', 5 / 6],
])('support: %s', (_what, text, support) => {
  expect(check(text).support).toBeCloseTo(support, 10);
});

test('a wrong value is decided, however few of the words are there', () => {
  const claim = check('Riders reach distant mountain villages, 95 kilometres.');
  expect(failed(claim)).toEqual(expect.arrayContaining(['NUMBERS', 'COVERAGE']));
  expect(claim).toMatchObject({ status: 'UNSUPPORTED', decided: true });
});

test('support is the share of the claim that the quote carries', () => {
  expect(check('The battery of the Falcon lasts bravely everywhere.').support).toBe(3 / 5);
});

test('without a quote there is no proof and no comparison', () => {
  const claim = check('The battery lasts 90 kilometres.', 'nowhere to be seen at all');
  expect(claim.proof).toBeUndefined();
  expect(claim.checks).toHaveLength(2);
  expect(claim.support).toBe(0);
});

test.each([
  [
    'words that the quote lacks leave doubt',
    'The Falcon’s battery holds out for 90 kilometres of riding.',
    { status: 'UNSUPPORTED', decided: false },
  ],
  [
    'as does too little of them',
    'The Falcon reaches distant villages in summer, 90 kilometres.',
    { status: 'UNSUPPORTED', decided: false },
  ],
  ['a wrong value leaves none', 'The battery of the Falcon lasts 90 miles in summer.', { decided: true }],
])('an entailment model is of use where only words are in doubt: %s', (_what, text, expected) => {
  expect(check(text)).toMatchObject(expected);
});

test('a sentence of the source passes word for word, in any case and without its stop', () => {
  const text = 'Never is the Pro plan, unless it was paid before 2019, not at least 5 € a month.';
  const whole = passage(`Intro. ${text} Outro.`);
  for (const claim of [text, text.slice(0, -1), text.toLowerCase()]) {
    expect(verifyClaim({ text: claim, quote: text, chunkId: 'chunk-1' }, [whole])).toMatchObject({
      status: 'SUPPORTED',
      decided: true,
    });
  }
});

test('a quote that is cut out of its sentence does not lose its condition', () => {
  const whole = passage('Deposits are returned in full unless the bike was damaged or lost.');
  expect(
    verifyClaim(
      { text: 'Deposits are returned in full.', quote: 'Deposits are returned in full', chunkId: 'chunk-1' },
      [whole],
    ).status,
  ).not.toBe('SUPPORTED');
});
