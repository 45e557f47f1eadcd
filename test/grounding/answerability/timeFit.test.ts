import { expect, test } from 'vitest';
import { timeFit, timeSpansOf } from '../../../src/knowledge/values/timeSpan.ts';

const asked = timeSpansOf('Who led it from 1965 to 1968?');

test.each([
  [1, 'Ida led it from 1965.'],
  [0.7, 'Ida led it from 1960 to 1970.'],
  [0.6, 'Ida came in 1950, and Bo followed her in 1980.'],
  [0.4, 'Ida led it.'],
  [0, 'Ida led it in 1999.'],
])('%f: %s', (fit, text) => {
  expect(timeFit(asked, [text])).toBe(fit);
});

test('the best of the sentences counts, nothing fits without one, and no time asked is no fit', () => {
  expect(timeFit(asked, ['Ida led it in 1999.', 'Ida led it from 1965.', 'Ida led it.'])).toBe(1);
  expect(timeFit(asked, [])).toBe(0);
  expect(timeFit([], ['Ida led it from 1965.'])).toBeNull();
});
