import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ConfidenceSignals, noSignals, type ReadingSignals, unread } from '../../src/confidence/signals.ts';
import { shippedScale, tierOn } from '../../src/confidence/scale.ts';
import { confidentFrom, scoreConfidence, uncertainFrom, type ConfidenceFormula } from '../../src/confidence/score.ts';
import { cases } from '../support/cases.ts';

const formulas: readonly ConfidenceFormula[] = ['COSINE', 'CONSENSUS', 'CANDOR'];
const share = fc.double({ min: 0, max: 1, noNaN: true });
const readings: fc.Arbitrary<ReadingSignals> = fc.oneof(
  fc.constant(unread),
  fc.record({
    answerability: share,
    answerMargin: fc.double({ min: -20, max: 20, noNaN: true }),
    answerAgreement: share,
    answerCoverage: share,
    answerSimilarity: share,
    answerLead: fc.double({ min: 0, max: 2, noNaN: true }),
    passageSimilarity: share,
    passageRank: fc.double({ min: 0, max: 0.5, noNaN: true }),
    headingMatch: share,
    listMatched: fc.boolean(),
  }),
);
/** Signals that one retrieval by both arms can have, read or not. */
const bothArms: fc.Arbitrary<ConfidenceSignals> = fc
  .tuple(
    readings,
    fc.record({
      rrfTop: fc.double({ min: 0.001, max: 2 / 61, noNaN: true }),
      inBothArms: fc.boolean(),
      keywordNormalized: share,
      idfCoverage: share,
      armOverlap: share,
      vectorDistance: fc.double({ min: 0, max: 2, noNaN: true }),
      margin: share,
      rerankScore: fc.constant(null),
      questionInformation: fc.double({ min: 0, max: 200, noNaN: true }),
      knownWords: share,
      sentenceCoverage: share,
      answerTypePresent: fc.boolean(),
      codesMatched: fc.boolean(),
      quantityMatched: fc.boolean(),
      timeFit: fc.option(share),
      writerFound: fc.constantFrom(true, false, null),
    }),
  )
  .map(([reading, signals]) => ({ ...signals, ...reading }));
/** What is left of them when an arm is lost; the margin may go either way and is kept. */
const without: Readonly<Record<'vector' | 'keyword', (signals: ConfidenceSignals) => ConfidenceSignals>> = {
  vector: (signals) => ({
    ...signals,
    rrfTop: signals.rrfTop / 2,
    inBothArms: false,
    armOverlap: 0,
    vectorDistance: null,
  }),
  keyword: (signals) => ({
    ...signals,
    rrfTop: signals.rrfTop / 2,
    inBothArms: false,
    armOverlap: 0,
    keywordNormalized: 0,
    idfCoverage: 0,
    questionInformation: 0,
    knownWords: 0,
    sentenceCoverage: 0,
  }),
};

const tierOf = (value: number) => tierOn(value, uncertainFrom, shippedScale);

describe.each(formulas)('%s', (formula) => {
  test('is 0..1 and shown with one decimal', () => {
    fc.assert(
      fc.property(bothArms, (signals) => {
        const { value, display } = scoreConfidence(signals, formula);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(display).toBe(Math.round(value * 1000) / 10);
      }),
      { seed: 7 },
    );
  });

  test.each(['vector', 'keyword'] as const)('never rises when the %s arm is lost', (arm) => {
    fc.assert(
      fc.property(bothArms, (signals) => {
        expect(scoreConfidence(without[arm](signals), formula).value).toBeLessThanOrEqual(
          scoreConfidence(signals, formula).value,
        );
      }),
      { seed: 7, numRuns: cases(500) },
    );
  });

  test('is 0 when nothing was found', () => {
    expect(scoreConfidence(noSignals, formula)).toMatchObject({ value: 0, display: 0, calibration: null });
  });
});

test('COSINE is the similarity, and 0 beyond a right angle', () => {
  const at = (vectorDistance: number) => scoreConfidence({ ...noSignals, rrfTop: 0.01, vectorDistance }, 'COSINE');
  expect(at(0.25)).toMatchObject({ value: 0.75, display: 75 });
  expect(at(0.123_44).display).toBe(87.7);
  expect(at(1.5).value).toBe(0);
});

test('AVERAGE is the mean of the scores over 100, and reads nothing else', () => {
  const signals = { ...noSignals, rrfTop: 0.03, vectorDistance: 0.1 };
  expect(scoreConfidence(signals, 'AVERAGE', [60, 40, 26])).toMatchObject({ value: 0.42, display: 42, signals });
  expect([[], [0], [100], [40, 40]].map((scores) => scoreConfidence(signals, 'AVERAGE', scores).value)).toEqual([
    0, 0, 1, 0.4,
  ]);
});

test('a gate of its own is where UNCERTAIN begins', () => {
  expect([0.8, 0.799, 0.4, 0.399].map((value) => tierOn(value, 0.4, shippedScale))).toEqual([
    'CONFIDENT',
    'UNCERTAIN',
    'UNCERTAIN',
    'NO_MATCH',
  ]);
});

test('CONSENSUS is sure of what tops both arms, and not of what tops one', () => {
  const both = scoreConfidence({ ...noSignals, rrfTop: 2 / 61, inBothArms: true }, 'CONSENSUS').value;
  const one = scoreConfidence({ ...noSignals, rrfTop: 1 / 61 }, 'CONSENSUS').value;
  expect(tierOf(both)).toBe('CONFIDENT');
  expect(tierOf(one)).toBe('NO_MATCH');
});

test('a threshold belongs to the tier above it', () => {
  expect(confidentFrom).toBeGreaterThan(uncertainFrom);
  expect([1, confidentFrom].map(tierOf)).toEqual(['CONFIDENT', 'CONFIDENT']);
  expect([confidentFrom - 1e-9, uncertainFrom].map(tierOf)).toEqual(['UNCERTAIN', 'UNCERTAIN']);
  expect([uncertainFrom - 1e-9, 0].map(tierOf)).toEqual(['NO_MATCH', 'NO_MATCH']);
});
