import { describe, expect, it } from 'vitest';
import { headingMatch } from '../../../src/grounding/sentences/candidates.ts';

describe('how nearly a heading is the question', () => {
  it.each([
    ['its very words', 'what is new?', ['Release notes', 'What is new?'], 1],
    ['its very words, without the apostrophe', 'whats the vision', ['What’s the vision?'], 1],
    ['its content words', 'how do I void a shipping label', ['Void a shipping label'], 1],
    ['forms of its content words', 'how do i cancel my shipping labels', ['Cancelling a shipping label'], 1],
    ['most of them', 'void a shipping label abroad', ['Void a shipping label'], 6 / 7],
    ['less than half', 'void a label for a parcel to Spain', ['Void a shipping label and get the cost back'], 0],
    ['some of them', 'void a label', ['Void a shipping label today'], 2 / 3],
    ['the best of several', 'shipping label', ['Shipping labels', 'Void a shipping label'], 1],
    ['one shared word', 'label price', ['Void a label'], 0],
    ['nothing', 'how do refunds work', ['Shipping labels'], 0],
    ['no heading at all', 'how do refunds work', [], 0],
    ['a question and headings of marks alone', '???', ['—'], 0],
  ])('%s', (_what, question, headings, match) => {
    expect(headingMatch(question, headings)).toBeCloseTo(match, 10);
  });
});
