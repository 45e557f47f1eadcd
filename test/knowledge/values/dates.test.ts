import { expect, test } from 'vitest';
import { blankDates, datesOf, sameDate } from '../../../src/knowledge/values/timeSpan.ts';
import { codesOf } from '../../../src/retrieval/question/namedFacts.ts';

test.each<[string, string[]]>([
  ['valid from 1 July 2025', ['from 1 July 2025']],
  ['on July 1st, 2025 and 2025-07-01', ['July 1st, 2025', '2025-07-01']],
  ['by 3 Sept', ['3 Sept']],
  ['in March 2024, since 2019', ['March 2024', 'since 2019']],
  ['you may march 30 days or pay 2024 euros', []],
  ['am 1. Juli 2025', ['1. Juli 2025']],
  ['le 1er juillet 2025', ['1er juillet 2025']],
  ['el 1 de julio de 2025', ['1 de julio de 2025']],
  ['bis 01.07.2025', ['01.07.2025']],
])('%s', (text, dates) => {
  expect(datesOf(text).map((date) => date.text)).toEqual(dates);
});

test.each([
  ['on 1 July 2025', 'on 2025-07-01', true],
  ['on 1 July 2025', 'am 1. Juli 2025', true],
  ['on 3 September', 'by Sept 3', true],
  ['on 3 September 2024', 'on 3 September', true],
  ['on 3 September 2024', 'on 3 September 2025', false],
  ['since 2019', 'until 2019', false],
  ['in July 2025', 'on 1 July 2025', false],
])('%s, %s: the same is %s', (left, right, same) => {
  const [one, other] = [datesOf(left)[0], datesOf(right)[0]];
  expect(one && other && sameDate(one, other)).toBe(same);
});

test('what is left has no number of a date, and stands where it stood', () => {
  expect(blankDates('45 days from 1 July 2025')).toBe(`45 days ${' '.repeat(16)}`);
});

test.each<[string, string[]]>([
  ['fault E1042 of BP-4', ['e1042', 'bp4']],
  ['version 2.1, v2.1', ['2.1', '2.1']],
  ['step 3 of chapter 4', ['step3', 'chapter4']],
  ['TLS 1.2 and ISO 27001', ['tls1.2', 'iso27001']],
  ['call 555-1234-567', ['5551234567']],
  ['a 30-day window of 5km and 10 GB', []],
  ['see https://a.example/x1.', ['https://a.example/x1']],
  ['write to a.b@c.example', ['a.b@c.example']],
  ['EUR5 and 3rd', []],
  ['release 1.2.3', ['release1.2.3']],
])('codes of "%s"', (text, values) => {
  expect(codesOf(text).map(({ value }) => value)).toEqual(values);
});
