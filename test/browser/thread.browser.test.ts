import { expect, test, vi } from 'vitest';
import type { Page } from '../../tools/playwright.ts';
import en from '../../src/console/words/en.json' with { type: 'json' };
import { faultsEverywhere, goTo, realProblems as real, seriousFaults, visit } from '../support/browser.ts';
import { servedSample } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 240_000 });

const server = servedSample();

const schemeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('an answer is copied with its sources, kept in the browser with its follow-up, shown again, and cleared', async () => {
  const { page, problems } = await visit(server.url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#question:focus').waitFor();
  await page.keyboard.type('What does the BP-4 label printer cost?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: en.copy.button, exact: true }).click();
  await page.getByRole('button', { name: en.copy.done }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\*\*What does the BP-4 label printer cost\?\*\*\n\n.*€149.*\[1\]/);
  expect(copied).toMatch(/\n1\. .*Add-ons and their prices/);
  expect(copied).toContain('> The Brindlecart label printer BP-4 costs €149');

  await page.getByRole('button', { name: en.copy.link }).click();
  await page.getByRole('button', { name: en.copy.done }).nth(1).waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/\?run=[0-9a-f-]{36}$/);

  await page.getByRole('textbox').fill('Which labels fit it?');
  await page.keyboard.press('Enter');
  await page.locator('.turn').nth(1).locator('.outcome').waitFor();
  const understood = page.locator('.turn').nth(1).getByText(`${en.runs.fields.understood}:`);
  expect(await understood.innerText()).toMatch(/printer/i);
  await goTo(page, server.url);
  await page.getByText(en.history.title).click();
  const past = page.getByRole('button', { name: /^What does the BP-4 label printer cost\?.*1 follow-up/ });
  expect(await seriousFaults(page)).toEqual([]);
  await past.click();
  await page.getByText('€149').first().waitFor();
  expect(await page.locator('.turn').count()).toBe(2);
  await understood.waitFor();

  await page.getByRole('button', { name: en.ask.fresh }).click();
  await page.getByText(en.history.title).click();
  await page.getByRole('button', { name: en.history.clear }).click();
  await page.reload();
  await page.getByRole('button', { name: en.ask.submit }).waitFor();
  expect(await page.getByText(en.history.title).count()).toBe(0);

  // Its address shows the first answer again, without asking; what is asked next is a conversation of its own.
  await goTo(page, address);
  await page.getByText('€149').first().waitFor();
  expect(await page.locator('.progress').count()).toBe(0);
  expect(await page.locator('.turn').count()).toBe(1);
  expect(await page.getByRole('link', { name: en.answer.seeRun }).getAttribute('href')).toContain(address.slice(-36));
  await goTo(page, `${address.slice(0, -1)}x`);
  await page.getByRole('heading', { name: en.runs.gone }).waitFor();
  expect(real(problems)).toEqual([]);
});

test('an answer is followed by two questions, from the headings beside its source', async () => {
  const { page, problems } = await visit(`${server.url}/?q=${encodeURIComponent('How do I void a label?')}`);
  const beside = page.getByRole('region', { name: en.answer.beside });
  await beside.waitFor();
  const [first = '', ...others] = await beside.getByRole('button').allInnerTexts();
  expect(others).toHaveLength(1);
  expect(await seriousFaults(page)).toEqual([]);
  await beside.getByRole('button', { name: first, exact: true }).click();
  const second = page.locator('.turn').nth(1);
  await second.locator('.outcome').waitFor();
  expect(await second.locator('.question').innerText()).toContain(first);
  expect(await page.locator('.turn').first().getByRole('region', { name: en.answer.beside }).count()).toBe(0);
  expect(real(problems)).toEqual([]);
});

test('the theme that is chosen stays, and the keyboard leads to the question from every page', async () => {
  const { page, problems } = await visit(`${server.url}/runs`, 'light');
  const light = await schemeOf(page);
  await page.getByRole('combobox', { name: en.themes.title }).selectOption('dark');
  const dark = await schemeOf(page);
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByRole('heading', { name: en.pages.runs }).waitFor();
  expect(await schemeOf(page)).toBe(dark);

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: en.keyboard.title });
  await help.getByText(en.keyboard.submit, { exact: true }).waitFor();
  expect(await faultsEverywhere(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  // The focus goes back to the button in a task of its own, after the dialog is gone.
  await page.locator('.keyboard-button:focus').waitFor();
  await page.keyboard.press('/');
  await page.locator('#question:focus').waitFor();
  await page.keyboard.type('a/b?');
  expect(await page.getByRole('textbox', { name: en.ask.field }).inputValue()).toBe('a/b?');
  expect(real(problems)).toEqual([]);
});
