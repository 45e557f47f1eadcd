import { expect, test } from 'vitest';
import { recordSearch, withRerankScores } from '../../src/agent/runs/recordRun.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { passageOf } from '../support/fake/stored.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const how = readQuestion('How?');

const { settings } = presets.CANDOR;

test('what was read tells its ranks, scores and version; a candidate that was cut off its place alone', () => {
  const kept = {
    ...passageOf('d1', 1),
    trace: {
      vector: { rank: 3, rawScore: 0.7, contribution: 0.2 },
      keyword: { rank: null, rawScore: null, contribution: 0 },
      adjustments: [],
      rerank: { rankBefore: 2, score: 0.9 },
    },
  };
  const further = passageOf('d2', 2);
  const cut = { chunkId: 'far', documentKey: 'd9.md', score: 0.01 };
  const candidates = [kept, further].map(({ chunkId, documentKey, score }) => ({ chunkId, documentKey, score }));
  expect(
    recordSearch(2, how, settings, { passages: [kept], further: [further], candidates: [...candidates, cut] }, 4.5),
  ).toEqual({
    round: 2,
    query: 'How?',
    settings,
    millis: 4.5,
    candidates: [
      {
        chunkId: 'd1-c1',
        documentKey: 'd1.md',
        score: 0.5,
        versionId: 'd1-v1',
        rank: 1,
        vectorRank: 3,
        vectorScore: 0.7,
        keywordRank: null,
        keywordScore: null,
        rerankScore: 0.9,
      },
      {
        chunkId: 'd2-c2',
        documentKey: 'd2.md',
        score: 0.5,
        versionId: 'd2-v1',
        rank: 2,
        vectorRank: 1,
        vectorScore: 0.5,
        keywordRank: 1,
        keywordScore: 0.5,
        rerankScore: null,
      },
      {
        ...cut,
        versionId: null,
        rank: 3,
        vectorRank: null,
        vectorScore: null,
        keywordRank: null,
        keywordScore: null,
        rerankScore: null,
      },
    ],
  });
});

test('a reranker that read later is told with the searches', () => {
  const search = recordSearch(
    1,
    how,
    settings,
    {
      passages: [passageOf('d1', 1)],
      further: [],
      candidates: [passageOf('d1', 1), passageOf('d2', 2)].map(({ chunkId, documentKey, score }) => ({
        chunkId,
        documentKey,
        score,
      })),
    },
    1,
  );
  const reranked = {
    ...passageOf('d1', 1),
    trace: { ...passageOf('d1', 1).trace, rerank: { rankBefore: 1, score: 0.8 } },
  };
  expect(withRerankScores([search], [reranked])[0]?.candidates.map((candidate) => candidate.rerankScore)).toEqual([
    0.8,
    null,
  ]);
  expect(withRerankScores([search], [passageOf('d1', 1)])).toEqual([search]);
});

test('a search without hits is recorded too', () => {
  expect(
    recordSearch(1, readQuestion('x'), settings, { passages: [], further: [], candidates: [] }, 0).candidates,
  ).toEqual([]);
});
