import { expect, it } from 'vitest';
import { searchConfigOf } from '../../src/knowledge/language/words.ts';

it.each([
  ['de', 'german'],
  ['DE', 'german'],
  ['pt-BR', 'portuguese'],
  ['nb', 'norwegian'],
  ['no', 'norwegian'],
  ['en', 'english'],
  // No stemmer: no stemming, and no stop words of another language.
  ['ja', 'simple'],
  ['et', 'simple'],
  ['', 'simple'],
  ['constructor', 'simple'],
])('%j is indexed with %s', (language, config) => {
  expect(searchConfigOf(language)).toBe(config);
});

it('a text whose language is not known counts as English, as all texts did before', () => {
  expect(searchConfigOf(null)).toBe('english');
});
