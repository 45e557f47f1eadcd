import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { pageRoutes } from '../../src/http/pages.ts';

/** The pages over a folder that holds these files. */
async function servePages(files: Readonly<Record<string, string>>, graphiql = true): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-pages-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const server = express()
    .use(pageRoutes({ graphiql }, `${folder}/`))
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

test('the console knows whether there is a GraphiQL to link to', async () => {
  const marked = async (graphiql: boolean) =>
    (await (await fetch(await servePages({ 'console/index.html': index }, graphiql))).text()).includes('data-graphiql');
  expect([await marked(true), await marked(false)]).toEqual([true, false]);
});

test('pages of any site may load the answer box', async () => {
  const { headers, status } = await fetch(`${await servePages({ 'box/candor-ask.js': '1' })}/candor-ask.js`);
  expect([status, headers.get('cross-origin-resource-policy'), headers.get('access-control-allow-origin')]).toEqual([
    200,
    'cross-origin',
    '*',
  ]);
});
