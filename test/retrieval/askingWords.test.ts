import { expect, it } from 'vitest';
import { askingLexemes } from '../../src/retrieval/question/questionWords.ts';

it.each([
  ['How much does a day ticket cost?', ['much']],
  ['how many lockers are there', ['mani']],
  ['What time does the pool open, and how long is it open?', ['time', 'long']],
  ['Which time suits a lesson?', ['time']],
  // What is asked about is none.
  ['What time zone are the opening hours in?', []],
  ['Is the long course much wider?', []],
  ['Show many lanes', []],
])('%s', (question, words) => {
  expect([...askingLexemes(question)]).toEqual(words);
});
