import { describe, expect, it } from 'vitest';
import { armFigures } from '../../src/evaluation/arms/armFigures.ts';
import type { SearchRecord } from '../../src/evaluation/arms/measureArms.ts';
import { questionOf } from './records.ts';

const questions = [
  questionOf({ id: 'a', relevantDocIds: ['d1'], language: 'en' }),
  questionOf({
    id: 'b',
    type: 'multi',
    relevantDocIds: ['d2', 'd3'],
    language: 'de',
    standaloneQuestion: 'How, in full?',
  }),
  questionOf({ id: 'c', relevantDocIds: ['d4'], language: 'de' }),
  questionOf({ id: 'off', answerable: false, relevantDocIds: ['d1'] }),
  questionOf({ id: 'essay' }),
];
const record = (changes: Partial<SearchRecord>): SearchRecord => ({
  questionId: 'a',
  row: 'candor',
  retrieved: [],
  millis: 10,
  degraded: [],
  error: null,
  ...changes,
});
const records = [
  record({ questionId: 'a', row: 'MiniSearch', retrieved: ['d1'] }),
  record({ questionId: 'a', retrieved: ['d9', 'd1'], millis: 10 }),
  record({
    questionId: 'b',
    retrieved: ['d2', 'd8', 'd7', 'd6', 'd5', 'd3'],
    millis: 30,
    degraded: [{ part: 'VECTOR_ARM', message: 'It is away.' }],
  }),
  record({ questionId: 'c', error: 'The words are too long.', millis: 900 }),
  record({ questionId: 'off', retrieved: ['d1'] }),
];

describe('armFigures', () => {
  const figures = armFigures(questions, {
    rows: ['candor', 'MiniSearch', 'never run'],
    records,
    lexicalGap: new Set(['b', 'c']),
    missing: ['nothing'],
  });
  const [candor, miniSearch, neverRun] = figures.rows;

  it('counts what is asked, left out and rewritten, and keeps the order of the rows', () => {
    expect(figures).toMatchObject({ questions: 3, leftOut: 2, rewritten: 1, missing: ['nothing'] });
    expect(figures.rows.map(({ row }) => row)).toEqual(['candor', 'MiniSearch', 'never run']);
  });

  it('is the mean over the questions; one that broke found nothing', () => {
    // a: second of one; b: first and sixth of two; c: nothing.
    const [second, sixth] = [1 / Math.log2(3), 1 / Math.log2(7)];
    expect(candor).toMatchObject({
      questions: 3,
      faults: 1,
      firstFault: 'The words are too long.',
      degraded: [{ part: 'VECTOR_ARM', searches: 1, firstMessage: 'It is away.' }],
    });
    expect(candor?.ndcgAt10).toBeCloseTo((second + (1 + sixth) / (1 + second) + 0) / 3, 10);
    expect(candor?.recallAt5).toBeCloseTo((1 + 1 / 2 + 0) / 3, 10);
    expect(candor?.recallAt10).toBeCloseTo(2 / 3, 10);
    expect(candor?.meanReciprocalRank).toBeCloseTo((1 / 2 + 1 + 0) / 3, 10);
    expect(miniSearch).toMatchObject({ questions: 1, ndcgAt10: 1, faults: 0, firstFault: null, degraded: [] });
  });

  it('leaves the time of what broke out', () => {
    expect(candor?.latency).toEqual({ p50: 10, p95: 30 });
    expect(neverRun).toMatchObject({ questions: 0, ndcgAt10: null, latency: { p50: null, p95: null } });
  });

  it('tells apart half of the documents from all of them, and types', () => {
    // Of b alone: a and c have one document each.
    expect(candor?.allAt10).toBe(1);
    expect(candor?.byType).toEqual([
      { type: 'all', questions: 2, recallAt10: 0.5, allAt10: null },
      { type: 'multi', questions: 1, recallAt10: 1, allAt10: 1 },
    ]);
    const half = armFigures(questions, {
      rows: ['candor'],
      records: [record({ questionId: 'b', retrieved: ['d3'] })],
      lexicalGap: new Set(),
      missing: [],
    });
    expect(half.rows[0]).toMatchObject({ recallAt10: 0.5, allAt10: 0 });
  });

  it('measures the lexical gap and each language apart', () => {
    expect(candor?.lexicalGap).toEqual({ questions: 2, recallAt5: 0.25 });
    expect(candor?.byLanguage.map(({ language, questions: count }) => [language, count])).toEqual([
      ['en', 1],
      ['de', 2],
    ]);
    expect(candor?.byLanguage[0]?.ndcgAt10).toBeCloseTo(1 / Math.log2(3), 10);
  });
});
