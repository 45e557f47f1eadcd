import { describe, expect, it } from 'vitest';
import { armFigures } from '../../src/evaluation/arms/armFigures.ts';
import {
  checkTargets,
  englishSets,
  meanOf,
  pooledGap,
  worstAgainstArms,
  type MeasuredSet,
} from '../../bench/retrievalTargets.ts';

const [empty] = armFigures([], { rows: ['x'], records: [], lexicalGap: new Set(), missing: [] }).rows;

/** A set by the nDCG@10 of its rows, with a lexical gap of so many questions. */
function setOf(
  name: string,
  ndcg: Readonly<Record<string, number>>,
  gap = { questions: 0, recallAt5: 0 },
): MeasuredSet {
  return {
    name,
    english: { rows: Object.entries(ndcg).map(([row, ndcgAt10]) => ({ ...empty!, row, ndcgAt10, lexicalGap: gap })) },
  };
}
const all = (ndcg: Readonly<Record<string, number>>, recallAt5 = 0.56) =>
  englishSets.map((name) => setOf(name, ndcg, { questions: 10, recallAt5 }));
const verdicts = (sets: readonly MeasuredSet[], languages: Parameters<typeof checkTargets>[1] = []) =>
  checkTargets(sets, languages).map(({ found, met }) => (found === null ? null : met));
const unmeasured = [null, null, null, null];

describe('checkTargets', () => {
  it('passes what is on every target', () => {
    const languages = Object.entries({ es: 0.8, ro: 0.8, de: 0.7, ru: 0.55 }).map(([language, ndcgAt10]) => ({
      language,
      questions: 1,
      ndcgAt10,
    }));
    expect(
      verdicts(all({ candor: 0.73, 'keyword arm': 0.705, 'vector arm': 0.5, 'RRF 1:1': 0.685 }), languages),
    ).toEqual(Array.from({ length: 10 }, () => true));
  });

  it('fails what is below one', () => {
    const low = { candor: 0.729, 'keyword arm': 0.705, 'vector arm': 0.74, 'RRF 1:1': 0.685 };
    expect(verdicts(all(low, 0.559))).toEqual([false, false, false, false, true, false, ...unmeasured]);
    expect(
      verdicts([
        ...all({ candor: 0.8, 'keyword arm': 0.7, 'RRF 1:1': 0.7 }),
        setOf('docs-knative', { candor: 0.6, 'keyword arm': 0.62 }),
      ])[3],
    ).toBe(false);
  });

  it('says nothing of the mean when a set is missing', () => {
    expect(verdicts(all({ candor: 0.9, 'keyword arm': 0.7, 'RRF 1:1': 0.7 }).slice(1))).toEqual([
      null,
      null,
      null,
      true,
      true,
      null,
      ...unmeasured,
    ]);
  });
});

describe('over several sets', () => {
  const sets = [
    setOf('cisi', { candor: 0.4, 'keyword arm': 0.41, 'vector arm': 0.2 }, { questions: 3, recallAt5: 1 }),
    setOf('cacm', { candor: 0.5, 'keyword arm': 0.4 }, { questions: 1, recallAt5: 0 }),
    setOf('docs-knative', { candor: 0 }, { questions: 9, recallAt5: 0 }),
  ];

  it('counts sets alike in the mean and questions alike in the gap, of the English sets alone', () => {
    expect(meanOf(sets, 'candor')).toBeCloseTo(0.45, 10);
    expect(pooledGap(sets, 'candor')).toEqual({ questions: 4, recallAt5: 0.75 });
    expect(pooledGap([], 'candor').recallAt5).toBeNull();
  });

  it('finds the set that is furthest below its better arm', () => {
    expect(worstAgainstArms(sets, 'candor')?.name).toBe('cisi');
    expect(worstAgainstArms(sets, 'candor')?.difference).toBeCloseTo(-0.01, 10);
  });
});
