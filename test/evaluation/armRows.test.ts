import { describe, expect, it } from 'vitest';
import { allRows, rankDocuments } from '../../src/evaluation/arms/measureArms.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { resolveSettings } from '../../src/retrieval/presets.ts';

const passage = (documentKey: string, vector: number | null, keyword: number | null) => ({
  documentKey,
  trace: {
    vector: { rank: vector, rawScore: null, contribution: 0 },
    keyword: { rank: keyword, rawScore: null, contribution: 0 },
    adjustments: [],
    rerank: null,
  },
});

describe('rankDocuments', () => {
  const fused = [passage('b', 2, 1), passage('a', 1, null), passage('b', 3, 4), passage('c', null, 2)];

  it('puts each document where its best passage stands', () => {
    expect(rankDocuments(fused)).toEqual(['b', 'a', 'c']);
  });

  it('keeps of an arm alone what it returned, in its order', () => {
    expect(rankDocuments(fused, 'vector')).toEqual(['a', 'b']);
    expect(rankDocuments(fused, 'keyword')).toEqual(['b', 'c']);
  });

  it('gives thirty documents at most', () => {
    expect(rankDocuments(Array.from({ length: 50 }, (_, index) => passage(`d${index}`, 1, 1)))).toHaveLength(30);
  });
});

describe('allRows', () => {
  it('has the arms, their fusions and every preset once, all with settings that the door takes', () => {
    expect(allRows.map(({ name }) => name)).toEqual([
      'vector arm',
      'keyword arm',
      'RRF 1:1',
      'RRF 3:1 keyword',
      'candor',
      'naive',
      'consensus',
      'filtered-rrf',
      'two-tier',
      'weighted',
      'agentic',
    ]);
    expect(allRows.map(({ preset, retrieval }) => resolveSettings(presets[preset], retrieval).topK)).toEqual(
      allRows.map(() => 50),
    );
  });

  it('leaves a preset as it ships', () => {
    expect(allRows.find(({ name }) => name === 'naive')).toEqual({
      name: 'naive',
      preset: 'NAIVE',
      retrieval: { topK: 50 },
    });
  });
});
