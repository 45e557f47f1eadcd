import { expect, test } from 'vitest';
import { blankDates, datesOf, sameDate } from '../../../src/knowledge/values/timeSpan.ts';

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? '';
/** "words: from/until", with "any year" behind those that name none. */
const read = (text: string) =>
  datesOf(text).map(({ text: words, start, end, from, until, yearless }) => {
    expect(text.slice(start, end)).toBe(words);
    return `${words}: ${day(from)}/${day(until)}${yearless ? ' any year' : ''}`;
  });

test.each([
  ['3 Sept', '3 Sept: 2000-09-03/2000-09-04 any year'],
  ['13 May', '13 May: 2000-05-13/2000-05-14 any year'],
  ['31 mai', '31 mai: 2000-05-31/2000-06-01 any year'],
  ['3. September', '3. September: 2000-09-03/2000-09-04 any year'],
  ['03 March', '03 March: 2000-03-03/2000-03-04 any year'],
  ['3 de septiembre de 2024', '3 de septiembre de 2024: 2024-09-03/2024-09-04'],
  ['3 de septiembre del 2024', '3 de septiembre del 2024: 2024-09-03/2024-09-04'],
  ['le 1er janvier 2020', '1er janvier 2020: 2020-01-01/2020-01-02'],
  ['am 3. Dezember 2020', '3. Dezember 2020: 2020-12-03/2020-12-04'],
  ['Sept. 3', 'Sept. 3: 2000-09-03/2000-09-04 any year'],
  ['Mayo 5', 'Mayo 5: 2000-05-05/2000-05-06 any year'],
  ['May 31st', 'May 31st: 2000-05-31/2000-06-01 any year'],
  ['Septiembre de 2024', 'Septiembre de 2024: 2024-09-01/2024-10-01'],
  ['Dezember 2024', 'Dezember 2024: 2024-12-01/2025-01-01'],
  ['März 2024', 'März 2024: 2024-03-01/2024-04-01'],
  ['in September', 'September: 2000-09-01/2000-10-01 any year'],
  ['Until May', 'May: 2000-05-01/2000-06-01 any year'],
  ['bis Mai', 'Mai: 2000-05-01/2000-06-01 any year'],
  ['through March', 'March: 2000-03-01/2000-04-01 any year'],
  ['may come in May', 'May: 2000-05-01/2000-06-01 any year'],
  ['01.07.2025', '01.07.2025: 2025-07-01/2025-07-02'],
  ['1.7.2025', '1.7.2025: 2025-07-01/2025-07-02'],
  ['31.12.1999', '31.12.1999: 1999-12-31/2000-01-01'],
  [
    'from 3 Sept to 5 Oct, as in 2019',
    '3 Sept: 2000-09-03/2000-09-04 any year',
    '5 Oct: 2000-10-05/2000-10-06 any year',
    '2019: 2019-01-01/2020-01-01',
  ],
  ['on 3 May 2024', '3 May 2024: 2024-05-03/2024-05-04'],
])('%s', (text, ...dates) => {
  expect(read(text)).toEqual(dates);
});

test.each([
  'sept 3',
  'may 3 guests come',
  '12 mayor',
  'in Maybe',
  'May 32',
  '45 May',
  'May 3.5 km',
  'May 3:30',
  'May 3,5',
  'on the 3rd',
  'a-3 May',
  '1.3 May',
  '01.13.2025',
  '32.1.2025',
  '5.01.07.2025',
  'bin Mai',
  'May alone',
])('no date: %s', (text) => {
  expect(read(text)).toEqual([]);
});

test('what is left of a text without its dates', () => {
  expect(blankDates('3 Sept and 5 Oct: 7 lamps')).toBe(`${' '.repeat(6)} and ${' '.repeat(5)}: 7 lamps`);
  expect(blankDates('7 lamps')).toBe('7 lamps');
});

test.each([
  ['a day of any year and of one', '3 May', '3 May 2024', true],
  ['another day of any year', '4 May', '3 May 2024', false],
  ['a month of any year and of one', 'in May', 'in May 2024', true],
  ['February, however long', 'in February', 'in February 2023', true],
  ['a month and a day in it', 'in May', '1 May 2024', false],
  ['a month of any year and its year', 'in January', 'in 2024', false],
  ['two days of any year', '3 May', '3 May', true],
  ['other days of any year', '3 May', '4 May', false],
  ['a stretch and its first day', 'from 3 May 2024 to 9 May 2024', '3 May 2024', false],
  ['since and until', 'since 2019', 'until 2019', false],
  ['since and since', 'since 2019', 'since 2019', true],
  ['until and until', 'until 2019', 'until 2020', false],
  ['an open stretch and a day of any year', 'since 1 May 2019', '1 May', false],
])('%s: %s, %s are one: %s', (_what, left, right, same) => {
  const [one, other] = [datesOf(left)[0], datesOf(right)[0]];
  expect(one && other && sameDate(one, other)).toBe(same);
  expect(one && other && sameDate(other, one)).toBe(same);
});
