import { expect, test, vi } from 'vitest';
import type { Page } from '../../tools/playwright.ts';
import en from '../../src/console/words/en.json' with { type: 'json' };
import { goTo, realProblems, seriousFaults, visit } from '../support/browser.ts';
import { createPictures } from '../support/pictures.ts';
import { servedSample } from '../support/sampleServer.ts';
import { createStillness } from '../support/stillness.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 240_000 });

const server = servedSample();
const pictures = createPictures();

/** More on the first screen are not read. */
const mostWords = 120;

/** A new user at a desk by day, then one with a phone by night. */
const walks = [
  {
    place: 'at a desk',
    look: 'light',
    screen: { width: 1000, height: 760 },
    /** Refused, with a suggestion that is read. */
    refused: 'is it possible to see who did what',
    /** The phases of the upload that are watched. */
    watched: ['CUTTING', 'EMBEDDING'],
    closeGap: makeAlternativeTheAnswer,
  },
  {
    place: 'with a phone',
    look: 'dark',
    screen: { width: 390, height: 760 },
    refused: 'can my accountant get access for free',
    watched: ['CUTTING'],
    closeGap: writeTheAnswer,
  },
] as const;
type Walk = (typeof walks)[number];

const turns = (page: Page) => page.getByRole('article');

/** The place is as it should be, for everybody, and becomes a picture. */
async function arrive(page: Page, name: string): Promise<void> {
  expect(await seriousFaults(page), name).toEqual([]);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond, `px of ${name} beyond the screen`).toBeLessThanOrEqual(0);
  await pictures.take(page, name);
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: en.ask.field }).fill(question);
  await page.keyboard.press('Enter');
}

test.for(walks)('a new user walks from the first visit to the last task, $place', async (walk) => {
  const { page, problems } = await visit(server.url, walk.look, walk.screen);
  await page.setViewportSize(walk.screen);
  await page.getByRole('heading', { name: en.ask.title }).waitFor();
  await arrive(page, 'first-visit');
  await askAndOpenCitation(page);
  await followUp(page);
  await refusalAndAlternative(page, walk);
  await walk.closeGap(page, walk.refused);
  await conflict(page);
  await uploadAndCancel(page, walk);
  expect(realProblems(problems)).toEqual([]);
});

async function askAndOpenCitation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What does the BP-4 label printer cost?' }).click();
  const cite = page.getByRole('button', { name: 'Source 1: open Add-ons and their prices' });
  await cite.waitFor();
  expect(await turns(page).innerText()).toContain('€149');
  await arrive(page, 'answer');
  await cite.click();
  const sheet = page.getByRole('dialog', { name: 'Add-ons and their prices' });
  expect(await sheet.locator('mark').innerText()).toBe(
    'The Brindlecart label printer BP-4 costs €149 and is sold in our supply store.',
  );
  await sheet.getByText('the quote stands here, and still holds').waitFor();
  await arrive(page, 'citation');
  await page.keyboard.press('Escape');
  // The focus returns in a task of its own, after the sheet is gone.
  await page.locator('.cite:focus').waitFor();
}

async function followUp(page: Page): Promise<void> {
  await ask(page, 'How much does a roll of labels for it cost?');
  const second = turns(page).nth(1);
  await second.locator('.outcome').waitFor();
  expect(await second.getByText(`${en.runs.fields.understood}:`).innerText()).toMatch(/printer/i);
  await arrive(page, 'follow-up');
  await page.getByRole('button', { name: en.ask.fresh }).click();
}

async function refusalAndAlternative(page: Page, { refused }: Walk): Promise<void> {
  await ask(page, refused);
  const suggested = page.getByRole('region', { name: en.alternatives.suggestion }).getByRole('listitem');
  const others = page.getByRole('region', { name: en.alternatives.instead }).getByRole('listitem');
  await suggested.waitFor();
  await arrive(page, 'refusal');
  // What may be it stands above the refusal, which does not say it again, nor does the list below.
  expect(await turns(page).locator('.outcome > *').first().innerText()).toContain(en.alternatives.suggestion);
  const sentenceOf = (place: typeof suggested) => place.locator('.quote').innerText();
  for (const text of [await turns(page).locator('.answer-text').innerText(), ...(await others.allInnerTexts())])
    expect(text).not.toContain(await sentenceOf(suggested));
  const sentence = await sentenceOf(suggested);
  await suggested.locator('.source-card').click();
  const sheet = page.getByRole('dialog');
  expect(sentence).toContain((await sheet.locator('mark').first().innerText()).split('\n')[0]);
  await arrive(page, 'alternative');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
}

/** At the desk, what is suggested answers: it is chosen, and one click makes it the answer from then on. */
async function makeAlternativeTheAnswer(page: Page, question: string): Promise<void> {
  const first = page.getByRole('region', { name: en.alternatives.suggestion }).getByRole('listitem');
  const sentence = await first.locator('.quote').innerText();
  expect(sentence).toContain('Security > Audit log');
  await first.getByRole('button', { name: en.alternatives.choose }).click();
  await page.getByText(en.feedback.thanks).waitFor();
  await page.getByRole('link', { name: en.pages.gaps }).click();
  await page.getByRole('checkbox', { name: en.gaps.onlyChosen }).check();
  await page.getByRole('heading', { name: question }).waitFor();
  expect(await page.locator('.gap q').innerText()).toBe(sentence);
  await arrive(page, 'gap');
  await page.getByRole('button', { name: en.gaps.make }).click();
  await page.getByRole('link', { name: en.gaps.again }).click();
  await page.getByText(en.answer.curated).first().waitFor();
  expect(await turns(page).innerText()).toContain('Security > Audit log');
  await arrive(page, 'curated');
  await goTo(page, `${server.url}/gaps`);
  expect(await page.getByRole('heading', { name: question }).count()).toBe(0);
}

/** On the phone, none does: the refusal is judged, and the answer to another question is written. */
async function writeTheAnswer(page: Page): Promise<void> {
  const question = 'Do you sell gift cards?';
  const turn = turns(page);
  await turn.getByRole('button', { name: 'No', exact: true }).click();
  await turn.getByRole('textbox', { name: /What would be right/ }).fill('Analyst seats are free.');
  await turn.getByRole('button', { name: 'Send' }).click();
  await turn.getByText('This run is judged.').waitFor();
  await page.getByRole('button', { name: en.ask.fresh }).click();
  await ask(page, question);
  await page.locator('.outcome.abstention').waitFor();
  await page.getByRole('link', { name: en.pages.gaps }).click();
  const gap = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: question }) });
  await gap.waitFor();
  await arrive(page, 'gap');
  await gap.getByRole('link', { name: en.refusal.writeAnswer }).click();
  await page.getByLabel('Answer', { exact: true }).fill('No. Gift cards come next year.');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save the answer' }).click();
  await page.getByRole('heading', { name: question }).waitFor();
  await goTo(page, `${server.url}/?q=${encodeURIComponent(question)}`);
  await page.getByText('Gift cards come next year.').waitFor();
  await arrive(page, 'curated');
}

async function conflict(page: Page): Promise<void> {
  await goTo(page, `${server.url}/?q=${encodeURIComponent('How long are audit log entries kept?')}`);
  await page.getByRole('heading', { name: 'The sources disagree' }).waitFor();
  expect(await page.locator('.side-value').allInnerTexts()).toEqual(['180 days', '90 days']);
  // No number says which of the two holds.
  expect(await page.locator('.trust summary').innerText()).not.toMatch(/of 100/);
  await arrive(page, 'conflict');
}

/** 5 MB, as much as a text may have. */
function largeFile() {
  const parts: string[] = [];
  for (let size = 0; size < 4_900_000; size += parts.at(-1)?.length ?? 0) {
    const [number, hall] = [parts.length, parts.length % 7];
    const rows = Array.from(
      { length: 12 },
      (_, row) => `Locker ${number}-${row} of hall ${hall} costs ${number + row} crowns a month.`,
    );
    parts.push(`## Lockers ${number}\n\n${rows.join(' ')}\n\n`);
  }
  return { name: 'lockers.md', mimeType: 'text/markdown', buffer: Buffer.from(parts.join('')) };
}

/** Five times what a person bears, who may have a faster machine. */
const mostStillMillis = 10_000;

/** What of an upload moves before a person's eyes. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const job = document.querySelector<HTMLElement>('.job');
    return `${job?.innerText ?? ''} ${job?.querySelector('progress')?.value ?? ''}`;
  });

async function uploadAndCancel(page: Page, { watched }: Walk): Promise<void> {
  await goTo(page, `${server.url}/documents`);
  await page.getByLabel('choose files').setInputFiles([largeFile()]);
  await page.getByText(en.upload.phases.READING, { exact: true }).waitFor();
  for (const phase of watched) {
    const still = createStillness();
    const steps = new Set<string>();
    while (steps.size < 4) {
      const now = await seen(page);
      still.see(now);
      if (now.includes(en.upload.phases[phase])) steps.add(now);
      await page.waitForTimeout(100);
    }
    const { longest, during } = still.longest();
    expect(longest, during).toBeLessThan(mostStillMillis);
    if (phase === watched[0]) await arrive(page, 'upload');
  }
  await page.getByRole('button', { name: en.upload.cancel }).click();
  await page.getByText(en.upload.states.CANCELLED).waitFor();
  expect(await page.getByRole('link', { name: /Lockers/ }).count()).toBe(0);
  await arrive(page, 'cancelled');
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

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
