import { describe, expect, it } from 'vitest';
import { confusionOf } from '../../src/evaluation/figures/outcomeFigures.ts';
import { judgeRecords } from '../../src/evaluation/judge.ts';
import { gradedNdcgAt } from '../../src/evaluation/figures/retrievalFigures.ts';
import { answerMatch, squadTokens, tokenF1 } from '../../src/evaluation/figures/figures.ts';
import { questionOf, recordOf } from './records.ts';

describe('squadTokens', () => {
  it('drops case, punctuation, articles and citation marks', () => {
    expect(squadTokens("The cat's an-swer, [12] a DOG. [3]")).toEqual(['cats', 'answer', 'dog']);
    expect(squadTokens('theatre another')).toEqual(['theatre', 'another']);
  });
});

describe('tokenF1', () => {
  // Worked by hand: precision p, recall r, 2pr / (p + r).
  it.each([
    ['the same', 'The Norman dynasty.', ['norman dynasty'], 1],
    ['one of two words, p 1, r 1/2', 'dynasty', ['norman dynasty'], 2 / 3],
    ['a word twice counts once where the reference has it once, p 1/2, r 1', 'york york', ['York'], 2 / 3],
    ['two of four given, both of two, p 1/2, r 1', 'in the year 1066 precisely then', ['year 1066'], 4 / 7],
    ['the best reference', 'ten days', ['a week', 'ten days'], 1],
    ['nothing shared', 'ice', ['fire'], 0],
    ['nothing said', '', ['fire'], 0],
    ['no reference', 'fire', [], 0],
  ])('%s', (_name, text, references, f1) => {
    expect(tokenF1(text, references)).toBeCloseTo(f1, 10);
  });
});

describe('answerMatch', () => {
  it('is over answers with short references alone', () => {
    const questions = [
      questionOf({ id: 'a', answers: ['ten days'] }),
      questionOf({ id: 'b', answers: ['red'] }),
      questionOf({ id: 'c', answers: ['word '.repeat(40)] }),
      questionOf({ id: 'd', expected: 'abstain', answerable: false }),
    ];
    const records = [
      recordOf({ questionId: 'a', text: 'It takes ten days.' }),
      recordOf({ questionId: 'b', outcome: 'Abstention', text: 'no' }),
      recordOf({ questionId: 'c' }),
      recordOf({ questionId: 'd' }),
    ];
    // "it takes ten days" against "ten days": p 1/2, r 1.
    expect(answerMatch(judgeRecords(questions, records))).toEqual({ questions: 1, containment: 1, tokenF1: 2 / 3 });
  });
});

describe('gradedNdcgAt', () => {
  // Järvelin and Kekäläinen's grades 3 2 3 0 1 2 with trec_eval's linear gain and log2(rank + 1): DCG 3 + 1.26186 + 1.5 + 0 + .38685 + .71241 = 6.86113;
  // the best order 3 3 2 2 1 0 gives 3 + 1.89279 + 1 + .86135 + .38685 = 7.14099.
  const grades = new Map([
    ['d1', 3],
    ['d2', 2],
    ['d3', 3],
    ['d5', 1],
    ['d6', 2],
  ]);
  it('weighs by the grade itself', () => {
    expect(gradedNdcgAt(6, ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'], grades)).toBeCloseTo(6.86113 / 7.14099, 4);
  });
  it('is 1 for the best order, 0 for nothing found, null without relevant ones', () => {
    expect(gradedNdcgAt(10, ['d3', 'd1', 'd2', 'd6', 'd5'], grades)).toBeCloseTo(1, 12);
    expect(gradedNdcgAt(10, ['x'], grades)).toBe(0);
    expect(gradedNdcgAt(10, ['d1'], new Map())).toBeNull();
  });
});

describe('confusionOf', () => {
  it('sets what was wanted against what came', () => {
    const questions = [
      questionOf({ id: 'a', answers: ['one'] }),
      questionOf({ id: 'b', expected: 'mention-conflict' }),
      questionOf({ id: 'c', expected: 'abstain', answerable: false }),
      questionOf({ id: 'd', expected: 'clarify', answerable: false }),
      questionOf({ id: 'e', expected: 'retrieve' }),
    ];
    const records = [
      recordOf({ questionId: 'a', text: 'one' }),
      recordOf({ questionId: 'b', outcome: 'Abstention' }),
      recordOf({ questionId: 'c' }),
      recordOf({ questionId: 'd', outcome: 'Clarification' }),
      recordOf({ questionId: 'e' }),
    ];
    expect(confusionOf(judgeRecords(questions, records))).toEqual({
      answer: { Answer: 1, Abstention: 1, Clarification: 0, right: 1 },
      abstain: { Answer: 1, Abstention: 0, Clarification: 0, right: 0 },
      clarify: { Answer: 0, Abstention: 0, Clarification: 1, right: 0 },
    });
  });
});
