import { describe, expect, test } from 'vitest';
import { computeSignals, knownWords, noSignals, normalizedKeyword } from '../../src/confidence/computeSignals.ts';
import { linear, scoreConfidence, type Coefficients } from '../../src/confidence/score.ts';
import type { ConfidenceSignals } from '../../src/confidence/signals.ts';
import { passage } from '../grounding/passage.ts';

const half: ConfidenceSignals = { ...noSignals, rrfTop: 0.02, keywordNormalized: 0.4, vectorDistance: 0.5, knownWords: 0.5, sentenceCoverage: 0.5, timeFit: 0.4 };

describe('CANDOR', () => {
  test.each<[string, Partial<ConfidenceSignals>]>([
    ['rrfTop', { rrfTop: 0.03 }], ['keywordNormalized', { keywordNormalized: 0.6 }], ['vectorDistance', { vectorDistance: 0.2 }], ['knownWords', { knownWords: 1 }], ['sentenceCoverage', { sentenceCoverage: 1 }],
    ['answerTypePresent', { answerTypePresent: true }], ['codesMatched', { codesMatched: true }], ['quantityMatched', { quantityMatched: true }], ['timeFit', { timeFit: 1 }], ['no time asked', { timeFit: null }],
  ])('more of %s is surer', (_name, change) => {
    expect(scoreConfidence({ ...half, ...change }, 'CANDOR').value).toBeGreaterThan(scoreConfidence(half, 'CANDOR').value);
  });

  test('is another formula than CONSENSUS', () => {
    expect(scoreConfidence(half, 'CANDOR').value).not.toBeCloseTo(scoreConfidence(half, 'CONSENSUS').value, 3);
  });

  test('a passage that one arm found counts, whichever it was', () => {
    expect(scoreConfidence({ ...noSignals, vectorDistance: 0.1 }, 'CANDOR').value).toBeGreaterThan(0);
    expect(scoreConfidence({ ...noSignals, rrfTop: 0.01 }, 'CANDOR').value).toBeGreaterThan(0);
  });
});

test('the weighted sum is what stands in the coefficients, term by term', () => {
  const zero: Coefficients = { intercept: 0, rrfTop: 0, inBothArms: 0, keywordNormalized: 0, idfCoverage: 0, armOverlap: 0, similarity: 0, margin: 0, questionInformation: 0, knownWords: 0, sentenceCoverage: 0, answerTypePresent: 0, codesMatched: 0, quantityMatched: 0, timeFit: 0 };
  const signals: ConfidenceSignals = { rrfTop: 2, inBothArms: true, keywordNormalized: 3, idfCoverage: 5, armOverlap: 7, vectorDistance: 0.25, margin: 11, rerankScore: null, questionInformation: 22, knownWords: 13, sentenceCoverage: 17, answerTypePresent: true, codesMatched: true, quantityMatched: true, timeFit: 19 };
  const told = { rrfTop: 2, inBothArms: 1, keywordNormalized: 3, idfCoverage: 5, armOverlap: 7, similarity: 0.75, margin: 11, questionInformation: Math.log(23), knownWords: 13, sentenceCoverage: 17, answerTypePresent: 1, codesMatched: 1, quantityMatched: 1, timeFit: 19 };
  expect(linear(signals, { ...zero, intercept: 23 })).toBe(23);
  for (const [name, value] of Object.entries(told)) expect(linear(signals, { ...zero, [name]: 2 }), name).toBe(2 * value);
  expect(linear({ ...signals, timeFit: null }, { ...zero, timeFit: 10 })).toBe(6);
});

describe('computeSignals', () => {
  const trace = { vector: { rank: 1, rawScore: 0.75, contribution: 1 }, keyword: { rank: 1, rawScore: 2.2, contribution: 1 }, adjustments: [], rerank: null };
  const evidence = { passages: [passage('The fee is due.', { trace })], vectorOrder: ['a'], keywordOrder: ['a'], idf: new Map([['fee', 2], ['due', 1]]), unknown: ['due'], rrfK: 60 };

  test('what nobody told of the sentences is nothing', () => {
    expect(computeSignals(evidence)).toMatchObject({ sentenceCoverage: 0, answerTypePresent: false, codesMatched: false, quantityMatched: false, timeFit: null, vectorDistance: 0.25 });
    expect(computeSignals({ ...evidence, sentences: { sentenceCoverage: 0.5, answerTypePresent: true, codesMatched: true, quantityMatched: true, timeFit: 0.7 } }))
      .toMatchObject({ sentenceCoverage: 0.5, answerTypePresent: true, codesMatched: true, quantityMatched: true, timeFit: 0.7 });
  });

  test('an arm that did not find the passage has no distance and no score', () => {
    const lost = { ...trace, vector: { rank: null, rawScore: null, contribution: 0 }, keyword: { rank: null, rawScore: null, contribution: 0 } };
    expect(computeSignals({ ...evidence, passages: [passage('The fee is due.', { trace: lost })] })).toMatchObject({ vectorDistance: null, keywordNormalized: 0 });
  });

  test('BM25 over its bound, and known words by their weight', () => {
    expect(normalizedKeyword(3.3, new Map([['fee', 2], ['due', 1]]))).toBeCloseTo(0.5, 10);
    expect(normalizedKeyword(null, new Map([['fee', 2]]))).toBe(0);
    expect(normalizedKeyword(3, new Map())).toBe(0);
    expect(normalizedKeyword(100, new Map([['fee', 2]]))).toBe(1);
    expect(knownWords(new Map([['fee', 2], ['due', 1]]), ['due'])).toBeCloseTo(2 / 3, 10);
    expect(knownWords(new Map([['fee', 2]]), [])).toBe(1);
    expect(knownWords(new Map(), [])).toBe(0);
  });
});
