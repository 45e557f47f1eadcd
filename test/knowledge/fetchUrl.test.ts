import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchUrl, type FetchOptions } from '../../src/knowledge/fetchUrl.ts';
import { testCertificate } from '../support/testCertificate.ts';
import { loopNow } from '../support/clocks.ts';

const page = '<h1>Returns</h1><p>Within 30 days.</p>';
const local = { allowPrivate: true } as const;

async function listen(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

interface Site {
  readonly url: string;
  readonly port: number;
  readonly requests: IncomingMessage[];
}

async function site(answer: RequestListener): Promise<Site> {
  const requests: IncomingMessage[] = [];
  const port = await listen(createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  }));
  return { url: `http://127.0.0.1:${port}`, port, requests };
}

const html: RequestListener = (_request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
const redirectTo = (location: string): RequestListener => (_request, response) => response.writeHead(302, { location }).end();
const failure = (url: string, options: FetchOptions = local) => fetchUrl(url, options).then(() => 'fetched', (error: unknown) => error);
const text = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString();

describe('a fetch', () => {
  test('gives body, type, date, tag and name, and sends no more than it must', async () => {
    const { url, requests } = await site((_request, response) => response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8', 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT', etag: '"v1"', 'set-cookie': 'a=b',
    }).end(page));
    const fetched = await fetchUrl(`${url}/help/returns?lang=en#part`, local);
    expect(fetched).toMatchObject({ url: `${url}/help/returns?lang=en`, contentType: 'text/html; charset=utf-8', lastModified: new Date('2015-10-21T07:28:00Z'), etag: '"v1"', name: 'returns.html' });
    expect(text(fetched)).toBe(page);
    expect(requests[0]?.url).toBe('/help/returns?lang=en');
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(requests[0]?.headers['user-agent']).toMatch(/^Candor\/\d+\.\d+\.\d+$/);
  });

  test.each([['gzip', gzipSync], ['x-gzip', gzipSync], ['deflate', deflateSync], ['br', brotliCompressSync]])('decodes %s', async (encoding, encode) => {
    const { url } = await site((_request, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(encode(page)));
    expect(text(await fetchUrl(`${url}/a.md`, local))).toBe(page);
  });

  test('an encoding that was not asked for, and one that does not decode, fail', async () => {
    for (const encoding of ['zstd', 'gzip']) {
      const { url } = await site((_request, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end('plain'));
      expect(await failure(url)).toMatchObject({ code: 'URL_FAILED' });
    }
  });

  test.each([
    ['/report.pdf', 'application/pdf', 'report.pdf'], ['/report.pdf', 'text/html', 'report.pdf.html'], ['/', 'text/html', 'index.html'], ['/notes.md', 'text/plain; charset=utf-8', 'notes.md'],
    ['/notes', 'text/plain', 'notes.txt'], ['/rows.jsonl', 'application/json', 'rows.jsonl'], ['/api', 'application/ld+json', 'api.json'], ['/a.docx', 'application/octet-stream', 'a.docx'],
    ['/t', 'text/tab-separated-values', 't.tsv'], ['/caf%C3%A9.md', 'text/markdown', 'café.md'], ['/..%2F..%2Fetc%2Fpasswd', 'text/plain', '_.._etc_passwd.txt'], ['/%00%1b.md', 'text/markdown', '__.md'], ['/%zz.md', 'text/markdown', '%zz.md'],
  ])('%s as %s is named %s', async (path, type, name) => {
    const { url } = await site((_request, response) => response.writeHead(200, { 'content-type': type }).end('x'));
    expect((await fetchUrl(`${url}${path}`, local)).name).toBe(name);
  });

  test.each([['/a.png', 'image/png'], ['/v.mp4', 'video/mp4'], ['/download', 'application/octet-stream'], ['/nothing', ''], ['/a.zip', 'application/zip'], ['/feed', 'application/xml'], ['/report.pdf', 'image/png']])(
    '%s as "%s" is unsupported, and its body is not awaited', async (path, type) => {
      const { url } = await site((_request, response) => response.writeHead(200, type ? { 'content-type': type } : {}).write('x'));
      expect(await failure(`${url}${path}`)).toMatchObject({ code: 'DOCUMENT_UNSUPPORTED' });
    });

  test('a status other than success fails with it, and the answer is not told', async () => {
    const { url } = await site((_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('secret of the inner network'));
    const error = await failure(`${url}/a?token=hidden`);
    expect(error).toMatchObject({ code: 'URL_FAILED', details: { status: 404 } });
    expect(JSON.stringify([error, String(error)])).not.toMatch(/secret|hidden/);
  });
});

describe('refused before anything is sent', () => {
  test.each([
    'file:///etc/passwd', 'ftp://docs.test/a', 'gopher://docs.test/', 'data:text/plain,x', 'javascript:0', 'not a url', '', 'http://', 'http://user@docs.test/', 'http://user:word@docs.test/', 'http://docs.test:22/', 'http://docs.test:6379/', 'https://docs.test:80/', 'http://docs.test:4000/',
  ])('%s', async (url) => {
    expect(await failure(url, { resolve: () => Promise.reject(new Error('was looked up')) })).toMatchObject({ code: 'URL_REFUSED' });
  });

  test('an open and a closed port, a private name and one that is not there are the same to see', async () => {
    const { port, requests } = await site(html);
    const told = async (url: string, resolve?: FetchOptions['resolve']) => {
      const error = await failure(url, resolve ? { resolve } : {});
      return JSON.stringify([error, String(error)]).replaceAll(String(port), 'PORT').replaceAll('"1"', 'PORT').replaceAll(/Port \d+/g, 'Port PORT');
    };
    expect(await told(`http://127.0.0.1:${port}/`)).toBe(await told('http://127.0.0.1:1/'));
    expect(await told('http://inner.test/', () => Promise.resolve(['127.0.0.1']))).toBe(await told('http://inner.test/', () => Promise.resolve([])));
    expect(requests).toEqual([]);
  });

  test('ports of web sites pass the check of ports', async () => {
    for (const url of ['http://docs.test/', 'https://docs.test/', 'http://docs.test:8080/', 'https://docs.test:8443/']) {
      expect(await failure(url, { resolve: () => Promise.resolve(['10.0.0.1']) })).toMatchObject({ code: 'URL_REFUSED', details: { host: 'docs.test' } });
    }
  });

  test('link-local metadata stays refused where the own network is allowed', async () => {
    for (const url of ['http://169.254.169.254/latest/meta-data/', 'http://[fe80::1]/', 'http://0.0.0.0/']) expect(await failure(url)).toMatchObject({ code: 'URL_REFUSED' });
  });
});

test('a name is resolved once, and the connection goes to what was checked', async () => {
  const { port, requests } = await site(html);
  const answers = [['127.0.0.1'], ['10.255.255.1'], ['10.255.255.1']];
  let asked = 0;
  const resolve = () => Promise.resolve(answers[asked++] ?? []);
  const fetched = await fetchUrl(`http://rebinding.test:${port}/a`, { allowPrivate: ['rebinding.test'], resolve });
  expect(text(fetched)).toBe(page);
  expect(asked).toBe(1);
  expect(requests[0]?.headers.host).toBe(`rebinding.test:${port}`);
});

test('a name whose address turns private between two redirects is refused at the second', async () => {
  const { port, requests } = await site(redirectTo('/again'));
  let asked = 0;
  const resolve = () => Promise.resolve([['127.0.0.1'], ['169.254.169.254']][asked++] ?? []);
  expect(await failure(`http://rebinding.test:${port}/`, { allowPrivate: ['rebinding.test'], resolve })).toMatchObject({ code: 'URL_REFUSED' });
  expect(requests).toHaveLength(1);
});

describe('redirects', () => {
  const start = { allowPrivate: ['start.test'], resolve: () => Promise.resolve(['127.0.0.1']) };

  test('are followed, relative ones too, and the final address is told', async () => {
    const { url, requests } = await site((request, response) => (request.url === '/a' ? redirectTo('b/c')(request, response) : request.url === '/b/c' ? redirectTo('/d.html#x')(request, response) : html(request, response)));
    expect((await fetchUrl(`${url}/a`, local)).url).toBe(`${url}/d.html`);
    expect(requests.map((request) => request.url)).toEqual(['/a', '/b/c', '/d.html']);
  });

  test.each(['http://127.0.0.1:PORT/inner', 'http://localhost:PORT/inner', 'http://[::1]/', 'http://2130706433/', 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/', 'file:///etc/passwd', 'ftp://start.test/', '//user@start.test:PORT/', 'http://other.test:8080/', 'http://'])(
    'a public page cannot lead to %s', async (target) => {
      const { port, requests } = await site((request, response) => redirectTo(target.replace('PORT', String(port)))(request, response));
      expect(await failure(`http://start.test:${port}/`, start)).toMatchObject({ code: 'URL_REFUSED' });
      expect(requests).toHaveLength(1);
    });

  test('end after five, or at the first circle', async () => {
    const { url, requests } = await site((request, response) => redirectTo(`/${Number(request.url?.slice(1)) + 1}`)(request, response));
    expect(await failure(`${url}/0`)).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('more than 5 times') });
    expect(requests).toHaveLength(6);
    const circle = await site((request, response) => redirectTo(request.url === '/a' ? '/b' : '/a')(request, response));
    expect(await failure(`${circle.url}/a`)).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('circle') });
    expect(circle.requests).toHaveLength(2);
  });
});

describe('TLS', () => {
  const secure = async (answer: RequestListener) => {
    const names: string[] = [];
    const server = createTlsServer({ ...testCertificate, SNICallback: (name, done) => (names.push(name), done(null)) }, answer);
    return { names, port: await listen(server) };
  };
  const options = (ca?: string): FetchOptions => ({ allowPrivate: ['docs.test', 'other.test'], resolve: () => Promise.resolve(['127.0.0.1']), ...(ca ? { ca } : {}) });

  test('the certificate is checked against the name of the URL', async () => {
    const { names, port } = await secure(html);
    expect(text(await fetchUrl(`https://docs.test:${port}/`, options(testCertificate.cert)))).toBe(page);
    expect(names).toEqual(['docs.test']);
    expect(await failure(`https://other.test:${port}/`, options(testCertificate.cert))).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') });
    expect(await failure(`https://docs.test:${port}/`, options())).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('SELF_SIGNED') });
  });

  test('no redirect from https to http', async () => {
    const plain = await site(html);
    const { port } = await secure(redirectTo(`http://docs.test:${plain.port}/`));
    expect(await failure(`https://docs.test:${port}/`, options(testCertificate.cert))).toMatchObject({ code: 'URL_REFUSED' });
    expect(plain.requests).toEqual([]);
  });
});

describe('size', () => {
  const small = { ...local, maxBytes: 100_000 };

  test('a body of exactly the limit is taken, one byte more is not', async () => {
    const { url } = await site((request, response) => response.writeHead(200, { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }).end('x'.repeat(Number(request.url?.slice(1)))));
    expect((await fetchUrl(`${url}/100000`, small)).bytes).toHaveLength(100_000);
    expect(await failure(`${url}/100001`, small)).toMatchObject({ code: 'DOCUMENT_TOO_LARGE', details: { maxBytes: 100_000 } });
  });

  test('a length that is told is refused before the body', async () => {
    const { url } = await site((_request, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100001' }).flushHeaders());
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

  test.each([['gzip', gzipSync(Buffer.alloc(300_000_000))], ['br', brotliCompressSync(Buffer.alloc(30_000_000))]])('a %s bomb is cut while it is decoded', async (encoding, bomb) => {
    const { url } = await site((_request, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(bomb));
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
    const { url, port } = await site((request, response) => void setTimeout(() => redirectTo(`${String(request.url)}x`)(request, response), 90));
    expect((await timed(url, quick)).error).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('0.3 s') });
    expect((await timed(`http://slow.test:${port}/`, { ...quick, resolve: () => new Promise(() => undefined) })).millis).toBeLessThan(600);
  });

  test.each([
    ['while it waits', () => undefined],
    ['within the body', (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('x')],
  ] as [string, RequestListener][])('an abort %s ends it within 200 ms, and the connection with it', async (_name, answer) => {
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
  });
});

describe('a connection that breaks', () => {
  const raw = async (answer: string) => `http://127.0.0.1:${await listen(createSocketServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(answer));
  }))}/`;

  test.each([
    ['is closed at once', ''],
    ['ends within the body', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf'],
    ['ends within a chunk', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf'],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['ends within gzip', `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n`],
  ])('%s', async (_name, answer) => {
    const error = await failure(await raw(answer));
    expect(error).toMatchObject({ code: 'URL_FAILED' });
    expect(String(error)).not.toMatch(/OpenSSH|half/);
  });

  test('is reset, or refused', async () => {
    const port = await listen(createSocketServer((socket) => void socket.once('data', () => socket.resetAndDestroy())));
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('ECONNRESET') });
    expect(await failure('http://127.0.0.1:1/')).toMatchObject({ code: 'URL_FAILED', message: expect.stringContaining('ECONNREFUSED') });
  });
});
