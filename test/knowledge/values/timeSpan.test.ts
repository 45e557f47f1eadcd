import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlaps, timeMatch, timeSpansOf, type Interval } from '../../../src/knowledge/values/timeSpan.ts';
import { cases } from '../../support/cases.ts';
import { cpuNow } from '../../support/clocks.ts';

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? '';
/** "from/until words", an open end empty. */
const told = (text: string) => timeSpansOf(text).map(({ from, until, words }) => `${day(from)}/${day(until)} ${words}`);
const between = (from: string | null, until: string | null): Interval => ({
  from: from === null ? null : new Date(from),
  until: until === null ? null : new Date(until),
});

describe('timeSpansOf', () => {
  test.each([
    ['It opened on 3 May 2019.', '2019-05-03/2019-05-04 3 May 2019'],
    ['It opened on the 3rd of May 2019.', '2019-05-03/2019-05-04 3rd of May 2019'],
    ['It opened on May 3rd, 2019.', '2019-05-03/2019-05-04 May 3rd, 2019'],
    ['It opened on DEC. 31, 2019.', '2019-12-31/2020-01-01 DEC. 31, 2019'],
    ['It opened in Sept. 2019.', '2019-09-01/2019-10-01 Sept. 2019'],
    ['It opened in December 2019.', '2019-12-01/2020-01-01 December 2019'],
    ['It opened in 1965, they say.', '1965-01-01/1966-01-01 1965'],
    ['The old hall (1965) stands.', '1965-01-01/1966-01-01 1965'],
    ['In the year 1066 it was burnt.', '1066-01-01/1067-01-01 1066'],
    ['It flourished in the 1990s.', '1990-01-01/2000-01-01 1990s'],
    ['It flourished in the late 1880s.', '1880-01-01/1890-01-01 1880s'],
  ])('a day, a month, a year or a decade: %s', (text, span) => {
    expect(told(text)).toEqual([span]);
  });

  test.each([
    ['open from 2001 to 2005', '2001-01-01/2006-01-01 from 2001 to 2005'],
    ['open from 3 May 2001 until 4 June 2001', '2001-05-03/2001-06-05 from 3 May 2001 until 4 June 2001'],
    ['open between May 2001 and June 2005', '2001-05-01/2005-07-01 between May 2001 and June 2005'],
    ['open from 2024-01-01 to 2024-02-01', '2024-01-01/2024-02-02 from 2024-01-01 to 2024-02-01'],
    ['her life (1900 – 1993)', '1900-01-01/1994-01-01 1900 – 1993'],
    ['open from 2015 to the present', '2015-01-01/ from 2015 to the present'],
    ['open 2015-now', '2015-01-01/ 2015-now'],
    ['open since 2010', '2010-01-01/ since 2010'],
    ['open as of May 2024', '2024-05-01/ as of May 2024'],
    ['open until 2010', '/2011-01-01 until 2010'],
    ['open till 3 May 2019', '/2019-05-04 till 3 May 2019'],
  ])('a stretch with its ends, and what lies inside it is not told again: %s', (text, span) => {
    expect(told(text)).toEqual([span]);
  });

  test('"before" leaves the beginning open', () => {
    const [span] = timeSpansOf('Those built before 2010 are closed.');
    expect(span?.from).toBeNull();
    expect(overlaps(span ?? between(null, null), between('2009-01-01', '2010-01-01'))).toBe(true);
    expect(overlaps(span ?? between(null, null), between('2011-01-01', '2012-01-01'))).toBe(false);
  });

  test('several are told in their order, whatever shape they have', () => {
    expect(told('In May 2019 it opened, it grew from 2020 to 2022, and since 2023 it rests, as in the 1990s.')).toEqual(
      [
        '2019-05-01/2019-06-01 May 2019',
        '2020-01-01/2023-01-01 from 2020 to 2022',
        '2023-01-01/ since 2023',
        '1990-01-01/2000-01-01 1990s',
      ],
    );
  });

  test.each([
    'It has room for 1965 people.',
    'We counted 1500 users.',
    'It costs 1,965 or 1965.50 euros.',
    'Pay $1999 or 2000 €.',
    'It lies in 2000 km distance.',
    'Call 1965-1234.',
    'Order 1234-56',
    'in 99999',
    'in 2000 words',
    'model FY2019',
    'It opens in May, on Mondays.',
    'maybe 2019',
    'from 2005 to 2001',
    'at 12:30',
    '',
  ])('an amount, a number or a bare month is no time: %s', (text) => {
    expect(told(text)).toEqual([]);
  });

  const months = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ];

  test('a day is the same day in any spelling', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 2099 }),
        fc.nat(11),
        fc.integer({ min: 1, max: 28 }),
        (year, month, date) => {
          const name = months[month] ?? '';
          const from = new Date(Date.UTC(year, month, date));
          for (const text of [
            `${date} ${name} ${year}`,
            `${name} ${date}, ${year}`,
            `${date} of ${name.toLowerCase()} ${year}`,
            `${name.slice(0, 3)}. ${date} ${year}`,
          ]) {
            expect(timeSpansOf(text)).toEqual([
              { from, until: new Date(from.getTime() + 86_400_000), words: text, start: 0 },
            ]);
          }
        },
      ),
    );
  });

  test('a stretch of years is the same in any wording', () => {
    const years = fc
      .tuple(fc.integer({ min: 1000, max: 2099 }), fc.integer({ min: 1000, max: 2099 }))
      .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
    fc.assert(
      fc.property(years, ([first, last]) => {
        for (const text of [
          `from ${first} to ${last}`,
          `between ${first} and ${last}`,
          `${first}-${last}`,
          `${first} — ${last}`,
        ]) {
          expect(told(text)).toEqual([`${first}-01-01/${last + 1}-01-01 ${text}`]);
        }
      }),
    );
  });

  const piece = fc.constantFrom(
    'from ',
    'between ',
    ' to ',
    ' and ',
    'since ',
    'until ',
    'before ',
    'in ',
    'the ',
    'late ',
    '1999',
    '2005',
    '1066',
    '1990s',
    'May ',
    'June',
    ' 3',
    '3rd ',
    ', ',
    '. ',
    '(',
    ')',
    '-',
    ' – ',
    'present',
    'now',
    '2024-03-15',
    'İ',
    'é',
    '😀',
    '\n',
    '\u00a0',
    '  ',
    ' km',
    '%',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );

  test('words stand where they are said to stand, in order and apart, and no stretch is empty', () => {
    fc.assert(
      fc.property(text, (written) => {
        let end = 0;
        for (const { from, until, words, start } of timeSpansOf(written)) {
          expect(written.slice(start, start + words.length)).toBe(words);
          expect(words).toMatch(/\d{4}/);
          expect(start).toBeGreaterThanOrEqual(end);
          end = start + words.length;
          expect(from ?? until).not.toBeNull();
          if (from && until) expect(from.getTime()).toBeLessThan(until.getTime());
        }
      }),
      { numRuns: cases(500) },
    );
  });

  test('a text in front moves the start and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }).filter((before) => !/\d/.test(before)),
        (before) => {
          expect(timeSpansOf(`${before}. Open from 2001 to 2005`)).toEqual([
            { ...between('2001-01-01', '2006-01-01'), words: 'from 2001 to 2005', start: before.length + 7 },
          ]);
        },
      ),
    );
  });

  test.each([
    ' ',
    '\n',
    '(',
    '1',
    '19',
    'a',
    'from ',
    'between ',
    'May ',
    '3 May ',
    'may 1, ',
    'from 1999 to ',
    '2000     ',
    'before before ',
    'starting in ',
    '2019-01-',
    'It was open in the summer and shut later. ',
  ])('10,000 characters of %j take less than 50 ms', (unit) => {
    const long = unit.repeat(Math.ceil(10_000 / unit.length));
    // The best of three: the machine has other things to do too.
    const taken = [1, 2, 3].map(() => {
      const began = cpuNow();
      timeSpansOf(long);
      return cpuNow() - began;
    });
    expect(Math.min(...taken)).toBeLessThan(50);
  });
});

describe('overlaps', () => {
  test.each([
    ['2001-01-01', '2002-01-01', '2001-12-31', '2003-01-01', true],
    ['2001-01-01', '2002-01-01', '2002-01-01', '2003-01-01', false],
    ['2001-01-01', '2009-01-01', '2003-01-01', '2004-01-01', true],
    ['2001-01-01', null, '2030-01-01', '2031-01-01', true],
    ['2001-01-01', null, '1999-01-01', '2001-01-01', false],
    [null, '2001-01-01', '1500-01-01', '1501-01-01', true],
    [null, '2001-01-01', '2001-01-01', null, false],
    [null, '2001-01-01', null, '1001-01-01', true],
  ])('[%s, %s) and [%s, %s): %s', (from, until, otherFrom, otherUntil, shared) => {
    expect(overlaps(between(from, until), between(otherFrom, otherUntil))).toBe(shared);
  });

  test('it is symmetric, and each shares a moment with itself', () => {
    const end = fc.option(fc.integer({ min: 0, max: 20 }).map((value) => new Date(value)));
    const interval = fc
      .record({ from: end, until: end })
      .filter(({ from, until }) => from === null || until === null || from < until);
    fc.assert(
      fc.property(interval, interval, (left, right) => {
        expect(overlaps(left, right)).toBe(overlaps(right, left));
        expect(overlaps(left, left)).toBe(true);
        const moments = Array.from({ length: 23 }, (_, index) => index - 1);
        const holds = ({ from, until }: Interval, moment: number) =>
          (from === null || from.getTime() <= moment) && (until === null || moment < until.getTime());
        expect(overlaps(left, right)).toBe(moments.some((moment) => holds(left, moment) && holds(right, moment)));
      }),
    );
  });
});

describe('timeMatch', () => {
  const year = (value: number) => [between(`${value}-01-01`, `${value + 1}-01-01`)];
  const sixties = [between('1960-01-01', '1970-01-01')];

  test.each([
    ['She led it in May 1965.', 'STARTS'],
    ['She led it from 1965 to 1999.', 'STARTS'],
    ['She led it from 1960 to 1970.', 'HOLDS'],
    ['She has led it since 1960.', 'HOLDS'],
    ['It stood until 1999.', 'HOLDS'],
    ['Told in 1999 of what was in 1965.', 'STARTS'],
    ['Bought in 1960, sold in 1970.', 'BETWEEN'],
    ['Bought in 1960, sold in 1964.', 'OTHER'],
    ['She led it in 1966.', 'OTHER'],
    ['She has led it since 1970.', 'OTHER'],
    ['It stood until 1950.', 'OTHER'],
    ['She led it.', 'NONE'],
    ['1965 people came.', 'NONE'],
  ] as const)('%s of 1965: %s', (text, match) => {
    expect(timeMatch(text, year(1965))).toBe(match);
  });

  test('a life tells nothing of one of its years, a shorter time and one up to four times as long do', () => {
    expect(timeMatch('Ida Falk (1900 - 1993) was a painter.', year(1965))).toBe('OTHER');
    expect(timeMatch('She led it from 1950 to 1978.', year(1965))).toBe('HOLDS');
    expect(timeMatch('She led it from 1940 to 1979.', year(1965))).toBe('OTHER');
    expect(timeMatch('She led it from 1940 to 1979.', sixties)).toBe('HOLDS');
    expect(timeMatch('She led it from 1940 to 1980.', sixties)).toBe('OTHER');
  });

  test('any of the times asked for is enough, and without one nothing holds', () => {
    expect(timeMatch('She led it in 1965.', [...year(1980), ...year(1965)])).toBe('STARTS');
    expect(timeMatch('She led it in 1965.', [])).toBe('OTHER');
  });
});
