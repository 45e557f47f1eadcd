import { expect, it } from 'vitest';
import { chooseSearchConfig } from '../../src/retrieval/question/analyseQuestion.ts';

it.each([
  ['the only one there is, whatever the question looks like', ['german'], ['en'], 'german'],
  ['English where there is nothing yet', [], ['de'], 'english'],
  [
    'that of the language asked for, before the one that it looks like',
    ['english', 'german', 'french'],
    ['fr', 'de'],
    'french',
  ],
  [
    'that of what it looks like, where no document is in the language asked for',
    ['english', 'german'],
    ['fr', 'de'],
    'german',
  ],
  ['English where documents have none of the languages', ['german', 'english'], ['fr', 'it'], 'english'],
  ['nothing where there is no English: the most frequent is to be counted', ['french', 'german'], ['it'], null],
  ['by the first part of a tag', ['english', 'portuguese'], ['pt-BR'], 'portuguese'],
])('%s', (_, held, languages, expected) => {
  expect(chooseSearchConfig(held, languages)).toBe(expected);
});
