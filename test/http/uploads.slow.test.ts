import { createHash } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { createAuthenticate, demandCaller, demandThisMachine } from '../../src/http/authenticate.ts';
import { answerFailures } from '../../src/http/failure.ts';
import { receiveUploads } from '../../src/http/uploads.ts';
import type { UploadDoor, UploadOptions } from '../../src/knowledge/ingest/upload.ts';
import { silentLog } from '../../src/log.ts';
import { createFakeApp, otherKey, readerKey } from '../support/fakeApp.ts';
import { until } from '../support/testServer.ts';

interface Stored {
  readonly name: string;
  readonly size: number;
  readonly hash: string;
}

interface Shelf extends UploadDoor {
  readonly stored: Stored[];
  readonly options: UploadOptions[];
  readonly seen: { calls: number; bytes: number; largestChunk: number; aborted: boolean; fault: unknown };
}

/** Keeps what it read only when all of it was read, as the real one does. */
function createShelf(): Shelf {
  const shelf: Shelf = {
    stored: [],
    options: [],
    seen: { calls: 0, bytes: 0, largestChunk: 0, aborted: false, fault: undefined },
    async upload(caller, files, options, { signal }) {
      shelf.seen.calls += 1;
      signal.addEventListener('abort', () => (shelf.seen.aborted = true));
      if (caller.role === 'READER') throw new CandorError('FORBIDDEN', 'This needs a key with the role EDITOR.');
      const read: Stored[] = [];
      try {
        for await (const { name, content } of files) {
          const hash = createHash('sha256');
          let size = 0;
          for await (const chunk of content) {
            hash.update(chunk);
            size += chunk.length;
            shelf.seen.bytes += chunk.length;
            shelf.seen.largestChunk = Math.max(shelf.seen.largestChunk, chunk.length);
          }
          read.push({ name, size, hash: hash.digest('hex') });
        }
      } catch (error) {
        shelf.seen.fault = error;
        throw new Error('storing failed', { cause: error });
      }
      shelf.stored.push(...read);
      shelf.options.push(options);
      return { id: 'job-1' };
    },
  };
  return shelf;
}

interface Running {
  readonly url: string;
  readonly port: number;
  readonly shelf: Shelf;
}

/** The route between the middlewares that server.ts puts around it. */
async function open(auth: 'local' | 'keys' = 'local', door?: UploadDoor): Promise<Running> {
  const app = createFakeApp({ auth });
  const shelf = createShelf();
  const routes = express();
  if (auth === 'local') routes.use(demandThisMachine);
  routes.post('/uploads', demandCaller(createAuthenticate(app, app.config)), receiveUploads(door ?? shelf));
  const server = createServer(routes.use(answerFailures(silentLog)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/uploads`, port, shelf };
}

const preflight = { 'apollo-require-preflight': 'true' };

function formOf(
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
  fields: readonly (readonly [string, string])[] = [],
): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name);
  return form;
}

async function post(
  url: string,
  body: BodyInit,
  headers: Record<string, string> = preflight,
): Promise<{ readonly status: number; readonly body: unknown; readonly code: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const answer = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return { status: response.status, body: answer, code: answer.errors?.[0]?.extensions.code };
}

/** A body of any size that is made while it is sent. */
function generated(
  files: readonly { readonly name: string; readonly size: number }[],
  onSent: (bytes: number) => void = () => undefined,
): ReadableStream {
  const block = Buffer.alloc(64 * 1024, 'abcdefgh');
  async function* bytes() {
    for (const { name, size } of files) {
      yield Buffer.from(`--X\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`);
      for (let sent = 0; sent < size; sent += block.length) {
        onSent(block.length);
        yield block.subarray(0, Math.min(block.length, size - sent));
      }
      yield Buffer.from('\r\n');
    }
    yield Buffer.from('--X--\r\n');
  }
  return Readable.toWeb(Readable.from(bytes(), { objectMode: false })) as ReadableStream;
}

const multipart = { ...preflight, 'content-type': 'multipart/form-data; boundary=X' };
const megabyte = 1024 * 1024;

test('files and fields reach the door, byte for byte, and the job is told', async () => {
  const { url, shelf } = await open();
  const binary = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);
  const reply = await post(
    url,
    formOf({ 'returns.md': '# Returns\r\n--\r\n', 'scan.pdf': binary, 'empty.txt': '' }, [
      ['tags', 'policy,shop'],
      ['state', 'DRAFT'],
      ['language', 'en'],
    ]),
  );
  expect(reply).toMatchObject({ status: 202, body: { jobId: 'job-1' } });
  expect(shelf.options).toEqual([{ tags: ['policy', 'shop'], state: 'DRAFT', language: 'en' }]);
  expect(shelf.stored.map(({ name, size }) => [name, size])).toEqual([
    ['returns.md', 15],
    ['scan.pdf', 300_000],
    ['empty.txt', 0],
  ]);
  expect(shelf.stored[1]?.hash).toBe(createHash('sha256').update(binary).digest('hex'));
});

describe('who may', () => {
  test('nobody without a key, and the body is not read', async () => {
    const { url, shelf } = await open('keys');
    const form = formOf({ 'a.md': 'a' });
    expect(await post(url, form, {})).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(await post(url, form, { authorization: 'Bearer ck_unknown' })).toMatchObject({ status: 401 });
    const { port } = new URL(url);
    const status = await new Promise((resolve) => {
      // Announces a body and never sends it: whoever waits for it waits for ever.
      httpRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/uploads',
          method: 'POST',
          headers: { ...multipart, 'content-length': '1000000' },
        },
        (response) => resolve(response.statusCode),
      )
        .on('error', () => undefined)
        .flushHeaders();
    });
    expect(status).toBe(401);
    expect(shelf.seen.calls).toBe(0);
  });

  test('a READER gets FORBIDDEN before a file is read, an ADMIN passes', async () => {
    const { url, shelf } = await open('keys');
    let sent = 0;
    const body = generated([{ name: 'a.md', size: 30 * megabyte }], (bytes) => (sent += bytes));
    expect(await post(url, body, { ...multipart, authorization: `Bearer ${readerKey}` })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(shelf.seen.bytes).toBe(0);
    expect(await post(url, formOf({ 'a.md': 'a' }), { authorization: `Bearer ${otherKey}` })).toMatchObject({
      status: 202,
    });
  });

  test('no form of another page: a header is asked for, and a foreign Origin or Host is refused', async () => {
    const { url, shelf } = await open();
    expect(await post(url, formOf({ 'a.md': 'a' }), {})).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await post(url, formOf({ 'a.md': 'a' }), { ...preflight, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
    });
    expect(shelf.seen.calls).toBe(0);
    expect(await post(url, formOf({ 'a.md': 'a' }), { 'x-requested-with': 'fetch' })).toMatchObject({ status: 202 });
  });
});

describe('refused', () => {
  test.each(['../secret.md', '/etc/passwd', 'a\\b.md', '.env', 'a\u202Eb.md', '', 'x'.repeat(256)])(
    'the name, number %#',
    async (name) => {
      const { url, shelf } = await open();
      expect(await post(url, formOf({ 'good.md': 'good', [name]: 'bad' }))).toMatchObject({
        status: 400,
        code: 'BAD_INPUT',
      });
      expect(shelf.stored).toEqual([]);
    },
  );

  test('two files of one name, 51 files, no file, 21 fields, a long field, a field after a file, an unknown field', async () => {
    const { url, shelf } = await open();
    const twice = formOf({ 'a.md': '1' });
    twice.append('files', new Blob(['2']), 'sub/a.md');
    const late = formOf({ 'a.md': '1' });
    late.append('tags', 'late');
    const many = (count: number) =>
      formOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.md`, 'text'])));
    const fields = (count: number) =>
      formOf(
        { 'a.md': '1' },
        Array.from({ length: count }, () => ['tags', 'a'] as const),
      );
    const refused: [FormData, string][] = [
      [twice, 'Two files'],
      [many(51), 'more than 50 files'],
      [formOf({}, [['tags', 'a']]), 'no file'],
      [fields(21), 'more than 20 fields'],
      [formOf({ 'a.md': '1' }, [['tags', 'x'.repeat(20_000)]]), 'bytes'],
      [late, 'comes after a file'],
      [formOf({ 'a.md': '1' }, [['colour', 'red']]), 'colour'],
      [formOf({ 'a.md': '1', 'b.md': '2' }, [['supersedes', 'old.md']]), 'supersedes is for one file'],
    ];
    for (const [form, reason] of refused) {
      const reply = await post(url, form);
      expect(reply).toMatchObject({ status: 400, code: 'BAD_INPUT' });
      expect(JSON.stringify(reply.body)).toContain(reason);
    }
    expect(shelf.stored).toEqual([]);
    expect(await post(url, many(50))).toMatchObject({ status: 202 });
    expect(await post(url, fields(20))).toMatchObject({ status: 202 });
  });

  test.each([
    ['application/json', '{}'],
    ['multipart/form-data', 'x'],
    ['multipart/mixed; boundary=X', 'x'],
    ['application/x-www-form-urlencoded', 'a=b'],
  ])('the content type %s', async (type, body) => {
    const { url } = await open();
    expect(await post(url, body, { ...preflight, 'content-type': type })).toMatchObject({
      status: 415,
      code: 'DOCUMENT_UNSUPPORTED',
    });
  });

  test.each([
    '',
    'text',
    '--X\r\n\r\n--X--',
    '--X\r\nconstructor: x\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; name="f"; filename="a.md"\r\n\r\ncut',
    '--X\r\nContent-Disposition: form-data; name="f"; filename="a.md"\r\n\r\nv\r\n--X\r\n__proto__: x\r\n\r\nv\r\n--X--',
  ])('the malformed body %j, and the server lives on', async (body) => {
    const { url, shelf } = await open();
    expect(await post(url, body, multipart)).toMatchObject({ status: 400, code: 'BAD_INPUT' });
    expect(shelf.stored).toEqual([]);
    expect(await post(url, formOf({ 'a.md': 'a' }))).toMatchObject({ status: 202 });
  });
});

describe('size', () => {
  test('50 MB pass, in pieces of less than 1 MB', async () => {
    const { url, shelf } = await open();
    expect(await post(url, generated([{ name: 'a.txt', size: 50 * megabyte }]), multipart)).toMatchObject({
      status: 202,
    });
    expect(shelf.stored.map(({ size }) => size)).toEqual([50 * megabyte]);
    expect(shelf.seen.largestChunk).toBeLessThan(megabyte);
  });

  test('a door that does not read holds the client back: nothing piles up in memory', async () => {
    let sent = 0;
    let read = 0;
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => (goOn = resolve));
    const { url } = await open('local', {
      async upload(_caller, files) {
        for await (const { content } of files) {
          for await (const chunk of content) {
            if (read === 0) await paused;
            read += chunk.length;
          }
        }
        return { id: 'job-1' };
      },
    });
    const reply = post(
      url,
      generated([{ name: 'a.txt', size: 50 * megabyte }], (bytes) => (sent += bytes)),
      multipart,
    );
    let before = -1;
    while (before !== sent || sent === 0) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // What both ends' sockets hold; the kernel takes up to 6 MB of it.
    expect(sent).toBeLessThan(12 * megabyte);
    goOn();
    expect(await reply).toMatchObject({ status: 202 });
    expect(read).toBe(50 * megabyte);
  });

  test('a file of 60 MB is cut at 50, and the client is told', async () => {
    const { url, shelf } = await open();
    const reply = await post(
      url,
      generated([
        { name: 'good.txt', size: 1000 },
        { name: 'a.txt', size: 60 * megabyte },
      ]),
      multipart,
    );
    expect(reply).toMatchObject({ status: 413, code: 'DOCUMENT_TOO_LARGE' });
    expect(JSON.stringify(reply.body)).toContain('a.txt');
    expect(shelf.stored).toEqual([]);
    expect(shelf.seen.bytes).toBeLessThanOrEqual(50 * megabyte + 1000);
  });

  test('a request of more than 200 MB is refused: by its length at once, else while it is read', async () => {
    const { url, port, shelf } = await open();
    const status = await new Promise((resolve) => {
      httpRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/uploads',
          method: 'POST',
          headers: { ...multipart, 'content-length': String(201 * megabyte) },
        },
        (response) => resolve(response.statusCode),
      )
        .on('error', () => undefined)
        .flushHeaders();
    });
    expect(status).toBe(413);
    expect(shelf.seen.calls).toBe(0);
    const files = Array.from({ length: 5 }, (_, index) => ({ name: `${index}.txt`, size: 45 * megabyte }));
    expect(await post(url, generated(files), multipart)).toMatchObject({ status: 413, code: 'DOCUMENT_TOO_LARGE' });
    expect(shelf.stored).toEqual([]);
  });
});

describe('a client that', () => {
  const start = [
    'POST /uploads HTTP/1.1',
    'Host: localhost',
    'Apollo-Require-Preflight: true',
    'Content-Type: multipart/form-data; boundary=X',
    'Content-Length: 100000',
    '',
    '--X',
    'Content-Disposition: form-data; name="f"; filename="a.md"',
    '',
    'the first half',
  ].join('\r\n');

  test('goes away midway aborts the upload, and nothing is kept', async () => {
    const { port, shelf, url } = await open();
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(start);
    await until(() => shelf.seen.calls === 1);
    socket.destroy();
    await until(() => shelf.seen.fault !== undefined && shelf.seen.aborted);
    expect(shelf.seen.fault).toMatchObject({ code: 'CANCELLED' });
    expect(shelf.stored).toEqual([]);
    expect(await post(url, formOf({ 'a.md': 'a' }))).toMatchObject({ status: 202 });
  });

  test('ends its side midway aborts it too', async () => {
    const { port, shelf } = await open();
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.end(start);
    await until(() => shelf.seen.fault !== undefined);
    expect(shelf.stored).toEqual([]);
  });

  test('goes on sending after a refusal hears it, and the connection is cut after 5 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port } = await open();
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(start.replace('a.md', '../a.md'));
    const dripping = setInterval(() => socket.write('more'), 50);
    await until(() => heard.includes('leaves its folder'));
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(socket.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    await closed;
    clearInterval(dripping);
  });

  test('keeps its connection can use it after a refusal', async () => {
    const { port, shelf } = await open();
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    const ask = (name: string) => {
      const body = `--X\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n\r\n${'v'.repeat(200_000)}\r\n--X--\r\n`;
      socket.write(
        `POST /uploads HTTP/1.1\r\nHost: localhost\r\nApollo-Require-Preflight: true\r\nContent-Type: multipart/form-data; boundary=X\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    };
    ask('../a.md');
    await until(() => heard.includes('HTTP/1.1 400'));
    ask('a.md');
    await until(() => heard.includes('HTTP/1.1 202'));
    expect(shelf.stored.map(({ size }) => size)).toEqual([200_000]);
  });
});
