import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countTokens, outsidePair } from '../../src/knowledge/tokens.ts';
import { cases } from '../support/cases.ts';

const wholeCount = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;

describe('the count of tokens', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['Hello, world!', 4],
    ['你好', 1],
    [' ', 1],
  ])('of %j is %i', (text, count) => {
    expect(countTokens(text)).toBe(count);
  });

  it('takes a special token that a text spells out for text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('of a long text is that of the whole: slices end before blanks', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 40, mode: 'sentences' }), fc.integer({ min: 1, max: 8 }), (text, times) => {
        const long = Array.from({ length: times }, () => text).join(' ');
        expect(countTokens(long)).toBe(wholeCount(long));
      }),
      { numRuns: cases(60) },
    );
  });

  it('of a run without blanks is at most one per 200 characters above that of the whole', () => {
    for (const text of ['世界你好'.repeat(300), 'aGVsbG8gd29ybGQ'.repeat(100), '😀🎉'.repeat(300)]) {
      const [ours, whole] = [countTokens(text), wholeCount(text)];
      expect([ours >= whole, ours <= whole + text.length / 200 + 1]).toEqual([true, true]);
    }
  });

  it('is never zero where there is text, and takes lone surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }), (text) => {
        expect(countTokens(text)).toBeGreaterThan(0);
      }),
    );
    expect(countTokens('\uD83D')).toBeGreaterThan(0);
  });
});

it('a place inside a surrogate pair moves before it', () => {
  expect(['a😀b'].flatMap((text) => [0, 1, 2, 3, 4].map((place) => outsidePair(text, place)))).toEqual([0, 1, 1, 3, 4]);
});
