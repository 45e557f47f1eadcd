import { describe, expect, it } from 'vitest';
import {
  fitFusion,
  foldsOf,
  grid,
  leastQuestions,
  ndcgWith,
  type ArmScores,
  type FusionSample,
} from '../../src/evaluation/calibrate/fitFusion.ts';
import { presets } from '../../src/retrieval/presets.ts';

const { vectorWeight, keywordWeight } = presets.CANDOR.settings;
const shipped = { vectorWeight, keywordWeight };

function sampleOf(position: number, passages: readonly ArmScores[], changes: Partial<FusionSample> = {}): FusionSample {
  const id = `q${String(position).padStart(3, '0')}`;
  return {
    id,
    text: `Question ${id}?`,
    language: 'en',
    relevant: [`right${position}`],
    inUse: shipped,
    passages,
    ...changes,
  };
}

/** A relevant document and one that is not, by cosine and words. */
function pair(position: number, right: readonly [number, number], wrong: readonly [number, number]): ArmScores[] {
  return [
    { documentKey: `right${position}`, cosine: right[0], words: right[1] },
    { documentKey: `awrong${position}`, cosine: wrong[0], words: wrong[1] },
  ];
}

const times = <Item>(count: number, item: (position: number) => Item) =>
  Array.from({ length: count }, (_, position) => item(position));
const second = 1 / Math.log2(3);

describe('ndcgWith', () => {
  it('orders documents by their best passage, equal ones by key', () => {
    const passages = [...pair(1, [0.2, 0], [0.5, 0.1]), { documentKey: 'right1', cosine: 0.6, words: 0 }];
    expect(ndcgWith({ vectorWeight: 1, keywordWeight: 0 }, { passages, relevant: ['right1'] })).toBe(1);
    expect(ndcgWith({ vectorWeight: 1, keywordWeight: 1.5 }, { passages, relevant: ['right1'] })).toBeCloseTo(
      second,
      10,
    );
    expect(
      ndcgWith(
        { vectorWeight: 0, keywordWeight: 1 },
        { passages: pair(1, [0.9, 0.4], [0.1, 0.4]), relevant: ['right1'] },
      ),
    ).toBeCloseTo(second, 10);
    expect(ndcgWith(shipped, { passages, relevant: ['elsewhere'] })).toBe(0);
  });
});

describe('fitFusion', () => {
  it('finds words alone where the cosine misleads', () => {
    // Even .2 of the cosine outweighs the difference in words: .2 x .9 > 1 x .1.
    const [fit, ...others] = fitFusion(
      times(40, (position) => sampleOf(position, pair(position, [0, 1], [0.9, 0.9]))),
      1,
    );
    expect(others).toEqual([]);
    expect(fit).toMatchObject({
      language: 'en',
      languages: ['en'],
      questionCount: 40,
      weights: { vectorWeight: 0, keywordWeight },
      after: 1,
      verdict: 'BETTER',
    });
    expect(fit?.before).toBeCloseTo(second, 10);
  });

  it('finds meaning alone where the words mislead', () => {
    // .1 of the words outweighs the difference in meaning: .1 > .05.
    const [fit] = fitFusion(
      times(40, (position) => sampleOf(position, pair(position, [0.45, 0], [0.4, 1]))),
      1,
    );
    expect(fit).toMatchObject({ weights: { vectorWeight: 1, keywordWeight: 0 }, after: 1, verdict: 'BETTER' });
  });

  it('takes the shipped weights of equals, and stores nothing that is not better', () => {
    const [fit] = fitFusion(
      times(40, (position) => sampleOf(position, pair(position, [0.8, 1], [0.1, 0.1]))),
      1,
    );
    expect(fit).toMatchObject({ weights: shipped, before: 1, after: 1, verdict: 'NO_BETTER' });
  });

  it('judges before by the weights that each question has now', () => {
    const mislead = (position: number) => pair(position, [0.45, 0], [0.4, 1]);
    const [fit] = fitFusion(
      times(40, (position) =>
        sampleOf(position, mislead(position), position < 10 ? { inUse: { vectorWeight: 1, keywordWeight: 0 } } : {}),
      ),
      1,
    );
    expect(fit?.before).toBeCloseTo((10 + 30 * second) / 40, 10);
  });

  it('pools languages with too few questions, and says when even those are too few', () => {
    const words = (position: number, language: string) =>
      sampleOf(position, pair(position, [0, 1], [0.9, 0.9]), { language });
    const fits = fitFusion(
      [
        ...times(35, (position) => words(position, 'en')),
        ...times(18, (position) => words(100 + position, 'fr')),
        ...times(13, (position) => words(200 + position, 'de')),
      ],
      1,
    );
    expect(
      fits.map(({ language, languages, questionCount, verdict }) => ({ language, languages, questionCount, verdict })),
    ).toEqual([
      { language: 'en', languages: ['en'], questionCount: 35, verdict: 'BETTER' },
      { language: 'und', languages: ['de', 'fr'], questionCount: 31, verdict: 'BETTER' },
    ]);
    const [, few] = fitFusion(
      [
        ...times(35, (position) => words(position, 'en')),
        ...times(leastQuestions - 1, (position) => words(100 + position, 'fr')),
      ],
      1,
    );
    expect(few).toMatchObject({ language: 'und', after: null, verdict: 'TOO_FEW' });
  });

  it('holds nothing out of one document', () => {
    const [fit] = fitFusion(
      times(40, (position) => sampleOf(position, pair(0, [0, 1], [0.9, 0.8]), { relevant: ['right0'] })),
      1,
    );
    expect(fit).toMatchObject({ after: null, verdict: 'ONE_DOCUMENT' });
  });

  it('never lets a document choose the weights that its own questions are judged by', () => {
    // Two documents of 20 questions, each right only with the weights that the other gets wrong.
    const samples = times(40, (position) =>
      position < 20
        ? sampleOf(position, pair(0, [0, 1], [0.9, 0.8]), { relevant: ['right0'] })
        : sampleOf(position, pair(1, [0.45, 0], [0.4, 1]), { relevant: ['right1'] }),
    );
    const [fit] = fitFusion(samples, 1);
    // In the sample half of the questions are right; held out, none is.
    expect(fit?.after).toBeCloseTo(second, 10);
    expect(fit?.verdict).toBe('NO_BETTER');
  });

  it('is the same for the same questions and seed, whatever their order', () => {
    const samples = times(60, (position) =>
      sampleOf(
        position,
        pair(position, [((position * 7) % 10) / 10, ((position * 3) % 10) / 10], [((position * 9) % 10) / 10, 0.5]),
      ),
    );
    const fits = fitFusion(samples, 3);
    expect(fitFusion(samples.toReversed(), 3)).toEqual(fits);
    expect(fits[0]?.dataHash).toMatch(/^[0-9a-f]{64}$/);
    const other = samples.map((sample, position) => (position === 5 ? { ...sample, text: 'Another?' } : sample));
    expect(fitFusion(other, 3)[0]?.dataHash).not.toBe(fits[0]?.dataHash);
    expect(fitFusion(samples, 4)[0]?.dataHash).toBe(fits[0]?.dataHash);
  });
});

describe('foldsOf', () => {
  it('keeps the questions of a document together, in five folds of like size', () => {
    const samples = times(60, (position) => ({ relevant: [`d${position % 20}`, `other${position}`] }));
    const folds = foldsOf(samples, 1);
    for (const [position, fold] of folds.entries()) expect(fold).toBe(folds[position % 20]);
    expect([0, 1, 2, 3, 4].map((fold) => folds.filter((each) => each === fold).length)).toEqual([12, 12, 12, 12, 12]);
    expect(foldsOf(samples, 1)).toEqual(folds);
    expect(foldsOf(samples, 2)).not.toEqual(folds);
  });
});

it('offers what ships first, and each arm alone', () => {
  expect(grid[0]).toEqual(shipped);
  expect(grid).toHaveLength(13);
  expect(grid).toEqual(
    expect.arrayContaining([
      { vectorWeight: 1, keywordWeight: 0 },
      { vectorWeight: 0, keywordWeight },
    ]),
  );
});
