import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsQuantity } from '../../src/grounding/quantity.ts';

test.each([
  ['How many images can one product have?', 'A product holds up to 12 images.'],
  ['How many images can one product have?', 'Images per product: 12; Videos: 2'],
  ['How many helmets are there?', 'Two spare helmets hang at each station.'],
  ['How many staff accounts?', 'Growth has five staff accounts.'],
  ['How long is the trial?', 'The trial ends after 14 days.'],
  ['How often are backups made?', 'Backups are made hourly.'],
  ['How much is the lamp?', 'The lamp costs €49.'],
  ['What does the lamp cost?', 'It is free of charge for members.'],
  ['What percentage is refunded?', 'We keep 10 % of it.'],
])('%s %s', (question, text) => {
  expect(holdsQuantity(question, ['Something else.', text])).toBe(true);
});

test.each([
  ['How many labels per minute does it print?', 'It prints at 203 dpi and costs €149.'],
  ['How many wheels?', 'It was built in 1999.'],
  ['How long is the trial?', 'The trial has 3 products.'],
  ['How much is the lamp?', 'The lamp was sold 12 times.'],
  ['What percentage is refunded?', 'We keep 10 of them.'],
  ['Who sells lamps?', 'Three lamps cost €49 for 14 days.'],
  ['How many of them?', '12 of them.'],
])('not %s %s', (question, text) => {
  expect(holdsQuantity(question, [text])).toBe(false);
});

test('never throws, whatever is counted', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (words, text) => {
    expect(typeof holdsQuantity(`How many ${words}`, [text])).toBe('boolean');
  }));
});
