import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Page } from '../../tools/playwright.ts';
import en from '../../src/console/words/en.json' with { type: 'json' };
import { faultsEverywhere, realProblems as real, seriousFaults, visit } from '../support/browser.ts';
import { createPictures } from '../support/pictures.ts';
import { servedSample } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 120_000 });

const server = servedSample();
const pictures = createPictures();

const turns = (page: Page) => page.getByRole('article');

test('runs that no filter leaves are not called unasked questions, and every step of one has its word', async () => {
  const { page, problems } = await visit(`${server.url}/?q=${encodeURIComponent('How do I contact a human?')}`);
  await page.getByRole('link', { name: 'How this came about' }).click();
  const steps = page.getByRole('region', { name: 'Where the time went' }).locator('.step-name');
  await steps.first().waitFor();
  const named: readonly string[] = Object.values(en.runs.nodes);
  expect((await steps.allInnerTexts()).filter((step) => !named.includes(step))).toEqual([]);
  await page.getByRole('link', { name: '← Runs' }).click();
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Clarifying question');
  await page.getByText(en.curated.none).waitFor();
  expect(await page.getByText(en.runs.none).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Confident');
  await page
    .getByRole('link', { name: /^How do I contact a human/ })
    .filter({ hasText: 'Confident' })
    .waitFor();
  expect(real(problems)).toEqual([]);
});

test('a clarifying question is answered by a button', async () => {
  const { page, problems } = await visit(server.url, 'dark');
  await page.getByRole('button', { name: 'What is the fee?' }).click();
  const option = page.getByRole('button', { name: /^Chargebacks and disputes/ });
  await option.waitFor();
  expect(await option.innerText()).toContain('Each chargeback costs a fee of €15.');
  expect(await seriousFaults(page)).toEqual([]);
  await option.click();
  await turns(page)
    .nth(1)
    .getByRole('button', { name: /^Source 1/ })
    .waitFor();
  expect(await turns(page).nth(1).innerText()).toContain('€15');
  expect(real(problems)).toEqual([]);
});

test('a refusal of what the documents are not about shows nothing to read, and advises none', async () => {
  const { page, problems } = await visit(server.url);
  await page.locator('#question:focus').waitFor();
  await page.keyboard.type('Who won the football world cup in 1998?');
  await page.keyboard.press('Enter');
  const turn = turns(page);
  await turn.getByText('No match').waitFor();
  expect(await turn.innerText()).not.toMatch(/The answer may stand here|Read the nearest/);
  expect(real(problems)).toEqual([]);
});

test('a file that is dropped in can be asked about, and is hidden again by a button', async () => {
  const { page, problems } = await visit(`${server.url}/documents`);
  const text = '# Zeppelin rides\n\nA zeppelin ride over Venlo costs €310 and takes 90 minutes.\n';
  await page
    .getByLabel('choose files')
    .setInputFiles([{ name: 'zeppelin.md', mimeType: 'text/markdown', buffer: Buffer.from(text) }]);
  await page.getByRole('link', { name: 'Zeppelin rides' }).first().waitFor();
  // While it is stored, its passages are counted beside it.
  await page.getByText('1 of 1').first().waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Ask about it' }).click();
  await page.locator('#question:focus').waitFor();
  await page.keyboard.type('What does a zeppelin ride over Venlo cost?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Source 1: open Zeppelin rides' }).waitFor();
  expect(await turns(page).innerText()).toContain('€310');
  await page.goto(`${server.url}/documents`);
  await page.getByRole('link', { name: /^Zeppelin rides/ }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  expect(await page.getByRole('status').innerText()).toBe('Draft');
  expect(real(problems)).toEqual([]);
});

test('what is too large is refused before it is sent, with what to do; several files stand in rows', async () => {
  const { page, problems } = await visit(`${server.url}/documents`);
  await page.getByText('up to 50 MB and 5,000,000 characters each').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  const folder = await mkdtemp(join(tmpdir(), 'candor-large-'));
  await writeFile(join(folder, 'archive.txt'), '');
  await truncate(join(folder, 'archive.txt'), 50 * 1024 * 1024 + 1);
  await page.getByLabel('choose files').setInputFiles([join(folder, 'archive.txt')]);
  await page.getByText('archive.txt: larger than 50 MB.').waitFor();
  await page.getByText(en.upload.tooLargeRemedy).waitFor();
  expect(sent).not.toContain('/uploads');
  await rm(folder, { recursive: true });
  const file = (name: string, rides: number) => ({
    name,
    mimeType: 'text/markdown',
    buffer: Buffer.from(
      Array.from({ length: rides }, (_, at) => `## Ride ${at}\n\nRide ${at} of ${name} costs ${at} crowns.`).join(
        '\n\n',
      ),
    ),
  });
  await page
    .getByLabel('choose files')
    .setInputFiles([file('trams.md', 400), file('boats.md', 400), file('ferries.md', 400)]);
  const rows = page.locator('.job li');
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByText('3 of 3').waitFor();
  expect(await rows.getByText('added').count()).toBe(3);
  expect(real(problems)).toEqual([]);
});

test('a new document whose name tells a later edition is asked about, and the choice is kept', async () => {
  const { page, problems } = await visit(`${server.url}/documents`);
  const list = (year: number) => ({
    name: `ferry-fares-${year}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(`# Ferry fares ${year}\n\nA ferry over the Maas costs ${year - 2000} crowns.\n`),
  });
  await page.getByLabel('choose files').setInputFiles([list(2024), list(2025)]);
  const asked = page.getByRole('region', { name: en.documents.editionFound });
  await asked.getByRole('link', { name: '“Ferry fares 2025” may replace “Ferry fares 2024”.' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await asked
    .getByRole('listitem')
    .filter({ hasText: 'Ferry fares 2024' })
    .getByRole('button', { name: en.documents.confirmEdition })
    .click();
  await asked.getByText('Ferry fares 2024').waitFor({ state: 'detached' });
  await page.locator('.row', { hasText: 'Ferry fares 2024' }).click();
  await page.getByText('ferry-fares-2025.md (declared)').waitFor();
  expect(real(problems)).toEqual([]);
});

test('versions stand side by side, and what differs stands out', async () => {
  const { page, problems } = await visit(`${server.url}/documents`);
  await page.getByRole('searchbox').fill('Refund policy for hardware');
  await page.getByRole('link', { name: /^Refund policy for hardware/ }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 });
  await page.getByRole('article', { name: 'Version 1' }).waitFor();
  const changed = await page.locator('.changed').allInnerTexts();
  expect(changed).toContain('Hardware and supplies can be returned within 45 days of delivery.');
  expect(changed).toContain('Hardware and supplies can be returned within 30 days of delivery.');
  await pictures.take(page, 'versions');
  expect(await seriousFaults(page)).toEqual([]);
  expect(real(problems)).toEqual([]);
});

test('a browser that calls itself offline still reads a server on this machine', async () => {
  const { page, problems } = await visit(server.url);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.getByRole('link', { name: 'Documents' }).click();
  await page
    .getByRole('link', { name: /^Refund policy/ })
    .first()
    .waitFor();
  expect(real(problems)).toEqual([]);
});

test('a run shows its time, its rounds and its passages', async () => {
  const { page, problems } = await visit(server.url);
  await page.getByRole('button', { name: 'Can I pay with PayPal?' }).click();
  await page.getByRole('link', { name: 'How this came about' }).click();
  await page.getByRole('heading', { name: 'Where the time went' }).waitFor();
  expect(await page.getByText('No passage has “PayPal”.').count()).toBeGreaterThan(0);
  expect(await page.getByText(/rank \d+ by keywords/).count()).toBeGreaterThan(0);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('link', { name: '← Runs' }).click();
  await page
    .getByRole('link', { name: /^Can I pay with PayPal/ })
    .first()
    .waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(real(problems)).toEqual([]);
});

test('the gate is moved by a choice and by a number', async () => {
  const { page, problems } = await visit(`${server.url}/quality`, 'dark');
  await page.getByRole('radio', { name: /Strict/ }).click();
  await expect.poll(() => page.getByText(/^Candor answers from/).innerText()).not.toContain('from 45 on');
  await page.getByRole('slider').fill('45');
  await page.getByRole('button', { name: 'Set this number' }).click();
  await page.getByText('Candor answers from 45 on.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(real(problems)).toEqual([]);
});

test('a run is compared with another, and with the same question asked again', async () => {
  const { page, problems } = await visit(server.url);
  await page.getByRole('button', { name: 'Can I pay with PayPal?' }).click();
  await page.getByRole('link', { name: 'How this came about' }).click();
  await page.getByText('No document contains “PayPal”.').waitFor();
  await page.getByRole('button', { name: 'Ask again and compare' }).click();
  const facts = page.getByRole('region', { name: 'What happened' });
  await facts.waitFor();
  expect(await facts.getByRole('row', { name: /^Said/ }).getAttribute('class')).toBeNull();
  expect(await page.getByRole('region', { name: 'Passages that were judged' }).locator('.differs').count()).toBe(0);
  await page.goto(`${server.url}/?q=${encodeURIComponent('What does the BP-4 label printer cost?')}`);
  await page.getByRole('link', { name: 'How this came about' }).click();
  const choice = page.getByRole('combobox', { name: /^Compare with another run/ });
  const other = choice.getByRole('option').filter({ hasText: 'Can I pay with PayPal?' }).first();
  await choice.selectOption(await other.getAttribute('value'));
  const said = facts.getByRole('row', { name: /^Said/ });
  expect(await said.innerText()).toMatch(/€149[^]*PayPal/);
  expect(await said.getAttribute('class')).toBe('differs');
  expect(await page.getByText('not among them').count()).toBeGreaterThan(0);
  expect(await faultsEverywhere(page)).toEqual([]);
  expect(real(problems)).toEqual([]);
});
