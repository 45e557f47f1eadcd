import { expect, test, vi } from 'vitest';
import en from '../../src/console/words/en.json' with { type: 'json' };
import { faultsEverywhere, realProblems as real, visit } from '../support/browser.ts';
import { servedSample } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 240_000 });

const server = servedSample();

async function ingest(key: string, bar: number, product: string): Promise<void> {
  const query = 'mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { errors { message } } }';
  const text = `# Quillon pump\n\nThe test pressure of the Quillon pump is ${bar} bar.`;
  const input = { documents: [{ key, content: { text }, metadata: { product } }] };
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  expect(await response.json()).toEqual({ data: { ingestDocuments: { errors: [] } } });
}

test('questions are narrowed to the documents with a value that is chosen, and the page says which', async () => {
  await ingest('river.md', 11, 'River');
  await ingest('harbour.md', 13, 'Harbour');
  const { page, problems } = await visit(server.url);
  await page.getByText(en.ask.only).click();
  await page.getByRole('combobox', { name: 'product' }).selectOption({ label: 'Harbour (1)' });
  await page.getByText(`${en.ask.only} (product: Harbour)`).waitFor();
  expect(await faultsEverywhere(page)).toEqual([]);
  await page.locator('#question').fill('What is the test pressure of the Quillon pump?');
  await page.keyboard.press('Enter');
  await page.locator('.turn .outcome').getByText('13 bar').first().waitFor();
  expect(await page.getByText('11 bar').count()).toBe(0);

  await page.getByText(`${en.ask.only} (product: Harbour)`).click();
  await page.getByRole('combobox', { name: 'product' }).selectOption('');
  await page.getByRole('combobox', { name: 'product' }).selectOption('River');
  await page.locator('#question').fill('What is the test pressure of the Quillon pump?');
  await page.keyboard.press('Enter');
  await page.locator('.turn').nth(1).locator('.outcome').getByText('11 bar').first().waitFor();
  expect(real(problems)).toEqual([]);
});
