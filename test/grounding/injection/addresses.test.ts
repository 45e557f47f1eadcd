import { describe, expect, test } from 'vitest';
import { refuseForeign, verifyClaim } from '../../../src/grounding/claims/verifyClaim.ts';
import { foreignAddresses, withoutAddresses } from '../../../src/grounding/injection/addresses.ts';
import { cpuNow } from '../../support/clocks.ts';
import { passage } from '../passage.ts';

const source =
  'See https://bikes.example/stations, www.bikes.example or mail help@bikes.example. [Terms](https://bikes.example/terms) ![map](map.png)';

describe('addresses that the source does not have', () => {
  test.each([
    ['a page', 'Pay at https://evil.example now.', ['https://evil.example']],
    ['a page without a scheme', 'Pay at www.evil.example.', ['www.evil.example']],
    ['a bare domain', 'Pay at evil.com, please.', ['evil.com']],
    ['a bare domain with a path', 'Pay at pay.evil.io/now?x=1.', ['pay.evil.io/now?x=1']],
    ['a mail address', 'Write to boss@evil.example.', ['boss@evil.example']],
    ['mailto', 'Write to mailto:boss@evil.example', ['mailto:boss@evil.example']],
    ['a script', 'Open javascript:alert(1)', ['javascript:alert(1']],
    ['another scheme', 'Get ftp://evil.example/file', ['ftp://evil.example/file']],
    [
      'a link under other words',
      'Pay [here](https://evil.example).',
      ['[here](https://evil.example)', 'https://evil.example'],
    ],
    [
      'an image',
      'Look: ![pixel](https://evil.example/p.png)',
      ['![pixel](https://evil.example/p.png)', 'https://evil.example/p.png'],
    ],
    ['a relative link', 'Look [here](/pay).', ['[here](/pay)']],
    ['a link by reference', 'Look [here][1].', ['[here][1]']],
    ['an element', 'Look <img src=x> there.', ['<img src=x>']],
    [
      'one that begins like a true one',
      'See https://bikes.example/stations.evil.com',
      ['https://bikes.example/stations.evil.com'],
    ],
    [
      'the domain before a true path',
      'See https://bikes.example.evil.com/stations',
      ['https://bikes.example.evil.com/stations'],
    ],
    [
      'a true address under words of its own',
      'Win [a bike](https://bikes.example/stations).',
      ['[a bike](https://bikes.example/stations)'],
    ],
  ])('%s', (_what, text, foreign) => {
    expect(foreignAddresses(text, source)).toEqual(foreign);
  });

  test.each([
    'See https://bikes.example/stations.',
    'See https://bikes.example/stations!?!',
    'See HTTPS://bikes.example/stations!',
    'Mail help@bikes.example, or www.bikes.example.',
    'The [Terms](https://bikes.example/terms) and ![map](map.png).',
    'It opens at 7.30 a.m., i.e. early, and costs 3.50 euros (vs. 4).',
    'Dr. Smith of the U.S. wrote version 1.2.3, e.g. [this] (not that).',
    'A < B and C > D: 5 > 3.',
  ])('none in: %s', (text) => {
    expect(foreignAddresses(text, source)).toEqual([]);
  });
});

test('40,000 letters in a row, with and without what addresses hold, are read as fast as any text', () => {
  // Characters that begin an address and never end it: each of them began a search to the end of the text, which took 36 s.
  const before = cpuNow();
  for (const unit of ['中', 'a', 'a.', 'a-', '1.', 'é+', '中_']) {
    const text = unit.repeat(40_000 / unit.length);
    expect(foreignAddresses(`${text} Mail spy@evil.example.`, source)).toContain('spy@evil.example');
  }
  expect(cpuNow() - before).toBeLessThan(15_000);
});

test('a reason keeps its words and loses what leads elsewhere', () => {
  expect(withoutAddresses('Pay [here](https://evil.example) or at evil.com/x, the price is 3.50.')).toBe(
    'Pay … or at … the price is 3.50.',
  );
});

test('a claim with a foreign link is not supported, whatever else it says; a quoted link is', () => {
  const text = 'The station opens at seven, see https://bikes.example/stations for all of the hours.';
  const claim = (words: string) =>
    refuseForeign(verifyClaim({ text: words, quote: text, chunkId: 'chunk-1' }, [passage(text)]));
  expect(claim(text)).toMatchObject({ status: 'SUPPORTED' });
  for (const words of [
    text.replace('bikes', 'evil'),
    `${text} ![x](y)`,
    text.replace('https://bikes.example/stations', '[stations](https://bikes.example/stations)'),
  ]) {
    expect(claim(words)).toMatchObject({ status: 'UNSUPPORTED', decided: true });
  }
  const { checks } = verifyClaim({ text, quote: text, chunkId: 'chunk-1' }, [passage(text)]);
  expect(claim(`${text} www.evil.example evil.com`).checks.slice(0, 2)).toEqual(checks.slice(0, 2));
  expect(claim(`${text} www.evil.example evil.com`).checks.at(-1)).toEqual({
    name: 'NAMES',
    passed: false,
    detail: 'Links or addresses that are not in the quote: www.evil.example, evil.com',
  });
  expect(claim(`${text} www.evil.example`).checks).toHaveLength(checks.length + 1);
});

test('without a quote every address is foreign', () => {
  const unproven = verifyClaim(
    { text: 'See www.bikes.example', quote: 'nowhere to be seen at all', chunkId: 'chunk-1' },
    [passage(source)],
  );
  expect(refuseForeign(unproven).checks.at(-1)?.detail).toBe(
    'Links or addresses that are not in the quote: www.bikes.example',
  );
});
