import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/http/server.ts';
import { realProblems, visit } from '../support/browser.ts';
import { openTestApp } from '../support/database.ts';
import { post } from '../support/testServer.ts';

const pages = createServer(express().use(express.static('dist/examples')));
let origin: string;
let server: RunningServer;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  await build({ configFile: 'examples/vite.config.ts', logLevel: 'error' });
  await new Promise<void>((resolve) => void pages.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const { app, close } = await openTestApp({ port: 0 });
  const { workspaceId } = app.config;
  await app.workspaces.ensure(workspaceId, 'Default');
  const text = 'The kiln of the pottery reaches 1,250 degrees. It cools for twelve hours after each firing.';
  const caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  await app.ingest(caller, [{ key: 'kiln.txt', title: 'Kiln', text, format: 'PLAIN_TEXT' }]);
  const config = { ...app.config, corsOrigins: [origin] };
  server = await startServer({ ...app, config }, config);
  ends.push(() => server.close(), close);
}, 180_000);
afterAll(async () => {
  for (const end of ends) await end();
  pages.close();
});

const open = (example: string) => visit(`${origin}/${example}/index.html?server=${server.url}`);
const countRuns = async () => (await post(server.url, '{ runs { totalCount } }')).body.data?.['runs'];
const question = 'How many degrees does the kiln of the pottery reach?';

describe('an example on a page of another origin, over the real server', () => {
  it('react-apollo shows each step and an answer with its citation, in one run', async () => {
    const { page, problems } = await open('react-apollo');
    await page.getByLabel('Question').fill(question);
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect.poll(() => page.locator('#result').innerText(), { timeout: 30_000 }).toContain('1,250 degrees');
    expect(await page.locator('#result').innerText()).toMatch(/Answer, (?:CONFIDENT|UNCERTAIN), [\d.]+ %/);
    expect(await page.locator('#result cite').allInnerTexts()).toContain('Kiln');
    expect(await page.locator('#progress').innerText()).toMatch(/PLANNED .*ClaimVerified .*AskFinished$/);
    expect(await countRuns()).toEqual({ totalCount: 1 });
    expect(problems).toEqual([]);
  });

  it('react-urql shows an answer, takes a judgement, and shows what is wrong with an empty question', async () => {
    const { page, problems } = await open('react-urql');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect.poll(() => page.getByRole('alert').innerText(), { timeout: 30_000 }).toContain('question');
    await page.getByLabel('Question').fill(question);
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect.poll(() => page.locator('#result').innerText(), { timeout: 30_000 }).toContain('1,250 degrees');
    await page.getByRole('button', { name: 'This is right' }).click();
    await page.locator('#thanks').waitFor();
    expect(problems).toEqual([]);
  });

  it('react-box shows the answer box, takes its outcome, and asks again through it', async () => {
    const { page, problems } = await open('react-box');
    const field = page.getByRole('textbox', { name: 'Ask our help centre' });
    await field.fill(question);
    await field.press('Enter');
    await page.getByRole('link', { name: 'Source 1' }).waitFor();
    const outcomes = page.locator('#page > ol > li');
    await expect.poll(() => outcomes.allInnerTexts()).toEqual([expect.stringMatching(/\? (?:CONFIDENT|UNCERTAIN)$/)]);
    await page.getByRole('button', { name: question }).click();
    await expect.poll(() => outcomes.count(), { timeout: 30_000 }).toBe(2);
    expect(realProblems(problems)).toEqual([]);
  });

  it('fetch shows each step of an event stream, and a question back', async () => {
    const { page, problems } = await open('fetch');
    await page.getByLabel('Question').fill('zxqv blorp wibble');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect.poll(() => page.locator('#progress').innerText(), { timeout: 30_000 }).toContain('AskFinished');
    await expect.poll(() => page.locator('#result').innerText(), { timeout: 30_000 }).toContain('NO_MATCH');
    await page.getByLabel('Question').fill(question);
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect.poll(() => page.locator('#result').innerText(), { timeout: 30_000 }).toMatch(/^[A-Z]+: .*1,250/);
    expect(await page.locator('#progress').innerText()).toMatch(/PLANNED .*ClaimVerified .*AskFinished/);
    expect(problems).toEqual([]);
  });
});
