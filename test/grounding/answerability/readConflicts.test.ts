import { describe, expect, it } from 'vitest';
import { findConflicts } from '../../../src/grounding/answerability/findConflicts.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';
import { ranked } from '../passage.ts';

/** A sentence as a reader scored it, in logits; null: no reader read it. */
function read(text: string, documentId: string, answers: number | null): RankedSentence {
  const sentence = ranked(text, documentId, 1);
  const passage = { ...sentence.candidate.passage, documentTitle: '', sectionPath: [] };
  return { ...sentence, answers, candidate: { ...sentence.candidate, passage } };
}

const within = 'Hardware may be returned within 30 days.';
const opens = 'The office in Ghent opens at 8:30.';
const pairs: readonly (readonly [about: string, question: string, left: string, right: string])[] = [
  ['a row of a table', 'How many days may I return hardware?', within, 'Hardware: returned; Days: 14 days'],
  ['an item of a list', 'How many days may I return hardware?', within, '- hardware returned, 14 days'],
  ['a sentence', 'How many days may I return hardware?', within, 'Returned hardware is checked by us within 3 days.'],
  ['a time', 'When does the office in Ghent open?', opens, 'The office in Ghent opens its mail at 11:00.'],
  ['an amount', 'What does a locker cost?', 'A locker costs 2 francs.', 'A locker key costs 9 francs.'],
  [
    'a version of the sentence',
    'How late can I cancel a rental?',
    'A rental is cancelled free of charge until 24 hours before it begins',
    'A rental is cancelled free of charge until 48 hours before it begins',
  ],
];

describe.each(pairs)('values of two documents: %s', (_about, question, left, right) => {
  const between = (one: number | null, other: number | null) =>
    findConflicts([read(left, 'one', one), read(right, 'two', other)], readQuestion(question)).length;

  it('contradict each other only where a reader takes both for answers, or none has read them', () => {
    expect([between(null, null), between(4, 3)]).toEqual([1, 1]);
    expect([between(4, -7), between(-7, 4), between(-6, -6)]).toEqual([0, 0, 0]);
    expect([between(4, null), between(null, 4)]).toEqual([0, 0]);
  });
});
