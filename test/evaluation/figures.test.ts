import { describe, expect, it } from 'vitest';
import { alwaysRefuse, figuresOf } from '../../src/evaluation/figures.ts';
import { questionOf, recordOf } from './records.ts';

const questions = [
  questionOf({ id: 'a', type: 'easy', answers: ['one'], relevantDocIds: ['d1'] }),
  questionOf({ id: 'b', type: 'easy', answers: ['two'], relevantDocIds: ['d2'] }),
  questionOf({ id: 'c', type: 'off', expected: 'abstain', answerable: false }),
  questionOf({ id: 'd', type: 'off', expected: 'abstain', answerable: false, wrongAnswers: ['nine'] }),
  questionOf({ id: 'e', type: 'easy', answers: ['five'], relevantDocIds: ['d5'] }),
];
const citation = { documentId: 'd1', quote: 'one', start: 0, end: 3, status: 'SUPPORTED', valid: true };
const records = [
  recordOf({ questionId: 'a', text: 'one', confidence: 0.9, retrieved: ['d1'], citations: [citation], millis: 10 }),
  recordOf({ questionId: 'b', text: 'three', confidence: 0.6, tier: 'UNCERTAIN', retrieved: ['d9', 'd2'], citations: [{ ...citation, valid: false }], millis: 20 }),
  recordOf({ questionId: 'c', outcome: 'Abstention', tier: 'NO_MATCH', confidence: 0.1, millis: 30 }),
  recordOf({ questionId: 'd', text: 'nine', confidence: 0.8, millis: 40 }),
  recordOf({ questionId: 'e', outcome: 'Fault', confidence: null, millis: 1 }),
];

describe('figuresOf', () => {
  const [figures] = figuresOf(questions, records);

  it('counts outcomes and leaves faults out', () => {
    expect(figures).toMatchObject({
      preset: 'candor', questions: 5, faults: 1, judged: 4, rightAnswers: 1, wrongAnswers: 2, rightRefusals: 1, overRefusals: 0,
      utility: (1 - 4) / 4, selectiveRisk: 2 / 3, coverage: 3 / 4, confidentWrong: 1 / 4, unanswerableConfident: 1 / 2,
    });
  });

  it('measures retrieval, confidence, citations, bait and time', () => {
    expect(figures?.retrieval).toMatchObject({ questions: 2, recallAt5: 1, meanReciprocalRank: 0.75 });
    // Answerable .9 .6 against .1 .8: three of four pairs. Right .9 against .6 .1 .8: all.
    expect(figures?.confidence.aurocAnswerable).toBe(0.75);
    expect(figures?.confidence.aurocRight).toBe(1);
    expect(figures?.citations).toEqual({ count: 2, valid: 1, validShare: 0.5 });
    expect(figures?.misled).toEqual({ questions: 1, count: 1 });
    expect(figures?.latency).toEqual({ p50: 20, p95: 40 });
  });

  it('lists the worst type first', () => {
    expect(figures?.byType.map(({ type, utility }) => [type, utility])).toEqual([['off', -1], ['easy', -0.5]]);
  });

  it('keeps presets apart and ignores questions it does not know', () => {
    const both = figuresOf(questions, [...records, recordOf({ questionId: 'a', preset: 'naive', text: 'one' }), recordOf({ questionId: 'zz' })]);
    expect(both.map(({ preset, questions: count }) => [preset, count])).toEqual([['candor', 5], ['naive', 1]]);
  });
});

describe('alwaysRefuse', () => {
  it('is never wrong and never useful', () => {
    expect(alwaysRefuse(questions)).toMatchObject({ judged: 5, rightAnswers: 0, wrongAnswers: 0, rightRefusals: 2, overRefusals: 3, utility: 0 });
  });
});
