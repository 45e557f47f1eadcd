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
  page = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><head><title>Help</title><link rel="icon" href="data:,">
<script type="module" src="${candor.url}/candor-ask.js"></script></head>
<body><main><h1>Help</h1><candor-ask heading="Ask our help centre"></candor-ask></main></body></html>`);
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
  await help.getByRole('button', { name: 'This answers it' }).first().click();
  await help.getByText('Thank you.').waitFor();
  await help.getByRole('button', { name: 'This is wrong' }).click();
  await help.getByText('Thank you.').nth(1).waitFor();
  // Another visit is another conversation.
  await help.reload();
  await field.fill('What is the fee?');
  await field.press('Enter');
  await help.getByRole('button', { name: /^Chargebacks and disputes/ }).click();
  await help.getByText('Each chargeback costs a fee of €15.').first().waitFor();
  await help.getByRole('heading', { name: 'Chargebacks and disputes' }).waitFor();
  // A refusal says what its reader can do.
  await field.fill('can my accountant get access for free');
  await field.press('Enter');
  await help.getByRole('heading', { name: 'can my accountant get access for free' }).waitFor();
  await help.getByText('I found no answer to').waitFor();
  await help
    .getByRole('listitem')
    .filter({ hasText: /You can ask about|Ask again with words/ })
    .first()
    .waitFor();
  // What may be the answer comes before the refusal, which does not repeat it, and is not listed again.
  await field.fill('is it possible to see what staff did');
  await field.press('Enter');
  await help.getByRole('heading', { name: 'is it possible to see what staff did' }).waitFor();
  await help.getByText('I found no answer to').waitFor();
  const shown = await help.locator('candor-ask [aria-live]').innerText();
  expect(shown).toMatch(
    /Not sure, but this may be it:\s+Audit log › Where to find it\s+Owners and Admins can read it\.\s+This answers it\s+I found no answer to/,
  );
  expect(shown.match(/Owners and Admins can read it/g)).toHaveLength(1);
  expect(await seriousFaults(help)).toEqual([]);
  expect(realProblems(problems)).toEqual([]);
});
