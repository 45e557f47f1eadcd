import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { realProblems, seriousFaults, visit } from '../support/browser.ts';
import { type SampleServer, startSampleServer } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 120_000 });

/** A help page of another origin: another port is one. */
let page: Server;
let candor: SampleServer;
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  page = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://page.example');
    const language = searchParams.get('lang') ?? 'en';
    const attributes = searchParams.get('with') ?? 'heading="Ask our help centre"';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="${language}"><head><title>Help</title><link rel="icon" href="data:,">
<script type="module" src="${candor.url}/candor-ask.js"></script></head>
<body><main><h1>Help</h1><candor-ask ${attributes}></candor-ask></main></body></html>`);
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  candor = await startSampleServer({ corsOrigins: [originOf(page)] });
}, 600_000);

afterAll(async () => {
  page.close();
  await candor.close();
});

test('the answer box works on a page of another origin: an answer with its source, then a clarifying question', async () => {
  const { page: help, problems } = await visit(originOf(page));
  const exported = await help.evaluate(
    `import('${candor.url}/candor-ask.js').then(({ CandorAsk }) => document.querySelector('candor-ask') instanceof CandorAsk)`,
  );
  expect(exported).toBe(true);
  const field = help.getByRole('textbox', { name: 'Ask our help centre' });
  await field.fill('What does the BP-4 label printer cost?');
  await field.press('Enter');
  await help.getByRole('link', { name: 'Source 1' }).click();
  await help.getByText('costs €149').first().waitFor();
  await help.getByText('Add-ons and their prices').waitFor();
  expect(await help.locator('candor-ask').getByText('€149', { exact: true }).count()).toBe(1);
  await help.getByRole('group', { name: 'Was this it?' }).getByRole('button', { name: 'Yes' }).click();
  await help.getByText('Thank you.').waitFor();
  // Another visit is another conversation.
  await help.reload();
  await field.fill('What is the fee?');
  await field.press('Enter');
  await help.getByRole('button', { name: /^Chargebacks and disputes/ }).click();
  await help.getByText('Each chargeback costs a fee of €15.').first().waitFor();
  await help.getByRole('heading', { name: 'Chargebacks and disputes' }).waitFor();
  // A refusal says what its reader can do.
  await field.fill('Do you sell gift cards?');
  await field.press('Enter');
  await help.getByRole('heading', { name: 'Do you sell gift cards?' }).waitFor();
  await help.getByText('I found no answer to').waitFor();
  await help
    .getByRole('listitem')
    .filter({ hasText: /You can ask about|Ask again with words/ })
    .first()
    .waitFor();
  // What may be the answer comes before the refusal, which does not repeat it, and is not listed again.
  await field.fill('can my accountant get access for free');
  await field.press('Enter');
  await help.getByRole('heading', { name: 'can my accountant get access for free' }).waitFor();
  await help.getByText('I found no answer to').waitFor();
  const shown = await help.locator('candor-ask [aria-live]').innerText();
  expect(shown).toMatch(
    /Not sure, but this may be it:\s+Staff accounts and roles › Outside accountants\s+One Analyst seat per shop is free and does not count towards the seat limit of the plan\.\s+This was it\s+I found no answer to/,
  );
  expect(shown.match(/One Analyst seat per shop/g)).toHaveLength(1);
  expect(await seriousFaults(help)).toEqual([]);
  expect(realProblems(problems)).toEqual([]);
});

test('the answer box speaks the language of the page, and says how it understood a follow-up', async () => {
  const { page: help, problems } = await visit(`${originOf(page)}/?lang=de&with=`);
  const field = help.getByRole('textbox', { name: 'Stellen Sie eine Frage' });
  await field.fill('What does the BP-4 label printer cost?');
  await help.getByRole('button', { name: 'Fragen' }).click();
  await help.getByRole('link', { name: 'Quelle 1' }).waitFor();
  expect(await help.getByText('Verstanden als').count()).toBe(0);
  await field.fill('And how fast does it print?');
  await field.press('Enter');
  expect(await help.getByText('Verstanden als:').innerText()).toMatch(/BP-4 label printer cost\? \/ And how fast/);
  await help.getByRole('group', { name: 'War es das?' }).getByRole('button', { name: 'Nein' }).click();
  await help.getByText('Danke.').waitFor();
  expect(realProblems(problems)).toEqual([]);
});

test('what the page’s developer has to change is said in the console and by an event, not to visitors', async () => {
  const { page: help } = await visit(`${originOf(page)}/?with=server="http://127.0.0.1:9"`);
  const told: string[] = [];
  help.on('console', (message) => void told.push(message.text()));
  await help.evaluate(
    `window.heard = []; for (const name of ['candor-question', 'candor-fault']) document.addEventListener(name, ({ detail }) => window.heard.push([name, detail]))`,
  );
  const field = help.getByRole('textbox', { name: 'Ask a question' });
  await field.fill('Hello?');
  await field.press('Enter');
  await help.getByText('The question could not be answered now. Please try again.').waitFor();
  const remedy = `http://127.0.0.1:9 cannot be reached, or does not let this page in. If it runs, add ${originOf(page)} to its CANDOR_CORS_ORIGINS.`;
  expect(told).toContain(`candor-ask: UNREACHABLE. ${remedy}`);
  expect(await help.evaluate('window.heard')).toEqual([
    ['candor-question', { question: 'Hello?' }],
    ['candor-fault', { question: 'Hello?', code: 'UNREACHABLE', message: '', remedy }],
  ]);
  expect(await help.locator('candor-ask').innerText()).not.toContain('CANDOR_CORS_ORIGINS');
});
