import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConfidenceModel } from '../../src/confidence/fitted.ts';
import { gatedScale, tierIn } from '../../src/confidence/gate.ts';
import { shippedScale, tierOn } from '../../src/confidence/scale.ts';
import {
  confidentFrom,
  contributionsOf,
  linear,
  scoreConfidence,
  shippedModels,
  uncertainFrom,
} from '../../src/confidence/score.ts';
import {
  type ConfidenceSignals,
  noSignals,
  type SignalName,
  signalNames,
  type ConfidenceFormula,
} from '../../src/confidence/signals.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { cases } from '../support/cases.ts';

const formulas: readonly ConfidenceFormula[] = ['COSINE', 'CONSENSUS', 'AVERAGE', 'CANDOR'];
const value = fc.double({ min: -12, max: 10, noNaN: true });
/** Any of the signals, at least one. */
const anySignals: fc.Arbitrary<ConfidenceSignals> = fc
  .dictionary(fc.constantFrom<SignalName>(...signalNames), value, { minKeys: 1 })
  .map((found) => found as ConfidenceSignals);
const sumOf = (numbers: ConfidenceSignals) => Object.values(numbers).reduce((sum, each) => sum + each, 0);
const oddsOf = (probability: number) => Math.log(probability / (1 - probability));
/** All signals that a model weighs, at one small value. */
const small = ({ weights }: ConfidenceModel): ConfidenceSignals =>
  Object.fromEntries(Object.keys(weights).map((name) => [name, 0.02]));
const tierOf = (confidence: number) => tierOn(confidence, uncertainFrom, shippedScale);

describe.each(formulas)('%s', (formula) => {
  test('is 0..1 and shown with one decimal', () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const { value: probability, display } = scoreConfidence(signals, formula, [70]);
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
        expect(display).toBe(Math.round(probability * 1000) / 10);
      }),
    );
  });

  test('is 0 when nothing was found', () => {
    expect(scoreConfidence(noSignals, formula, [70])).toEqual({
      value: 0,
      display: 0,
      signals: {},
      contributions: {},
      calibration: null,
    });
  });

  test('never falls when a signal rises', () => {
    fc.assert(
      fc.property(anySignals, fc.nat(), fc.double({ min: 0, max: 5, noNaN: true }), (signals, pick, rise) => {
        const names = Object.keys(signals) as SignalName[];
        const name = names[pick % names.length] ?? 'keyword';
        const risen = { ...signals, [name]: (signals[name] ?? 0) + rise };
        expect(scoreConfidence(risen, formula, [70]).value).toBeGreaterThanOrEqual(
          scoreConfidence(signals, formula, [70]).value,
        );
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('a logistic formula', () => {
  test.each<['CONSENSUS' | 'CANDOR', ConfidenceSignals, number]>([
    ['CONSENSUS', { rrfTop: 1 / 61 }, -5.5],
    ['CANDOR', small(shippedModels.read), shippedModels.read.intercept],
    ['CANDOR', small(shippedModels.unread), shippedModels.unread.intercept],
  ])('%s is the sum of what its signals add: %j', (formula, signals, intercept) => {
    const { value: probability, contributions } = scoreConfidence(signals, formula);
    expect(Object.keys(contributions).length).toBeGreaterThan(0);
    expect(oddsOf(probability)).toBeCloseTo(intercept + sumOf(contributions), 8);
  });

  test('CANDOR weighs a reading where there is one, and what is not known adds nothing', () => {
    expect(scoreConfidence({ reader: 3 }, 'CANDOR').contributions).toHaveProperty('reader');
    const signals = small(shippedModels.unread);
    expect(scoreConfidence(signals, 'CANDOR').contributions).toEqual(contributionsOf(signals, shippedModels.unread));
    expect(scoreConfidence({ reader: 3, rrfTop: 1 }, 'CANDOR').contributions).not.toHaveProperty('rrfTop');
  });

  test('a signal at its mean adds nothing, above it for the answer, below it against', () => {
    const model: ConfidenceModel = { intercept: -1, weights: { given: 2, placeAsked: 0 }, means: { given: 0.5 } };
    expect(contributionsOf({ given: 0.5, placeAsked: 1, keyword: 1 }, model)).toEqual({ given: 0 });
    expect([0.75, 0.25].map((given) => linear({ given }, model))).toEqual([-0.5, -1.5]);
  });

  test('a chat model lifts by what it found, and lowers by what it did not', () => {
    const at = (writerFound: number) => scoreConfidence({ reader: 0, writerFound }, 'CANDOR').value;
    const without = scoreConfidence({ reader: 0 }, 'CANDOR').value;
    expect(at(1)).toBeGreaterThan(without);
    expect(at(-1)).toBeLessThan(without);
  });

  test('CONSENSUS is as published: sure of what tops both arms, not of what tops one', () => {
    const both = scoreConfidence({ rrfTop: 2 / 61 }, 'CONSENSUS').value;
    const one = scoreConfidence({ rrfTop: 1 / 61 }, 'CONSENSUS').value;
    expect([both, one].map((each) => each.toFixed(2))).toEqual(['0.92', '0.18']);
    const judging = { preset: presets.CONSENSUS, scale: gatedScale(presets.CONSENSUS, shippedScale, 'BALANCED') };
    expect([both, one].map((value) => tierIn(judging, value))).toEqual(['CONFIDENT', 'NO_MATCH']);
  });
});

test('COSINE is the similarity, and 0 beyond a right angle', () => {
  const at = (topSimilarity: number) => scoreConfidence({ topSimilarity }, 'COSINE');
  expect(at(0.75)).toMatchObject({ value: 0.75, display: 75, contributions: {} });
  expect(at(0.876_56).display).toBe(87.7);
  expect([at(-0.5).value, scoreConfidence({ rrfTop: 0.01 }, 'COSINE').value]).toEqual([0, 0]);
});

test('AVERAGE is the mean of the scores over 100, and reads nothing else', () => {
  const signals = { topSimilarity: 0.9 };
  expect(scoreConfidence(signals, 'AVERAGE', [60, 40, 26])).toMatchObject({ value: 0.42, display: 42, signals });
  expect([[], [0], [100], [40, 40]].map((scores) => scoreConfidence(signals, 'AVERAGE', scores).value)).toEqual([
    0, 0, 1, 0.4,
  ]);
});

test('a threshold belongs to the tier above it', () => {
  expect([1, confidentFrom].map(tierOf)).toEqual(['CONFIDENT', 'CONFIDENT']);
  expect([confidentFrom - 1e-9, uncertainFrom].map(tierOf)).toEqual(['UNCERTAIN', 'UNCERTAIN']);
  expect([uncertainFrom - 1e-9, 0].map(tierOf)).toEqual(['NO_MATCH', 'NO_MATCH']);
  // A preset's own gate is where UNCERTAIN begins.
  expect([0.4, 0.399].map((each) => tierOn(each, 0.4, shippedScale))).toEqual(['UNCERTAIN', 'NO_MATCH']);
});
