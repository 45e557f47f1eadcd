import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { pageRoutes } from '../../src/http/pages.ts';

/** The pages over a folder that holds these files. */
async function servePages(
  files: Readonly<Record<string, string | Buffer>>,
  offered: Parameters<typeof pageRoutes>[0] = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-pages-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const server = express()
    .use(pageRoutes(offered, `${folder}/`))
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const index = '<!doctype html><html lang="en"><body>console</body></html>';

test('until it is built, the start page says so and comes back by itself', async () => {
  const page = await fetch(await servePages({}));
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '3']);
  expect(await page.text()).toContain('The console is not built yet');
});

test('every address of the console is the console, and no other', async () => {
  const url = await servePages({ 'console/index.html': index });
  for (const path of ['/', '/documents', '/documents/42', '/runs/7', '/gaps', '/answers/new', '/quality'])
    expect(await (await fetch(`${url}${path}`)).text(), path).toContain('console');
  expect((await fetch(`${url}/documentsandmore`)).status).toBe(404);
});

test('a person at an address that is none gets the console, which says so; a program does not', async () => {
  const url = await servePages({ 'console/index.html': index });
  const page = await fetch(`${url}/nowhere`, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('console')]);
  for (const accept of ['*/*', 'application/json'])
    expect(await (await fetch(`${url}/nowhere`, { headers: { accept } })).text()).not.toContain('console');
});

test('the console knows whether there is a GraphiQL to link to, and a model that writes', async () => {
  const opening = async (offered: Parameters<typeof pageRoutes>[0]) =>
    /<html[^>]*>/.exec(await (await fetch(await servePages({ 'console/index.html': index }, offered))).text())?.[0];
  expect(await opening({})).toBe('<html data-graphiql lang="en">');
  expect(await opening({ graphiql: false, chat: true })).toBe('<html data-chat lang="en">');
});

test('pages of any site may load the answer box', async () => {
  const { headers, status } = await fetch(`${await servePages({ 'box/candor-ask.js': '1' })}/candor-ask.js`);
  expect([status, headers.get('cross-origin-resource-policy'), headers.get('access-control-allow-origin')]).toEqual([
    200,
    'cross-origin',
    '*',
  ]);
});

/** What came over the wire, before anything unpacks it: `fetch` would do so without a word. */
async function received(url: string, headers: Readonly<Record<string, string>>) {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const script = `console.log('${'candor '.repeat(500)}')`;
const asset = '/assets/console-1a2b.js';
const packedPages = () =>
  servePages({
    [`console${asset}`]: script,
    [`console${asset}.gz`]: gzipSync(script),
    'box/candor-ask.js': script,
    'box/candor-ask.js.gz': gzipSync(script),
  });

test('a script is sent compressed to whoever takes gzip, and as it is to others', async () => {
  const url = await packedPages();
  for (const path of [asset, `${asset}?v=1`, '/candor-ask.js']) {
    const packed = await received(`${url}${path}`, { 'accept-encoding': 'gzip, deflate, br' });
    expect(packed.headers, path).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript') as string,
      vary: 'Accept-Encoding',
    });
    expect(gunzipSync(packed.body).toString(), path).toBe(script);
    for (const refusing of [
      {},
      { 'accept-encoding': 'gzip;q=0' },
      { 'accept-encoding': 'gzip', range: 'bytes=0-9999' },
    ]) {
      const plain = await received(`${url}${path}`, refusing);
      expect([plain.headers['content-encoding'], plain.headers.vary], path).toEqual([undefined, 'Accept-Encoding']);
      expect(plain.body.toString(), path).toBe(script);
    }
  }
});

test('a script is sent in brotli to whoever takes that too, in whatever order it is named', async () => {
  const url = await servePages({
    [`console${asset}`]: script,
    [`console${asset}.gz`]: gzipSync(script),
    [`console${asset}.br`]: brotliCompressSync(script),
  });
  for (const accepted of ['gzip, deflate, br', 'br', 'br;q=0.5, gzip']) {
    const packed = await received(`${url}${asset}`, { 'accept-encoding': accepted });
    expect(packed.headers, accepted).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript') as string,
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(packed.body).toString()).toBe(script);
  }
  const others = await received(`${url}${asset}`, { 'accept-encoding': 'br;q=0, gzip' });
  expect([others.headers['content-encoding'], gunzipSync(others.body).toString()]).toEqual(['gzip', script]);
});

test('either form is known again by its own tag, and no form by that of the other', async () => {
  const url = `${await packedPages()}${asset}`;
  const gzip = { 'accept-encoding': 'gzip' };
  const [packed, plain] = [await received(url, gzip), await received(url, {})];
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
  expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const again = (etag = '') => ({ 'if-none-match': etag });
  expect((await received(url, { ...gzip, ...again(packed.headers.etag) })).status).toBe(304);
  expect((await received(url, again(plain.headers.etag))).status).toBe(304);
  expect((await received(url, { ...gzip, ...again(plain.headers.etag) })).status).toBe(200);
});

test('what no build has compressed is sent as it is, and what is not there is not found', async () => {
  const url = await servePages({ [`console${asset}`]: script });
  const gzip = { 'accept-encoding': 'gzip' };
  const plain = await received(`${url}${asset}`, gzip);
  expect([plain.status, plain.headers['content-encoding'], plain.body.toString()]).toEqual([200, undefined, script]);
  expect((await received(`${url}/assets/none.js`, gzip)).status).toBe(404);
  expect((await received(`${url}/assets/..%2f..%2f..%2fetc%2fpasswd`, gzip)).status).not.toBe(200);
});
