import { afterAll, describe, expect, test } from 'vitest';
import { openHttpReader } from '../../src/models/providers/httpModels.ts';
import { certainty } from '../../src/models/reader.ts';
import { modelKey } from '../contracts/modelFaults.ts';
import { answer, passageOf, question, readerServerContract, wordsOf } from '../contracts/reader.ts';
import {
  conduct,
  startJsonServer,
  type JsonServer,
  type JsonServerScript,
  type ScriptedJson,
} from '../support/jsonServer.ts';

const inputsOf = (body: Readonly<Record<string, unknown>>) => body['inputs'] as { question: string; context: string };

/** As Hugging Face's servers answer question-answering with an impossible answer allowed: "" where there is none. */
function extract(body: Readonly<Record<string, unknown>>): unknown {
  const start = inputsOf(body).context.indexOf(answer);
  return start === -1
    ? { answer: '', score: 0.97, start: 0, end: 0 }
    : { answer, score: 0.62, start, end: start + answer.length };
}

const servers: JsonServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function open(script?: JsonServerScript['answer']) {
  const server = await startJsonServer({ model: extract, ...(script ? { answer: script } : {}) });
  servers.push(server);
  return { server, reader: openHttpReader({ url: server.url, apiKey: modelKey }) };
}

readerServerContract('http', async (kind) => {
  const { server, reader } = await open((_body, call) => conduct(kind, call));
  return { reader, calls: () => server.requests.length, wasAborted: () => server.requests.at(-1)?.aborted };
});

test('each passage is a context of its own, its title above it', async () => {
  const { server, reader } = await open();
  const passages = [passageOf('Bikes', 'One.'), passageOf('', 'Two.')];
  await reader.read(question, passages);
  expect(server.requests.map(({ body }) => inputsOf(body).context).toSorted()).toEqual(['Bikes\nOne.', 'Two.']);
  expect(server.requests[0]).toMatchObject({
    authorization: `Bearer ${modelKey}`,
    body: { inputs: { question }, parameters: { handle_impossible_answer: true } },
  });
  expect([reader.prompt, reader.languages, reader.tokensFor(question, passages)]).toEqual([null, null, 0]);
});

/** What the reader makes of a passage where the server sends this. */
async function reading(json: unknown, passage = passageOf('Noon', 'Tea at noon.', 'Cake at noon.')) {
  const { reader } = await open(() => ({ json }));
  const {
    passages: [found],
    missing,
  } = await reader.read(question, [passage]);
  expect(missing).toBe('');
  return { ...found!, words: wordsOf(passage, found) };
}

test('the score is the probability, of lists the best; the sentence with the words has it too', async () => {
  const { answerability, margin, words, sentences } = await reading([
    { answer: '', score: 0.3, start: 0, end: 0 },
    { answer: ' Cake ', score: 0.7, start: 18, end: 22 },
  ]);
  expect([answerability, words]).toEqual([0.7, 'Cake']);
  expect(margin).toBeCloseTo(Math.log(7 / 3), 6);
  expect(sentences).toEqual([expect.closeTo(-Math.log(19), 6), margin]);
});

test('the place that is told chooses between places in the text, whatever it counts', async () => {
  const at = async (start: number, passage?: ReturnType<typeof passageOf>) =>
    (await reading({ answer: 'noon', score: 0.5, start, end: start + 4 }, passage)).span?.start;
  expect([await at(12), await at(26), await at(0), await at(900)]).toEqual([7, 21, 7, 21]);
  // Ten characters of two units each.
  expect(await at(29, passageOf('Noon', `${'😀'.repeat(10)} tea at noon.`, 'Cake at noon.'))).toBe(28);
});

test.each([
  ['empty words', { answer: ' ', score: 0.9, start: 0, end: 0 }],
  ['words that stand nowhere', { answer: 'midnight', score: 0.9, start: 0, end: 8 }],
  ['words of the title', { answer: 'Noon', score: 0.9, start: 0, end: 4 }],
  ['a guess', { answer: 'noon', score: 0.05, start: 12, end: 16 }],
])('%s are no answer', async (_what, json) => {
  expect(await reading(json)).toMatchObject({ answerability: 1 - certainty, span: null });
});

describe('replies that cannot be used are MODEL_INVALID', () => {
  test.each<[string, ScriptedJson]>([
    ['no score', { json: { answer: 'noon', start: 0, end: 4 } }],
    ['no number', { json: { answer: 'noon', score: Number.NaN, start: 0, end: 4 } }],
    ['a score beyond 1', { json: { answer: 'noon', score: 17, start: 0, end: 4 } }],
    ['an answer that is no text', { json: { answer: 5, score: 0.5, start: 0, end: 4 } }],
    ['a list of nothing', { json: [] }],
    ['another task', { json: [[{ label: 'POSITIVE', score: 0.9 }]] }],
    ['no JSON', { body: '<html>welcome</html>' }],
    ['a refusal of this request', { status: 422 }],
  ])('%s', async (_what, reply) => {
    const { reader } = await open(() => reply);
    const fault: unknown = await reader
      .read(question, [passageOf('Bikes', 'A cargo bike waits.')])
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({
      code: 'MODEL_INVALID',
      remedy: expect.stringContaining('question-answering') as string,
    });
    expect(JSON.stringify([fault, String(fault)])).not.toMatch(/welcome|cargo bike/);
  });
});

test('a server that leads elsewhere is not followed', async () => {
  const { reader } = await open(() => conduct('LEADS_AWAY', 1));
  await expect(reader.read(question, [passageOf('', 'A.')])).rejects.toMatchObject({
    code: 'MODEL_UNAVAILABLE',
    details: { status: 307 },
    remedy: expect.stringContaining('READER_URL') as string,
  });
});
