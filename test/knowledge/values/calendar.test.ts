import { describe, expect, test } from 'vitest';
import { covers, stretchesIn } from '../../../src/knowledge/values/calendar.ts';

const shown = (text: string, language: string | null = null) =>
  stretchesIn(text, language).map(
    ({ from, until, yearless }) =>
      `${from?.toISOString().slice(yearless ? 5 : 0, 10) ?? ''}/${until?.toISOString().slice(yearless ? 5 : 0, 10) ?? ''}`,
  );

describe('one day however it is written', () => {
  test.each([
    '2026-05-12',
    '12 May 2026',
    '12th of May 2026',
    'May 12th, 2026',
    'Tuesday, May 12, 2026',
    '12.5.2026',
    '12.05.2026',
    '2026/05/12',
    '12. Mai 2026',
    '12 mai 2026',
    '12 de mayo de 2026',
    '12 maggio 2026',
    '12 mei 2026',
    '12 de maio de 2026',
    '12 maja 2026',
    '12 Mayıs 2026',
    '12 مايو 2026',
    '2026年5月12日',
    'Night of the lanterns: 2026-05-12. Entry is free.',
  ])('%s', (text) => {
    expect(shown(text)).toEqual(['2026-05-12/2026-05-13']);
  });

  test.each(['May 12', '12 May', '12th of May', 'the 12. Mai', 'am 12.5. um neun', '5月12日'])(
    '%s, of any year',
    (text) => {
      expect(shown(text)).toEqual(['05-12/05-13']);
    },
  );

  test('figures that English reads both ways are both days, and one in another language', () => {
    expect(shown('12/05/2026', 'en')).toEqual(['2026-05-12/2026-05-13', '2026-12-05/2026-12-06']);
    expect(shown('12/05/2026', 'fr')).toEqual(['2026-05-12/2026-05-13']);
    expect(shown('13/05/2026', 'en')).toEqual(['2026-05-13/2026-05-14']);
  });

  test.each(['version 1.2.3', 'call 0049-30-1234', 'step 3.', 'you may 3 times', '32/13/2026'])(
    'no day: %s',
    (text) => {
      expect(shown(text)).toEqual([]);
    },
  );
});

describe('days from one to another', () => {
  test.each([
    ['open from 1 to 14 May 2026', '2026-05-01/2026-05-15'],
    ['1–14 May 2026', '2026-05-01/2026-05-15'],
    ['3-5 May 2026', '2026-05-03/2026-05-06'],
    ['1 May – 14 May 2026', '2026-05-01/2026-05-15'],
    ['2026-05-01 to 2026-05-14', '2026-05-01/2026-05-15'],
    ['2026-05-01/2026-05-14', '2026-05-01/2026-05-15'],
    ['between 3 March and 9 March 2026', '2026-03-03/2026-03-10'],
    ['from 30 April to 2 May 2026', '2026-04-30/2026-05-03'],
    ['vom 1. bis 14. Mai 2026', '2026-05-01/2026-05-15'],
    ['du 1er au 14 mai 2026', '2026-05-01/2026-05-15'],
    ['until 14 May 2026', '/2026-05-15'],
  ])('%s', (text, stretch) => {
    expect(shown(text)).toEqual([stretch]);
  });

  test('two days that are not the ends of a stretch stay two', () => {
    expect(shown('on 3 March 2026 and 9 March 2026')).toHaveLength(2);
  });

  test.each([
    ['1 to 14 May', '12 May 2026', true],
    ['1 to 14 May 2026', 'May 12', true],
    ['1 to 14 May 2026', '12 May 2027', false],
    ['1 to 14 May', '15 May', false],
    ['2026-05-12', '12th of May', true],
    ['until 14 May', '12 May', true],
    ['since 14 May', '12 May', false],
  ])('%s covers %s: %s', (outer, inner, covered) => {
    const [one] = stretchesIn(outer);
    const [other] = stretchesIn(inner);
    expect(one && other && covers(one, other)).toBe(covered);
  });
});
