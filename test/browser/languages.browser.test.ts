import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { languages } from '../../src/console/words/languages.ts';
import { faultsEverywhere, realProblems as real, visit } from '../support/browser.ts';
import { servedSample } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 240_000 });

const server = servedSample();

const everyPath = ['/documents', '/runs', '/gaps', '/answers', '/quality', '/settings/keys', '/settings/limits'];

/** The pages that are wider than a phone, with their widths. */
async function widePages(page: Page, paths: readonly string[]): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  const wide: string[] = [];
  for (const path of paths) {
    await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) wide.push(`${path} ${width}`);
  }
  return wide;
}

test('the page is shown in the language that is chosen at its foot, and stays in it', async () => {
  const { page, problems } = await visit(server.url);
  const languageOfPage = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
  expect(await languageOfPage()).toEqual(['en', 'ltr']);
  await page.getByRole('combobox', { name: 'Language of this page' }).selectOption('de');
  await page.getByRole('heading', { name: 'Fragen Sie Ihre Dokumente' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Fragen Sie Ihre Dokumente' }).waitFor();
  expect(await languageOfPage()).toEqual(['de', 'ltr']);
  expect(real(problems)).toEqual([]);
});

test('Arabic is read from the right, with an English answer in it from the left', async () => {
  const { page, problems } = await visit(server.url);
  await page.evaluate(() => window.localStorage.setItem('candor.language', 'ar'));
  await page.goto(`${server.url}/?q=${encodeURIComponent('What does the BP-4 label printer cost?')}`);
  await page
    .getByRole('button', { name: /^المصدر 1/ })
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  const answer = page.locator('.answer-text');
  expect(await answer.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  const [brand, menu] = await Promise.all(['.brand', '.where'].map((name) => page.locator(name).boundingBox()));
  expect(brand?.x).toBeGreaterThan(menu?.x ?? Infinity);
  expect(await faultsEverywhere(page)).toEqual([]);
  expect(await widePages(page, everyPath)).toEqual([]);
  expect(real(problems)).toEqual([]);
});

test('German, whose words are the longest, fits a phone on every page', async () => {
  const { page } = await visit(server.url);
  await page.evaluate(() => window.localStorage.setItem('candor.language', 'de'));
  expect(await widePages(page, everyPath)).toEqual([]);
  // The last of them: what a module reads while it loads is English still.
  expect(await page.locator('.parts').innerText()).toMatch(/Schlüssel\s+Grenzen\s+Aliase/);
});

test.for(Object.keys(languages))('%s is spoken, and fits a phone', async (language) => {
  const { page, problems } = await visit(server.url);
  await page.evaluate((chosen) => window.localStorage.setItem('candor.language', chosen), language);
  expect(await widePages(page, ['/quality'])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  expect(real(problems)).toEqual([]);
});
