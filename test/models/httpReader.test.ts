import { describe, expect, onTestFinished, test } from 'vitest';
import { openHttpReader } from '../../src/models/providers/httpReader.ts';
import { modelKey } from '../contracts/modelFaults.ts';
import { answer, question, readerContract } from '../contracts/reader.ts';
import { conduct, startJsonServer, type JsonServerScript, type ScriptedJson } from '../support/jsonServer.ts';

const inputsOf = (body: Readonly<Record<string, unknown>>) => body['inputs'] as { question: string; context: string };

/** As Hugging Face's servers answer question-answering with an impossible answer allowed: "" where there is none. */
function extract(body: Readonly<Record<string, unknown>>): unknown {
  const start = inputsOf(body).context.indexOf(answer);
  return start === -1 ? { answer: '', score: 0.97, start: 0, end: 0 } : { answer, score: 0.62, start, end: start + answer.length };
}

async function open(script?: JsonServerScript['answer']) {
  const server = await startJsonServer({ model: extract, ...(script ? { answer: script } : {}) });
  onTestFinished(() => server.close());
  return { server, reader: openHttpReader({ url: server.url, apiKey: modelKey }) };
}

readerContract('http', async (kind) => {
  const { server, reader } = await open((_body, call) => conduct(kind, call));
  return { reader, calls: () => server.requests.length, wasAborted: () => server.requests.at(-1)?.aborted };
});

test('each passage is a context of its own', async () => {
  const { server, reader } = await open();
  await reader.read(question, ['One.', 'Two.']);
  expect(server.requests.map(({ body }) => inputsOf(body).context).toSorted()).toEqual(['One.', 'Two.']);
  expect(server.requests[0]).toMatchObject({ authorization: `Bearer ${modelKey}`, body: { inputs: { question }, parameters: { handle_impossible_answer: true } } });
  expect([reader.prompt, reader.tokensFor(question, ['One.'])]).toEqual([null, 0]);
});

test('the best answer of all passages counts, of lists too; a guess and an empty one do not', async () => {
  const scores: Readonly<Record<string, unknown>> = { low: { answer: 'a day', score: 0.2, start: 0, end: 5 }, high: [{ answer: '', score: 0.3, start: 0, end: 0 }, { answer: 'two days', score: 0.7, start: 0, end: 8 }], guess: { answer: 'noon', score: 0.05, start: 0, end: 4 }, none: [{ answer: ' ', score: 0.9, start: 0, end: 0 }] };
  const { reader } = await open((body) => ({ json: scores[inputsOf(body).context] }));
  expect(await reader.read(question, ['none', 'low', 'high', 'guess'])).toEqual({ answerable: true, span: { passage: 2, quote: 'two days' }, reason: '' });
  expect(await reader.read(question, ['guess', 'none'])).toMatchObject({ answerable: false, span: null });
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
    const fault: unknown = await reader.read(question, ['A cargo bike waits.']).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'MODEL_INVALID', remedy: expect.stringContaining('question-answering') as string });
    expect(JSON.stringify([fault, String(fault)])).not.toMatch(/welcome|cargo bike/);
  });
});

test('a server that leads elsewhere is not followed', async () => {
  const { reader } = await open(() => conduct('LEADS_AWAY', 1));
  await expect(reader.read(question, ['A.'])).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', details: { status: 307 }, remedy: expect.stringContaining('READER_URL') as string });
});
