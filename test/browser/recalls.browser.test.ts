import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import de from '../../src/console/words/de.json' with { type: 'json' };
import en from '../../src/console/words/en.json' with { type: 'json' };
import { faultsEverywhere, goTo, realProblems as real, seriousFaults, visit } from '../support/browser.ts';
import { startSampleServer } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 240_000 });

/** A help page of another origin, with the box. */
const help = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><head><title>Help</title><link rel="icon" href="data:,">
<script type="module" src="${candor.url}/candor-ask.js"></script></head><body><main><candor-ask source-link="/help/{key}?at={start}#:~:text={quote}"></candor-ask></main></body></html>`);
});
let candor: Awaited<ReturnType<typeof startSampleServer>>;
let helpUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => help.listen(0, '127.0.0.1', resolve));
  helpUrl = `http://127.0.0.1:${(help.address() as AddressInfo).port}`;
  candor = await startSampleServer({ corsOrigins: [helpUrl] });
}, 600_000);
afterAll(async () => {
  help.close();
  await candor.close();
});

async function ingest(key: string, sentence: string): Promise<void> {
  const query = 'mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { errors { message } } }';
  const input = { documents: [{ key, content: { text: `# ${key} pump\n\n${sentence}\n` } }] };
  const response = await fetch(`${candor.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  expect(await response.json()).toEqual({ data: { ingestDocuments: { errors: [] } } });
}
const question = (pump: string) => `What is the test pressure of the ${pump} pump?`;
const pressure = (pump: string, bar: number) => `The test pressure of the ${pump} pump is ${bar} bar.`;

test('an answer that is open on the screen is marked when its source says something else, and listed, copied ones first', async () => {
  for (const pump of ['Quillon', 'Ferrule']) await ingest(pump, pressure(pump, 11));
  const { page, problems } = await visit(candor.url);
  const ask = async (pump: string) => {
    await page.locator('#question').fill(question(pump));
    await page.keyboard.press('Enter');
    const turn = page.getByRole('article', { name: question(pump) });
    await turn.locator('.outcome').getByText('11 bar').first().waitFor();
    return turn;
  };
  const [quillon, ferrule] = [await ask('Quillon'), await ask('Ferrule')];
  await ferrule.getByRole('button', { name: en.copy.button, exact: true }).click();
  await ferrule.getByRole('button', { name: en.copy.done }).waitFor();
  expect(await page.getByText(en.recalls.recalled).count()).toBe(0);

  await ingest('Quillon', pressure('Quillon', 13));
  const mark = quillon.getByRole('region', { name: en.recalls.recalled });
  await mark.getByText(en.recalls.CHANGED).waitFor();
  await mark.getByText(pressure('Quillon', 13)).waitFor();
  expect(await ferrule.getByRole('region', { name: en.recalls.recalled }).count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
  // What stands there now is opened in its document.
  await mark.getByRole('button').click();
  await page.locator('.sheet mark').getByText('13 bar').waitFor();
  await page.keyboard.press('Escape');

  await ingest('Ferrule', 'This pump is no longer made.');
  await ferrule.getByRole('region', { name: en.recalls.recalled }).getByText(en.recalls.GONE).waitFor();
  // The next turn says it of both, and nothing else does but they.
  await page.locator('#question').fill('What does the BP-4 label printer cost?');
  await page.keyboard.press('Enter');
  const next = page.getByRole('article', { name: 'What does the BP-4 label printer cost?' });
  await next.locator('.outcome').getByText('€149').first().waitFor();
  const notes = await next.locator('.note.bad').allInnerTexts();
  expect(notes).toEqual([
    `${question('Quillon')} ${en.recalls.recalled} ${en.recalls.CHANGED}`,
    `${question('Ferrule')} ${en.recalls.recalled} ${en.recalls.GONE}`,
  ]);
  expect(await next.getByText('your earlier question').count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
  await next.getByRole('button', { name: question('Quillon') }).click();
  await goTo(page, `${candor.url}/runs`);
  await page.getByRole('link', { name: `${en.recalls.title} (2)` }).click();
  await page.getByRole('region', { name: en.recalls.copied }).getByText('Ferrule').first().waitFor();
  await page
    .getByText(`“${pressure('Quillon', 11)}”`)
    .or(page.locator('q', { hasText: '11 bar' }).first())
    .waitFor();
  const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(headings).toEqual([en.recalls.copied, expect.stringMatching(/^Were (?:un)?c/)]);
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    expect.stringContaining('Ferrule'),
    expect.stringContaining('Quillon'),
  ]);
  expect(await faultsEverywhere(page)).toEqual([]);
  // The run itself says so too.
  await page.getByRole('link', { name: /Quillon/ }).click();
  await page.getByRole('region', { name: en.recalls.recalled }).getByText(pressure('Quillon', 13)).waitFor();
  expect(real(problems)).toEqual([]);

  const { page: german } = await visit(`${candor.url}/recalls`, 'light', { language: 'de' });
  await german.getByRole('heading', { name: de.recalls.title }).waitFor();
  await german.getByText(de.recalls.GONE).waitFor();
});

test('the box marks the answer that it shows, and tells the page', async () => {
  await ingest('Spindle', pressure('Spindle', 11));
  const { page, problems } = await visit(helpUrl);
  await page.evaluate(
    `window.heard = []; document.addEventListener('candor-recalled', ({ detail }) => window.heard.push(detail))`,
  );
  const field = page.getByRole('textbox', { name: 'Ask a question' });
  await field.fill('What is the test pressure of the Spindle pump?');
  await field.press('Enter');
  await page.getByText('11 bar').first().waitFor();
  const source = page.getByRole('link', { name: 'Spindle pump' });
  const link = new URL((await source.getAttribute('href')) ?? '');
  expect([link.origin, link.pathname]).toEqual([helpUrl, '/help/Spindle']);
  expect(decodeURIComponent(link.hash)).toBe(`#:~:text=${pressure('Spindle', 11)}`);
  await page.evaluate(
    `document.addEventListener('candor-source', (event) => { event.preventDefault(); window.opened = event.detail; })`,
  );
  await source.click();
  expect(await page.evaluate('window.opened')).toMatchObject({
    number: 1,
    documentKey: 'Spindle',
    quote: pressure('Spindle', 11),
    sourceSpan: { start: Number(link.searchParams.get('at')) },
  });
  await ingest('Spindle', pressure('Spindle', 17));
  await page.getByText('This answer no longer holds.').waitFor();
  await page.getByText(pressure('Spindle', 17)).waitFor();
  expect(await page.evaluate('window.heard')).toEqual([
    {
      id: expect.any(String) as string,
      question: 'What is the test pressure of the Spindle pump?',
      verdict: 'CHANGED',
      now: pressure('Spindle', 17),
    },
  ]);
  expect(await seriousFaults(page)).toEqual([]);
  expect(real(problems)).toEqual([]);
});

test('the box says under the next question that an earlier answer no longer holds', async () => {
  await ingest('Gasket', pressure('Gasket', 11));
  const { page, problems } = await visit(helpUrl);
  const field = page.getByRole('textbox', { name: 'Ask a question' });
  const ask = async (asked: string, answer: string) => {
    await field.fill(asked);
    await field.press('Enter');
    await page.getByText(answer).first().waitFor();
  };
  await ask(question('Gasket'), '11 bar');
  await ask('What does the BP-4 label printer cost?', '€149');
  expect(await page.getByText(question('Gasket')).count()).toBe(0);
  await ingest('Gasket', pressure('Gasket', 19));
  await page.getByText(question('Gasket')).waitFor();
  await page.getByText(pressure('Gasket', 19)).waitFor();
  expect(await page.getByText('€149').count()).toBeGreaterThan(0);
  expect(await seriousFaults(page)).toEqual([]);
  expect(real(problems)).toEqual([]);
});
