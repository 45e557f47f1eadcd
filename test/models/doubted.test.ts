import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/log.ts';
import type { EntailmentPair } from '../../src/models/entailment.ts';
import { openModels } from '../../src/models/openModels.ts';
import { startJsonServer } from '../support/jsonServer.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';

const pair: EntailmentPair = { premise: 'The fee is 8 euros.', hypothesis: 'One pays 8 euros.' };
const wordy: EntailmentPair = { premise: 'Dogs are welcome.', hypothesis: 'Dogs may come.' };

/** A server of a model made for entailment, as it is configured. @param says whether a statement follows */
async function configured(says: (hypothesis: string) => boolean) {
  const server = await startJsonServer({
    model: (body) =>
      (body['inputs'] as string[][]).map(([, hypothesis = '']) => [
        { label: 'entailment', score: says(hypothesis) ? 0.9 : 0.1 },
        { label: 'neutral', score: says(hypothesis) ? 0.1 : 0.9 },
        { label: 'contradiction', score: 0 },
      ]),
  });
  const { models } = loadConfig({});
  const opened = await openModels(
    {
      ...models,
      reader: { ...models.reader, kind: 'none' },
      entailment: { ...models.entailment, kind: 'http', url: server.url },
    },
    silentLog,
    { embedder: await openTestEmbedder() },
  );
  onTestFinished(async () => {
    await opened.close();
    await server.close();
  });
  const asked = () => server.requests.flatMap(({ body }) => (body['inputs'] as string[][]).map(([, text]) => text));
  return { entailment: opened.entailment!, asked };
}

test('a judge of its own gets a statement that is made false among the others, and its verdicts are the others', async () => {
  const { entailment, asked } = await configured((text) => text === pair.hypothesis);
  const verdicts = await entailment.judge([pair, wordy]);
  expect(verdicts.map(({ entailed }) => entailed)).toEqual([0.9, 0.1]);
  expect(asked().toSorted()).toEqual(['Dogs may come.', 'One pays 1 euros.', 'One pays 8 euros.']);
});

test('of one that says yes to all, as with labels in the wrong order, no verdict counts', async () => {
  const { entailment } = await configured(() => true);
  for (const pairs of [[pair], [wordy], [wordy, pair]])
    await expect(entailment.judge(pairs)).rejects.toMatchObject({
      code: 'MODEL_INVALID',
      remedy: expect.stringContaining('labels') as string,
    });
});

test('nothing is asked about no pairs', async () => {
  const { entailment, asked } = await configured(() => true);
  expect(await entailment.judge([])).toEqual([]);
  expect(asked()).toEqual([]);
});
