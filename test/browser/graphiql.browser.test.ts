import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { visit } from '../support/browser.ts';
import { buildPart } from '../support/builtPage.ts';
import { serve } from '../support/testServer.ts';

beforeAll(async () => {
  if (!existsSync('dist/graphiql/graphiql.html')) await buildPart('graphiql');
}, 120_000);

const tabNames = [
  'AskWithCitations',
  'AskOffTopic',
  'AskNonsense',
  'SearchWithTrace',
  'ExplainMiss',
  'AskStepByStep',
  'ListDocuments',
  'ListStaleAnswers',
  'ShowWorkspace',
];

test('GraphiQL opens with the examples, from this machine alone, and the first one answers', async () => {
  const { url } = await serve(createFakeApp());
  const { page, problems } = await visit(`${url}/graphiql`);
  expect(await page.title()).toBe('GraphiQL · Candor');
  const tabs = page.getByRole('tab');
  await tabs.first().waitFor();
  expect((await tabs.allInnerTexts()).map((name) => name.trim())).toEqual(tabNames);
  await page.locator('.graphiql-execute-button').click();
  await expect.poll(() => page.locator('.result-window').innerText(), { timeout: 10_000 }).toContain('"Answer"');
  await page.screenshot({ path: '/tmp/graphiql-light.png' });
  expect(problems).toEqual([]);
});

test('the subscription shows its last event, in the dark', async () => {
  const app = createFakeApp();
  const { url } = await serve(app);
  const { page, problems } = await visit(`${url}/graphiql`, 'dark');
  await page.getByRole('tab', { name: 'AskStepByStep' }).click();
  await page.locator('.graphiql-execute-button').click();
  await expect.poll(() => page.locator('.result-window').innerText(), { timeout: 10_000 }).toContain('Finished');
  await page.screenshot({ path: '/tmp/graphiql-dark.png' });
  expect(app.seen.calls).toEqual(['ask']);
  expect(problems).toEqual([]);
});

test('a tab that is run as soon as it is opened runs its own operation', async () => {
  const { url } = await serve(createFakeApp());
  const { page, problems } = await visit(`${url}/graphiql`);
  for (const [name, shown] of [
    ['AskStepByStep', 'Finished'],
    ['ListDocuments', 'totalCount'],
    ['ShowWorkspace', 'chunkCount'],
    ['AskOffTopic', '"Answer"'],
  ] as const) {
    await page.getByRole('tab', { name }).click();
    await page.locator('.graphiql-execute-button').click();
    await expect.poll(() => page.locator('.result-window').innerText(), { timeout: 10_000 }).toContain(shown);
  }
  expect(problems).toEqual([]);
});
