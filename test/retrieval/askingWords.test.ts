import { expect, it } from 'vitest';
import { withoutAskingWords } from '../../src/retrieval/askingWords.ts';

it.each([
  ['How much does a day ticket cost?', 'How does a day ticket cost?'],
  ['how many lockers are there', 'how lockers are there'],
  ['What time does the pool open, and how long is it open?', 'What does the pool open, and how is it open?'],
  ['Which time suits a lesson?', 'Which suits a lesson?'],
  // What is asked about stays.
  ['What time zone are the opening hours in?', 'What time zone are the opening hours in?'],
  ['Is the long course much wider?', 'Is the long course much wider?'],
  ['How much?', 'How much?'],
  ['Show many lanes', 'Show many lanes'],
])('%s', (question, searched) => {
  expect(withoutAskingWords(question)).toBe(searched);
});
