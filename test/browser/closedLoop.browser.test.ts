import { expect, test, vi } from 'vitest';
import en from '../../src/console/words/en.json' with { type: 'json' };
import { goTo, realProblems, seriousFaults, visit } from '../support/browser.ts';
import { servedSample } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 180_000 });

const server = servedSample();
/** Refused, with the passage that answers it in the second place. */
const question = 'Is it possible to pay by bank transfer?';
/** More on the first screen are not read. */
const mostWords = 120;

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

test('a question is refused, its second alternative is read and chosen, and one click makes it the answer from then on', async () => {
  const { page, problems } = await visit(`${server.url}/?q=${encodeURIComponent(question)}`);
  const places = page.getByRole('region', { name: en.alternatives.instead }).getByRole('listitem');
  await places.nth(1).waitFor();
  const second = places.nth(1);
  const sentence = await second.locator('.quote').innerText();
  expect(sentence).toContain('Bank transfer');

  await second.locator('.source-card').click();
  const sheet = page.getByRole('dialog');
  expect(await sheet.locator('mark').first().innerText()).toContain('Bank transfer');
  await page.keyboard.press('Escape');
  await second.getByRole('button', { name: en.alternatives.choose }).click();
  await page.getByText(en.feedback.thanks).waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('link', { name: en.pages.gaps }).click();
  await page.getByRole('checkbox', { name: en.gaps.onlyChosen }).check();
  await page.getByRole('heading', { name: question }).waitFor();
  expect(await page.locator('.gap q').innerText()).toBe(sentence);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: en.gaps.make }).click();
  await page.getByRole('link', { name: en.gaps.again }).click();

  await page.getByText(en.answer.curated).first().waitFor();
  expect(await page.getByRole('article').innerText()).toContain('Bank transfer');
  await goTo(page, `${server.url}/gaps`);
  await page.getByText(en.gaps.none).waitFor();
  expect(realProblems(problems)).toEqual([]);
});

test('the first screen of an answer and of refusals has at most as many words as people read', async () => {
  const { page } = await visit(server.url);
  const counts: number[] = [];
  for (const asked of [
    'What does the BP-4 label printer cost?',
    'How many days after purchase can a label be voided?',
    'What is the fee?',
    'Who won the football world cup in 1998?',
    'Do I get money off if your site was offline for hours last month?',
    'how do i get out of the yearly plan',
    'parcel to guernsey how much',
  ]) {
    await goTo(page, `${server.url}/?q=${encodeURIComponent(asked)}`);
    const outcome = page.locator('.outcome');
    await outcome.waitFor();
    counts.push(wordsIn(await outcome.innerText()));
  }
  const [, , , median = 0] = counts.toSorted((left, right) => left - right);
  expect(median, counts.join(', ')).toBeLessThanOrEqual(mostWords);
});
