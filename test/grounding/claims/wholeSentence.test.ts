import { expect, test } from 'vitest';
import { isWholeSentence } from '../../../src/grounding/checks/compareSentences.ts';

const text = 'Bring a card. The fee is 5 euros. Ask Bo for the key.\n- a vest that fits';

test.each([
  'Bring a card.',
  'The fee is 5 euros.',
  'fee is 5 euros',
  'THE FEE IS 5 EUROS',
  'Ask Bo for a key',
  'Bring a card. The fee is 5 euros.',
  'The fee is 5 euros. Ask Bo for the key.',
  'A vest that fits',
  'Ask Bo for the key. a vest that fits',
  text,
])('whole: %s', (claim) => {
  expect(isWholeSentence(claim, text)).toBe(true);
});

test.each([
  ['the beginning', 'The fee is'],
  ['the end', '5 euros.'],
  ['another figure', 'The fee is 6 euros.'],
  ['a sentence and the half of the next', 'Bring a card. The fee is'],
  ['two with one left out', 'Bring a card. Ask Bo for the key.'],
  ['two in another order', 'The fee is 5 euros. Bring a card.'],
  ['one and more', 'The fee is 5 euros each.'],
  ['one twice', 'Bring a card. Bring a card.'],
  ['nothing', ''],
])('not whole: %s', (_what, claim) => {
  expect(isWholeSentence(claim, text)).toBe(false);
});
