import { expect, test } from 'vitest';
import { sentenceSimilarities } from '../../src/agent/evidence/sentenceEvidence.ts';
import { CandorError } from '../../src/errors.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const question = 'What does a zebra cost?';
const similar = (embedder: Embedder, sentences: readonly string[]) =>
  sentenceSimilarities(embedder, readQuestion(question), sentences, undefined);

test('says how near each sentence is, in their order', async () => {
  const [same = 0, other = 0, again = 0, blank = 0] = await similar(createHashedEmbedder(), [
    question,
    'Snow closed the roads.',
    question,
    ' ',
  ]);
  expect(same).toBeCloseTo(1, 4);
  expect(again).toBe(same);
  expect(other).toBeLessThan(0.5);
  expect(blank).toBe(0);
  expect(await similar(createHashedEmbedder(), [])).toEqual([]);
});

test('embeds a sentence once for an embedder, and the question each time', async () => {
  const embedder = createHashedEmbedder();
  const first = await similar(embedder, [
    'A zebra costs nine crowns.',
    'An otter costs two.',
    'A zebra costs nine crowns.',
  ]);
  expect(embedder.calls.toSorted()).toEqual(['A zebra costs nine crowns.', 'An otter costs two.', question]);
  expect(await similar(embedder, ['An otter costs two.', 'A zebra costs nine crowns.'])).toEqual([first[1], first[0]]);
  expect(embedder.calls.slice(3)).toEqual([question]);
  const other = createHashedEmbedder();
  await similar(other, ['An otter costs two.']);
  expect(other.calls).toContain('An otter costs two.');
});

test('keeps thousands and no more: those that came first go first', async () => {
  const embedder = createHashedEmbedder('test:small@1:4', 4);
  const many = Array.from({ length: 4_001 }, (_, index) => `Sentence ${index}.`);
  expect(await similar(embedder, many)).toHaveLength(4_001);
  embedder.calls.length = 0;
  await similar(embedder, many.slice(0, 3));
  expect(embedder.calls.filter((text) => text !== question)).toEqual(['Sentence 0.']);
});

test('what is asked about again and again stays, however much comes between', async () => {
  const embedder = createHashedEmbedder('test:small@1:4', 4);
  const often = 'The shop opens at nine.';
  for (let round = 0; round < 3; round += 1)
    await similar(embedder, [often, ...Array.from({ length: 2_500 }, (_, index) => `Sentence ${round} ${index}.`)]);
  expect(embedder.calls.filter((text) => text === often)).toHaveLength(1);
});

test('fails with the embedder, and remembers nothing of it', async () => {
  const working = createHashedEmbedder();
  let away = true;
  const embedder: Embedder = {
    ...working,
    embedDocuments: (texts, options) =>
      away ? Promise.reject(new CandorError('MODEL_UNAVAILABLE', 'away')) : working.embedDocuments(texts, options),
  };
  await expect(similar(embedder, [question])).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  away = false;
  expect((await similar(embedder, [question]))[0]).toBeCloseTo(1, 4);
});

test('hands on that the caller went away', async () => {
  const seen: boolean[] = [];
  const working = createHashedEmbedder();
  const embedder: Embedder = {
    ...working,
    embedDocuments: (texts, options) => {
      seen.push(options?.signal?.aborted ?? false);
      return working.embedDocuments(texts, options);
    },
  };
  await sentenceSimilarities(embedder, readQuestion(question), ['One.'], AbortSignal.abort());
  expect(seen).toEqual([true]);
});
