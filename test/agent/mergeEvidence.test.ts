import { expect, test } from 'vitest';
import { mergeEvidence } from '../../src/agent/evidence/evidence.ts';
import { noEvidence } from '../../src/agent/state/evidence.ts';
import { passage } from '../grounding/passage.ts';
import { evidenceOf } from './askState.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const found = (query: string, ...ids: string[]) =>
  evidenceOf(
    ids.map((chunkId, position) => passage(chunkId, { chunkId, rank: position + 1 })),
    { query: readQuestion(query), idf: [[query, 1]] },
  );
const ids = (evidence: ReturnType<typeof found>) => evidence.passages.map((entry) => entry.chunkId);

test('the best of each list in turn, each passage once, ranked anew', () => {
  const merged = mergeEvidence(noEvidence, [found('whole', 'a', 'b', 'c'), found('part', 'b', 'd')], 10);
  expect(ids(merged)).toEqual(['a', 'b', 'd', 'c']);
  expect(merged.passages.map((entry) => entry.rank)).toEqual([1, 2, 3, 4]);
});

test('one of the passages that say the same, whichever search found them', () => {
  const text =
    'The ferry to the island takes fifty minutes and crosses six times a day in summer, three times a day in every other season of the year.';
  const copy = (chunkId: string) => passage(text, { chunkId, documentId: chunkId });
  const merged = mergeEvidence(
    noEvidence,
    [
      evidenceOf([copy('a'), passage('x', { chunkId: 'x' })], { query: readQuestion('whole') }),
      evidenceOf([copy('b'), passage('y', { chunkId: 'y' })], { query: readQuestion('part') }),
    ],
    10,
  );
  expect(ids(merged)).toEqual(['a', 'x', 'y']);
});

test('other wordings bring passages and never trust', () => {
  const before = found('whole', 'a');
  const merged = mergeEvidence(before, [found('part', 'z', 'y')], 10);
  expect(ids(merged)).toEqual(['a', 'z', 'y']);
  expect({ ...merged, passages: [] }).toEqual({ ...before, passages: [] });
});

test('at most topK passages, and nothing found changes nothing', () => {
  expect(ids(mergeEvidence(found('whole', 'a', 'b'), [found('part', 'c', 'd')], 3))).toEqual(['a', 'c', 'b']);
  expect(mergeEvidence(noEvidence, [], 3)).toBe(noEvidence);
});
