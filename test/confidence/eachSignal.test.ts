import { describe, expect, test } from 'vitest';
import {
  computeSignals,
  type ConfidenceSignals,
  knownWords,
  normalizedKeyword,
  noSignals,
  unread,
} from '../../src/confidence/signals.ts';
import { hopelessBelow } from '../../src/agent/gate/decide.ts';
import {
  candor,
  candorUnread,
  linear,
  logistic,
  scoreConfidence,
  uncertainFrom,
  type Coefficients,
} from '../../src/confidence/score.ts';
import { passage } from '../grounding/passage.ts';

/** Evidence of which nothing is clear, as it is without a reader. */
const half: ConfidenceSignals = {
  ...noSignals,
  rrfTop: 0.03,
  inBothArms: true,
  keywordNormalized: 0.7,
  idfCoverage: 0.8,
  armOverlap: 0.4,
  vectorDistance: 0.4,
  margin: 0.2,
  questionInformation: 15,
  knownWords: 0.9,
  sentenceCoverage: 0.8,
  answerTypePresent: true,
};
const read: ConfidenceSignals = {
  ...half,
  answerability: 0.5,
  answerMargin: 0,
  answerAgreement: 0.3,
  answerCoverage: 0.5,
  answerSimilarity: 0.5,
  answerLead: 0.4,
  passageSimilarity: 0.5,
  passageRank: 0.25,
  headingMatch: 0.4,
  listMatched: false,
};
const valueOf = (signals: ConfidenceSignals) => scoreConfidence(signals, 'CANDOR').value;

/** Less and more of what each coefficient weighs. */
const more: Readonly<
  Record<
    Exclude<keyof Coefficients, 'intercept'>,
    readonly [less: Partial<ConfidenceSignals>, more: Partial<ConfidenceSignals>]
  >
> = {
  rrfTop: [{ rrfTop: 0.02 }, { rrfTop: 0.03 }],
  inBothArms: [{ inBothArms: false }, { inBothArms: true }],
  keywordNormalized: [{ keywordNormalized: 0.4 }, { keywordNormalized: 0.6 }],
  idfCoverage: [{ idfCoverage: 0.4 }, { idfCoverage: 0.6 }],
  armOverlap: [{ armOverlap: 0.4 }, { armOverlap: 0.6 }],
  similarity: [{ vectorDistance: 0.5 }, { vectorDistance: 0.2 }],
  margin: [{ margin: 0.2 }, { margin: 0.6 }],
  questionInformation: [{ questionInformation: 5 }, { questionInformation: 20 }],
  knownWords: [{ knownWords: 0.5 }, { knownWords: 1 }],
  sentenceCoverage: [{ sentenceCoverage: 0.5 }, { sentenceCoverage: 1 }],
  answerTypePresent: [{ answerTypePresent: false }, { answerTypePresent: true }],
  codesMatched: [{ codesMatched: false }, { codesMatched: true }],
  quantityMatched: [{ quantityMatched: false }, { quantityMatched: true }],
  timeFit: [{ timeFit: 0.4 }, { timeFit: 1 }],
  answerability: [{ answerability: 0.3 }, { answerability: 0.6 }],
  answerMargin: [{ answerMargin: -2 }, { answerMargin: 3 }],
  answerAgreement: [{ answerAgreement: 0.1 }, { answerAgreement: 0.6 }],
  answerCoverage: [{ answerCoverage: 0.4 }, { answerCoverage: 0.8 }],
  answerSimilarity: [{ answerSimilarity: 0.4 }, { answerSimilarity: 0.7 }],
  answerLead: [{ answerLead: 0.2 }, { answerLead: 1 }],
  passageSimilarity: [{ passageSimilarity: 0.4 }, { passageSimilarity: 0.7 }],
  passageRank: [{ passageRank: 0.1 }, { passageRank: 0.5 }],
  headingMatch: [{ headingMatch: 0 }, { headingMatch: 1 }],
  listMatched: [{ listMatched: false }, { listMatched: true }],
  writerFound: [{ writerFound: false }, { writerFound: true }],
};

describe.each<[string, Coefficients, ConfidenceSignals]>([
  ['read', candor, read],
  ['not read', candorUnread, half],
])('CANDOR, %s', (_name, coefficients, signals) => {
  const changes = Object.entries(more).filter(([name]) => signals.answerability !== null || !(name in unread));

  test.each(changes)('%s: more is surer where it is weighed, and nothing where it is not', (name, [less, greater]) => {
    const weight = coefficients[name as keyof Coefficients];
    const rise = valueOf({ ...signals, ...greater }) - valueOf({ ...signals, ...less });
    expect(weight).toBeGreaterThanOrEqual(0);
    if (weight > 0) expect(rise).toBeGreaterThan(0);
    else expect(rise).toBe(0);
  });

  test('a question that asks about no time is not held against it', () => {
    expect(valueOf({ ...signals, timeFit: null })).toBeGreaterThanOrEqual(valueOf({ ...signals, timeFit: 0.4 }));
  });

  test('is another formula than CONSENSUS', () => {
    expect(valueOf(signals)).not.toBeCloseTo(scoreConfidence(signals, 'CONSENSUS').value, 3);
  });

  test('a passage that one arm found counts, whichever it was', () => {
    const none = { ...signals, rrfTop: 0, vectorDistance: null };
    expect(valueOf(none)).toBe(0);
    expect(valueOf({ ...none, vectorDistance: 0.1 })).toBeGreaterThan(0);
    expect(valueOf({ ...none, rrfTop: 0.01 })).toBeGreaterThan(0);
  });
});

describe('a reading', () => {
  const sure: ConfidenceSignals = {
    ...half,
    answerability: 0.97,
    answerMargin: 8,
    answerAgreement: 0.8,
    answerCoverage: 0.9,
    answerSimilarity: 0.8,
    answerLead: 1,
    passageSimilarity: 0.7,
    passageRank: 0.5,
    headingMatch: 1,
    listMatched: true,
  };
  const silent: ConfidenceSignals = {
    ...half,
    answerability: 0.02,
    answerMargin: -9,
    answerAgreement: 0,
    answerCoverage: 0.1,
    answerSimilarity: 0.2,
    answerLead: 0,
    passageSimilarity: 0.2,
    passageRank: 0.1,
    headingMatch: 0,
    listMatched: false,
  };

  test('weighs, and moves the confidence both ways', () => {
    expect(candor.answerability + candor.answerMargin).toBeGreaterThan(0);
    expect(valueOf(sure)).toBeGreaterThan(valueOf(half) + 0.1);
    expect(valueOf(silent)).toBeLessThan(valueOf(half) - 0.1);
  });

  test('answers what words alone would not, and refuses what they would answer', () => {
    expect(valueOf({ ...sure, keywordNormalized: 0.2, sentenceCoverage: 0.3 })).toBeGreaterThan(uncertainFrom);
    expect(valueOf({ ...silent, keywordNormalized: 1, sentenceCoverage: 1 })).toBeLessThan(uncertainFrom);
  });

  test('what a network is surer of than it can be is no surer', () => {
    expect(valueOf({ ...read, answerability: 0.9999, answerMargin: 40 })).toBe(
      valueOf({ ...read, answerability: 1, answerMargin: 12 }),
    );
    expect(valueOf({ ...read, answerability: 0.0001, answerMargin: -40 })).toBe(
      valueOf({ ...read, answerability: 0, answerMargin: -12 }),
    );
  });

  test('without one nothing of it counts', () => {
    expect(candorUnread).toMatchObject(Object.fromEntries(Object.keys(unread).map((name) => [name, 0])));
  });
});

describe('what a chat model found', () => {
  test.each([
    ['read', candor],
    ['not read', candorUnread],
  ] as const)(
    'carries what is just above the floor of reading over the gate, and no more: %s',
    (_name, { writerFound }) => {
      const after = (value: number) => logistic(Math.log(value / (1 - value)) + writerFound);
      expect(after(hopelessBelow)).toBeGreaterThanOrEqual(uncertainFrom);
      expect(after(hopelessBelow - 0.002)).toBeLessThan(uncertainFrom);
    },
  );
});

test('the weighted sum is what stands in the coefficients, term by term', () => {
  const zero: Coefficients = {
    ...candor,
    intercept: 0,
    ...Object.fromEntries(Object.keys(more).map((name) => [name, 0])),
  };
  const signals: ConfidenceSignals = {
    rrfTop: 2,
    inBothArms: true,
    keywordNormalized: 3,
    idfCoverage: 5,
    armOverlap: 7,
    vectorDistance: 0.25,
    margin: 11,
    rerankScore: null,
    questionInformation: 22,
    knownWords: 13,
    sentenceCoverage: 17,
    answerTypePresent: true,
    codesMatched: true,
    quantityMatched: true,
    timeFit: 19,
    answerability: 0.75,
    answerMargin: -4,
    answerAgreement: 29,
    answerCoverage: 31,
    answerSimilarity: 37,
    answerLead: 41,
    passageSimilarity: 43,
    passageRank: 47,
    headingMatch: 53,
    listMatched: true,
    writerFound: true,
  };
  const told: Record<keyof typeof more, number> = {
    rrfTop: 2,
    inBothArms: 1,
    keywordNormalized: 3,
    idfCoverage: 5,
    armOverlap: 7,
    similarity: 0.75,
    margin: 11,
    questionInformation: Math.log(23),
    knownWords: 13,
    sentenceCoverage: 17,
    answerTypePresent: 1,
    codesMatched: 1,
    quantityMatched: 1,
    timeFit: 19,
    answerability: Math.log(3),
    answerMargin: -4,
    answerAgreement: 29,
    answerCoverage: 31,
    answerSimilarity: 37,
    answerLead: 41,
    passageSimilarity: 43,
    passageRank: 47,
    headingMatch: 53,
    listMatched: 1,
    writerFound: 1,
  };
  expect(linear(signals, { ...zero, intercept: 23 })).toBe(23);
  for (const [name, value] of Object.entries(told))
    expect(linear(signals, { ...zero, [name]: 2 }), name).toBe(2 * value);
  expect(linear({ ...signals, timeFit: null }, { ...zero, timeFit: 10 })).toBe(6);
  expect(linear({ ...signals, writerFound: null }, { ...zero, writerFound: 10 })).toBe(0);
  expect(linear({ ...signals, writerFound: false }, { ...zero, writerFound: 3 })).toBeCloseTo(-2.5, 12);
  for (const name of Object.keys(unread))
    expect(linear({ ...signals, ...unread }, { ...zero, [name]: 10 }), name).toBe(0);
});

describe('computeSignals', () => {
  const trace = {
    vector: { rank: 1, rawScore: 0.75, contribution: 1 },
    keyword: { rank: 1, rawScore: 2.2, contribution: 1 },
    adjustments: [],
    rerank: null,
  };
  const evidence = {
    passages: [passage('The fee is due.', { trace })],
    vectorOrder: ['a'],
    keywordOrder: ['a'],
    idf: new Map([
      ['fee', 2],
      ['due', 1],
    ]),
    unknown: ['due'],
    rrfK: 60,
  };

  test('what nobody told of the sentences is nothing', () => {
    expect(computeSignals(evidence)).toMatchObject({
      sentenceCoverage: 0,
      answerTypePresent: false,
      codesMatched: false,
      quantityMatched: false,
      timeFit: null,
      vectorDistance: 0.25,
    });
    expect(
      computeSignals({
        ...evidence,
        sentences: {
          sentenceCoverage: 0.5,
          answerTypePresent: true,
          codesMatched: true,
          quantityMatched: true,
          timeFit: 0.7,
        },
      }),
    ).toMatchObject({
      sentenceCoverage: 0.5,
      answerTypePresent: true,
      codesMatched: true,
      quantityMatched: true,
      timeFit: 0.7,
    });
  });

  test('what nobody read is null, and what a reader found stands there', () => {
    const reading = {
      answerability: 0.8,
      answerMargin: 3,
      answerAgreement: 0.2,
      answerCoverage: 0.6,
      answerSimilarity: 0.7,
      answerLead: 0.9,
      passageSimilarity: 0.5,
      passageRank: 0.25,
      headingMatch: 0.4,
      listMatched: true,
    };
    expect(computeSignals(evidence)).toMatchObject(unread);
    expect(computeSignals({ ...evidence, reading })).toMatchObject(reading);
    expect(computeSignals({ ...evidence, passages: [], reading })).toEqual(noSignals);
    // The rival that leads it may be one that the lost arm knew.
    expect(computeSignals({ ...evidence, reading, lostArm: true })).toMatchObject({ ...reading, answerLead: 0 });
    expect(computeSignals({ ...evidence, lostArm: true })).toMatchObject(unread);
  });

  test('an arm that did not find the passage has no distance and no score', () => {
    const lost = {
      ...trace,
      vector: { rank: null, rawScore: null, contribution: 0 },
      keyword: { rank: null, rawScore: null, contribution: 0 },
    };
    expect(computeSignals({ ...evidence, passages: [passage('The fee is due.', { trace: lost })] })).toMatchObject({
      vectorDistance: null,
      keywordNormalized: 0,
    });
  });

  test('BM25 over its bound, and known words by their weight', () => {
    expect(
      normalizedKeyword(
        3.3,
        new Map([
          ['fee', 2],
          ['due', 1],
        ]),
      ),
    ).toBeCloseTo(0.5, 10);
    expect(normalizedKeyword(null, new Map([['fee', 2]]))).toBe(0);
    expect(normalizedKeyword(3, new Map())).toBe(0);
    expect(normalizedKeyword(100, new Map([['fee', 2]]))).toBe(1);
    expect(
      knownWords(
        new Map([
          ['fee', 2],
          ['due', 1],
        ]),
        ['due'],
      ),
    ).toBeCloseTo(2 / 3, 10);
    expect(knownWords(new Map([['fee', 2]]), [])).toBe(1);
    expect(knownWords(new Map(), [])).toBe(0);
  });
});
