import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantityMatch } from '../../../src/retrieval/question/answerType.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

test.each([
  ['How many images can one product have?', 'A product holds up to 12 images.'],
  ['How many images can one product have?', 'Images per product: 12; Videos: 2'],
  ['How many helmets are there?', 'Two spare helmets hang at each station.'],
  ['How many staff accounts?', 'Growth has five staff accounts.'],
  ['How long is the trial?', 'The trial ends after 14 days.'],
  ['How often are backups made?', 'Backups are made hourly.'],
  ['How fast does it print?', 'It prints 40 labels per minute.'],
  ['How heavy may a parcel be?', 'Heaviest: 31.5 kg; Longest side: 120 cm'],
  ['How far does it go?', 'It goes 90 kilometres.'],
  ['What does it cost in dollars?', 'It costs 5 US dollars.'],
  ['How much is it in euros?', 'Price: €149'],
  ['How much is the lamp?', 'The lamp costs €49.'],
  ['What does the lamp cost?', 'It is free of charge for members.'],
  ['What percentage is refunded?', 'We keep 10 % of it.'],
])('%s %s', (question, text) => {
  expect(quantityMatch(readQuestion(question), ['Something else.', text])).toBe('HOLDS');
});

test.each([
  ['How many labels per minute does it print?', 'It prints at 203 dpi and costs €149.'],
  ['How many wheels?', 'It was built in 1999.'],
  ['How fast is the BP-4?', 'Product: BP-4; Price: €149; Warranty: 24 months'],
  ['What does the BP-4 cost in dollars?', 'Product: BP-4; Price: €149'],
  ['How heavy is it?', 'It is 120 cm long.'],
  ['How far does it go?', 'It goes for 90 minutes.'],
  ['How long is the trial?', 'The trial has 3 products.'],
  ['How much is the lamp?', 'The lamp was sold 12 times.'],
  ['What percentage is refunded?', 'We keep 10 of them.'],
  ['Who sells lamps?', 'Three lamps cost €49 for 14 days.'],
  ['How many of them?', '12 of them.'],
])('not %s %s', (question, text) => {
  expect(quantityMatch(readQuestion(question), [text])).not.toBe('HOLDS');
});

test('never throws, whatever is counted', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (words, text) => {
      expect(['HOLDS', 'MISSING', 'NONE']).toContain(quantityMatch(readQuestion(`How many ${words}`), [text]));
    }),
  );
});

test('no quantity is asked for, or none is there', () => {
  expect([
    quantityMatch(readQuestion('Who sells lamps?'), ['12 lamps']),
    quantityMatch(readQuestion('How many labels per minute does it print?'), ['It costs €149.']),
  ]).toEqual(['NONE', 'MISSING']);
});
