import type { RequestListener } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type FetchOptions, fetchUrl } from '../../src/knowledge/ingest/fetchUrl.ts';
import { loopNow } from '../support/clocks.ts';
import { local, listen, site, redirectTo, failure } from './localSites.ts';

describe('size', () => {
  const small = { ...local, maxBytes: 100_000 };

  test('a body of exactly the limit is taken, one byte more is not', async () => {
    const { url } = await site((request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' })
        .end('x'.repeat(Number(request.url?.slice(1)))),
    );
    expect((await fetchUrl(`${url}/100000`, small)).bytes).toHaveLength(100_000);
    expect(await failure(`${url}/100001`, small)).toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
      details: { maxBytes: 100_000 },
    });
  });

  test('a length that is told is refused before the body', async () => {
    const { url } = await site((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100001' }).flushHeaders(),
    );
    expect(await failure(url, small)).toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
  });

  test('a body without an end is cut at the limit', async () => {
    let sent = 0;
    const { url } = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => {
        sent += 50_000;
        response.write('x'.repeat(50_000));
      }, 5);
      response.once('close', () => clearInterval(timer));
    });
    expect(await failure(url, small)).toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
    expect(sent).toBeLessThan(2_000_000);
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(150_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(30_000_000))],
  ])('a %s bomb is cut while it is decoded', async (encoding, bomb) => {
    const { url } = await site((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    expect(await failure(url, { ...local, maxBytes: 1_000_000 })).toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
    expect(process.memoryUsage().rss - before).toBeLessThan(64_000_000);
  });
});

describe('time', () => {
  const quick = { ...local, timeoutMillis: 300 };
  const timed = async (url: string, options: FetchOptions) => {
    const started = loopNow();
    const error = await failure(url, options);
    return { error, millis: loopNow() - started };
  };

  test('a server that never answers, and one that drips, are left at the deadline', async () => {
    const hanging = await site(() => undefined);
    const dripping = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    for (const { url } of [hanging, dripping]) {
      const { error, millis } = await timed(url, quick);
      expect(error).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('0.3 s') });
      expect(millis).toBeLessThan(600);
    }
  });

  test('redirects and look-ups count', async () => {
    const { url, port } = await site(
      (request, response) => void setTimeout(() => redirectTo(`${String(request.url)}x`)(request, response), 90),
    );
    expect((await timed(url, quick)).error).toMatchObject({
      code: 'URL_FAILED',
      message: expect.stringContaining('0.3 s'),
    });
    expect(
      (await timed(`http://slow.test:${port}/`, { ...quick, resolve: () => new Promise(() => undefined) })).millis,
    ).toBeLessThan(600);
  });

  test.each([
    ['while it waits', () => undefined],
    [
      'within the body',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('x'),
    ],
  ] as [string, RequestListener][])(
    'an abort %s ends it within 200 ms, and the connection with it',
    async (_name, answer) => {
      let asked = false;
      let closed = false;
      const { url } = await site((request, response) => {
        asked = true;
        request.socket.once('close', () => (closed = true));
        answer(request, response);
      });
      const stop = new AbortController();
      const fetching = failure(url, { ...local, signal: stop.signal });
      await expect.poll(() => asked, { interval: 5 }).toBe(true);
      const started = loopNow();
      stop.abort();
      expect(await fetching).toMatchObject({ code: 'CANCELLED' });
      expect(loopNow() - started).toBeLessThan(200);
      await expect.poll(() => closed).toBe(true);
      expect(await failure(url, { ...local, signal: stop.signal })).toMatchObject({ code: 'CANCELLED' });
    },
  );
});

describe('a connection that breaks', () => {
  const raw = async (answer: string) =>
    `http://127.0.0.1:${await listen(
      createSocketServer((socket) => {
        socket.on('error', () => undefined).once('data', () => socket.end(answer));
      }),
    )}/`;

  test.each([
    ['is closed at once', ''],
    ['ends within the body', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf'],
    [
      'ends within a chunk',
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf',
    ],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    [
      'ends within gzip',
      `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    ],
  ])('%s', async (_name, answer) => {
    const error = await failure(await raw(answer));
    expect(error).toMatchObject({ code: 'URL_FAILED' });
    expect(String(error)).not.toMatch(/OpenSSH|half/);
  });

  test('is reset, or refused', async () => {
    const port = await listen(createSocketServer((socket) => void socket.once('data', () => socket.resetAndDestroy())));
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({
      code: 'URL_FAILED',
      message: expect.stringContaining('ECONNRESET'),
    });
    expect(await failure('http://127.0.0.1:1/')).toMatchObject({
      code: 'URL_FAILED',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
