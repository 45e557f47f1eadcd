import { expect, test, vi } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { type Visit, visit } from '../support/browser.ts';
import { serve } from '../support/testServer.ts';

/** GraphiQL brings an editor of 3 MB, which a busy machine takes its time to start. */
vi.setConfig({ testTimeout: 120_000 });

/** With both editors there: GraphiQL 5.4 drops a click on its button without a word before. */
async function openGraphiql(...[url, ...visitor]: Parameters<typeof visit>): Promise<Visit> {
  const visited = await visit(`${url}/graphiql`, ...visitor);
  for (const editor of ['.graphiql-query-editor', '.result-window'])
    await visited.page.locator(`${editor} .monaco-editor`).waitFor();
  return visited;
}

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
  const { page, problems } = await openGraphiql(url);
  expect(await page.title()).toBe('GraphiQL · Candor');
  const tabs = page.getByRole('tab');
  await tabs.first().waitFor();
  expect((await tabs.allInnerTexts()).map((name) => name.trim())).toEqual(tabNames);
  await page.locator('.graphiql-execute-button').click();
  await expect.poll(() => page.locator('.result-window').innerText(), { timeout: 10_000 }).toContain('"Answer"');
  expect(problems).toEqual([]);
});

test('the subscription shows its last event, in the dark', async () => {
  const app = createFakeApp();
  const { url } = await serve(app);
  const { page, problems } = await openGraphiql(url, 'dark');
  await page.getByRole('tab', { name: 'AskStepByStep' }).click();
  await page.locator('.graphiql-execute-button').click();
  await expect.poll(() => page.locator('.result-window').innerText(), { timeout: 10_000 }).toContain('AskFinished');
  expect(app.seen.calls).toEqual(['ask']);
  expect(problems).toEqual([]);
});

test('a tab that is run as soon as it is opened runs its own operation', async () => {
  const { url } = await serve(createFakeApp());
  const { page, problems } = await openGraphiql(url);
  for (const [name, shown] of [
    ['AskStepByStep', 'AskFinished'],
    ['ListDocuments', 'totalCount'],
    ['ShowWorkspace', 'curatedAnswerCount'],
    ['AskOffTopic', '"Answer"'],
  ] as const) {
    await page.getByRole('tab', { name }).click();
    await page.locator('.graphiql-execute-button').click();
    await expect.poll(() => page.locator('.result-window').innerText(), { timeout: 10_000 }).toContain(shown);
  }
  expect(problems).toEqual([]);
});

test('on a phone the response stands below the operation, as wide as the screen', async () => {
  const { url } = await serve(createFakeApp());
  const { page, problems } = await openGraphiql(url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.graphiql-execute-button').click();
  const response = page.locator('.result-window');
  await expect.poll(() => response.innerText(), { timeout: 10_000 }).toContain('"Answer"');
  const [below, above] = [await response.boundingBox(), await page.locator('.graphiql-query-editor').boundingBox()];
  expect(below?.width).toBeGreaterThan(330);
  expect(below?.height).toBeGreaterThan(180);
  expect(above?.width).toBeGreaterThan(330);
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(problems).toEqual([]);
});
