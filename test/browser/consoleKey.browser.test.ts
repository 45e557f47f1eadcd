import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../support/browser.ts';
import { createFakeApp, readerKey, workspaceId } from '../support/fakeApp.ts';
import { post, serve } from '../support/testServer.ts';

test('where the server asks for a key the console asks for it, refuses a wrong one, and keeps the right one in the tab', async () => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  const { page } = await visit(url);
  const field = page.getByLabel('API key');
  await field.fill('ck_of_nobody');
  await page.keyboard.press('Enter');
  await page.getByText('The server refused this key.').waitFor();
  await field.fill(readerKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ask your documents' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('candor.key'))).toBe(readerKey);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByRole('button', { name: 'Forget the key' }).click();
  await field.waitFor();
});

test('where trusted documents alone run, the console goes on with the key of a reader', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-trusted-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const trustedDocuments = join(folder, 'operations.json');
  await writeFile(trustedDocuments, '{}');
  const { url } = await serve(createFakeApp({ auth: 'keys', trustedDocuments }));
  const authorization = `Bearer ${readerKey}`;
  expect((await post(url, '{ workspace { role } }', { headers: { authorization } })).status).toBe(403);
  const { page } = await visit(url);
  await page.getByLabel('API key').fill(readerKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ask your documents' }).waitFor();
});

test('a reader is asked whether a place was it; that it answers is for those who may curate', async () => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  const { page } = await visit(url);
  await page.getByLabel('API key').fill(readerKey);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Your question' }).fill('abstain and suggest');
  await page.keyboard.press('Enter');
  await page.getByText('Was this it?').first().waitFor();
  expect(await page.getByRole('button', { name: 'This answers it' }).count()).toBe(0);
});

test('a key that is revoked while the page is open brings the person to the form for another one', async () => {
  const app = createFakeApp({ auth: 'keys' });
  const { url } = await serve(app);
  const { page } = await visit(url);
  await page.getByLabel('API key').fill(readerKey);
  await page.keyboard.press('Enter');
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.fill('What does it cost?');
  await app.keys.revoke(workspaceId, 'k1');
  await page.keyboard.press('Enter');
  await page.getByText('The server refused this key.').waitFor();
  expect(await question.count()).toBe(0);
});
