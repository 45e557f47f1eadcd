import { expect, test } from 'vitest';
import { findConflicts, quantitiesOf } from '../../src/grounding/findConflicts.ts';
import { ranked } from './passage.ts';

const one = ranked('A rental is cancelled free of charge until 24 hours before it begins', 'one');
const other = ranked('A rental is cancelled free of charge until 48 hours before it begins', 'two');

test('two documents with different quantities of one unit for the same thing are a conflict with both quotes', () => {
  const [conflict] = findConflicts([one, other], true);
  expect(conflict).toMatchObject({ kind: 'NUMERIC', resolution: 'UNRESOLVED' });
  expect(conflict?.sides.map((side) => [side.documentId, side.value, side.quote])).toEqual([
    ['one', '24 hour', one.candidate.text], ['two', '48 hour', other.candidate.text],
  ]);
});

test.each([
  ['the same value', [one, ranked('A rental is cancelled free of charge until 24 hours before it begins', 'two')], true],
  ['another unit', [one, ranked('A rental is cancelled free of charge until 48 stations before it begins', 'two')], true],
  ['the same document', [one, ranked('A rental is cancelled free of charge until 48 hours before it begins', 'one')], true],
  ['another thing', [one, ranked('Helmets dry within 48 hours in any warm room', 'two')], true],
  ['a sentence that is not about the question', [one, ranked(other.candidate.text, 'two', 0.1)], true],
  ['a question that asks no quantity', [one, other], false],
  ['nothing found', [], true],
])('%s is none', (_what, sentences, asksQuantity) => {
  expect(findConflicts(sentences, asksQuantity)).toEqual([]);
});

test('quantities have the word behind them as their unit, clock times a unit of their own', () => {
  expect(quantitiesOf('At 7:30 for 2 days, 10 % or 3 euros')).toEqual([
    { value: '7:30', unit: 'time' }, { value: '2', unit: 'day' }, { value: '10', unit: '%' }, { value: '3', unit: 'euro' },
  ]);
});
