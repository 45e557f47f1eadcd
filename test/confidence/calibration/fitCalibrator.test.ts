import { describe, expect, it, test } from 'vitest';
import type { ConfidenceModel } from '../../../src/confidence/fitted.ts';
import { noSignals } from '../../../src/confidence/signals.ts';
import {
  applyCalibrator,
  calibratorSchema,
  forecastOf,
  gatedOf,
  scoreOf,
  seedCalibrator,
  type CalibrationMethod,
} from '../../../src/confidence/calibration/calibrator.ts';
import { calibrationMethods, fitCalibrator, fitMethod } from '../../../src/confidence/calibration/fitCalibrator.ts';
import { fitSignalModel } from '../../../src/confidence/calibration/signalModel.ts';
import { scoreConfidence, shippedModels, uncertainFrom } from '../../../src/confidence/score.ts';
import type { LabelledQuestion } from '../../../src/confidence/calibration/labelled.ts';
import { CandorError } from '../../../src/errors.ts';
import { syntheticLabels, withoutReading } from './syntheticLabels.ts';

const asShipped = syntheticLabels({ count: 300, seed: 1 });
/** The truth is half as sure as what ships, and higher. */
const flat = syntheticLabels({ count: 300, seed: 2, slope: 0.5, offset: 2 });
/** As if it shipped: what the fit begins with is told here, so that it may ship otherwise. */
const begun: ConfidenceModel = {
  intercept: 0,
  weights: {
    reader: 0.4,
    documentShare: 2,
    passageRank: 0,
    topSimilarity: 0,
    keyword: 3,
    given: 2.6,
    quantity: 1.5,
    placeAsked: 2,
  },
  means: { documentShare: 0.5, passageRank: -0.8, topSimilarity: 0.5, keyword: 0.5, given: 0.5 },
};
const otherTruth: ConfidenceModel = { ...begun, weights: { topSimilarity: 8, passageRank: 4 } };

const largestMove = ({ weights }: ConfidenceModel) =>
  Math.max(...Object.entries(begun.weights).map(([name, weight]) => Math.abs((weights[name] ?? 0) - weight)));

describe('fitSignalModel', () => {
  it('finds what makes answers right, given enough labels', () => {
    const { weights, means } = fitSignalModel(syntheticLabels({ count: 2000, seed: 3, truth: otherTruth }), begun);
    expect(weights['topSimilarity']).toBeGreaterThan(6.5);
    expect(weights['passageRank']).toBeGreaterThan(3);
    expect(weights['given']).toBeLessThan(0.6);
    expect(weights['reader']).toBeLessThan(0.1);
    expect(means).toEqual(begun.means);
  });

  it('moves little with few labels', () => {
    const [few, many] = [10, 1000].map((count) =>
      largestMove(fitSignalModel(syntheticLabels({ count, seed: 4, truth: otherTruth }), begun)),
    );
    expect(many).toBeGreaterThan(5);
    expect(few).toBeLessThan((many ?? 0) / 2);
  });

  it('keeps what ships for a signal that never varies, or was never measured', () => {
    const labels = flat.map(({ signals: { quantity: _, ...signals }, right }) => ({
      signals: { ...signals, placeAsked: 0 },
      right,
    }));
    const { weights } = fitSignalModel(labels, begun);
    expect([weights['placeAsked'], weights['quantity']]).toEqual([
      begun.weights['placeAsked'],
      begun.weights['quantity'],
    ]);
  });

  it('lets no evidence speak against an answer', () => {
    const truth = { ...begun, weights: { ...begun.weights, given: -3, topSimilarity: -2 } };
    const { weights } = fitSignalModel(syntheticLabels({ count: 1500, seed: 5, truth }), begun);
    expect([weights['given'], weights['topSimilarity']]).toEqual([0, 0]);
    expect(weights['keyword']).toBeGreaterThan(1.5);
    for (const weight of Object.values(weights)) expect(weight).toBeGreaterThanOrEqual(0);
  });
});

describe('fitCalibrator', () => {
  it('keeps what ships where that is right', () => {
    const { calibrator, eceBefore, eceAfter, questions, families, methods } = fitCalibrator(asShipped, { seed: 1 });
    expect(calibrator).toEqual(seedCalibrator);
    expect(eceAfter).toBe(eceBefore);
    expect([questions, families]).toEqual([300, 75]);
    expect(methods.map(({ method }) => method)).toEqual(calibrationMethods);
  });

  it('takes a map where the confidence is bent, and is closer to the truth on families that it has not seen', () => {
    const { calibrator, eceBefore, eceAfter, methods } = fitCalibrator(flat, { seed: 1 });
    expect(calibrator.method).toBe('PLATT');
    expect(eceBefore).toBeGreaterThan(0.15);
    expect(eceAfter).toBeLessThan(eceBefore / 2);
    const loss = (wanted: CalibrationMethod) => methods.find(({ method }) => method === wanted)?.logLoss ?? 0;
    expect(loss('PLATT')).toBeLessThan(loss('SEED'));
  });

  it('weighs the signals anew where others decide', () => {
    const { calibrator, methods } = fitCalibrator(syntheticLabels({ count: 300, seed: 6, truth: otherTruth }), {
      seed: 1,
    });
    expect(calibrator.method).toBe('LOGISTIC');
    expect((methods[3]?.auroc ?? 0) - (methods[0]?.auroc ?? 0)).toBeGreaterThan(0.1);
  });

  it('is not fooled by families: what only names the family is not learned', () => {
    // All signals of a family are equal and its label is drawn for all: folds by question would find each question's twins and an AUROC near 1.
    const twins = asShipped.slice(0, 240).map((question, index) => {
      const family = Math.floor(index / 4);
      return {
        ...question,
        family: String(family),
        signals: asShipped[family]?.signals ?? question.signals,
        right: family % 2 === 0,
      };
    });
    for (const { auroc } of fitCalibrator(twins, { seed: 1 }).methods) expect(auroc).toBeLessThan(0.7);
  });

  it('is the same for the same seed, and takes the method that it is told', () => {
    const few = flat.slice(0, 80);
    expect(fitCalibrator(few, { seed: 3 })).toEqual(fitCalibrator(few, { seed: 3 }));
    expect(fitCalibrator(few, { seed: 1, method: 'ISOTONIC' }).calibrator.method).toBe('ISOTONIC');
  });

  it('leaves vetoed questions out of the fit and holds them in the figures', () => {
    const vetoed = asShipped
      .slice(0, 100)
      .map((question) => ({ ...question, vetoed: true, right: false, family: `vetoed ${question.family}` }));
    expect(fitMethod('LOGISTIC', [...asShipped, ...vetoed])).toEqual(fitMethod('LOGISTIC', asShipped));
    const one = vetoed[0] ?? asShipped[0]!;
    const value = applyCalibrator(seedCalibrator, one.signals);
    expect(forecastOf(seedCalibrator, one).probability).toBeCloseTo(value * (uncertainFrom - 0.01), 12);
    expect(gatedOf(seedCalibrator, one).confidence).toBe(0);
    expect(gatedOf(seedCalibrator, { ...one, vetoed: false }).confidence).toBe(value);
    expect(fitCalibrator([...asShipped.slice(0, 80), ...vetoed], { seed: 1 }).methods[0]?.brier).not.toBe(
      fitCalibrator(asShipped.slice(0, 80), { seed: 1 }).methods[0]?.brier,
    );
  });

  test.each([
    ['too few labels', asShipped.slice(0, 29)],
    ['too few right ones', asShipped.slice(0, 60).map((question, index) => ({ ...question, right: index < 4 }))],
    ['too few wrong ones', asShipped.slice(0, 60).map((question, index) => ({ ...question, right: index >= 4 }))],
    [
      'one family',
      asShipped.slice(0, 60).map((question, index) => ({ ...question, family: 'only', right: index % 2 === 0 })),
    ],
  ])('refuses %s, and says what to do', (_why, labelled) => {
    let fault: unknown;
    try {
      fitCalibrator(labelled, { seed: 1 });
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(CandorError);
    expect(fault).toMatchObject({ code: 'BAD_INPUT', remedy: expect.stringMatching(/^Label /) as unknown });
  });
});

describe.each(calibrationMethods)('%s', (method) => {
  const calibrator = fitMethod(method, flat);

  it('rises with the score and stays a probability', () => {
    const ranked = syntheticLabels({ count: 300, seed: 9 }).map(({ signals }) => ({
      score: scoreOf(signals, calibrator.model ?? shippedModels.read),
      value: applyCalibrator(calibrator, signals),
    }));
    ranked.sort((left, right) => left.score - right.score);
    for (const [index, { value }] of ranked.entries()) {
      expect(value).toBeGreaterThanOrEqual(ranked[index - 1]?.value ?? 0);
      expect(value).toBeLessThanOrEqual(1);
    }
  });

  it('is 0 when nothing was found, and survives being stored', () => {
    expect(applyCalibrator(calibrator, noSignals)).toBe(0);
    expect(calibratorSchema.parse(JSON.parse(JSON.stringify(calibrator)))).toEqual(calibrator);
  });
});

test('the seed is the confidence that ships, read or not', () => {
  for (const { signals } of asShipped.slice(0, 20)) {
    for (const each of [signals, withoutReading(signals)])
      expect(applyCalibrator(seedCalibrator, each)).toBeCloseTo(scoreConfidence(each, 'CANDOR').value, 8);
  }
});

describe('where a reading is missing', () => {
  const unreadOf = (labels: readonly LabelledQuestion[]) =>
    labels.map((label) => ({ ...label, signals: withoutReading(label.signals) }));
  const [read, unreadFlat] = [flat.slice(0, 20), unreadOf(flat)];

  it.each(['PLATT', 'BETA', 'ISOTONIC', 'LOGISTIC'] as const)(
    '%s orders questions as what ships without a reading does, whatever it was fitted over',
    (method) => {
      const calibrator = fitMethod(method, flat);
      const valued = unreadOf(read)
        .map(({ signals }) => ({
          shipped: scoreConfidence(signals, 'CANDOR').value,
          value: applyCalibrator(calibrator, signals),
        }))
        .toSorted((left, right) => left.shipped - right.shipped);
      for (const [index, { value }] of valued.entries())
        expect(value).toBeGreaterThanOrEqual(valued[index - 1]?.value ?? 0);
      expect(new Set(valued.map(({ value }) => value)).size).toBeGreaterThan(1);
    },
  );

  it('weighs the signals as it ships: what it learned of readings does not count', () => {
    const calibrator = fitMethod('LOGISTIC', flat);
    for (const { signals } of unreadOf(read))
      expect(applyCalibrator(calibrator, signals)).toBeCloseTo(scoreConfidence(signals, 'CANDOR').value, 8);
    expect(fitMethod('LOGISTIC', [...flat, ...unreadFlat])).toEqual(calibrator);
  });

  it('is fitted over what ships without one where no question was read', () => {
    for (const method of ['PLATT', 'BETA', 'ISOTONIC'] as const)
      expect(fitMethod(method, unreadFlat).model).toEqual(shippedModels.unread);
    const fitted = fitMethod('LOGISTIC', unreadFlat);
    for (const { signals } of read)
      expect(applyCalibrator(fitted, signals)).toBe(applyCalibrator(fitted, withoutReading(signals)));
  });
});

const model = shippedModels.read;
test.each([
  ['a map that falls', { method: 'PLATT', model, map: { slope: -1, offset: 0 } }],
  ['a map with a value too few', { method: 'ISOTONIC', model, map: { scores: [0.1], values: [] } }],
  ['no model', { method: 'LOGISTIC', model: null, map: null }],
  ['a signal that is not measured', { method: 'LOGISTIC', model: { ...model, weights: { margin: 1 } }, map: null }],
  ['the form of before the signals were learned', { method: 'LOGISTIC', coefficients: { intercept: 1 }, map: null }],
  ['the same, of what shipped', { method: 'SEED', coefficients: null, map: null }],
])('a stored calibrator with %s is refused', (_what, stored) => {
  expect(calibratorSchema.safeParse(stored).success).toBe(false);
});
