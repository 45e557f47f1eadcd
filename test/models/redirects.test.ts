import { describe, expect, onTestFinished, test } from 'vitest';
import { openHttpEntailment, openHttpReader, openHttpReranker } from '../../src/models/providers/httpModels.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { openOpenaiEmbedder } from '../../src/models/providers/openaiEmbedder.ts';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../src/errors.ts';

const passage = 'A cargo bike is free for 36 hours.';

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that sends everybody to a second one, which notes who came. */
async function startLeadingAway(status: number) {
  const came: string[] = [];
  const elsewhere = await listen(
    createServer((request, response) => {
      came.push(request.url ?? '');
      response.end('{}');
    }),
  );
  const url = await listen(
    createServer((request, response) =>
      response.writeHead(status, { location: `${elsewhere}${request.url ?? ''}` }).end(),
    ),
  );
  return { url, came };
}

const calls = {
  chat: (url: string) =>
    openOpenaiChat({ serverUrl: `${url}/v1`, apiKey: 'sk-key-of-the-test', model: 'm' }).complete({
      messages: [{ role: 'user', content: passage }],
      maxOutputTokens: 20,
    }),
  embedder: (url: string) => openOpenaiEmbedder({ serverUrl: `${url}/v1`, apiKey: 'sk-key-of-the-test', model: 'm' }),
  reranker: (url: string) =>
    openHttpReranker({ url: `${url}/rerank`, style: 'cohere', model: 'm', apiKey: undefined }).score('How long?', [
      passage,
    ]),
  reader: (url: string) =>
    openHttpReader({ url: `${url}/read`, apiKey: undefined }).read('How long?', [
      { title: 't', text: passage, sentences: [{ start: 0, end: passage.length }] },
    ]),
  entailment: (url: string) =>
    openHttpEntailment({ url: `${url}/predict`, apiKey: undefined }).judge([
      { premise: passage, hypothesis: 'It is free.' },
    ]),
};

describe('attack 6: a redirect takes no passage elsewhere', () => {
  test.each(
    Object.entries(calls).flatMap(([name, call]) =>
      [301, 302, 303, 307, 308].map((status) => [name, status, call] as const),
    ),
  )('%s, %i', async (_name, status, call) => {
    const { url, came } = await startLeadingAway(status);
    const fault: unknown = await call(url).then(
      () => 'it did not fail',
      (error: unknown) => error,
    );
    expect(fault).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      details: { status },
      remedy: expect.stringMatching(/^Redirects are not followed: set \w+_URL to/) as unknown,
    });
    expect(messageOf(fault)).not.toContain('127.0.0.1');
    expect(came).toEqual([]);
  });
});
