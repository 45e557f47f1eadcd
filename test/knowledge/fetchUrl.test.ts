import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type FetchOptions, fetchUrl } from '../../src/knowledge/ingest/fetchUrl.ts';
import { testCertificate } from '../support/testCertificate.ts';
import { page, local, listen, site, html, redirectTo, failure, text } from './localSites.ts';

describe('a fetch', () => {
  test('gives body, type, date, tag and name, and sends no more than it must', async () => {
    const { url, requests } = await site((_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT',
          etag: '"v1"',
          'set-cookie': 'a=b',
        })
        .end(page),
    );
    const fetched = await fetchUrl(`${url}/help/returns?lang=en#part`, local);
    expect(fetched).toMatchObject({
      url: `${url}/help/returns?lang=en`,
      contentType: 'text/html; charset=utf-8',
      lastModified: new Date('2015-10-21T07:28:00Z'),
      etag: '"v1"',
      name: 'returns.html',
    });
    expect(text(fetched)).toBe(page);
    expect(requests[0]?.url).toBe('/help/returns?lang=en');
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(requests[0]?.headers['user-agent']).toMatch(/^Candor\/\d+\.\d+\.\d+$/);
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('decodes %s', async (encoding, encode) => {
    const { url } = await site((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(encode(page)),
    );
    expect(text(await fetchUrl(`${url}/a.md`, local))).toBe(page);
  });

  test('an encoding that was not asked for, and one that does not decode, fail', async () => {
    for (const encoding of ['zstd', 'gzip']) {
      const { url } = await site((_request, response) =>
        response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end('plain'),
      );
      expect(await failure(url)).toMatchObject({ code: 'URL_FAILED' });
    }
  });

  test.each([
    ['/report.pdf', 'application/pdf', 'report.pdf'],
    ['/report.pdf', 'text/html', 'report.pdf.html'],
    ['/', 'text/html', 'index.html'],
    ['/notes.md', 'text/plain; charset=utf-8', 'notes.md'],
    ['/notes', 'text/plain', 'notes.txt'],
    ['/rows.jsonl', 'application/json', 'rows.jsonl'],
    ['/api', 'application/ld+json', 'api.json'],
    ['/a.docx', 'application/octet-stream', 'a.docx'],
    ['/t', 'text/tab-separated-values', 't.tsv'],
    ['/caf%C3%A9.md', 'text/markdown', 'café.md'],
    ['/..%2F..%2Fetc%2Fpasswd', 'text/plain', '_.._etc_passwd.txt'],
    ['/%00%1b.md', 'text/markdown', '__.md'],
    ['/%zz.md', 'text/markdown', '%zz.md'],
  ])('%s as %s is named %s', async (path, type, name) => {
    const { url } = await site((_request, response) => response.writeHead(200, { 'content-type': type }).end('x'));
    expect((await fetchUrl(`${url}${path}`, local)).name).toBe(name);
  });

  test.each([
    ['/a.png', 'image/png'],
    ['/v.mp4', 'video/mp4'],
    ['/download', 'application/octet-stream'],
    ['/nothing', ''],
    ['/a.zip', 'application/zip'],
    ['/feed', 'application/xml'],
    ['/report.pdf', 'image/png'],
  ])('%s as "%s" is unsupported, and its body is not awaited', async (path, type) => {
    const { url } = await site((_request, response) =>
      response.writeHead(200, type ? { 'content-type': type } : {}).write('x'),
    );
    expect(await failure(`${url}${path}`)).toMatchObject({ code: 'DOCUMENT_UNSUPPORTED' });
  });

  test('a status other than success fails with it, and the answer is not told', async () => {
    const { url } = await site((_request, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('secret of the inner network'),
    );
    const error = await failure(`${url}/a?token=hidden`);
    expect(error).toMatchObject({ code: 'URL_FAILED', details: { status: 404 } });
    expect(JSON.stringify([error, String(error)])).not.toMatch(/secret|hidden/);
  });
});

describe('refused before anything is sent', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://docs.test/a',
    'gopher://docs.test/',
    'data:text/plain,x',
    'javascript:0',
    'not a url',
    '',
    'http://',
    'http://user@docs.test/',
    'http://user:word@docs.test/',
    'http://docs.test:22/',
    'http://docs.test:6379/',
    'https://docs.test:80/',
    'http://docs.test:4000/',
  ])('%s', async (url) => {
    expect(await failure(url, { resolve: () => Promise.reject(new Error('was looked up')) })).toMatchObject({
      code: 'URL_REFUSED',
    });
  });

  test('an open and a closed port, a private name and one that is not there are the same to see', async () => {
    const { port, requests } = await site(html);
    const told = async (url: string, resolve?: FetchOptions['resolve']) => {
      const error = await failure(url, resolve ? { resolve } : {});
      return JSON.stringify([error, String(error)])
        .replaceAll(String(port), 'PORT')
        .replaceAll('"1"', 'PORT')
        .replaceAll(/Port \d+/g, 'Port PORT');
    };
    expect(await told(`http://127.0.0.1:${port}/`)).toBe(await told('http://127.0.0.1:1/'));
    expect(await told('http://inner.test/', () => Promise.resolve(['127.0.0.1']))).toBe(
      await told('http://inner.test/', () => Promise.resolve([])),
    );
    expect(requests).toEqual([]);
  });

  test('ports of web sites pass the check of ports', async () => {
    for (const url of [
      'http://docs.test/',
      'https://docs.test/',
      'http://docs.test:8080/',
      'https://docs.test:8443/',
    ]) {
      expect(await failure(url, { resolve: () => Promise.resolve(['10.0.0.1']) })).toMatchObject({
        code: 'URL_REFUSED',
        details: { host: 'docs.test' },
      });
    }
  });

  test('link-local metadata stays refused where the own network is allowed', async () => {
    for (const url of ['http://169.254.169.254/latest/meta-data/', 'http://[fe80::1]/', 'http://0.0.0.0/'])
      expect(await failure(url)).toMatchObject({ code: 'URL_REFUSED' });
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
  expect(await failure(`http://rebinding.test:${port}/`, { allowPrivate: ['rebinding.test'], resolve })).toMatchObject({
    code: 'URL_REFUSED',
  });
  expect(requests).toHaveLength(1);
});

describe('redirects', () => {
  const start = { allowPrivate: ['start.test'], resolve: () => Promise.resolve(['127.0.0.1']) };

  test('are followed, relative ones too, and the final address is told', async () => {
    const { url, requests } = await site((request, response) =>
      request.url === '/a'
        ? redirectTo('b/c')(request, response)
        : request.url === '/b/c'
          ? redirectTo('/d.html#x')(request, response)
          : html(request, response),
    );
    expect((await fetchUrl(`${url}/a`, local)).url).toBe(`${url}/d.html`);
    expect(requests.map((request) => request.url)).toEqual(['/a', '/b/c', '/d.html']);
  });

  test.each([
    'http://127.0.0.1:PORT/inner',
    'http://localhost:PORT/inner',
    'http://[::1]/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'ftp://start.test/',
    '//user@start.test:PORT/',
    'http://other.test:8080/',
    'http://',
  ])('a public page cannot lead to %s', async (target) => {
    const { port, requests } = await site((request, response) =>
      redirectTo(target.replace('PORT', String(port)))(request, response),
    );
    expect(await failure(`http://start.test:${port}/`, start)).toMatchObject({ code: 'URL_REFUSED' });
    expect(requests).toHaveLength(1);
  });

  test('end after five, or at the first circle', async () => {
    const { url, requests } = await site((request, response) =>
      redirectTo(`/${Number(request.url?.slice(1)) + 1}`)(request, response),
    );
    expect(await failure(`${url}/0`)).toMatchObject({
      code: 'URL_FAILED',
      message: expect.stringContaining('more than 5 times'),
    });
    expect(requests).toHaveLength(6);
    const circle = await site((request, response) => redirectTo(request.url === '/a' ? '/b' : '/a')(request, response));
    expect(await failure(`${circle.url}/a`)).toMatchObject({
      code: 'URL_FAILED',
      message: expect.stringContaining('circle'),
    });
    expect(circle.requests).toHaveLength(2);
  });
});

describe('TLS', () => {
  const secure = async (answer: RequestListener) => {
    const names: string[] = [];
    const server = createTlsServer(
      { ...testCertificate, SNICallback: (name, done) => (names.push(name), done(null)) },
      answer,
    );
    return { names, port: await listen(server) };
  };
  const options = (ca?: string): FetchOptions => ({
    allowPrivate: ['docs.test', 'other.test'],
    resolve: () => Promise.resolve(['127.0.0.1']),
    ...(ca ? { ca } : {}),
  });

  test('the certificate is checked against the name of the URL', async () => {
    const { names, port } = await secure(html);
    expect(text(await fetchUrl(`https://docs.test:${port}/`, options(testCertificate.cert)))).toBe(page);
    expect(names).toEqual(['docs.test']);
    expect(await failure(`https://other.test:${port}/`, options(testCertificate.cert))).toMatchObject({
      code: 'URL_FAILED',
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    });
    expect(await failure(`https://docs.test:${port}/`, options())).toMatchObject({
      code: 'URL_FAILED',
      message: expect.stringContaining('SELF_SIGNED'),
    });
  });

  test('no redirect from https to http', async () => {
    const plain = await site(html);
    const { port } = await secure(redirectTo(`http://docs.test:${plain.port}/`));
    expect(await failure(`https://docs.test:${port}/`, options(testCertificate.cert))).toMatchObject({
      code: 'URL_REFUSED',
    });
    expect(plain.requests).toEqual([]);
  });
});
