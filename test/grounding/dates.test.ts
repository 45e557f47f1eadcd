import { expect, test } from 'vitest';
import { datesOf, withoutDates } from '../../src/grounding/checks/dates.ts';

test.each([
  ['valid from 1 July 2025', ['2025-07-01']],
  ['on July 1st, 2025 and 2025-07-01', ['2025-07-01', '2025-07-01']],
  ['by 3 Sept', ['-09-03']],
  ['in March 2024, since 2019', ['2024-03', '2019']],
  ['you may march 30 days or pay 2024 euros', []],
  ['the 14th of May 2025', ['2025-05-14']],
])('%s', (text, dates) => {
  expect(datesOf(text).map((date) => date.value)).toEqual(dates);
});

test('what is left has no number of a date', () => {
  expect(withoutDates('45 days from 1 July 2025').match(/\d+/g)).toEqual(['45']);
});
