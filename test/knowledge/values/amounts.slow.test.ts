import { expect, test } from 'vitest';
import { amountsOf } from '../../../src/knowledge/values/amounts.ts';
import { cpuNow } from '../../support/clocks.ts';

test('linear in the length of the text', () => {
  const hostile = [
    '1',
    '1,',
    '5 ',
    '- ',
    '1-',
    'one ',
    'hundred ',
    '1.000',
    '1 000 ',
    'two hundred and ',
    '1 Jan ',
    '5 per a ',
    '1/',
    ' ',
    'a',
  ];
  const time = (text: string) => {
    const start = cpuNow();
    amountsOf(text);
    return cpuNow() - start;
  };
  for (const piece of hostile) {
    const [short, long] = [
      piece.repeat(Math.ceil(10_000 / piece.length)),
      piece.repeat(Math.ceil(40_000 / piece.length)),
    ];
    // The least of three: the first pays for compilation, and other work may stand in between. Four times the text would take 16 times as long by the square.
    const [once, fourTimes] = [Math.min(time(short), time(short), time(short)), Math.min(time(long), time(long))];
    expect(fourTimes, piece).toBeLessThan(10 * once + 100);
  }
});
