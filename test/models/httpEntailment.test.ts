import { describe, expect, onTestFinished, test } from 'vitest';
import { openHttpEntailment } from '../../src/models/providers/httpModels.ts';
import { entailmentContract, judgeByFirstWord, pairs } from '../contracts/entailment.ts';
import { modelKey } from '../contracts/modelFaults.ts';
import { conduct, startJsonServer, type JsonServerScript, type ScriptedJson } from '../support/jsonServer.ts';

/** As text-embeddings-inference answers `/predict`: a list of labels a pair, best first. */
function predict(body: Readonly<Record<string, unknown>>): unknown {
  return (body['inputs'] as string[][]).map(([, hypothesis = '']) => {
    const [entailed, neutral, contradicted] = judgeByFirstWord(hypothesis);
    return [
      { label: 'ENTAILMENT', score: entailed },
      { label: 'NEUTRAL', score: neutral },
      { label: 'CONTRADICTION', score: contradicted },
    ].sort((left, right) => right.score - left.score);
  });
}

async function open(answer?: JsonServerScript['answer'], requestMillis?: number) {
  const server = await startJsonServer({ model: predict, ...(answer ? { answer } : {}) });
  onTestFinished(() => server.close());
  return {
    server,
    entailment: openHttpEntailment({ url: server.url, apiKey: modelKey, ...(requestMillis ? { requestMillis } : {}) }),
  };
}

entailmentContract('http', async (kind) => {
  const { server, entailment } = await open((_body, call) => conduct(kind, call));
  return { entailment, calls: () => server.requests.length, wasAborted: () => server.requests.at(-1)?.aborted };
});

test('pairs are sent as text-embeddings-inference takes them, 32 a request', async () => {
  const { server, entailment } = await open();
  await entailment.judge(Array.from({ length: 33 }, () => pairs[0]!));
  expect(server.requests.map(({ body }) => (body['inputs'] as unknown[]).length)).toEqual([32, 1]);
  expect(server.requests[1]).toMatchObject({
    authorization: `Bearer ${modelKey}`,
    body: { inputs: [[pairs[0]?.premise, pairs[0]?.hypothesis]], raw_scores: false, truncate: true },
  });
  expect(entailment.id).toMatch(/^tei:127\.0\.0\.1:\d+$/);
});

test('labels are known in any case, and scores that a server rounded are shares of 1', async () => {
  const { entailment } = await open(() => ({
    json: [
      [
        { label: 'contradiction', score: 0.2 },
        { label: 'Entailment', score: 0.5 },
        { label: 'neutral', score: 0.31 },
      ],
    ],
  }));
  const [verdict] = await entailment.judge(pairs.slice(0, 1));
  expect(verdict?.entailed).toBeCloseTo(0.495, 4);
  expect(verdict?.neutral).toBeCloseTo(0.3069, 4);
});

describe('replies that cannot be used are MODEL_INVALID', () => {
  const three = (scores: readonly unknown[], labels = ['entailment', 'neutral', 'contradiction']) =>
    labels.map((label, place) => ({ label, score: scores[place] }));
  test.each<[string, ScriptedJson]>([
    ['a verdict too few', { json: [] }],
    ['one too many', { json: [three([1, 0, 0]), three([1, 0, 0])] }],
    ['labels without names', { json: [three([1, 0, 0], ['LABEL_0', 'LABEL_1', 'LABEL_2'])] }],
    [
      'two labels',
      {
        json: [
          [
            { label: 'entailment', score: 0.6 },
            { label: 'not_entailment', score: 0.4 },
          ],
        ],
      },
    ],
    ['a label twice', { json: [three([0.5, 0.25, 0.25], ['entailment', 'entailment', 'neutral'])] }],
    ['a name of every object', { json: [three([0.5, 0.25, 0.25], ['constructor', 'toString', 'neutral'])] }],
    ['logits', { json: [three([3.2, -1, 0.4])] }],
    ['scores of labels that do not exclude each other', { json: [three([0.9, 0.8, 0.7])] }],
    ['no numbers', { json: [three([Number.NaN, 0.5, 0.5])] }],
    [
      'numbers beyond all',
      {
        body: '[[{"label":"entailment","score":1e999},{"label":"neutral","score":0},{"label":"contradiction","score":0}]]',
      },
    ],
    ['scores that are text', { json: [three(['high', 'low', 'low'])] }],
    ["one pair's shape", { json: three([1, 0, 0]) }],
    ['no JSON', { body: '<html>welcome</html>' }],
    ['a refusal of this request', { status: 422 }],
  ])('%s', async (_what, reply) => {
    const { server, entailment } = await open(() => reply);
    const fault: unknown = await entailment.judge(pairs.slice(0, 1)).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'MODEL_INVALID', remedy: expect.stringContaining('/predict') as string });
    expect(JSON.stringify([fault, String(fault)])).not.toMatch(/welcome|cargo bike/);
    expect(server.requests).toHaveLength(1);
  });
});

test('a server that leads elsewhere is not followed, and one that is silent is given up', async () => {
  const away = await open(() => conduct('LEADS_AWAY', 1));
  await expect(away.entailment.judge(pairs)).rejects.toMatchObject({
    code: 'MODEL_UNAVAILABLE',
    details: { status: 307 },
    remedy: expect.stringContaining('ENTAILMENT_URL') as string,
  });
  const silent = await open(() => ({ hang: true }), 150);
  await expect(silent.entailment.judge(pairs)).rejects.toMatchObject({
    code: 'MODEL_UNAVAILABLE',
    message: expect.stringContaining('150 ms') as string,
  });
});
