import { expect, test } from 'vitest';
import { tellsPast } from '../../../src/grounding/sentences/times.ts';

test.each([
  // What holds now, said by what it was: a rule of today.
  ['Cheques are no longer accepted.', false],
  ['Tube devices are no longer permitted.', false],
  ['Cheques are not accepted.', false],
  ['Until last year cheques were accepted.', true],
  ['Cheques were previously accepted.', true],
  ['Cheques used to be accepted; now only cards are.', false],
])('%j speaks of the past: %s', (sentence, isPast) => {
  expect(tellsPast(sentence)).toBe(isPast);
});
