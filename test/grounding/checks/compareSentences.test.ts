import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareSentences } from '../../../src/grounding/checks/compareSentences.ts';

test.each([
  ['Returned within 45 days of delivery.', 'Returned within 30 days of delivery.', 'NUMERIC', ['45 days', '30 days']],
  [
    'Each parcel is covered up to €100 without extra cost.',
    'Each parcel is covered up to €50 without extra cost.',
    'NUMERIC',
    ['€100', '€50'],
  ],
  ['A fee of 8% is charged.', 'A fee of 15% is charged.', 'NUMERIC', ['8%', '15%']],
  ['Paid within 5 business days.', 'Paid within 14 business days.', 'NUMERIC', ['5 business days', '14 business days']],
  ['The desk opens at 7:30.', 'The desk opens at 8:00.', 'NUMERIC', ['7:30', '8:00']],
  [
    'It ends on 1 May 2025 after 3 rounds.',
    'It ends on 2 May 2025 after 3 rounds.',
    'TEMPORAL',
    ['1 May 2025', '2 May 2025'],
  ],
  [
    'There is no deductible any more.',
    'A deductible of €10 applies to each claim.',
    'POLARITY',
    ['says not', 'says so'],
  ],
  ['Dogs are allowed.', 'Dogs are not allowed.', 'POLARITY', ['says so', 'says not']],
])('%s / %s', (left, right, kind, values) => {
  expect(compareSentences(left, right)).toEqual({ kind, values });
  expect(compareSentences(right, left)).toEqual({ kind, values: values.toReversed() });
});

test.each([
  ['Extra cover must be chosen at the desk.', 'Extra cover may be chosen at the desk.'],
  ['The merchant pays for the shipment.', 'The shop pays for the shipment.'],
  ['It weighs > 5 of them.', 'It weighs < 5 of them.'],
  ['The merchant pays for the return shipment.', 'Brindlecart pays for the return shipment of orders above €100.'],
  ['Pay 14 days later.', 'Pay 2 weeks later.'],
])('other words are a difference of wording: %s / %s', (left, right) => {
  expect(compareSentences(left, right)).toEqual({ kind: 'WORDING', values: null });
});

test.each([
  [
    'a value that both have is passed over',
    'Pay 5 euros, then 7 euros.',
    'Pay 5 euros, then 9 euros.',
    'NUMERIC',
    ['7 euros', '9 euros'],
  ],
  ['wherever it stands', 'Pay 7 euros, then 5 euros.', 'Pay 5 euros, then 9 euros.', 'NUMERIC', ['7 euros', '9 euros']],
  ['another unit is no other value', 'Pay 5 euros.', 'Wait 5 days.', 'WORDING', null],
  [
    'a day of any year is compared with one',
    'On 3 May it opens.',
    'On 5 May it opens.',
    'TEMPORAL',
    ['3 May', '5 May'],
  ],
  ['and with no day of a year', 'On 3 May it opens.', 'On 5 May 2024 it opens.', 'WORDING', null],
  ['one more value', 'Pay 5 euros.', 'Pay 5 euros, then 9 euros.', 'WORDING', null],
])('%s', (_what, left, right, kind, values) => {
  expect(compareSentences(left, right)).toEqual({ kind, values });
});

test('marks, emphasis, articles and list signs are none', () => {
  expect(
    compareSentences('- Open **Supplies**, then press “Return”.', 'Open the Supplies, then press "Return"'),
  ).toBeUndefined();
  expect(compareSentences('  12.  Open it.', 'Open it.')).toBeUndefined();
  expect(compareSentences('Open it - now', 'Open it 12. now')).toBeDefined();
  expect(compareSentences('x- Open it.', 'Open it.')).toBeDefined();
  expect(compareSentences('It isn’t open.', "It isn't open.")).toBeUndefined();
  expect(compareSentences('Panthera is out.', 'Pan is out.')).toBeDefined();
  expect(compareSentences('...', '!')).toBeUndefined();
  expect(compareSentences('It falls to -5 degrees.', 'It falls to \u22125 degrees.')).toBeUndefined();
  expect(compareSentences('It falls to -5 degrees.', 'It falls to 5 degrees.')).toBeDefined();
});

test('a sentence never differs from itself, and a changed number is always told', () => {
  const words = fc
    .array(fc.constantFrom('the', 'fee', 'must', 'not', '€5', '3 days', '1 May 2025', '-2', '10%', 'paid'), {
      minLength: 1,
      maxLength: 8,
    })
    .map((list) => list.join(' '));
  fc.assert(
    fc.property(words, fc.nat(98), (text, value) => {
      expect(compareSentences(text, text)).toBeUndefined();
      expect(compareSentences(`${text} in ${value} minutes`, `${text} in ${value + 1} minutes`)).toMatchObject({
        kind: 'NUMERIC',
      });
    }),
  );
});
