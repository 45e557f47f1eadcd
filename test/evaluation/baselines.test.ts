import { describe, expect, it } from 'vitest';
import { alwaysRefuse, baselinesOf, confidentErrors } from '../../src/evaluation/figures/outcomeFigures.ts';
import { sweepOf } from '../../src/evaluation/figures/confidenceFigures.ts';
import { figuresOf } from '../../src/evaluation/figures/figures.ts';
import { familyOf, judgeRecords } from '../../src/evaluation/judge.ts';
import type { RunRecord } from '../../src/evaluation/run/runRecord.ts';
import { questionOf, recordOf } from './records.ts';

const signalsAt = (topSimilarity: number): RunRecord['signals'] => ({ topSimilarity });
const questions = [
  questionOf({ id: 'a', answers: ['one'], relevantDocIds: ['d1'] }),
  questionOf({ id: 'b', answers: ['two'], relevantDocIds: ['d2'] }),
  questionOf({ id: 'c', answers: ['three'], relevantDocIds: ['d3'] }),
  questionOf({ id: 'd', expected: 'abstain', answerable: false }),
];
const refused = { outcome: 'Abstention', text: 'no', tier: 'NO_MATCH' } as const;
const runs = [
  recordOf({ questionId: 'a', text: 'one', signals: signalsAt(0.9) }),
  recordOf({ questionId: 'b', ...refused, signals: signalsAt(0.8), retrieved: ['d9'] }),
  recordOf({ questionId: 'c', ...refused, signals: signalsAt(0.4), retrieved: ['d3'] }),
  recordOf({ questionId: 'd', ...refused, signals: signalsAt(0.6) }),
];

describe('baselinesOf', () => {
  it('answers what was refused: as naive did, else by the best document; what is to be refused is wrong', () => {
    const naive = new Map([['b', recordOf({ questionId: 'b', preset: 'naive', text: 'two' })]]);
    // a own right, b borrowed right, c estimated right by its document, d wrong.
    expect(baselinesOf(judgeRecords(questions, runs), naive, 1).alwaysAnswer).toMatchObject({
      rightAnswers: 3,
      wrongAnswers: 1,
      borrowed: 1,
      estimated: 1,
      utility: 1 / 4,
    });
    expect(baselinesOf(judgeRecords(questions, runs), new Map(), 1).alwaysAnswer).toMatchObject({
      rightAnswers: 2,
      wrongAnswers: 2,
      borrowed: 0,
      estimated: 2,
      utility: -2 / 4,
    });
  });

  it('gates by cosine where that is best for these questions', () => {
    const naive = new Map([['b', recordOf({ questionId: 'b', preset: 'naive', text: 'two' })]]);
    // From .8 on: a and b right, worth 2; from .6 on d is wrong too, worth 0; from .4 on worth 1.
    expect(baselinesOf(judgeRecords(questions, runs), naive, 1).cosineOnly).toMatchObject({
      threshold: 0.8,
      rightAnswers: 2,
      wrongAnswers: 0,
      rightRefusals: 1,
      overRefusals: 1,
      utility: 2 / 4,
    });
  });

  it('refuses everything where no threshold is worth anything, and has no cosine without one', () => {
    const wrong = [recordOf({ questionId: 'd', signals: signalsAt(0.9) })];
    expect(baselinesOf(judgeRecords(questions, wrong), new Map(), 1).cosineOnly).toMatchObject({
      threshold: 1,
      wrongAnswers: 0,
      rightRefusals: 1,
      utility: 0,
    });
    expect(baselinesOf(judgeRecords(questions, [recordOf({ questionId: 'a' })]), new Map(), 1).cosineOnly).toBeNull();
  });

  it('has an interval around each utility', () => {
    const {
      alwaysAnswer: { utility, utilityInterval },
    } = baselinesOf(judgeRecords(questions, runs), new Map(), 1);
    expect(utilityInterval?.[0]).toBeLessThanOrEqual(utility ?? 0);
    expect(utilityInterval?.[1]).toBeGreaterThanOrEqual(utility ?? 0);
    expect(alwaysRefuse(questions).utility).toBe(0);
  });
});

describe('familyOf', () => {
  it('is the first relevant document, else the question', () => {
    expect([familyOf({ id: 'q', relevantDocIds: ['d1', 'd2'] }), familyOf({ id: 'q', relevantDocIds: [] })]).toEqual([
      'd1',
      'q',
    ]);
  });
});

describe('sweepOf', () => {
  it('tells what is missed and what is wrong from each threshold on', () => {
    const points = sweepOf([
      { probability: 0.9, happened: true },
      { probability: 0.5, happened: true },
      { probability: 0.7, happened: false },
      { probability: 0.1, happened: false },
    ]);
    const at = (threshold: number) => points.find((point) => Math.abs(point.threshold - threshold) < 1e-9);
    expect(at(0)).toEqual({ threshold: 0, missed: 0, risk: 0.5, coverage: 1 });
    expect(at(0.5)).toMatchObject({ missed: 0, coverage: 0.75 });
    expect(at(0.5)?.risk).toBeCloseTo(1 / 3, 12);
    expect(at(0.6)).toEqual({ threshold: 0.6, missed: 0.5, risk: 0.5, coverage: 0.5 });
    expect(at(1)).toEqual({ threshold: 1, missed: 1, risk: null, coverage: 0 });
  });
});

describe('the guarantee', () => {
  it('is made where enough sure answers are right, and not where there are few', () => {
    const many = Array.from({ length: 400 }, (_, index) =>
      questionOf({ id: `m${index}`, answers: ['yes'], relevantDocIds: [`d${index}`] }),
    );
    const said = many.map(({ id }, index) =>
      recordOf({ questionId: id, text: index < 300 ? 'yes' : 'no', confidence: 1 - index / 400 }),
    );
    const guaranteeOf = (questionsOf: typeof many) => figuresOf(questionsOf, said)[0]?.confidence.guarantee;
    expect(guaranteeOf(many)?.threshold).toBeGreaterThan(0.15);
    expect(guaranteeOf(many)?.upperBound).toBeLessThanOrEqual(0.05);
    expect(guaranteeOf(many.slice(0, 40))?.threshold).toBeNull();
  });
});

describe('figures of what came', () => {
  it('sums claims, tokens and the surest errors', () => {
    const wrong = [0.6, 0.9, 0.7].map((confidence, index) =>
      recordOf({
        questionId: 'd',
        preset: 'candor',
        confidence,
        text: `wrong ${index}`,
        tokens: 30 * index,
        claims: { count: 2, supported: 1 },
      }),
    );
    const [figures] = figuresOf(questions, wrong);
    expect(figures).toMatchObject({ claims: { count: 6, supportedShare: 0.5 }, tokens: 30 });
    expect(confidentErrors(judgeRecords(questions, wrong)).map(({ confidence }) => confidence)).toEqual([
      0.9, 0.7, 0.6,
    ]);
    expect(
      confidentErrors(
        judgeRecords(
          questions,
          Array.from({ length: 20 }, () => wrong[0]!),
        ),
      ),
    ).toHaveLength(10);
  });
});
