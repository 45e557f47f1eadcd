import { describe, expect, it } from 'vitest';
import { alwaysRefuse } from '../../src/evaluation/figures/outcomeFigures.ts';
import { figuresOf } from '../../src/evaluation/figures/figures.ts';
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
  recordOf({
    questionId: 'b',
    text: 'three',
    confidence: 0.6,
    tier: 'UNCERTAIN',
    retrieved: ['d9', 'd2'],
    citations: [{ ...citation, valid: false }],
    millis: 20,
  }),
  recordOf({ questionId: 'c', outcome: 'Abstention', tier: 'NO_MATCH', confidence: 0.1, millis: 30 }),
  recordOf({ questionId: 'd', text: 'nine', confidence: 0.8, millis: 40 }),
  recordOf({ questionId: 'e', outcome: 'Fault', confidence: null, millis: 1 }),
];

describe('figuresOf', () => {
  const [figures] = figuresOf(questions, records);

  it('counts outcomes and leaves faults out', () => {
    expect(figures).toMatchObject({
      preset: 'candor',
      questions: 5,
      faults: 1,
      judged: 4,
      rightAnswers: 1,
      wrongAnswers: 2,
      rightRefusals: 1,
      overRefusals: 0,
      utility: (1 - 4) / 4,
      selectiveRisk: 2 / 3,
      coverage: 3 / 4,
      confidentWrong: 1 / 4,
      unanswerableConfident: 1 / 2,
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
    expect(figures?.byType.map(({ type, utility }) => [type, utility])).toEqual([
      ['off', -1],
      ['easy', -0.5],
    ]);
  });

  it('tells each type apart: outcomes, rounds, stop reasons and time', () => {
    const wanted = [
      questionOf({ id: 'm1', type: 'multi', answers: ['one'], relevantDocIds: ['d1', 'd2'] }),
      questionOf({ id: 'm2', type: 'multi', answers: ['two'], relevantDocIds: ['d1', 'd3'] }),
      questionOf({ id: 'v1', type: 'vague', expected: 'clarify', answerable: false }),
      questionOf({ id: 'v2', type: 'vague', expected: 'clarify', answerable: false }),
      questionOf({ id: 'n1', type: 'null', expected: 'abstain', answerable: false }),
      questionOf({ id: 'n2', type: 'null', expected: 'abstain', answerable: false }),
    ];
    const runs = [
      recordOf({ questionId: 'm1', text: 'one', retrieved: ['d1', 'd9', 'd2'], rounds: 3, millis: 10 }),
      recordOf({
        questionId: 'm2',
        outcome: 'Abstention',
        retrieved: ['d1'],
        rounds: 2,
        millis: 90,
        stopReason: 'BELOW_GATE',
      }),
      recordOf({ questionId: 'v1', outcome: 'Clarification', stopReason: 'BELOW_GATE' }),
      recordOf({ questionId: 'v2', outcome: 'Abstention', stopReason: 'ZERO_HITS' }),
      recordOf({ questionId: 'n1', outcome: 'Abstention', stopReason: 'BELOW_GATE' }),
      recordOf({ questionId: 'n2', outcome: 'Clarification', stopReason: 'BELOW_GATE' }),
    ];
    const byType = new Map(figuresOf(wanted, runs)[0]?.byType.map((type) => [type.type, type]));
    expect(byType.get('multi')).toMatchObject({
      rightAnswers: 1,
      wrongAnswers: 0,
      overRefusals: 1,
      recallAt10: 0.75,
      allAt10: 0.5,
      rounds: 2.5,
      stopReasons: { GATE_PASSED: 1, BELOW_GATE: 1 },
      latency: { p50: 10, p95: 90 },
    });
    expect(byType.get('vague')).toMatchObject({
      rightClarifications: 1,
      rightAbstentions: 0,
      okRefusals: 1,
      rightRefusals: 1,
      allAt10: null,
    });
    expect(byType.get('null')).toMatchObject({
      rightClarifications: 1,
      rightAbstentions: 1,
      okRefusals: 0,
      rightRefusals: 2,
      stopReasons: { BELOW_GATE: 2 },
    });
  });

  it('counts stop reasons most frequent first, and none of a run that broke', () => {
    const stops = ['BELOW_GATE', 'GATE_PASSED', 'GATE_PASSED'].map((stopReason) =>
      recordOf({ questionId: 'a', stopReason }),
    );
    const [counted] = figuresOf(questions, [
      ...stops,
      recordOf({ questionId: 'a', outcome: 'Fault', stopReason: 'DEADLINE', rounds: 9 }),
    ]);
    expect(Object.entries(counted?.stopReasons ?? {})).toEqual([
      ['GATE_PASSED', 2],
      ['BELOW_GATE', 1],
    ]);
    expect(counted?.rounds).toBe(1);
  });

  it('keeps presets apart and ignores questions it does not know', () => {
    const both = figuresOf(questions, [
      ...records,
      recordOf({ questionId: 'a', preset: 'naive', text: 'one' }),
      recordOf({ questionId: 'zz' }),
    ]);
    expect(both.map(({ preset, questions: count }) => [preset, count])).toEqual([
      ['candor', 5],
      ['naive', 1],
    ]);
  });
});

describe('alwaysRefuse', () => {
  it('is never wrong and never useful', () => {
    expect(alwaysRefuse(questions)).toMatchObject({
      judged: 5,
      rightAnswers: 0,
      wrongAnswers: 0,
      rightRefusals: 2,
      overRefusals: 3,
      utility: 0,
    });
  });
});
