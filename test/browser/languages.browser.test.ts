import { expect, test, vi } from 'vitest';
import type { Page } from '../../tools/playwright.ts';
import de from '../../src/console/words/de.json' with { type: 'json' };
import { languages } from '../../src/console/words/languages.ts';
import { faultsEverywhere, goTo, realProblems as real, visit } from '../support/browser.ts';
import { servedSample } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 240_000 });

const server = servedSample();

const everyPath = ['/documents', '/runs', '/gaps', '/answers', '/quality', '/settings/keys', '/settings/limits'];

const languageOf = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** The pages that are wider than a phone, with their widths. */
async function widePages(page: Page, paths: readonly string[]): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  const wide: string[] = [];
  for (const path of paths) {
    await goTo(page, `${server.url}${path}`);
    const width = await widthOf(page);
    if (width > 390) wide.push(`${path} ${width}`);
  }
  return wide;
}

test('the page is shown in the language that is chosen at its foot, and stays in it', async () => {
  const { page, problems } = await visit(server.url);
  expect(await languageOf(page)).toEqual(['en', 'ltr']);
  await page.getByRole('combobox', { name: 'Language of this page' }).selectOption('de');
  await page.getByRole('heading', { name: 'Fragen Sie Ihre Dokumente' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Fragen Sie Ihre Dokumente' }).waitFor();
  expect(await languageOf(page)).toEqual(['de', 'ltr']);
  expect(real(problems)).toEqual([]);
});

test('Arabic is read from the right, with an English answer in it from the left', async () => {
  const asked = `${server.url}/?q=${encodeURIComponent('What does the BP-4 label printer cost?')}`;
  const { page, problems } = await visit(asked, 'light', { language: 'ar' });
  await page
    .getByRole('button', { name: /^المصدر 1/ })
    .first()
    .waitFor();
  expect(await languageOf(page)).toEqual(['ar', 'rtl']);
  const answer = page.locator('.answer-text');
  expect(await answer.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  const [brand, menu] = await Promise.all(['.brand', '.where'].map((name) => page.locator(name).boundingBox()));
  expect(brand?.x).toBeGreaterThan(menu?.x ?? Infinity);
  expect(await faultsEverywhere(page)).toEqual([]);
  expect(await widePages(page, everyPath)).toEqual([]);
  expect(real(problems)).toEqual([]);
});

test('German, whose words are the longest, fits a phone on every page', async () => {
  const [first = '', ...others] = everyPath;
  const { page, problems } = await visit(`${server.url}${first}`, 'light', { language: 'de', width: 390 });
  expect(await widthOf(page)).toBeLessThanOrEqual(390);
  expect(await widePages(page, others)).toEqual([]);
  expect(await languageOf(page)).toEqual(['de', 'ltr']);
  // The last of them: what a module reads while it loads is English still.
  expect(await page.locator('.parts').innerText()).toMatch(/Schlüssel\s+Limits\s+Aliase/);
  expect(real(problems)).toEqual([]);
});

test('a refusal of an English question is in German on a German page, with what can be done', async () => {
  const asked = `${server.url}/?q=${encodeURIComponent('Who won the football world cup in 1998?')}`;
  const { page, problems } = await visit(asked, 'light', { language: 'de' });
  const outcome = page.locator('.outcome');
  await outcome.waitFor();
  expect(await outcome.locator('.answer-text').innerText()).toBe(de.refusal.reasons.OUT_OF_SCOPE);
  const { REPHRASE, ADD_DOCUMENT } = de.refusal.steps;
  const steps = (await outcome.locator('.next li').allInnerTexts()).join('\n');
  for (const step of [REPHRASE, ADD_DOCUMENT]) expect(steps).toContain(step);
  expect(await outcome.innerText()).not.toMatch(/\b(?:the|documents|ask)\b/i);
  expect(real(problems)).toEqual([]);
});

/** German and Arabic are seen on every page above. */
const others = Object.keys(languages).filter((language) => language !== 'de' && language !== 'ar');

test.for(others)('%s is spoken, and fits a phone', async (language) => {
  const { page, problems } = await visit(`${server.url}/quality`, 'light', { language, width: 390 });
  expect(await languageOf(page)).toEqual([language, 'ltr']);
  expect(await widthOf(page)).toBeLessThanOrEqual(390);
  const cut = await page.locator('.top nav').evaluate((menu) => menu.scrollWidth - menu.clientWidth);
  expect(cut, 'pixels of the tabs that are out of sight').toBeLessThanOrEqual(0);
  expect(real(problems)).toEqual([]);
});
