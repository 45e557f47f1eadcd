import { describe, expect, test } from 'vitest';
import { candidatesOf } from '../../../src/grounding/sentences/candidates.ts';
import { withHeadedStep } from '../../../src/grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { passage } from '../passage.ts';

const words = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];
const label = passage(
  'A label can be voided.\n\n## Steps\n\n1. Open Labels.\n2. Press Void.\n\n## If the carrier refuses\n\n1. Take a photo.\n2. Upload it.',
  { documentTitle: 'void a shipping label', documentId: 'label' },
);
const other = passage('1. Open Printers.\n2. Press Add.', {
  documentTitle: 'void a shipping label',
  documentId: 'other',
});

/** In reading order, as if the first were the best. */
const ranked = [label, other].flatMap((page) =>
  candidatesOf(page).map((candidate): RankedSentence => {
    const sentence = {
      candidate: { ...candidate, lexemes: words(candidate.text), contextLexemes: words(candidate.context) },
    };
    return {
      ...sentence,
      score: 1,
      coverage: 0,
      softCoverage: 0,
      similarity: 0,
      ownSimilarity: 0,
      headed: 0,
      holdsType: true,
      answers: 1,
      words: null,
    };
  }),
);
const [best] = ranked;
const asked = (query: string, weights: Readonly<Record<string, number>>) =>
  withHeadedStep(best ? [best] : [], ranked, { query, idf: new Map(Object.entries(weights)) }).map(
    ({ candidate }) => candidate.text,
  );

describe('withHeadedStep', () => {
  test('puts the steps first whose title says what is asked', () => {
    expect(asked('How do I void a label?', { void: 2, label: 1 })).toEqual(['Open Labels.', 'A label can be voided.']);
  });

  test('of several lists takes that under the heading nearest to the question', () => {
    expect(
      asked('How do I void a label that the carrier refuses?', { void: 2, label: 1, carrier: 2, refuses: 2 })[0],
    ).toBe('Take a photo.');
  });

  test('what no sentence says counts only where the question does not ask how', () => {
    expect(asked('bought by mistake, how do I void a label', { mistake: 5, void: 2, label: 1 })).toHaveLength(2);
    expect(asked('void a label bought by mistake', { mistake: 5, void: 2, label: 1 })).toHaveLength(1);
    expect(asked('void a label', { void: 2, label: 1 })).toHaveLength(2);
  });

  test('leaves alone what has another title, and what holds a step already', () => {
    expect(asked('How do I print a label?', { print: 2, upload: 2, label: 1 })).toHaveLength(1);
    const step = ranked.filter(({ candidate }) => candidate.text === 'Press Void.');
    expect(withHeadedStep(step, ranked, { query: 'How do I void a label?', idf: new Map([['void', 1]]) })).toBe(step);
    expect(withHeadedStep([], [], { query: 'How do I void a label?', idf: new Map([['void', 1]]) })).toEqual([]);
  });
});
