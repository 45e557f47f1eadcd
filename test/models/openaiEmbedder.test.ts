import { describe, expect, onTestFinished, test } from 'vitest';
import { openOpenaiEmbedder } from '../../src/models/providers/openaiEmbedder.ts';
import { cosine, embedderContract } from '../contracts/embedder.ts';
import { startOpenaiServer, type EmbeddingsCall, type OpenaiServerScript } from '../support/openaiServer.ts';
import { loopNow } from '../support/clocks.ts';

const key = 'sk-test-0123456789abcdef';

async function open(script: OpenaiServerScript, requestMillis = 5_000) {
  const server = await startOpenaiServer(script);
  onTestFinished(() => server.close());
  return { server, opening: openOpenaiEmbedder({ serverUrl: server.url, apiKey: key, model: 'words', requestMillis }) };
}

embedderContract('openai', async () => {
  const server = await startOpenaiServer({ dimensions: 256 });
  const embedder = await openOpenaiEmbedder({ serverUrl: server.url, apiKey: key, model: 'words' });
  return { ...embedder, close: () => server.close() };
});

describe('the openai embedder', () => {
  test('probes the dimensions once and asks for floats with the key', async () => {
    const { server, opening } = await open({ dimensions: 48 });
    const embedder = await opening;
    expect(embedder).toMatchObject({ fingerprint: 'openai:words:48', dimensions: 48, remote: true });
    expect(server.requests).toMatchObject([
      {
        path: '/v1/embeddings',
        authorization: `Bearer ${key}`,
        aborted: false,
        body: { model: 'words', input: ['probe'], encoding_format: 'float' },
      },
    ]);
  });

  test('sends long lists in requests of 64, without blank texts, cut at 200 words', async () => {
    const { server, opening } = await open({});
    const embedder = await opening;
    await embedder.embedDocuments([
      '',
      ...Array.from({ length: 100 }, (_, number) => `text ${number}`),
      'word '.repeat(500),
    ]);
    const inputs = server.requests.slice(1).map(({ body }) => (body as EmbeddingsCall).input);
    expect(inputs.map((input) => input.length)).toEqual([64, 37]);
    expect(inputs[1]?.at(-1)?.split(' ')).toHaveLength(200);
  });

  test('brings vectors to length 1', async () => {
    const embedder = await (await open({})).opening;
    const vector = await embedder.embedQuery('one two three four');
    expect(cosine(vector, vector)).toBeCloseTo(1, 6);
  });

  test('tries twice on 429 and 5xx, once on other 4xx', async () => {
    for (const [status, requests, code] of [
      [429, 2, 'MODEL_UNAVAILABLE'],
      [503, 2, 'MODEL_UNAVAILABLE'],
      [401, 1, 'MODEL_UNAVAILABLE'],
      [404, 1, 'MODEL_UNAVAILABLE'],
      [422, 1, 'MODEL_INVALID'],
    ] as const) {
      const { server, opening } = await open({ embeddings: () => ({ status, retryAfter: 0 }) });
      await expect(opening).rejects.toMatchObject({ code, details: { status } });
      expect(server.requests).toHaveLength(requests);
    }
    const { opening } = await open({ embeddings: (_request, call) => (call === 1 ? { status: 500 } : undefined) });
    expect((await opening).dimensions).toBe(64);
  });

  test('does not wait for a server that asks for more than two seconds', async () => {
    const { server, opening } = await open({ embeddings: () => ({ status: 429, retryAfter: 30 }) });
    await expect(opening).rejects.toMatchObject({ details: { retryAfterMillis: 30_000 } });
    expect(server.requests).toHaveLength(1);
  });

  test('names the keys to correct and never shows the API key', async () => {
    const refused = await (
      await open({ embeddings: () => ({ status: 401 }) })
    ).opening.catch((error: unknown) => error);
    expect(refused).toMatchObject({ remedy: expect.stringContaining('EMBEDDER_API_KEY') as string });
    const unknown = await (
      await open({ embeddings: () => ({ status: 404 }) })
    ).opening.catch((error: unknown) => error);
    expect(unknown).toMatchObject({ remedy: expect.stringMatching(/EMBEDDER_MODEL.*EMBEDDER_URL/) as string });
    expect(JSON.stringify([refused, String(refused), unknown, String(unknown)])).not.toContain(key);
  });

  test.each([
    ['base64 where floats were asked for', { base64: true }],
    ['one vector too few', { short: true }],
    ['vectors of another length', { dimensions: 32 }],
  ] as const)('refuses %s with MODEL_INVALID', async (_name, reply) => {
    const embedder = await (await open({ embeddings: (_request, call) => (call === 1 ? undefined : reply) })).opening;
    await expect(embedder.embedDocuments(['one', 'two'])).rejects.toMatchObject({ code: 'MODEL_INVALID' });
  });

  test('gives up on a server that does not answer', async () => {
    const { opening } = await open({ embeddings: () => ({ hang: true }) }, 200);
    const startedAt = loopNow();
    await expect(opening).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('200 ms') as string,
    });
    expect(loopNow() - startedAt).toBeLessThan(1_500);
  });
});
