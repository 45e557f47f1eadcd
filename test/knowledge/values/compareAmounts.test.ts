import { describe, expect, test } from 'vitest';
import { amountsOf } from '../../../src/knowledge/values/amounts.ts';
import { blankAmounts, implies, sameAmount, sameUnit, sameValue } from '../../../src/grounding/checks/numbers.ts';

const one = (text: string) => amountsOf(text)[0] ?? expect.fail(`no amount in ${text}`);

describe('what carries a claim of', () => {
  test.each<[string, [string, string, boolean][]]>([
    [
      'a number',
      [
        ['within 5 days', '5 days', true],
        ['within 5 days', '6 days', false],
        ['no more than 5 days', '5 days', false],
        ['less than 5 days', '5 days', false],
        ['at least 5 days', '5 days', false],
        ['5 to 10 days', '5 to 10 days', true],
        ['5 to 10 days', '5 to 11 days', false],
        ['4 to 10 days', '5 to 10 days', false],
      ],
    ],
    [
      'about a number',
      [
        ['100 days', 'about 105 days', true],
        ['100 days', 'about 106 days', false],
        ['100 days', 'about 95 days', true],
        ['100 days', 'about 94 days', false],
        ['-100 degrees', 'about -105 degrees', true],
        ['10 to 20 days', 'about 10 to 21 days', true],
        ['10 to 20 days', 'about 10 to 22 days', false],
        ['10 to 20 days', 'about 9 to 20 days', false],
        ['at least 100 days', 'about 100 days', false],
        ['about 100 days', 'about 100 days', true],
      ],
    ],
    [
      'at least a number',
      [
        ['more than 5 days', 'at least 5 days', true],
        ['more than 4 days', 'at least 5 days', false],
        ['5 to 10 days', 'at least 5 days', true],
        ['6 to 10 days', 'at least 5 days', true],
        ['4 to 10 days', 'at least 5 days', false],
        ['6 days', 'at least 5 days', false],
        ['up to 10 days', 'at least 5 days', false],
        ['at least 6 days', 'at least 5 days', false],
      ],
    ],
    [
      'more than a number',
      [
        ['at least 6 days', 'more than 5 days', true],
        ['at least 5 days', 'more than 5 days', false],
        ['6 days', 'more than 5 days', false],
        ['about 6 days', 'more than 5 days', false],
      ],
    ],
    [
      'at most a number',
      [
        ['less than 5 days', 'up to 5 days', true],
        ['less than 4 days', 'up to 5 days', true],
        ['less than 6 days', 'up to 5 days', false],
        ['5 to 10 days', 'up to 10 days', true],
        ['5 to 10 days', 'up to 11 days', false],
        ['5 days', 'up to 5 days', false],
        ['5 days', 'within 5 days', true],
        ['4 days', 'within 5 days', false],
        ['at least 5 days', 'within 5 days', false],
        ['about 5 to 10 days', 'up to 10 days', false],
      ],
    ],
    [
      'less than a number',
      [
        ['up to 4 days', 'less than 5 days', true],
        ['up to 5 days', 'less than 5 days', false],
        ['4 days', 'less than 5 days', false],
      ],
    ],
    [
      'a time of day',
      [
        ['19:30', '7:30 pm', true],
        ['7:30 pm', '7:30', true],
        ['7:30', '7:30 pm', false],
        ['7:30', '19:30', false],
        ['7:30 pm', '7:30 am', false],
        ['7:30 pm', '8:30', false],
        ['7 pm to 9 pm', '7:00–9:00', true],
        ['7 pm to 9 pm', '7:00–9:30', false],
        ['noon', '12:00', true],
        ['midnight', '0:00', true],
        ['12:00', 'midnight', false],
        ['about 7:30 pm', '7:30 pm', false],
      ],
    ],
    [
      'figures that may be read in two ways',
      [
        ['1.000 €', '1.000 €', true],
        ['1.000 €', '2.000 €', false],
        ['at least 1.000 €', '1.000 €', false],
        ['1.000 €', '5 €', false],
        ['5 €', '1.000 €', false],
      ],
    ],
  ])('%s', (_what, rows) => {
    for (const [quote, claim, follows] of rows)
      expect([quote, claim, implies(one(quote), one(claim))]).toEqual([quote, claim, follows]);
  });
});

test.each([
  ['EUR', 'EUR', true],
  ['EUR', 'EUR/month', true],
  ['EUR/month', 'EUR', true],
  ['EUR/month', 'EUR/month', true],
  ['EUR/month', 'EUR/year', false],
  ['EUR/user/month', 'EUR/month', false],
  ['pound', 'GBP', true],
  ['GBP', 'pound', true],
  ['SEK', 'krone', true],
  ['SEK', 'NOK', false],
  ['celsius', 'degree', true],
  ['celsius', 'fahrenheit', false],
  ['customer', 'custom', true],
  ['custom', 'cushion', false],
  ['month', 'monthly', false],
  ['monthly', 'month', false],
  ['watt', 'watt hour', false],
  ['', 'user', false],
  ['%', 'percentage point', false],
  ['GBP/year', 'pound/year', true],
  ['GBP/year', 'pound/month', false],
])('units %j and %j may mean the same: %s', (left, right, same) => {
  expect(sameUnit(left, right)).toBe(same);
  expect(sameUnit(right, left)).toBe(same);
});

test.each([
  ['5 to 10 days', '5 to 11 days', false],
  ['4 to 10 days', '5 to 10 days', false],
  ['5 to 10 days', '5 - 10 days', true],
  ['at least 5 days', '5 days', true],
  ['1.000 €', '1.000 $', true],
  ['1.000 €', '1 €', false],
])('the values of %s and %s are the same: %s', (left, right, same) => {
  expect(sameValue(one(left), one(right))).toBe(same);
  expect(sameValue(one(right), one(left))).toBe(same);
});

test.each([
  ['5 days', '6 days'],
  ['5 days', '5 euros'],
  ['5 days', 'at least 5 days'],
])('another number, unit or comparator is another amount: %s, %s', (left, right) => {
  expect(sameAmount(one(left), one(right))).toBe(false);
});

test.each([
  ['Pay at least 5 € now', 'Pay now'],
  ['Pay 5 € at most now', 'Pay now'],
  ['Pay > 5 € now', 'Pay now'],
  ['Pay >= 5 € now', 'Pay now'],
  ['It is for 5+ users', 'It is for'],
  ['Rent it 5 days or longer there', 'Rent it there'],
  ['5 days, about 6 euros and 7 lamps', ', and'],
  ['approx. 5 days', ''],
  ['On 3 May 2024 pay at most 5 euros there', 'On pay there'],
  ['Keep at least a 5 % share of it', 'Keep share of it'],
  ['Pay jusqu’à 5 €', 'Pay'],
  ['5 +5', ''],
  ['No figure', 'No figure'],
  ['It costs more than the\n5 euros or more', 'It costs more than the'],
])('%j without its amounts', (text, rest) => {
  const left = blankAmounts(text);
  expect(left).toHaveLength(text.length);
  expect(left.replaceAll(/\s+/g, ' ').trim()).toBe(rest);
});
