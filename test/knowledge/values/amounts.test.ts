import { describe, expect, test } from 'vitest';
import { amountsOf } from '../../../src/knowledge/values/amounts.ts';
import { blankAmounts, implies, sameAmount } from '../../../src/grounding/checks/numbers.ts';

const read = (text: string) =>
  amountsOf(text).map(({ low, high, comparator, unit }) =>
    `${comparator === 'EXACT' ? '' : `${comparator} `}${low === high ? low : `${low}..${high}`} ${unit}`.trim(),
  );

test.each<[string, string[]]>([
  ['It takes 5-10 business days and costs €1,000.50 per month.', ['5..10 business day', '1000.5 EUR/month']],
  [
    'at least 5 users, up to 20 MB, no more than 3 hours',
    ['AT_LEAST 5 user', 'AT_MOST 20000000 byte', 'AT_MOST 10800 second'],
  ],
  ['24 hours or 1 day', ['86400 second', '86400 second']],
  ['1 hour 30 minutes', ['5400 second']],
  ['half an hour, within an hour', ['1800 second', 'AT_MOST 3600 second']],
  ['between 5 and 10 euros', ['5..10 EUR']],
  ['raised from 5 to 10 %', ['5', '10 %']],
  ['$5m, 5 million dollars, 5k users', ['5000000 USD', '5000000 USD', '5000 user']],
  ['1.000 €', ['null EUR']],
  ['1.000 € und 2,50 €', ['1000 EUR', '2.5 EUR']],
  ['1.000.000 people', ['1000000 people']],
  ['10 000 users', ['10000 user']],
  ['1\u00A0000 users', ['1000 user']],
  ['open 7:30–22:00, 7 pm to 9:30 p.m.', ['450..1320 clock', '1140..1290 clock']],
  ['5 to 7 pm', ['1020..1140 clock']],
  ['twenty-five people, two hundred and fifty items', ['25 people', '250 item']],
  ['a 30-day window', ['2592000 second']],
  ['-5 degrees', ['-5 degree']],
  ['5+ years', ['AT_LEAST 60 month']],
  ['10 product images', ['10 image']],
  ['one image per product', ['1 image/product']],
  ['5 € per user per month', ['5 EUR/user/month']],
  ['twice a year', ['2 time/year']],
  ['5 per cent, 2 percentage points', ['5 %', '2 percentage point']],
  ['the second attempt on the 3rd floor', ['2 ordinal', '3 ordinal']],
  ['iOS 16 or newer', ['AT_LEAST 16']],
  ['>= 5 %, ~5 GB', ['AT_LEAST 5 %', 'ABOUT 5000000000 byte']],
  ['1½ hours', ['5400 second']],
  ['a dozen eggs', ['12 egg']],
  ['٥ كيلو', ['5 كيلو']],
  ['5 Stunden, höchstens 3 Monate', ['18000 second', 'AT_MOST 3 month']],
  ['30 days or less', ['AT_MOST 2592000 second']],
])('%s', (text, amounts) => {
  expect(read(text)).toEqual(amounts);
});

test.each([
  'version 2.1 and step 3',
  'BP-4, fault E1042, COVID-19, v1.2.3',
  '24/7 support',
  'one of the rules',
  'on 1 July 2025 and in 2024',
  'no numbers at all',
])('%s: no amounts', (text) => {
  expect(read(text)).toEqual([]);
});

const one = (text: string) => amountsOf(text)[0] ?? expect.fail(`no amount in ${text}`);

test.each([
  ['€ 1,000.00', '€1000'],
  ['1000 €', 'EUR 1000'],
  ['10 %', '10.0 percent'],
  ['1,5 kg', '1500 g'],
  ['2 weeks', '14 days'],
  ['a year', '12 months'].map((text) => `within ${text}`) as [string, string],
  ['7:30 pm', '19:30'],
  ['five days', '5 days'],
])('%s is %s', (left, right) => {
  expect(sameAmount(one(left), one(right))).toBe(true);
});

test.each([
  ['5 days', '5 business days'],
  ['30 days', '1 month'],
  ['5', '5 %'],
  ['$5', '€5'],
  ['5', '-5'],
  ['1.000 €', '1 €'],
  ['1.000 kg', '1000 kg'],
  ['1.459 € per litre', '1459 € per litre'],
  ['5 Mb', '5 MB'],
  ['5 % more', '5 percentage points'],
  ['€5 per month', '€5 per year'],
  ['5-10 days', '5 days'],
  ['up to 5 days', '5 days'],
])('%s is not %s', (left, right) => {
  expect(sameAmount(one(left), one(right))).toBe(false);
});

describe('what a quote says of an amount carries what the claim says of it', () => {
  test.each([
    ['5 days', '5 days', true],
    ['at least 5 days', '5 days', false],
    ['5 days', 'at least 5 days', false],
    ['more than 10 days', 'at least 5 days', true],
    ['at least 10 days', 'more than 5 days', true],
    ['at least 5 days', 'more than 5 days', false],
    ['within 5 days', '5 days', true],
    ['5 days', 'within 5 days', true],
    ['up to 5 days', '5 days', false],
    ['about 5 days', '5 days', false],
    ['5 days', 'about 5 days', true],
    ['about 100 days', 'about 101 days', false],
    ['5 to 10 days', 'up to 10 days', true],
    ['5 to 10 days', '10 days', false],
    ['5 to 10 days', 'at least 5 days', true],
    ['7:30 pm', '7:30', true],
    ['7:30', '7:30 pm', false],
  ])('%s, %s: %s', (quote, claim, follows) => {
    expect(implies(one(quote), one(claim))).toBe(follows);
  });
});

test('what is left when amounts and dates are blanked', () => {
  expect(blankAmounts('Pay at least 5 € or more by 1 May 2025').replaceAll(/ +/g, ' ').trim()).toBe('Pay or more');
});
