import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import en from '../../src/console/words/en.json' with { type: 'json' };
import { faultsEverywhere, goTo, realProblems as real, visit } from '../support/browser.ts';
import { startSampleServer } from '../support/sampleServer.ts';
import { type SiteServer, startSite } from '../knowledge/sync/siteServer.ts';

vi.setConfig({ testTimeout: 240_000 });

let candor: Awaited<ReturnType<typeof startSampleServer>>;
let site: SiteServer;
beforeAll(async () => {
  site = await startSite();
  candor = await startSampleServer({ fetchPrivate: true });
}, 600_000);
afterAll(async () => {
  await candor.close();
  await site.close();
});

test('the documents page says where documents come from, reads a source, and deletes what is held once somebody confirms it', async () => {
  const names = ['one', 'two', 'three', 'four'];
  for (const name of names) site.pages.set(`/${name}`, `<main><h1>Rule ${name}</h1><p>Rule ${name} holds.</p></main>`);
  const query = 'mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { errors { message } } }';
  const documents = names.map((name) => ({ key: `rule-${name}`, content: { fetchUrl: `${site.url}/${name}` } }));
  const response = await fetch(`${candor.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: { source: 'rules', everySeconds: 86_400, documents } } }),
  });
  expect(await response.json()).toEqual({ data: { ingestDocuments: { errors: [] } } });
  await expect.poll(() => site.requests.length, { timeout: 60_000 }).toBe(4);

  const { page, problems } = await visit(candor.url);
  await goTo(page, `${candor.url}/documents`);
  await page.getByText(en.sources.title).click();
  const source = page.locator('details li').filter({ hasText: 'rules' });
  await source.getByText(en.sources.kinds.FETCHED).waitFor();
  expect(await faultsEverywhere(page)).toEqual([]);
  site.pages.delete('/one');
  site.pages.delete('/two');
  const read = async (asked: number) => {
    site.requests.length = 0;
    await source.getByRole('button', { name: en.sources.read }).click();
    await expect.poll(() => site.requests.length, { timeout: 60_000 }).toBe(asked);
  };
  await read(4);
  await read(4);
  const held = en.sources.held.replace(/.*other \{# documents are\}\}/, '2 documents are');
  await source.getByText(held).waitFor({ timeout: 60_000 });
  await source.getByRole('button', { name: en.sources.confirm }).click();
  await source.getByText(en.sources.counts.deleted.replace('{n}', '2')).waitFor({ timeout: 60_000 });
  await page.getByRole('searchbox').fill('Rule one');
  await page.getByText(en.documents.none).waitFor();
  expect(real(problems)).toEqual([]);
});
